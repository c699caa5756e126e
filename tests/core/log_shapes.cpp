#include "log_shapes.h"

namespace {

std::string text_of(std::string_view line) { return std::string(line); }

Shape prefix(std::string name, std::string text) {
  return {std::move(name),
          [text](std::string_view line, std::size_t) { return text + text_of(line); }};
}

Shape around(std::string name, std::string before, std::string after) {
  return {std::move(name), [before, after](std::string_view line, std::size_t) {
            return before + text_of(line) + after;
          }};
}

std::string json_escaped(std::string_view line) {
  std::string out;
  for (const char c : line) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\t') {
      out += "\\t";
    } else if (c == '\x1b') {
      out += "\\u001b";
    } else if (c == '\a') {
      out += "\\u0007";
    } else {
      out += c;
    }
  }
  return out;
}

Shape json(std::string name, std::string before, std::string after) {
  return {std::move(name), [before, after](std::string_view line, std::size_t) {
            return before + json_escaped(line) + after;
          }};
}

Shape numbered(std::string name, std::string before, std::string after) {
  return {std::move(name), [before, after](std::string_view line, std::size_t index) {
            return before + std::to_string(index + 7) + after + text_of(line);
          }};
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string coloured_numbers(std::string_view line, std::size_t) {
  std::string out = "\x1b[32m";
  for (std::size_t i = 0; i < line.size(); ++i) {
    const bool inside = i > 0 && is_digit(line[i]) && is_digit(line[i - 1]);
    if (inside) out += "\x1b[1;31m";
    out += line[i];
    if (inside) out += "\x1b[0m";
  }
  return out + "\x1b[0m";
}

}  // namespace

const std::vector<Shape>& outer_shapes() {
  static const std::vector<Shape> shapes{
      prefix("docker compose", "sglang-1  | "),
      prefix("docker compose, long name", "qwen35-4b-sglang-worker-1 | "),
      prefix("kubectl", "[pod/sglang-0/server] "),
      prefix("kubectl with stamps", "[pod/sglang-0/server] 2026-02-27T17:10:28.000100000Z "),
      prefix("RFC 3339", "2026-02-27T17:10:28.123456Z "),
      prefix("RFC 3339 with offset", "2026-02-27T17:10:28+02:00 "),
      prefix("container runtime", "2026-02-27T17:10:28.123456789Z stderr F "),
      prefix("journald", "Feb 27 17:10:28 gpu-01 sglang[4711]: "),
      prefix("journald, iso", "2026-02-27T17:10:28+0000 gpu-01 python3[4711]: "),
      prefix("journald, seconds", "1772212228.123456 gpu-01 sglang[4711]: "),
      prefix("journald, monotonic", "[ 4711.123456] gpu-01 sglang[4711]: "),
      prefix("milliseconds", "1772212228123 "),
      prefix("nanoseconds", "1772212228123456789\t"),
      prefix("Loki", "2026-02-27T17:10:28Z {app=\"sglang\", pod=\"sglang-0\"} "),
      prefix("torchrun", "[default0]:"),
      prefix("mpirun", "[1,0]<stderr>:"),
      prefix("syslog", "<30>Feb  7 17:10:28 gpu-01 sglang: "),
      prefix("syslog, RFC 5424", "<165>1 2026-02-27T17:10:28.003Z gpu-01 sglang 4711 ID47 - "),
      prefix("python logging", "2026-02-27 17:10:28,123 "),
      prefix("ray", "(SGLangWorker pid=4711, ip=10.0.0.1) "),
      numbered("grep", "boot.log:", ":"),
      numbered("grep without file", "", ":"),
      numbered("grep context", "logs/boot.log-", "-"),
      numbered("tabbed column", "   ", "\t"),
      numbered("bar column", " ", " | "),
      numbered("single space column", "", " "),
      prefix("tab", "\t"),
      prefix("indent", "        "),
      prefix("quote", "> "),
      prefix("quote in quote", "> > "),
      prefix("bullet", "- "),
      prefix("star bullet", "* "),
      around("backticks", "`", "`"),
      around("bullet and backticks", "- `", "`"),
      around("table", "| `", "` |"),
      around("table without code", "| ", " |"),
      around("preformatted", "<pre>", "</pre>"),
      prefix("shell comment", "# "),
      prefix("indented comment", "    #   "),
      prefix("C comment", "// "),
      prefix("documentation comment", "#: "),
      prefix("block comment", " * "),
      prefix("reStructuredText", ".. "),
      prefix("ini comment", "; "),
      around("python list", "    \"", "\","),
      around("python list, single quotes", "    '", "',"),
      around("line end written out", "\"", "\\n\""),
      json("docker json", "{\"log\":\"",
           "\\n\",\"stream\":\"stderr\",\"time\":\"2026-02-27T17:10:28Z\"}"),
      json("json message", "{\"level\":\"info\",\"ts\":1772212228.5,\"message\":\"", "\"}"),
      json("nested json", "{\"kubernetes\":{\"pod\":\"sglang-0\"},\"msg\": \"", "\"}"),
      {"colours inside numbers", coloured_numbers},
      around("link", "\x1b]8;;file:///var/log/a.log\x1b\\", "\x1b]8;;\x1b\\"),
      around("link that ends with a bell", "\x1b]8;;file:///a.log\a", "\x1b]8;;\a"),
      prefix("title", "\x1b]0;user@gpu: ~/sglang\a"),
      around("keypad, cursor and erased line",
             "\x1b=\x1b"
             "7\x1b[?7l",
             "\x1b[K\x1b(B\x0f"),
      around("colours that lost their escape", "[32m", "[0m"),
      around("NUL bytes", std::string("\0", 1), std::string("\0\0", 2)),
      around("invalid UTF-8", "", " \xff\xfe\x80"),
      around("trailing blanks", "", "   \t "),
      around("backslash at the end", "", " \\"),
      prefix("no-break space", "\xC2\xA0"),
  };
  return shapes;
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.emplace_back(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::string joined(const std::vector<std::string>& lines, std::string_view end) {
  std::string text;
  for (const std::string& line : lines) text += line + std::string(end);
  return text;
}

std::string shaped(std::string_view text, const Shape& shape) {
  std::vector<std::string> lines = lines_of(text);
  for (std::size_t i = 0; i < lines.size(); ++i) lines[i] = shape.line(lines[i], i);
  return joined(lines);
}

std::string wrapped(std::string_view text, std::size_t column) {
  std::string out;
  for (const std::string& line : lines_of(text)) {
    std::string_view rest = line;
    while (rest.size() > column) {
      std::size_t cut = rest.rfind(' ', column);
      if (cut == rest.npos || rest.find_first_not_of(' ') > cut) {
        cut = rest.find(' ', std::min(column, rest.find_first_not_of(' ')));
      }
      if (cut == rest.npos) break;
      out.append(rest.substr(0, cut)).append("\n");
      rest.remove_prefix(cut + 1);
    }
    out.append(rest).append("\n");
  }
  return out;
}

std::string utf16(std::string_view ascii, bool little_endian) {
  std::string out = little_endian ? "\xFF\xFE" : "\xFE\xFF";
  for (const char c : ascii) {
    if (little_endian) out += c;
    out += '\0';
    if (!little_endian) out += c;
  }
  return out;
}
