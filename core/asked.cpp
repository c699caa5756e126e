#include "asked.h"

#include <algorithm>
#include <optional>

#include "memory.h"
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
std::optional<std::string> implied(const Inputs& in, Key key, bool tp_told) {
  if (key == Key::draft_layers) return "0";
  if ((key == Key::dp || key == Key::pp) && tp_told) return "1";
  // The line of the state pool prints the draft states beside the others, unless a ring holds them.
  const bool drafts = draft_buffers_gib(in) > 0 || in.given(Key::draft_kv) || in.is_on(Key::replay);
  if (key == Key::spec && in.given(Key::N) && in.given(Key::ssm) && !drafts) return "none";
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
      if (!own) own = implied(in, key, tp_told);
      if (!own && (key == Key::dp || key == Key::spec)) continue;
    }
    if (own == value.text) continue;
    if (own) put_own(in, key, *own);
    if (value.text != "auto") asked.push_back({key, value, own.value_or(""), !own, false});
  }
  return asked;
}

void move_weights(Inputs& in, const Inputs& was, Problems& problems) {
  const std::optional<double> weights = in.number(Key::weights);
  const auto ranks = [](const Inputs& of) {
    return of.number_or(Key::tp, 1) * of.number_or(Key::pp, 1);
  };
  if (!weights || ranks(in) == ranks(was)) return;
  const double moved = *weights * ranks(was) / ranks(in);
  put_own(in, Key::weights, plain_decimal(moved));
  problems.push_back(Problem(Code::weights_scaled, Key::weights)
                         .with("was_gib", *weights)
                         .with("weights_gib", moved)
                         .with("was_ranks", ranks(was))
                         .with("ranks", ranks(in)));
}

void move_weights(Inputs& in, std::span<const Entry> entries, std::span<const Asked> asked,
                  std::string_view model, Problems& problems) {
  const Origin came = in[Key::weights].origin;
  if (came != Origin::log && came != Origin::link) return;
  if (in.given(Key::model) && !model.empty() && in.choice(Key::model) != model) {
    in[Key::weights] = Value{};
    return;
  }
  // An echo of settings that names no tp had one rank.
  const bool told = text_of(entries, Key::tp, came) || text_of(entries, Key::mem_fraction, came);
  Inputs was = in;
  for (const Key key : {Key::tp, Key::pp}) {
    const bool later =
        std::any_of(asked.begin(), asked.end(), [&](const Asked& one) { return one.key == key; });
    if (later || in[key].origin != Origin::hand) continue;
    std::optional<std::string> own = text_of(entries, key, came);
    if (!own && told) own = "1";
    if (own) put_own(was, key, *own);
  }
  move_weights(in, was, problems);
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

bool leaves_link(std::span<const Asked> asked, const Asked& one) {
  const auto lost = [](const Asked& other) { return other.open && other.refused; };
  return one.refused && std::any_of(asked.begin(), asked.end(), lost);
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
    if (!leaves_link(asked, one)) add(parameter(one.key).key, one.own);
  }
  return result;
}

}  // namespace mamba_ratio
