#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace mamba_ratio {

/// Whether the item of one place belongs before that of another.
struct Precedes {
  bool (*before)(const void* items, std::size_t a, std::size_t b);
  const void* items;
};

/// The places 0 to count - 1 in order; equals stay as they were.
std::vector<std::size_t> places_in_order(std::size_t count, Precedes precedes);

/// Sorts stably. `Before` holds nothing, so that one sort in the program serves every kind of item.
template <class Item, class Before>
void put_in_order(std::vector<Item>& items, Before /*before*/) {
  const auto before = [](const void* all, std::size_t a, std::size_t b) {
    const auto* const list = static_cast<const Item*>(all);
    return Before{}(list[a], list[b]);
  };
  std::vector<Item> sorted;
  sorted.reserve(items.size());
  for (const std::size_t place : places_in_order(items.size(), {before, items.data()})) {
    sorted.push_back(std::move(items[place]));
  }
  items = std::move(sorted);
}

}  // namespace mamba_ratio
