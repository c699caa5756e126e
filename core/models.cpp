#include "models.h"

#include <algorithm>
#include <array>
#include <string>

#include "ascii.h"

namespace mamba_ratio {
namespace {

constexpr auto unknown = std::nullopt;

constexpr StatePart gdn(std::int64_t heads, std::int64_t head_dim, std::int64_t key_heads,
                        std::int64_t key_dim, std::int64_t kernel) {
  return {Family::gdn, 0, heads, head_dim, key_heads, key_dim, heads * head_dim, kernel};
}

constexpr StatePart mamba2(std::int64_t heads, std::int64_t head_dim, std::int64_t groups,
                           std::int64_t state, std::int64_t kernel) {
  return {Family::mamba2, 0, heads, head_dim, groups, state, heads * head_dim, kernel};
}

constexpr StatePart kda(std::int64_t heads, std::int64_t head_dim, std::int64_t kernel) {
  return {Family::kda, 0, heads, head_dim, heads, head_dim, heads * head_dim, kernel};
}

constexpr StatePart lightning(std::int64_t heads, std::int64_t head_dim) {
  return {Family::lightning, 0, heads, head_dim, 0, head_dim, 0, 1};
}

constexpr StatePart short_conv(std::int64_t hidden_size, std::int64_t kernel) {
  return {Family::short_conv, 0, 0, 0, 0, 0, hidden_size, kernel};
}

constexpr StatePart inkling(std::int64_t hidden_size, std::int64_t kernel) {
  return {Family::inkling, 0, 0, 0, 0, 0, hidden_size, kernel};
}

constexpr AttentionPart gqa(std::int64_t kv_heads, std::int64_t head_dim) {
  return {AttentionKind::gqa, 0, kv_heads, head_dim, 0, 0, 0, 0, 0, 0};
}

constexpr AttentionPart mla(std::int64_t kv_lora_rank, std::int64_t rope_dim,
                            std::int64_t index_head_dim = 0) {
  return {AttentionKind::mla, 0, 0, 0, kv_lora_rank, rope_dim, index_head_dim, 0, 0, 0};
}

constexpr AttentionPart gqa_window(std::int64_t kv_heads, std::int64_t head_dim,
                                   std::int64_t window_layers, std::int64_t window_kv_heads,
                                   std::int64_t window_head_dim) {
  return {AttentionKind::gqa, 0, kv_heads, head_dim, 0, 0, 0, window_layers, window_kv_heads,
          window_head_dim};
}

template <class Part>
constexpr Part on(std::int64_t layers, Part part) {
  part.layers = layers;
  return part;
}

constexpr std::array kModels{
#define MAMBA_RATIO_MODEL(id, aliases, repo, architecture, order, hidden, linear, attention, \
                          state_part, attention_part, draft, context, source, logs)          \
  Model{id,                                                                                  \
        aliases,                                                                             \
        repo,                                                                                \
        architecture,                                                                        \
        order,                                                                               \
        hidden,                                                                              \
        on(linear, state_part),                                                              \
        on(attention, attention_part),                                                       \
        draft,                                                                               \
        context,                                                                             \
        source,                                                                              \
        logs},
#include "models.def"
#undef MAMBA_RATIO_MODEL
};

constexpr bool is_word(char c) { return is_alpha(c) || is_digit(c); }

/// Where `name` ends in `text`, in any case, with `-` for a point too, and not inside a longer
/// word, from `begin` on; npos: it does not stand there.
std::size_t end_of_words(std::string_view text, std::string_view name, std::size_t begin = 0) {
  const auto same = [](char a, char b) { return lower(a) == lower(b) || (a == '-' && b == '.'); };
  auto from = text.begin() + static_cast<std::ptrdiff_t>(begin);
  while (!name.empty()) {
    const auto found = std::search(from, text.end(), name.begin(), name.end(), same);
    if (found == text.end()) return text.npos;
    const auto after = found + static_cast<std::ptrdiff_t>(name.size());
    const bool begins = found == text.begin() || !is_word(*(found - 1));
    if (begins && (after == text.end() || !is_word(*after))) {
      return static_cast<std::size_t>(after - text.begin());
    }
    from = found + 1;
  }
  return text.npos;
}

double decimal(std::string_view digits) {
  double value = 0;
  double unit = 0;
  for (const char c : digits) {
    if (c == '.') {
      unit = 1;
    } else {
      value = value * 10 + (c - '0');
      unit *= 10;
    }
  }
  return unit > 0 ? value / unit : value;
}

/// "122B" -> 122; nullopt where the word is not a count of parameters.
std::optional<double> billions(std::string_view word) {
  if (word.size() < 2 || word.size() > 8 || !is_digit(word.front())) return std::nullopt;
  const std::string_view digits = word.substr(0, word.size() - 1);
  if (!std::all_of(digits.begin(), digits.end(), [](char c) { return is_digit(c) || c == '.'; }) ||
      std::count(digits.begin(), digits.end(), '.') > 1) {
    return std::nullopt;
  }
  switch (lower(word.back())) {
    case 'm':
      return decimal(digits) / 1000;
    case 'b':
      return decimal(digits);
    case 't':
      return decimal(digits) * 1000;
    default:
      return std::nullopt;
  }
}

/// Whether a word says how large a model is: `30B`, `A3B`, `Mini`.
bool is_size(std::string_view word) {
  constexpr std::array<std::string_view, 5> kWords{"mini", "small", "large", "tiny", "lite"};
  const auto same = [&](std::string_view size) {
    return end_of_words(word, size) == word.size() && word.size() == size.size();
  };
  if (!word.empty() && lower(word[0]) == 'a' && billions(word.substr(1))) return true;
  return billions(word) || std::any_of(kWords.begin(), kWords.end(), same);
}

/// Whether `name` stands in `text` and no size that the model is not of follows it.
bool names(const Model& model, std::string_view text, std::string_view name) {
  for (std::size_t end = 0; (end = end_of_words(text, name, end)) != text.npos;) {
    if (end == text.size() || text[end] != '-') return true;
    const std::string_view rest = text.substr(end + 1);
    const std::string_view word = rest.substr(0, rest.find_first_of("-_/ ."));
    if (!is_size(word) || end_of_words(model.id, word) != model.id.npos) return true;
  }
  return false;
}

/// A path as names are written: folders cannot always hold a point, so some write it `___` or `_`.
std::string spelled(std::string_view path) {
  std::string result(path);
  for (std::size_t at = 0; (at = result.find("___", at)) != result.npos; ++at) {
    result.replace(at, 3, ".");
  }
  std::replace(result.begin(), result.end(), '_', '-');
  return result;
}

/// Length of the longest of the model's names in `text`; 0: none is there.
std::size_t matched_length(const Model& model, std::string_view text) {
  std::size_t longest = names(model, text, model.id) ? model.id.size() : 0;
  const std::string_view repo = model.hf_repo.substr(model.hf_repo.find('/') + 1);
  if (names(model, text, repo)) longest = std::max(longest, repo.size());
  for (std::string_view rest = model.aliases; !rest.empty();) {
    const std::size_t space = std::min(rest.find(' '), rest.size());
    if (names(model, text, rest.substr(0, space))) longest = std::max(longest, space);
    rest.remove_prefix(std::min(space + 1, rest.size()));
  }
  return longest;
}

}  // namespace

std::span<const Model> models() { return kModels; }

const Model* find_model(std::string_view id) {
  for (const Model& model : kModels) {
    if (model.id == id) return &model;
  }
  return nullptr;
}

const Model* match_model(std::string_view name) {
  const std::string text = spelled(name);
  const Model* best = nullptr;
  std::size_t longest = 0;
  for (const Model& model : kModels) {
    const std::size_t length = matched_length(model, text);
    if (length > longest) {
      longest = length;
      best = &model;
    }
  }
  return best;
}

bool names_draft(std::string_view class_name) {
  constexpr std::array<std::string_view, 7> kDrafts{"MTP",   "NextN",  "Eagle", "EAGLE",
                                                    "Draft", "DFlash", "DSpark"};
  return std::any_of(kDrafts.begin(), kDrafts.end(), [&](std::string_view draft) {
    return class_name.find(draft) != class_name.npos;
  });
}

Geometry geometry(const Model& model) {
  Geometry result;
  result.state = model.state;
  result.attention = model.attention;
  result.hidden_layers = model.hidden_layers;
  result.draft_layers = model.draft_layers;
  result.max_context_tokens = model.max_context_tokens;
  if (!model.layers.empty()) {
    result.layers.resize(static_cast<std::size_t>(model.hidden_layers));
    for (std::size_t layer = 0; layer < result.layers.size(); ++layer) {
      result.layers[layer] = model.layers[layer % model.layers.size()];
    }
  }
  return result;
}

std::optional<double> billions_in_name(std::string_view name) {
  while (!name.empty()) {
    const std::size_t end = std::min(name.find_first_of("-_/ "), name.size());
    if (const auto count = billions(name.substr(0, end))) return count;
    name.remove_prefix(std::min(end + 1, name.size()));
  }
  return std::nullopt;
}

}  // namespace mamba_ratio
