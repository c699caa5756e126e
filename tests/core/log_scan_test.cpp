#include "log_scan.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "decode_scan.h"
#include "log_lines.h"
#include "parameters.h"

using namespace mamba_ratio;

namespace {

const std::string kPlain =
    "[2026-04-14 16:08:49] INFO:     10.0.0.8:40100 - \"POST /generate\" 200 OK";

}  // namespace

TEST_CASE("A word of interest is found at every place of a line", "[log_scan]") {
  for (const LogLine& row : log_lines()) {
    if (row.kind == LineKind::ignored) continue;
    for (std::size_t before = 0; before < 140; ++before) {
      const std::string line = std::string(before, '.') + std::string(row.needle);
      CAPTURE(line);
      CHECK(may_matter(line));
      CHECK(may_matter(line + " and more"));
    }
  }
  CHECK_FALSE(may_matter(kPlain));
  CHECK_FALSE(may_matter(""));
  CHECK(may_matter(std::string(70, '.') + std::string(1, '\0')));
}

TEST_CASE("A line with a field that only one message has, or with a setting, is never skipped",
          "[log_scan]") {
  for (const LogLine& row : log_lines()) {
    for (int i = 0; i <= static_cast<int>(Field::other_slots); ++i) {
      const auto field = static_cast<Field>(i);
      if (!row.own.has(field)) continue;
      std::string name(name_of(field));
      for (const char mark : {'(', ')', '~'}) {
        name.erase(std::remove(name.begin(), name.end(), mark), name.end());
      }
      std::replace(name.begin(), name.end(), '+', ' ');
      std::replace(name.begin(), name.end(), '.', '_');
      CAPTURE(name);
      CHECK(may_matter(name));
    }
  }
  for (const Parameter& row : parameters()) {
    CAPTURE(row.key);
    if (!row.flag.empty()) CHECK(may_matter(row.flag));
    if (!row.server_arg.empty()) CHECK(may_matter(row.server_arg));
  }
}

TEST_CASE("The end of a line is its first LF or CR, or the end of the text", "[log_scan]") {
  for (std::size_t at = 0; at < 70; ++at) {
    const std::string before(at, '.');
    CHECK(line_end(before) == at);
    CHECK(line_end(before + "\n\r") == at);
    CHECK(line_end(before + "\r\n" + std::string(40, '.')) == at);
  }
}

TEST_CASE("Lines are skipped up to the first one that matters", "[log_scan]") {
  const std::string plain = kPlain + "\n";
  for (std::size_t lines = 0; lines < 9; ++lines) {
    std::string text;
    for (std::size_t i = 0; i < lines; ++i) text += plain.substr(i);
    const auto count = static_cast<std::int64_t>(lines);
    for (const std::string_view next : {"no end", "Decode batch\n", "a\r\n", "\r", ""}) {
      const SkippedLines skipped = skip_lines(text + std::string(next), 1000);
      CHECK(skipped.bytes == text.size());
      CHECK(skipped.lines == count);
    }
    CHECK(skip_lines(text + std::string(1000, '.') + "\n", 1000).lines == count + 1);
    CHECK(skip_lines(text + std::string(1001, '.') + "\n", 1000).lines == count);
  }
}

TEST_CASE("A decode line in the engine's own form is read in one scan", "[log_scan]") {
  const std::string raw =
      "[16:08:49 TP0] Decode batch, #running-req: 20, #full token: 2326796, "
      "full token usage: 0.14, mamba num: 60, mamba usage: 1.00, "
      "cuda graph: True, #queue-req: 6, ";
  DecodeLine line;
  REQUIRE(scan_decode_line(raw, find_decode_line(raw), line) == raw.size());
  CHECK(line.running.number == Decimal{20, 0});
  CHECK(line.full_tokens.number == Decimal{2326796, 0});
  CHECK(line.full_usage.number == Decimal{14, 2});
  CHECK(line.mamba_num.number == Decimal{60, 0});
  CHECK(line.mamba_usage.number == Decimal{100, 2});
  CHECK(line.queue.number == Decimal{6, 0});
  CHECK(line.message.substr(line.mamba_usage.begin, 4) == "1.00");
}

TEST_CASE("A decode line in another form is left to the reader of messages", "[log_scan]") {
  const std::string head = "[16:08:49] Decode batch, #running-req: ";
  for (const std::string_view rest :
       {"2", "2, #queue-req: 1,234", "2, #queue-req: 1.5", "2, #queue-req:", "2 #queue-req: 1",
        "2, #running-req: 3, #queue-req: 1", "x, #queue-req: 1", ".5, #queue-req: 1",
        "2, cuda graph True, #queue-req: 1", "2, cuda graph:True, #queue-req: 1", "2, #queue-req: ",
        "2, #queue-req: /", "2, #queue-req: :", "2,#queue-req: 1", "2, #queue-req: 1, x: 1",
        "1234567890123, #queue-req: 1", "2, #mamba-slot: 1/2, #queue-req: 1"}) {
    DecodeLine line;
    CAPTURE(rest);
    const std::string raw = head + std::string(rest);
    CHECK(scan_decode_line(raw, find_decode_line(raw), line) == 0);
  }
  DecodeLine line;
  CHECK(scan_decode_line("Decode batch, #running-req: 2, #queue-req: 1", 0, line) == 0);
}

TEST_CASE("Commas and colons of a line are found whatever stands around them", "[log_scan]") {
  std::mt19937 roll(7);
  for (int round = 0; round < 2000; ++round) {
    std::string text(roll() % 200, ' ');
    for (char& c : text) c = "abc :,.,:\n\r0"[roll() % (round % 2 == 0 ? 9 : 12)];
    std::vector<std::uint16_t> wanted;
    const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
    for (std::size_t i = 0; i < end; ++i) {
      if (text[i] == ',' || text[i] == ':') wanted.push_back(static_cast<std::uint16_t>(i));
    }
    Marks marks;
    const bool found = find_marks(text, marks);
    CAPTURE(text);
    REQUIRE(found == (!wanted.empty() && wanted.size() <= Marks::kMost));
    if (!found) continue;
    CHECK(std::vector<std::uint16_t>(marks.at, marks.at + marks.count) == wanted);
    CHECK(marks.end == end);
  }
}

TEST_CASE("A decode line ends where its line does", "[log_scan]") {
  const std::string raw = "[16:08:49] Decode batch, #running-req: 20, #queue-req: 6";
  for (const std::string_view rest :
       {"", "\n", "\r\n", "\n[16:08:50] Decode batch, #running", " ,\n"}) {
    DecodeLine line;
    CAPTURE(rest);
    const std::string text = raw + std::string(rest);
    CHECK(scan_decode_line(text, 11, line) == std::min(text.find_first_of("\r\n"), text.size()));
    CHECK(line.message == raw.substr(11));
    CHECK(line.queue.number == Decimal{6, 0});
  }
}

TEST_CASE("Numbers of a decode line are read to the last digit", "[log_scan]") {
  for (const std::string_view digits : {"0", "7", "64", "12345678", "123456789", "123456789012"}) {
    DecodeLine line;
    const std::string raw =
        "[16:08:49] Decode batch, #running-req: 1, full token usage: 12.345, #full token: " +
        std::string(digits) + ", #queue-req: 0";
    REQUIRE(scan_decode_line(raw, 11, line) == raw.size());
    CHECK(line.full_tokens.number.text() == digits);
    CHECK(line.full_usage.number == Decimal{12345, 3});
    CHECK(raw.substr(11 + line.full_tokens.begin, digits.size()) == digits);
  }
}
