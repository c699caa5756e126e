#include "stamp_order.h"

#include "ascii.h"

namespace mamba_ratio {
namespace {

constexpr std::size_t kMaxKeptBytes = std::size_t{4} * 1024 * 1024;
constexpr std::size_t kLineOverhead = sizeof(CleanLine);

/// The time of a stamp in a form that sorts: `2026-04-14 16:08:49`; empty: it has none.
std::string time_of(std::string_view stamp) {
  std::string time;
  for (const char c : stamp) {
    if (c == '[') continue;
    if (c == ']') break;
    const bool part = is_digit(c) || c == '-' || c == ':' || c == '.' || c == ',';
    if (part) {
      time += c;
    } else if (c == ' ' || c == '\t' || c == 'T') {
      if (time.find(':') != time.npos) break;
      time += ' ';
    } else {
      break;
    }
  }
  return time.find(':') == time.npos ? std::string() : time;
}

}  // namespace

void StampOrder::add(const CleanLine& line) {
  if (!keeping_) return;
  const std::string time = time_of(line.stamp);
  if (!time.empty()) {
    if (time.size() == last_.size()) {
      if (time > last_) return stop();
      fell_ |= time < last_;
    }
    last_ = time;
  }
  bytes_ += line.text.size() + line.stamp.size() + line.rank.size() + kLineOverhead;
  if (bytes_ > kMaxKeptBytes) return stop();
  lines_.push_back(line);
}

std::vector<const CleanLine*> StampOrder::lines_reversed() const {
  std::vector<const CleanLine*> result;
  for (auto line = lines_.rbegin(); line != lines_.rend(); ++line) result.push_back(&*line);
  return result;
}

std::vector<const CleanLine*> StampOrder::records_reversed() const {
  std::vector<const CleanLine*> result;
  std::size_t end = lines_.size();
  while (end > 0) {
    std::size_t begin = end - 1;
    while (begin > 0 && lines_[begin].stamp.empty()) --begin;
    for (std::size_t i = begin; i < end; ++i) result.push_back(&lines_[i]);
    end = begin;
  }
  return result;
}

void StampOrder::stop() {
  keeping_ = false;
  lines_ = {};
}

}  // namespace mamba_ratio
