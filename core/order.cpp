#include "order.h"

#include <algorithm>
#include <numeric>

namespace mamba_ratio {

std::vector<std::size_t> places_in_order(std::size_t count, Precedes precedes) {
  std::vector<std::size_t> places(count);
  std::iota(places.begin(), places.end(), std::size_t{0});
  std::sort(places.begin(), places.end(), [precedes](std::size_t a, std::size_t b) {
    if (precedes.before(precedes.items, a, b)) return true;
    return a < b && !precedes.before(precedes.items, b, a);
  });
  return places;
}

}  // namespace mamba_ratio
