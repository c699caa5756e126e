#include "problem.h"

#include <algorithm>
#include <array>

#include "parameters.h"

namespace mamba_ratio {
namespace {

struct CodeRow {
  std::string_view word;
  Level level;
};

constexpr std::array kCodes{
#define MAMBA_RATIO_CODE(id, word, level) CodeRow{word, Level::level},
#include "codes.def"
#undef MAMBA_RATIO_CODE
};

}  // namespace

Problem::Problem(Code c, std::string_view f, std::optional<std::int64_t> l)
    : code(c), field(f), line(l) {}

Problem::Problem(Code c, Key key) : code(c), field(parameter(key).key) {}

Problem::Problem(Code c, std::string_view f, std::optional<std::int64_t> l,
                 std::vector<Argument> list)
    : code(c), field(f), line(l), arguments(std::move(list)) {}

Problem&& Problem::with(const char* name, double value) && {
  arguments.emplace_back(name, value);
  return std::move(*this);
}

Problem&& Problem::with(const char* name, std::string_view value) && {
  arguments.emplace_back(name, std::string(value));
  return std::move(*this);
}

std::string_view word(Code code) { return kCodes[static_cast<std::size_t>(code)].word; }

Level level(Code code) { return kCodes[static_cast<std::size_t>(code)].level; }

std::string_view word(Level level) {
  constexpr std::array<std::string_view, 3> kWords{"error", "warning", "note"};
  return kWords[static_cast<std::size_t>(level)];
}

bool has_error(const Problems& problems) {
  return std::any_of(problems.begin(), problems.end(),
                     [](const Problem& p) { return level(p.code) == Level::error; });
}

}  // namespace mamba_ratio
