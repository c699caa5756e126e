#include "private_words.h"

#include <algorithm>
#include <cstddef>
#include <string>

#include "ascii.h"
#include "log_words.h"

namespace mamba_ratio {
namespace {

// Names of secrets, wherever in a name they stand; a value may follow without `=` or `:`.
constexpr std::string_view kSecrets =
    "password passwd passphrase secret bearer api_key access_key apikey authorization credential";

// What names end in that tell of the value behind their `=` or `:`.
constexpr std::string_view kTokenEnds = "token _key auth cookie pwd";
constexpr std::string_view kHostEnds =
    "host hostname addr address node node_name user username pod namespace server";

constexpr std::string_view kTokenBeginnings =
    "hf_ sk- sk_ ghp_ gho_ ghu_ ghs_ ghr_ github_ glpat- gsk_ npm_ pypi- nvapi- xox AKIA ASIA AIza "
    "eyJ";
constexpr std::string_view kHostBeginnings = "ip- DESKTOP- LAPTOP-";

// Last parts of domain names of two parts; those of two letters are countries' besides.
constexpr std::string_view kDomains =
    "com net org edu gov dev app cloud local localdomain internal intra lan corp home cluster";
constexpr std::string_view kFiles = "py cpp cu json log";

bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
bool is_alnum(char c) { return is_alpha(c) || is_digit(c); }
bool is_slash(char c) { return c == '/' || c == '\\'; }

bool is_small(char c) { return is_lower(c) || is_digit(c); }
bool is_lower_name(char c) { return is_lower(c) || c == '_'; }
bool is_machine_char(char c) { return is_alnum(c) || c == '-'; }
bool is_domain_char(char c) { return is_word_char(c) || c == '-' || c == '.'; }

bool all(std::string_view text, bool (*kind)(char)) {
  return std::all_of(text.begin(), text.end(), kind);
}

/// Takes the part before the mark off the text, and the mark.
std::string_view next_part(std::string_view& text, char mark) {
  const std::string_view part = text.substr(0, text.find(mark));
  text.remove_prefix(std::min(part.size() + 1, text.size()));
  return part;
}

bool is_inside(std::string_view text, std::string_view word) {
  return text.find(word) != text.npos;
}
bool is_end(std::string_view text, std::string_view word) { return text.ends_with(word); }
bool is_whole(std::string_view text, std::string_view word) { return text == word; }

/// Whether the word begins the text, and what follows is none.
bool is_beginning(std::string_view text, std::string_view word) {
  constexpr std::size_t kLongWord = 12;
  if (!text.starts_with(word)) return false;
  const std::string_view rest = text.substr(word.size());
  return rest.size() >= kLongWord || !all(rest, is_lower_name);
}

/// Whether one of the words stands in the text, in the way asked for.
bool any_word(std::string_view words, std::string_view text,
              bool (*stands)(std::string_view, std::string_view)) {
  while (!words.empty()) {
    if (stands(text, next_part(words, ' '))) return true;
  }
  return false;
}

/// Whether one of the words begins the chunk or a part of it.
bool has_beginning(std::string_view chunk, std::string_view words) {
  for (std::size_t i = 0; i < chunk.size(); ++i) {
    if (i > 0 && is_alnum(chunk[i - 1])) continue;
    if (any_word(words, chunk.substr(i), is_beginning)) return true;
  }
  return false;
}

/// Characters of one run of letters and digits.
struct Run {
  std::size_t length = 0;
  std::size_t digits = 0;
  std::size_t capitals = 0;
  std::size_t switches = 0;  ///< from one kind to another; a capital may begin a word

  void add(char before, char c) {
    if (length > 0) {
      switches += is_digit(before) != is_digit(c) || (!is_upper(before) && is_upper(c)) ? 1 : 0;
    }
    ++length;
    digits += is_digit(c) ? 1 : 0;
    capitals += is_upper(c) ? 1 : 0;
  }

  /// No word is so mixed.
  bool mixed() const {
    if (digits > 0) return (length >= 8 && switches >= 4) || (length >= 20 && switches >= 3);
    return length >= 20 && capitals < length && 3 * capitals >= length;
  }
};

/// A UUID, a hash, or what base64 and the like make.
bool is_random(std::string_view chunk) {
  constexpr std::size_t kShortest = 16;
  constexpr std::size_t kHexDigits = 32;
  std::size_t hex = 0;
  Run run;
  bool mixed = false;
  for (std::size_t i = 0; i < chunk.size(); ++i) {
    const char c = chunk[i];
    hex = is_hex(c) ? hex + 1 : c == '-' ? hex : 0;
    if (hex == kHexDigits) return true;
    if (is_alnum(c)) {
      run.add(i > 0 ? chunk[i - 1] : c, c);
      mixed |= run.mixed();
    } else {
      run = {};
    }
  }
  const bool model = chunk.find("ForCausal") != chunk.npos || chunk.find("ForCond") != chunk.npos;
  return mixed && !model && chunk.size() >= kShortest;
}

bool is_ipv4(std::string_view chunk) {
  std::size_t groups = 0;
  for (std::size_t i = 0; i < chunk.size(); ++i) {
    const std::size_t begin = i;
    while (i < chunk.size() && is_digit(chunk[i])) ++i;
    const bool version = groups == 0 && begin > 0 && chunk[begin - 1] == 'v';
    groups = i > begin && i - begin <= 3 && !version ? groups + 1 : 0;
    if (i < chunk.size() && chunk[i] == '.') continue;
    if (groups >= 4) return true;
    groups = 0;
  }
  return false;
}

bool is_group(std::string_view part) { return part.size() <= 4 && all(part, is_hex); }

bool is_ipv6(std::string_view chunk) {
  if (std::count(chunk.begin(), chunk.end(), ':') >= 4) return true;
  const std::size_t gap = chunk.find("::");
  if (gap == chunk.npos) return false;
  const std::string_view before = chunk.substr(0, gap);
  const std::string_view after = chunk.substr(gap + 2);
  const std::string_view next = after.substr(0, after.find_first_of(":/%"));
  return before.size() + next.size() > 0 && is_group(before.substr(before.rfind(':') + 1)) &&
         is_group(next);
}

bool is_domain(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  const std::size_t first_dot = name.find('.');
  if (dot == name.npos || first_dot == 0) return false;
  if (!all(name, is_domain_char)) return false;
  const std::string_view first = name.substr(0, first_dot);
  const std::string_view last = name.substr(dot + 1);
  const bool small = all(last, is_lower);
  if (last.size() < 2 || lists(kFiles, last) || !(small || all(last, is_upper))) return false;
  if (first == "torch" || first == "sglang") return false;
  const bool version = all(first.substr(first.front() == 'v' ? 1 : 0), is_digit) &&
                       (first_dot == dot || is_digit(name[first_dot + 1]));
  if (version || first_dot < dot) return !version;
  return small && (last.size() == 2 || lists(kDomains, last) || is_digit(first.back()));
}

/// `node-17`, `dgx-h100-03`, `sglang-7d9f8b6c5-x2x4z`.
bool is_machine(std::string_view name) {
  const std::size_t first = name.find('-');
  const std::size_t dash = name.rfind('-');
  if (first == name.npos || first < 3 || !is_alpha(name.front())) return false;
  if (!all(name, is_machine_char)) return false;
  const std::string_view last = name.substr(dash + 1);
  if (all(last, is_digit)) return !last.empty();
  const std::string_view hash = name.substr(0, dash).substr(name.substr(0, dash).rfind('-') + 1);
  return first < dash && last.size() == 5 && hash.size() >= 8 && !all(hash, is_alpha) &&
         all(hash, is_small);
}

}  // namespace

bool lists(std::string_view words, std::string_view word) {
  return any_word(words, word, is_whole);
}

bool is_any(char c, std::string_view of) { return of.find(c) != of.npos; }

bool has_letter(std::string_view text) { return std::any_of(text.begin(), text.end(), is_alpha); }

std::string_view mask_behind(std::string_view name, bool& alone) {
  constexpr std::size_t kLongest = 64;
  std::string key = lower(name.substr(name.size() - std::min(name.size(), kLongest)));
  std::replace(key.begin(), key.end(), '-', '_');
  alone = any_word(kSecrets, key, is_inside);
  if (alone) return kToken;
  alone = key.starts_with("__");
  if (key == "key" || any_word(kTokenEnds, key, is_end)) return kToken;
  return any_word(kHostEnds, key, is_end) ? kHost : std::string_view();
}

bool is_path(std::string_view chunk, char next) {
  if (chunk.starts_with("\\\\")) return true;
  std::size_t folders = 0;
  std::size_t back_folders = 0;
  for (std::size_t i = 0; i < chunk.size(); ++i) {
    if (!is_slash(chunk[i])) continue;
    const char behind = i + 1 < chunk.size() ? chunk[i + 1] : next;
    const char before = i > 0 ? chunk[i - 1] : ' ';
    const bool named = is_word_char(behind) || is_wide(behind) || is_any(behind, ".~-{$%");
    (chunk[i] == '/' ? folders : back_folders) += chunk[i] == '/' || named ? 1 : 0;
    if (before == ':' && i > 1 && is_alpha(chunk[i - 2])) return true;
    const bool root =
        i == 0 ? chunk.size() != 2 : !is_word_char(before) && before != '%' && before != '+';
    if (chunk[i] == '/' && named && root) return true;
  }
  const char first = chunk.empty() ? ' ' : chunk.front();
  if (first == '~' && chunk.size() > 1 && is_alpha(chunk[1])) return true;
  if (back_folders >= 2 || (folders > 0 && is_any(first, "~$."))) return true;
  return folders >= 2 && has_letter(chunk);
}

std::string_view mask_of(std::string_view chunk) {
  constexpr std::size_t kLongestDtype = 24;
  if (chunk.size() <= kLongestDtype && dtype_length(chunk) == chunk.size()) return {};
  if (has_beginning(chunk, kTokenBeginnings)) return kToken;
  if (has_beginning(chunk, kHostBeginnings)) return kHost;
  if (is_ipv4(chunk) || is_ipv6(chunk)) return kAddress;
  const std::size_t slash = std::min(chunk.find('/'), chunk.size());
  if (is_domain(chunk.substr(0, slash))) return slash == chunk.size() ? kHost : kUrl;
  for (std::string_view parts = chunk; !parts.empty();) {
    const std::string_view part = next_part(parts, ':');
    if (is_domain(part) || is_machine(part)) return kHost;
  }
  return is_random(chunk) ? kToken : std::string_view();
}

}  // namespace mamba_ratio
