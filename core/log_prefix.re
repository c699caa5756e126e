#include "log_prefix.h"

#include <cstring>

// What surrounds a line, as the tools in the field print it. Input ends at a NUL.

namespace mamba_ratio {
namespace {

/*!re2c
re2c:define:YYCTYPE = "unsigned char";
re2c:yyfill:enable = 0;
re2c:flags:type-header = 0;

digit = [0-9];
letter = [A-Za-z];
word = [A-Za-z0-9_.@/-]+;
sp = [ \t]+;
date = digit{4} "-" digit{2} "-" digit{2};
time = digit{2} ":" digit{2} ":" digit{2} ([.,] digit+)?;
zone = "Z" | [+-] digit{2} ":"? digit{2};
kind = "ATTN_TP" | "ATTN_CP" | "ATTN_DP" | "MOE_DP" | "MOE_TP" | "MOE_EP" | "DCP" | "TP" | "DP"
     | "PP" | "CP" | "EP";
rank = kind digit+ (".." kind? digit+)?;
ranks = rank (sp rank)*;
few_ranks = rank (sp rank){0,3};  // bounded: tried at every rank of a line
label = letter [A-Za-z0-9_.-]*;  // a rank is one too
level = "INFO" | "WARNING" | "WARN" | "ERROR" | "DEBUG" | "CRITICAL" | "FATAL";
month = "Jan"|"Feb"|"Mar"|"Apr"|"May"|"Jun"|"Jul"|"Aug"|"Sep"|"Oct"|"Nov"|"Dec";
*/

bool is_name_char(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         c == '.' || c == '@' || c == '/' || c == '-' || c == '~';
}

std::size_t count(const char* text, bool (*wanted)(char)) {
  std::size_t n = 0;
  while (wanted(text[n])) ++n;
  return n;
}

std::size_t digits(const char* text) {
  return count(text, [](char c) { return c >= '0' && c <= '9'; });
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
  const bool container = bar > 0 && (text[0] < '0' || text[0] > '9');
  if (container && text[column + bar + blanks(text + column + bar)] != '\0') return column + bar;
  if (const std::size_t pid = process_id(text + n)) return n + pid;
  for (std::size_t dash = name.find('-'); dash != name.npos; dash = name.find('-', dash + 1)) {
    const std::size_t number = is_log_file(name.substr(0, dash)) ? digits(text + dash + 1) : 0;
    if (number > 0 && text[dash + 1 + number] == '-') return dash + number + 2;
  }
  if (text[n] == ':') {
    const std::size_t number = digits(text + n + 1);
    if (number > 0 && text[n + 1 + number] == ':') return n + number + 2;
    return is_log_file(name) ? n + 1 : 0;
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

PrefixToken lex_known_prefix(const char* text) {
  const auto* YYCURSOR = reinterpret_cast<const unsigned char*>(text);
  const unsigned char* YYMARKER = YYCURSOR;
  const unsigned char* const start = YYCURSOR;
  const auto token = [&](Prefix kind) {
    return PrefixToken{kind, static_cast<std::size_t>(YYCURSOR - start)};
  };
  /*!re2c
  *   { return {Prefix::none, 0}; }

  "[" (date [ T])? time (sp label)* sp? "]"           { return token(Prefix::stamp); }
  time (sp ranks)? "]"                                { return token(Prefix::stamp); }
  "[" ranks "]"                                       { return token(Prefix::tag); }
  few_ranks "]"                                       { return token(Prefix::tag); }

  "[" ("pod" | "container" | "job" | "sts" | "deploy") "/" [^\]\x00\n]+ "]" { return token(Prefix::outer); }
  date [ T] time zone? sp                             { return token(Prefix::outer); }
  time sp                                             { return token(Prefix::outer); }
  "<" digit+ ">" "1 "?                                { return token(Prefix::syslog); }
  month sp digit{1,2} sp time sp                      { return token(Prefix::syslog); }
  ("stdout" | "stderr") sp [FP] sp                    { return token(Prefix::outer); }
  digit+ ([ ]* "\t" | [ ]* ("|" | "│") | ":" | "  ")  { return token(Prefix::outer); }
  digit+ " "                                          { return token(Prefix::counter); }

  sp | ">" | "&gt;" | "|" | "│" | "`"+ | ["']{1,3} | "“" | "”" { return token(Prefix::mark); }
  [-*+] sp | "•" | digit{1,3} [.)] sp                 { return token(Prefix::mark); }
  [-+] / "\x00"                                       { return token(Prefix::mark); }
  "#"+ / [ \t\x00]                                    { return token(Prefix::mark); }
  "#:" | "//"+ [/!]? | "/*"+ | "*/" | "*"+ | ";"+ sp | "--" sp | ".." sp | "::" | "$ " { return token(Prefix::mark); }
  [fbr] ["']                                          { return token(Prefix::mark); }
  "<" "/"? letter [A-Za-z0-9]* ([ ][^>\x00]*)? "/"? ">" { return token(Prefix::mark); }

  level / [ \t\]\x00]                                 { return token(Prefix::level); }
  level ":"                                           { return token(Prefix::level); }
  "[" level "]"                                       { return token(Prefix::level); }

  "Traceback (most recent call last)"                 { return token(Prefix::failure); }
  "File \""                                           { return token(Prefix::failure); }
  [A-Za-z.]+ ("Error" | "Exception") ":"              { return token(Prefix::failure); }
  */
}

}  // namespace

PrefixToken lex_prefix(const char* text) {
  PrefixToken known = lex_known_prefix(text);
  if (known.kind == Prefix::syslog) known = {Prefix::outer, known.length + syslog_rest(text, known.length)};
  const std::size_t named = text[0] == '(' ? ray_worker(text) : outer_name(text);
  return named > known.length ? PrefixToken{Prefix::outer, named} : known;
}

std::string rank_of(std::string_view stamp) {
  const std::string text(stamp);
  std::string found;
  const auto* YYCURSOR = reinterpret_cast<const unsigned char*>(text.c_str());
  for (;;) {
    const unsigned char* const begin = YYCURSOR;
    /*!re2c
    "\x00" { return found; }
    *      { continue; }
    rank {
      const std::string_view token(reinterpret_cast<const char*>(begin),
                                   static_cast<std::size_t>(YYCURSOR - begin));
      if (!found.empty()) found += ' ';
      found.append(token.substr(0, token.find("..")));
      continue;
    }
    [A-Za-z0-9_.:-]+ { continue; }
    */
  }
}

std::size_t lex_ansi(const char* text) {
  const auto* YYCURSOR = reinterpret_cast<const unsigned char*>(text);
  const unsigned char* YYMARKER = YYCURSOR;
  const unsigned char* const start = YYCURSOR;
  /*!re2c
  escape = "\x1b" | "\xe2\x90\x9b" | "^[" | "\\" ("x1b" | "x1B" | "u001b" | "u001B" | "033" | "e");
  *                                          { return 0; }
  escape "[" [0-9;?]* [@-~]                  { return static_cast<std::size_t>(YYCURSOR - start); }
  "\x1b]" [^\x07\x1b\x00]{0,200} "\x07"      { return static_cast<std::size_t>(YYCURSOR - start); }
  "\x1b" [()] [0-9A-B]                       { return static_cast<std::size_t>(YYCURSOR - start); }
  "\x1b"                                     { return static_cast<std::size_t>(YYCURSOR - start); }
  "[" digit{1,3} (";" digit{1,3})* "m"       { return static_cast<std::size_t>(YYCURSOR - start); }
  */
}

}  // namespace mamba_ratio
