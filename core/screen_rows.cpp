#include "screen_rows.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "ascii.h"
#include "line_splitter.h"
#include "log_clean.h"
#include "log_lines.h"
#include "log_number.h"
#include "log_prefix.h"
#include "log_words.h"
#include "order.h"
#include "plain_text.h"

namespace mamba_ratio {
namespace {

constexpr std::size_t kMostBytes = std::size_t{1} << 18;
constexpr std::size_t kMostSources = 64;
constexpr std::size_t kFewestSpaced = 6;
constexpr std::size_t kFewestNumbered = 3;
constexpr std::size_t kNarrowest = 60;
constexpr std::size_t kWidest = 500;
constexpr std::size_t kLongWord = 16;

/// The rows, each with at most one of the blanks at its end.
std::vector<ScreenLine> rows_of(std::string_view text) {
  std::vector<ScreenLine> rows;
  const auto add = [&](const RawLine& raw) {
    const std::size_t end = raw.bytes.find_last_not_of(' ') + 1;
    rows.push_back({std::string(raw.bytes.substr(0, end == 0 ? 0 : end + 1)), raw.number, 0});
  };
  LineSplitter splitter;
  while (!text.empty()) text.remove_prefix(splitter.take_line(text, add));
  splitter.finish(add);
  return rows;
}

/// Takes out the blank row behind each. False: there is not one behind each.
bool drop_blank_rows(std::vector<ScreenLine>& rows) {
  const auto blank = [](const ScreenLine& row) { return row.text.empty(); };
  const auto first =
      static_cast<std::size_t>(std::find_if_not(rows.begin(), rows.end(), blank) - rows.begin());
  std::vector<ScreenLine> kept(first);
  std::size_t filled = 0;
  for (std::size_t i = first; i < rows.size(); i += 2) {
    if (i + 1 < rows.size() && !blank(rows[i + 1])) return false;
    filled += blank(rows[i]) ? 0 : 1;
    kept.push_back(rows[i]);
  }
  if (filled < kFewestSpaced) return false;
  rows = std::move(kept);
  return true;
}

/// Takes out the row before each that holds but its number. False: there is not one before each.
bool drop_counter_rows(std::vector<ScreenLine>& rows) {
  const std::size_t first = !rows.empty() && rows[0].text.empty() ? 1 : 0;
  std::vector<ScreenLine> kept;
  for (std::size_t i = first; i < rows.size(); i += 2) {
    const std::optional<PrintedNumber> count = read_number(rows[i].text, NumberKind::whole, false);
    const std::string next = std::to_string(count ? count->number.digits + 1 : 0);
    const bool counts = i + 2 >= rows.size() || trimmed(rows[i + 2].text) == next;
    if (!count || !counts || count->length != trimmed(rows[i].text).size()) return false;
    if (i + 1 < rows.size()) kept.push_back(rows[i + 1]);
  }
  if (kept.size() < kFewestNumbered) return false;
  rows = std::move(kept);
  return true;
}

/// How many characters a row has.
std::size_t width(const ScreenLine& row) {
  return static_cast<std::size_t>(std::count_if(row.text.begin(), row.text.end(), [](char c) {
    return (static_cast<unsigned>(c) & 0xC0U) != 0x80U;
  }));
}

/// Where the text of a row begins that may be the rest of the one before, behind a prefix of both;
/// npos: it is none. A quote or bracket alone is text, as are blanks that the prefix does not have.
std::size_t rest_begin(const ScreenLine& before, const ScreenLine& row) {
  LineCleaner cleaner;
  const std::vector<CleanLine>& lines = cleaner.clean(row.text, 1, false);
  if (lines.empty() || lines.front().starts || lines.front().text.empty()) return row.text.npos;
  if (match_needle(lines.front().text).line != nullptr) return row.text.npos;
  const std::size_t begin = row.text.find(lines.front().text);
  if (begin == row.text.npos) return begin;  // colours: where a prefix ends is not known
  if (begin < 2) return 0;
  const auto differs =
      std::mismatch(row.text.begin(), row.text.end(), before.text.begin(), before.text.end());
  const auto same = static_cast<std::size_t>(differs.first - row.text.begin());
  return row.text.find_last_not_of(' ', begin - 1) + 1 <= same ? std::min(same, begin) : begin;
}

/// Whether a number ends a row and an indented one goes on: what the blanks hide is not known.
bool parts_number(const std::string& row, const std::string& next, std::size_t begin) {
  const auto of_number = [](char c) { return is_digit(c) || c == '.'; };
  const std::size_t rest = next.find_first_not_of(' ', begin);
  return !row.empty() && of_number(row.back()) && rest != next.npos && rest > begin &&
         of_number(next[rest]);
}

/// Puts rows together that were cut at the greatest width. False: they were not.
bool join_cut_rows(std::vector<ScreenLine>& rows) {
  std::vector<std::size_t> widths(rows.size());
  std::transform(rows.begin(), rows.end(), widths.begin(), width);
  const std::size_t most = rows.empty() ? 0 : *std::max_element(widths.begin(), widths.end());
  if (most < kNarrowest || most > kWidest) return false;
  std::vector<std::size_t> rest(rows.size(), std::string::npos);  // where the next one's begins
  std::size_t full = 0;
  std::size_t nearly = 0;
  for (std::size_t i = 0; i + 1 < rows.size(); ++i) {
    if (widths[i] + kLongWord <= most) continue;
    const std::size_t begin = rest_begin(rows[i], rows[i + 1]);
    if (begin == std::string::npos || parts_number(rows[i].text, rows[i + 1].text, begin)) continue;
    if (widths[i] == most) rest[i] = begin;
    full += widths[i] == most ? 1 : 0;
    nearly += widths[i] + 1 < most ? 1 : 0;  // a blank in the last column may be lost
  }
  if (full < 2 || nearly * 4 > full) return false;
  std::vector<ScreenLine> joined;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (i > 0 && rest[i - 1] != std::string::npos) {
      joined.back().more.emplace_back(joined.back().text.size(), rows[i].number);
      joined.back().text += rows[i].text.substr(rest[i - 1]);
    } else {
      joined.push_back(std::move(rows[i]));
    }
  }
  rows = std::move(joined);
  return true;
}

/// The name before a line as docker compose and kubectl write it; empty: none.
std::string source_of(const std::string& row) {
  std::string text;
  make_plain(text, row);
  const PrefixToken token = lex_prefix(text.c_str());
  const std::string name = text.substr(0, token.length);
  const bool names = name.ends_with('|') || name.starts_with("[pod/");
  return token.kind == Prefix::outer && names && !is_digit(name[0]) ? name : std::string();
}

}  // namespace

std::int64_t row_of_mark(const std::vector<ScreenLine>& lines, std::int64_t first,
                         std::string_view excerpt, std::size_t mark) {
  const auto line = std::find_if(lines.begin(), lines.end(),
                                 [&](const ScreenLine& one) { return one.number == first; });
  if (line == lines.end()) return first;
  const std::size_t begin = line->text.find(excerpt.substr(0, mark + 1));
  if (begin == std::string::npos) return first;
  for (const auto& [from, number] : line->more) {
    if (begin + mark >= from) first = number;
  }
  return first;
}

void ScreenRows::add(std::string_view part) {
  if (!keeping_) return;
  if (text_.size() + part.size() > kMostBytes) return drop();
  text_ += part;
}

void ScreenRows::drop() {
  keeping_ = false;
  text_ = {};
}

std::vector<ScreenLine> ScreenRows::by_source() const {
  std::vector<ScreenLine> rows = rows_of(text_);
  std::vector<std::string> names;
  std::size_t present = 0;
  for (ScreenLine& row : rows) {
    const std::string name = source_of(row.text);
    if (!name.empty()) {
      const auto known = std::find(names.begin(), names.end(), name);
      present = static_cast<std::size_t>(known - names.begin());
      if (known == names.end()) names.push_back(name);
      if (names.size() > kMostSources) return {};
    }
    row.source = present;
  }
  if (names.size() < 2) return {};
  put_in_order(rows, [](const ScreenLine& a, const ScreenLine& b) { return a.source < b.source; });
  return rows;
}

std::vector<ScreenLine> ScreenRows::lines(bool upside_down, bool& cut) const {
  std::vector<ScreenLine> rows = rows_of(text_);
  if (upside_down) std::reverse(rows.begin(), rows.end());
  const bool spaced = drop_blank_rows(rows) || drop_counter_rows(rows);
  cut = join_cut_rows(rows);
  if (!spaced && !cut) rows.clear();
  return rows;
}

}  // namespace mamba_ratio
