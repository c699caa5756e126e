#include "log_prefix.h"

#include <algorithm>
#include <cstring>

#include "ascii.h"

// What surrounds a line, as the tools in the field print it. Input ends at a NUL.

namespace mamba_ratio {
namespace {

/*!re2c
re2c:define:YYCTYPE = "unsigned char";
re2c:yyfill:enable = 0;
re2c:flags:type-header = 0;

digit = [0-9];
letter = [A-Za-z];
sp = [ \t]+;
date = digit{4} "-" digit{2} "-" digit{2};
time = digit{2} ":" digit{2} ":" digit{2} ([.,] digit+)?;
kind = "ATTN_TP" | "ATTN_CP" | "ATTN_DP" | "MOE_DP" | "MOE_TP" | "MOE_EP" | "DCP" | "TP" | "DP"
     | "PP" | "CP" | "EP";
rank = kind digit+ (".." kind? digit+)?;
level = "INFO" | "WARNING" | "WARN" | "ERROR" | "DEBUG" | "CRITICAL" | "FATAL";
month = "Jan"|"Feb"|"Mar"|"Apr"|"May"|"Jun"|"Jul"|"Aug"|"Sep"|"Oct"|"Nov"|"Dec";
*/

bool is_name_char(char c) {
  return is_word_char(c) || c == '.' || c == '@' || c == '/' || c == '-' || c == '~';
}

std::size_t count(const char* text, bool (*wanted)(char)) {
  std::size_t n = 0;
  while (wanted(text[n])) ++n;
  return n;
}

std::size_t digits(const char* text) {
  return count(text, is_digit);
}

std::size_t blanks(const char* text) {
  return count(text, [](char c) { return c == ' ' || c == '\t'; });
}

bool is_log_file(std::string_view name) {
  for (const std::string_view end : {".log", ".txt", ".out", ".err", ".md", ".jsonl"}) {
    if (name.ends_with(end)) return true;
  }
  return false;
}

/// Length of `[123]:` at the start, as a process id stands behind its name; 0: none.
std::size_t process_id(const char* text) {
  if (text[0] != '[') return 0;
  const std::size_t n = digits(text + 1);
  return n > 0 && text[n + 1] == ']' && text[n + 2] == ':' ? n + 3 : 0;
}

/// Length of a prefix that begins with the name of a container, file, host or process: `name-1  |`,
/// `boot.log:12:`, `host python3[7]:`; 0: none.
std::size_t outer_name(const char* text) {
  std::size_t n = count(text, is_name_char);
  if (n == 0) return 0;
  const std::string_view name(text, n);
  const std::size_t column = n + blanks(text + n);
  const std::size_t bar = text[column] == '|' ? 1 : std::strncmp(text + column, "│", 3) == 0 ? 3 : 0;
  const bool container = bar > 0 && !is_digit(text[0]);
  if (container && text[column + bar + blanks(text + column + bar)] != '\0') return column + bar;
  if (const std::size_t pid = process_id(text + n)) return n + pid;
  for (std::size_t dash = name.find('-'); dash != name.npos; dash = name.find('-', dash + 1)) {
    const std::size_t number = is_log_file(name.substr(0, dash)) ? digits(text + dash + 1) : 0;
    if (number > 0 && text[dash + 1 + number] == '-') return dash + number + 2;
  }
  if (text[n] == ':') {
    const std::size_t number = digits(text + n + 1);
    if (number == 0 || text[n + 1 + number] != ':') return is_log_file(name) ? n + 1 : 0;
    const std::size_t end = n + number + 2;
    const std::size_t thread = digits(text + end);  // `host:4242:4245 [0] NCCL INFO`
    const bool of_nccl = thread > 0 && std::strncmp(text + end + thread, " [", 2) == 0;
    return of_nccl ? 0 : end;
  }
  const std::size_t second = count(text + column, is_name_char);
  const std::size_t pid = second > 0 ? process_id(text + column + second) : 0;
  return column > n && pid > 0 ? column + second + pid : 0;
}

/// Length of `(Worker pid=7, ip=10.0.0.1)`; 0: none.
std::size_t ray_worker(const char* text) {
  constexpr std::size_t kLongest = 120;
  const std::size_t name = 1 + count(text + 1, is_name_char);
  if (!std::string_view(text + name, strnlen(text + name, 5)).starts_with(" pid=")) return 0;
  for (std::size_t n = name; n < kLongest && text[n] != '\0'; ++n) {
    if (text[n] == ')') return n + 1;
  }
  return 0;
}

std::size_t words(const char* text, std::size_t n) {
  std::size_t at = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t word = count(text + at, [](char c) { return c != ' ' && c != '\0'; });
    if (word == 0 || text[at + word] != ' ') return 0;
    at += word + blanks(text + at + word);
  }
  return at;
}

/// What follows the time or the priority of a syslog line: host and process, or the header of
/// RFC 5424.
std::size_t syslog_rest(const char* text, std::size_t at) {
  const char* const rest = text + at;
  if (text[at - 1] == ' ' && text[0] == '<') {
    const std::size_t header = words(rest, 5);
    if (header == 0) return 0;
    if (rest[header] == '-') return header + 1;
    const char* const end = rest[header] == '[' ? std::strchr(rest + header, ']') : nullptr;
    return end == nullptr ? header : static_cast<std::size_t>(end - rest) + 1;
  }
  if (text[0] == '<') return 0;
  const std::size_t host = words(rest, 1);
  const std::size_t name = host + count(rest + host, is_name_char);
  if (host == 0 || name == host) return 0;
  if (rest[name] == ':') return name + 1;
  const std::size_t pid = process_id(rest + name);
  return pid == 0 ? 0 : name + pid;
}

/// Length of a time, maybe behind a date; 0: none.
std::size_t lex_clock(const char* text) {
  const auto* YYCURSOR = reinterpret_cast<const unsigned char*>(text);
  const unsigned char* YYMARKER = YYCURSOR;
  const unsigned char* const start = YYCURSOR;
  /*!re2c
  *                    { return 0; }
  (date [ \tT])? time  { return static_cast<std::size_t>(YYCURSOR - start); }
  */
}

/// Length of a rank as `TP3` or `DP0..DP7`; 0: none.
std::size_t lex_rank(const char* text) {
  const auto* YYCURSOR = reinterpret_cast<const unsigned char*>(text);
  const unsigned char* YYMARKER = YYCURSOR;
  const unsigned char* const start = YYCURSOR;
  /*!re2c
  *       { return 0; }
  rank    { return static_cast<std::size_t>(YYCURSOR - start); }
  */
}

bool is_dated(const char* clock) { return clock[2] != ':'; }

bool is_label_char(char c) { return is_name_char(c) && c != '@' && c != '/' && c != '~'; }

std::size_t label(const char* text) {
  return is_alpha(text[0]) ? count(text, is_label_char) : 0;
}

/// Length of words with blanks between them.
std::size_t series(const char* text, std::size_t (*word)(const char*), std::size_t most) {
  std::size_t end = word(text);
  for (std::size_t i = 1; i < most && end > 0; ++i) {
    const std::size_t gap = blanks(text + end);
    const std::size_t next = gap > 0 ? word(text + end + gap) : 0;
    if (next == 0) break;
    end += gap + next;
  }
  return end;
}

/// The engine's own stamp `[2026-02-27 17:10:28 TP0]` or tag `[TP0]`, also without its bracket.
PrefixToken lex_stamp(const char* text) {
  constexpr std::size_t kFewRanks = 4;  // bounded: tried at every rank of a line
  constexpr std::size_t kMany = 1000;
  const bool open = text[0] == '[';
  std::size_t at = open ? 1 : 0;
  const std::size_t clock = lex_clock(text + at);
  if (clock == 0) {
    const std::size_t ranks = series(text + at, lex_rank, open ? kMany : kFewRanks);
    at += ranks;
    return ranks > 0 && text[at] == ']' ? PrefixToken{Prefix::tag, at + 1} : PrefixToken{};
  }
  if (!open && is_dated(text)) return {};
  at += clock;
  const std::size_t gap = blanks(text + at);
  const std::size_t labels = gap > 0 ? series(text + at + gap, open ? label : lex_rank, kMany) : 0;
  if (labels > 0) at += gap + labels;
  if (open) at += blanks(text + at);
  return text[at] == ']' ? PrefixToken{Prefix::stamp, at + 1} : PrefixToken{};
}

/// Length of `Z`, `+0800` or `+08:00`; 0: none.
std::size_t zone(const char* text) {
  if (text[0] == 'Z') return 1;
  if (text[0] != '+' && text[0] != '-') return 0;
  const std::size_t hours = digits(text + 1);
  if (hours == 4) return 5;
  return hours == 2 && text[3] == ':' && digits(text + 4) == 2 ? 6 : 0;
}

/// A time that another program wrote in front.
PrefixToken lex_time(const char* text) {
  std::size_t at = lex_clock(text);
  if (at == 0) return {};
  if (is_dated(text)) at += zone(text + at);
  const std::size_t gap = blanks(text + at);
  return gap > 0 ? PrefixToken{Prefix::outer, at + gap} : PrefixToken{};
}

/// A level is one where a blank, colon, bracket or the end follows.
PrefixToken closed_level(const char* text, std::size_t length) {
  const char next = text[length];
  if (text[0] == '[') return next == ']' ? PrefixToken{Prefix::level, length + 1} : PrefixToken{};
  if (next == ':') return {Prefix::level, length + 1};
  const bool ends = next == ' ' || next == '\t' || next == ']' || next == '\0';
  return ends ? PrefixToken{Prefix::level, length} : PrefixToken{};
}

PrefixToken lex_mark(const char* text) {
  const auto* YYCURSOR = reinterpret_cast<const unsigned char*>(text);
  const unsigned char* YYMARKER = YYCURSOR;
  const unsigned char* const start = YYCURSOR;
  const auto length = [&] { return static_cast<std::size_t>(YYCURSOR - start); };
  const auto token = [&](Prefix kind) { return PrefixToken{kind, length()}; };
  /*!re2c
  *   { return {Prefix::none, 0}; }

  "[" ("pod" | "container" | "job" | "sts" | "deploy") "/" [^[\]\x00\n]+ "]" { return token(Prefix::outer); }
  "<" digit+ ">" "1 "?                                { return token(Prefix::syslog); }
  month sp digit{1,2} sp {
    const std::size_t clock = lex_clock(text + length());
    const std::size_t gap = clock > 0 ? blanks(text + length() + clock) : 0;
    if (gap == 0 || is_dated(text + length())) return {Prefix::none, 0};
    return {Prefix::syslog, length() + clock + gap};
  }
  ("stdout" | "stderr") sp [FP] sp                    { return token(Prefix::outer); }
  digit+ ([ ]* "\t" | [ ]* ("|" | "│") | ":" | "  ")  { return token(Prefix::outer); }
  digit+ ("." digit+)? " " {
    constexpr std::size_t kEpoch = 14;  // in milliseconds; shorter ones have decimals
    if (length() >= kEpoch) return token(Prefix::outer);
    return std::memchr(text, '.', length()) == nullptr ? token(Prefix::counter) : PrefixToken{};
  }
  "[" " "* digit+ "." digit+ "]" sp                   { return token(Prefix::outer); }
  "[" [a-z]+ digit+ "]:"                              { return token(Prefix::outer); }
  "[" digit+ "," digit+ "]<" [a-z]+ ">:"          { return token(Prefix::outer); }
  "{" letter [A-Za-z0-9_]* "=\"" [^}\x00]* "}" sp      { return token(Prefix::outer); }

  sp | ">" | "|" | "│" | "`"+ | ["']{1,3} { return token(Prefix::mark); }
  [-*+] sp | "•" | digit{1,3} [.)] sp                 { return token(Prefix::mark); }
  [-+] / "\x00"                                       { return token(Prefix::mark); }
  "#"+ / [ \t\x00]                                    { return token(Prefix::mark); }
  "#:" | "//"+ [/!]? | "/*"+ | "*/" | "*"+ | ";"+ sp | "--" sp | ".." sp | "::" | "$ " { return token(Prefix::mark); }
  [fbr] ["']                                          { return token(Prefix::mark); }
  "<" "/"? letter [A-Za-z0-9]* ([ ][^>\x00]*)? "/"? ">" { return token(Prefix::mark); }

  "["? level                                          { return closed_level(text, length()); }

  "Traceback (most recent call last)"                 { return token(Prefix::failure); }
  "File \""                                           { return token(Prefix::failure); }
  [A-Za-z.]+ ("Error" | "Exception") ":"              { return token(Prefix::failure); }
  */
}

bool is_tag_char(char c) { return is_label_char(c) || c == ':'; }

bool is_parameter(char c) { return is_digit(c) || c == ';' || c == '?'; }

/// Length of an escape character, as it is or as programs write it; 0: none.
std::size_t lex_escape(const char* text) {
  const auto* YYCURSOR = reinterpret_cast<const unsigned char*>(text);
  const unsigned char* YYMARKER = YYCURSOR;
  const unsigned char* const start = YYCURSOR;
  /*!re2c
  *    { return 0; }
  "\x1b" | "\xe2\x90\x9b" | "^[" | "\\" ("x1b" | "x1B" | "u001b" | "u001B" | "033" | "e") {
    return static_cast<std::size_t>(YYCURSOR - start);
  }
  */
}

/// Length of an escape that sets a title, a link, a character set or a mode, or stands alone.
std::size_t other_escape(const char* text) {
  if ((text[1] == '(' || text[1] == ')') && (digits(text + 2) > 0 || text[2] == 'A' || text[2] == 'B')) {
    return 3;
  }
  for (std::size_t i = 2; text[1] == ']' && text[i] != '\0'; ++i) {
    if (text[i] == '\a') return i + 1;
    if (text[i] == '\x1b') return text[i + 1] == '\\' ? i + 2 : 1;
  }
  return text[1] == '=' || text[1] == '>' || text[1] == '7' || text[1] == '8' ? 2 : 1;
}

}  // namespace

PrefixToken lex_prefix(const char* text) {
  PrefixToken known = lex_mark(text);
  for (const PrefixToken& other : {lex_stamp(text), lex_time(text)}) {
    if (other.length > known.length) known = other;
  }
  if (known.kind == Prefix::syslog) known = {Prefix::outer, known.length + syslog_rest(text, known.length)};
  const std::size_t named = text[0] == '(' ? ray_worker(text) : outer_name(text);
  return named > known.length ? PrefixToken{Prefix::outer, named} : known;
}

std::string rank_of(std::string_view stamp) {
  const std::string text(stamp);
  std::string found;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t word = std::max<std::size_t>(count(text.c_str() + at, is_tag_char), 1);
    if (lex_rank(text.c_str() + at) == word) {
      if (!found.empty()) found += ' ';
      const std::string_view rank(text.c_str() + at, word);
      found.append(rank.substr(0, rank.find("..")));
    }
    at += word;
  }
  return found;
}

std::size_t lex_ansi(const char* text) {
  const std::size_t escape = lex_escape(text);
  if (escape > 0 && text[escape] == '[') {
    const std::size_t end = escape + 1 + count(text + escape + 1, is_parameter);
    if (text[end] >= '@' && text[end] <= '~') return end + 1;
  }
  if (text[0] == '\x1b') return other_escape(text);
  if (text[0] != '[') return 0;
  std::size_t at = 0;  // a colour that lost its escape: `[31;1m`
  do {
    const std::size_t n = digits(text + at + 1);
    if (n < 1 || n > 3) return 0;
    at += 1 + n;
  } while (text[at] == ';');
  return text[at] == 'm' ? at + 1 : 0;
}

}  // namespace mamba_ratio
