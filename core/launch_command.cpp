#include "launch_command.h"

#include <algorithm>
#include <array>

#include "ascii.h"

namespace mamba_ratio {
namespace {

constexpr std::string_view kBetween = " \t\"',[]`";

/// Whether a word is one of a sentence about the program.
bool is_prose(std::string_view word) {
  constexpr std::array<std::string_view, 10> kWords{"with", "without", "and",   "or",  "using",
                                                    "via",  "then",    "takes", "has", "plus"};
  return std::find(kWords.begin(), kWords.end(), word) != kWords.end();
}

/// Whether what stands behind the program's name may be arguments: a flag, a path, one word before
/// a flag, a shell's sign, the end of the line.
bool are_arguments(std::string_view rest) {
  const std::size_t at = rest.find_first_not_of(kBetween);
  if (at == rest.npos) return true;
  if (at == 0) return rest[0] == '\\';
  const std::size_t end = std::min(rest.find_first_of(kBetween, at), rest.size());
  const std::string_view word = rest.substr(at, end - at);
  if (std::string_view("-\\$|>;^").find(word[0]) != std::string_view::npos ||
      word.find('/') != word.npos || word == "&" || word.starts_with("2>")) {
    return true;
  }
  const std::size_t next = rest.find_first_not_of(kBetween, end);
  return next != rest.npos && rest[next] == '-' && !is_prose(word);
}

bool is_operator(std::string_view word) {
  constexpr std::array<std::string_view, 8> kOperators{"|", "||", "|&", "&", "&&", ";", "<", "<<"};
  return word[0] == '>' || word.starts_with("&>") || word.starts_with("1>") ||
         word.starts_with("2>") ||
         std::find(kOperators.begin(), kOperators.end(), word) != kOperators.end();
}

/// Where the word at `at` ends: what is quoted and holds no flag is one word, as is `$(...)`.
std::size_t word_end(std::string_view text, std::size_t at) {
  const std::size_t end = std::min(text.find_first_of(kBetween, at), text.size());
  if (text.substr(at).starts_with("$(")) {
    const std::size_t close = text.find(')', at);
    return close == text.npos ? end : close + 1;
  }
  const char before = at > 0 ? text[at - 1] : ' ';
  if (before != '"' && before != '\'') return end;
  const std::size_t close = text.find(before, at);
  if (close == text.npos) return end;
  return text.substr(at, close - at).find("--") == text.npos ? std::max(close, at + 1) : end;
}

/// Without the signs that end a sentence or a command behind it.
std::string_view without_end(std::string_view word) {
  for (const std::string_view mark : {"，", "。", "；", "）", "、"}) {
    word = word.substr(0, word.find(mark));
  }
  while (!word.empty() && (word.back() == ';' || word.back() == ')')) word.remove_suffix(1);
  while (word.size() > 1 && word.back() == '.' && is_digit(word[word.size() - 2])) {
    word.remove_suffix(1);
  }
  return word;
}

/// `TP_SIZE`, `<n>`, `{auto,bf16}`: what a usage has for a value.
bool is_placeholder(std::string_view value) {
  if (value[0] == '<' || value[0] == '{') return true;
  const auto small = [](char c) { return !(c >= 'A' && c <= 'Z') && c != '_'; };
  return value.size() > 1 && value.find('_') != value.npos &&
         std::none_of(value.begin(), value.end(), small);
}

/// Where the arguments begin behind the key of a list of them; 0: no such key.
std::size_t arguments_at(std::string_view text) {
  for (const std::string_view key : {"args:", "command:", "entrypoint:", "extraArgs:", "CMD ["}) {
    if (text.starts_with(key)) return key.size();
  }
  return 0;
}

/// Where the flags begin behind `SERVER_ARGS=(` or the like; npos: the name is another program's or
/// says nothing of arguments.
std::size_t behind_assignment(std::string_view text, std::size_t at) {
  if (text.substr(at).starts_with("export ")) at += 7;
  std::size_t end = at;
  while (end < text.size() && is_word_char(text[end])) ++end;
  if (end == at || end >= text.size() || text[end] != '=') return text.npos;
  const std::string name = lower(text.substr(at, end - at));
  const auto has = [&](std::string_view part) { return name.find(part) != name.npos; };
  if (!has("args") && !has("flags") && !has("opts")) return text.npos;
  for (const std::string_view other : {"vllm", "trt", "bench", "client", "eval", "router"}) {
    if (has(other)) return text.npos;
  }
  return text.find_first_not_of(" \t\"'[(", end + 1);
}

}  // namespace

std::size_t flags_begin(std::string_view text) {
  const std::size_t at = text.find_first_not_of(" \t\"'[`(");
  if (at == text.npos || text[at] == '-') return at;
  const std::size_t behind = arguments_at(text);
  return behind > 0 ? text.find_first_not_of(" \t\"'[>|", behind) : behind_assignment(text, at);
}

std::string_view flags_variable(std::string_view text) {
  const std::size_t at = text.find_first_not_of(" \t");
  if (at == text.npos || behind_assignment(text, at) == text.npos) return {};
  text = text.substr(text.substr(at).starts_with("export ") ? at + 7 : at);
  return text.substr(0, text.find('='));
}

std::size_t launch_arguments(std::string_view text) {
  if (text.find("sglang") == text.npos && text.find("launch_server.py") == text.npos) {
    return text.npos;
  }
  for (const std::string_view told : {"[-h]", "UserWarning", "still supported"}) {
    if (text.find(told) != text.npos) return text.npos;
  }
  std::size_t found = text.npos;
  for (const std::string_view launcher :
       {"sglang.launch_server", "sglang serve", "sglang.srt.entrypoints", "launch_server.py",
        "sglang_router.launch_server", "sglang.bench_one_batch", "sglang.bench_offline_throughput",
        "\"sglang\", \"serve\"", "\"sglang\",\"serve\""}) {
    for (std::size_t at = text.find(launcher); at != text.npos; at = text.find(launcher, at + 1)) {
      std::size_t end = at + launcher.size();
      if (launcher.ends_with("entrypoints")) {
        while (end < text.size() && (is_word_char(text[end]) || text[end] == '.')) ++end;
      }
      if (!are_arguments(text.substr(end))) continue;
      if (!split_flags(text.substr(end)).words.empty()) return end;
      found = std::min(found, end);
    }
  }
  return found;
}

FlagLine split_flags(std::string_view text) {
  FlagLine line;
  std::size_t at = 0;
  while (!line.ends && (at = text.find_first_not_of(kBetween, at)) != text.npos) {
    const std::size_t end = word_end(text, at);
    std::string_view word = text.substr(at, end - at);
    const bool quoted = at > 0 && (text[at - 1] == '"' || text[at - 1] == '\'');
    if (word[0] == '#' && !quoted) break;
    line.ends = is_operator(word) || (word.ends_with(';') && word[0] != '&');
    if (is_operator(word)) break;
    word = without_end(word);
    if (word.starts_with("--") && word.size() > 2) {
      const std::size_t equals = std::min(word.find('='), word.size());
      line.words.push_back({word.substr(0, equals), at, true});
      const std::string_view value = word.substr(std::min(equals + 1, word.size()));
      if (!value.empty()) line.words.push_back({value, at + equals + 1, false});
    } else if (!word.empty() && word != "\\" && word != "^") {
      line.words.push_back({word, at, false});
    }
    at = end;
  }
  return line;
}

bool is_switch(std::string_view name) {
  return name.starts_with("enable_") || name.starts_with("disable_") ||
         name.find("_enable_") != name.npos;
}

bool opens_arguments(std::string_view text) {
  const std::size_t behind = arguments_at(text);
  if (behind == 0) return false;
  const std::size_t next = text.find_first_not_of(" \t\"'[>|", behind);
  return next == text.npos || text[next] == '-';
}

bool flags_alone(std::string_view text) {
  const std::size_t at = flags_begin(text);
  if (at == text.npos || !text.substr(at).starts_with("--")) return false;
  const FlagLine line = split_flags(text.substr(at));
  std::size_t values = 0;
  bool numbers = true;
  for (const FlagWord& word : line.words) {
    if (word.flag) {
      if (word.text.size() < 4 || !is_alpha(word.text[2]) || word.text.back() == ':') return false;
      values = 0;
      numbers = true;
      continue;
    }
    numbers &= is_digit(word.text[0]);
    if (is_placeholder(word.text) || (++values > 1 && !numbers)) return false;
  }
  return !line.ends && !line.words.empty() && line.words.front().flag;
}

bool is_value_line(std::string_view text) {
  if (text.empty()) return false;
  const std::size_t end = text.find(' ');
  if (end == text.npos) return true;
  const std::size_t next = text.find_first_not_of(' ', end);
  return next == text.npos || text[next] == '#' || text[next] == '\\' ||
         flags_alone(text.substr(next));
}

std::string_view shell_default(std::string_view value) {
  const std::size_t at = value.find(":-");
  if (!value.starts_with("${") || !value.ends_with('}') || at == value.npos) return {};
  return value.substr(at + 2, value.size() - at - 3);
}

}  // namespace mamba_ratio
