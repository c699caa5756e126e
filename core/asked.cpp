#include "asked.h"

#include <algorithm>
#include <optional>

#include "quantity.h"
#include "rescale.h"

namespace mamba_ratio {
namespace {

bool by_person(Origin origin) { return origin == Origin::hand || origin == Origin::link; }

/// The way the sizes came.
Origin origin_of_sizes(const Inputs& in) {
  const Origin state = in[Key::ssm].origin;
  return in.given(Key::ssm) && state != Origin::hand ? state : in[Key::kv].origin;
}

std::optional<std::string> text_of(std::span<const Entry> entries, Key key,
                                   std::optional<Origin> origin) {
  for (auto entry = entries.rbegin(); entry != entries.rend(); ++entry) {
    if (entry->key == key && (!origin || entry->origin == *origin)) {
      return check(std::span(&*entry, 1)).inputs[key].text;
    }
  }
  return std::nullopt;
}

/// What the boot had where it said nothing of it; nullopt: unknown.
std::optional<std::string> implied(Key key, bool tp_told) {
  if (key == Key::draft_layers) return "0";
  if (key == Key::dp && tp_told) return "1";
  return std::nullopt;
}

}  // namespace

void put_own(Inputs& inputs, Key key, std::string_view text) {
  const Entry entry{key, std::string(text), Origin::computed, {}};
  inputs[key] = check(std::span(&entry, 1)).inputs[key];
}

std::vector<Asked> take_back(Inputs& in, std::span<const Entry> entries) {
  const std::vector<Entry> was = entries_in(in.choice(Key::was));
  const Origin sizes = origin_of_sizes(in);
  const bool measured = sizes != Origin::by_default && sizes != Origin::hand;
  const bool tp_told = text_of(entries, Key::tp, sizes) || text_of(was, Key::tp, std::nullopt);
  std::vector<Asked> asked;
  for (const Key key : settings_of_bytes()) {
    const Value value = in[key];
    std::optional<std::string> own = text_of(was, key, std::nullopt);
    if (!own) {
      if (!measured || !by_person(value.origin) || value.origin == sizes) continue;
      own = text_of(entries, key, sizes);
      if (own == "auto") own.reset();
      if (!own) own = implied(key, tp_told);
      if (!own && (key == Key::dp || key == Key::spec)) continue;
    }
    if (own == value.text) continue;
    if (own) put_own(in, key, *own);
    if (value.text != "auto") asked.push_back({key, value, own.value_or(""), !own, false});
  }
  return asked;
}

void drop_moved_weights(Inputs& in, std::span<const Entry> entries) {
  if (in[Key::weights].origin != Origin::log) return;
  for (const Key key : {Key::tp, Key::dp, Key::pp}) {
    const std::optional<std::string> own = text_of(entries, key, Origin::log);
    const bool moved = own && by_person(in[key].origin) && *own != in[key].text;
    if (moved) in[Key::weights] = Value{};
  }
}

std::string own_of(const Candidate& candidate, const Inputs& in, Key key) {
  if (key == Key::tp) return plain_decimal(static_cast<double>(candidate.tp) * *in.number(Key::dp));
  return std::string(key == Key::ssm_dtype ? word(candidate.ssm_dtype) : word(candidate.kv_dtype));
}

std::string listed(std::span<const Asked> asked, bool refused) {
  std::string result;
  for (const Asked& one : asked) {
    if (one.refused != refused) continue;
    if (!result.empty()) result += ", ";
    result += parameter(one.key).key;
    result += ' ';
    result += one.own;
    result += " → ";
    result += one.value.text;
  }
  return result;
}

std::string was_text(std::span<const Asked> asked, std::string_view model) {
  std::string result;
  const auto add = [&](std::string_view key, std::string_view text) {
    if (!result.empty()) result += ';';
    result += key;
    result += ':';
    result += text;
  };
  if (!model.empty()) add("model", model);
  for (const Asked& one : asked) {
    if (!one.open || !one.refused) add(parameter(one.key).key, one.own);
  }
  return result;
}

}  // namespace mamba_ratio
