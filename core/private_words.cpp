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
bool is_hex(char c) { return is_digit(c) || (lower(c) >= 'a' && lower(c) <= 'f'); }
bool is_slash(char c) { return c == '/' || c == '\\'; }

template <class Kind>
bool all(std::string_view text, Kind kind) {
  return std::all_of(text.begin(), text.end(), kind);
}

/// Whether the test is true for a part between the marks.
template <class Test>
bool any_part(std::string_view text, char mark, Test test) {
  for (;;) {
    const std::size_t end = std::min(text.find(mark), text.size());
    if (test(text.substr(0, end))) return true;
    if (end == text.size()) return false;
    text.remove_prefix(end + 1);
  }
}

/// Whether one of the words begins the chunk or a part of it, and what follows is no word.
bool has_beginning(std::string_view chunk, std::string_view words) {
  constexpr std::size_t kLongWord = 12;
  for (std::size_t i = 0; i < chunk.size(); ++i) {
    if (i > 0 && is_alnum(chunk[i - 1])) continue;
    const std::string_view here = chunk.substr(i);
    const bool found = any_part(words, ' ', [&](std::string_view word) {
      if (!here.starts_with(word)) return false;
      const std::string_view rest = here.substr(word.size());
      return rest.size() >= kLongWord || !all(rest, [](char c) { return is_lower(c) || c == '_'; });
    });
    if (found) return true;
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

bool is_ipv6(std::string_view chunk) {
  if (std::count(chunk.begin(), chunk.end(), ':') >= 4) return true;
  const std::size_t gap = chunk.find("::");
  if (gap == chunk.npos) return false;
  const auto is_group = [](std::string_view part) { return part.size() <= 4 && all(part, is_hex); };
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
  if (!all(name, [](char c) { return is_word_char(c) || c == '-' || c == '.'; })) return false;
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
  if (!all(name, [](char c) { return is_alnum(c) || c == '-'; })) return false;
  const std::string_view last = name.substr(dash + 1);
  if (all(last, is_digit)) return !last.empty();
  const std::string_view hash = name.substr(0, dash).substr(name.substr(0, dash).rfind('-') + 1);
  return first < dash && last.size() == 5 && hash.size() >= 8 && !all(hash, is_alpha) &&
         all(hash, [](char c) { return is_lower(c) || is_digit(c); });
}

}  // namespace

bool lists(std::string_view words, std::string_view word) {
  return any_part(words, ' ', [&](std::string_view one) { return one == word; });
}

bool has_letter(std::string_view text) { return std::any_of(text.begin(), text.end(), is_alpha); }

std::string_view mask_behind(std::string_view name, bool& alone) {
  constexpr std::size_t kLongest = 64;
  std::string key = lower(name.substr(name.size() - std::min(name.size(), kLongest)));
  std::replace(key.begin(), key.end(), '-', '_');
  const auto inside = [&](std::string_view word) { return key.find(word) != key.npos; };
  const auto at_end = [&](std::string_view word) { return key.ends_with(word); };
  alone = any_part(kSecrets, ' ', inside);
  if (alone) return kToken;
  alone = key.starts_with("__");
  if (key == "key" || any_part(kTokenEnds, ' ', at_end)) return kToken;
  return any_part(kHostEnds, ' ', at_end) ? kHost : std::string_view();
}

bool is_path(std::string_view chunk, char next) {
  if (chunk.starts_with("\\\\")) return true;
  std::size_t folders = 0;
  std::size_t back_folders = 0;
  for (std::size_t i = 0; i < chunk.size(); ++i) {
    if (!is_slash(chunk[i])) continue;
    const char behind = i + 1 < chunk.size() ? chunk[i + 1] : next;
    const char before = i > 0 ? chunk[i - 1] : ' ';
    const bool named =
        is_word_char(behind) || is_wide(behind) || lists(". ~ - { $ %", {&behind, 1});
    (chunk[i] == '/' ? folders : back_folders) += chunk[i] == '/' || named ? 1 : 0;
    if (before == ':' && i > 1 && is_alpha(chunk[i - 2])) return true;
    const bool root =
        i == 0 ? chunk.size() != 2 : !is_word_char(before) && before != '%' && before != '+';
    if (chunk[i] == '/' && named && root) return true;
  }
  const char first = chunk.empty() ? ' ' : chunk.front();
  if (first == '~' && chunk.size() > 1 && is_alpha(chunk[1])) return true;
  if (back_folders >= 2 || (folders > 0 && lists("~ $ .", {&first, 1}))) return true;
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
  const auto is_host = [](std::string_view part) { return is_domain(part) || is_machine(part); };
  if (any_part(chunk, ':', is_host)) return kHost;
  return is_random(chunk) ? kToken : std::string_view();
}

}  // namespace mamba_ratio
