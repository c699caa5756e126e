#include <catch2/catch.hpp>
#include <cstdio>

#include "answer.h"
#include "log_fixture.h"
#include "situation.h"

using namespace mamba_ratio;

namespace {

/// The setting or size without which the page cannot rebuild a boot, as its message says it.
constexpr Code kMissing[] = {Code::log_lacks_ratio,  Code::log_lacks_speculation,
                             Code::needs_state_size, Code::needs_kv_size,
                             Code::size_is_zero,     Code::size_too_coarse};

std::vector<Entry> entries_of(const Reading& reading) {
  std::vector<Entry> entries;
  for (const LogInput& input : reading.inputs) {
    entries.push_back({input.key, input.text, Origin::log, input.line});
  }
  return entries;
}

std::string_view missing_of(const Answer& answer) {
  for (const Problem& problem : answer.messages) {
    if (std::find(std::begin(kMissing), std::end(kMissing), problem.code) != std::end(kMissing)) {
      return word(problem.code);
    }
  }
  return {};
}

}  // namespace

TEST_CASE("a log at the default ratio prints the slots of a generation, another lacks a setting",
          "[engine]") {
  const rapidjson::Document cases = fixture_json("corpus/cases.json");
  int near_default = 0;
  int met = 0;
  std::printf("log       slots  state:KV  2026-07        2026-06        2025-10\n");
  for (const auto& test : cases.GetArray()) {
    const Reading reading =
        read_log(fixture_text(std::string("corpus/") + test["file"].GetString()));
    const std::vector<Entry> entries = entries_of(reading);
    const Situation s = understand(entries, {true, nullptr});
    const Inputs& in = s.inputs;
    if (!in.given(Key::N) || !in.given(Key::tokens)) continue;
    const double state = in.number_or(Key::conv, 0) + in.number_or(Key::ssm, 0);
    const double ratio = in.given(Key::kv) ? state / *in.number(Key::kv) : 0;
    const std::string_view missing = missing_of(evaluate(entries, {true, nullptr}));
    INFO(test["id"].GetString());
    std::printf("%-8s %6.0f  %8.3f", test["id"].GetString(), *in.number(Key::N), ratio);
    bool fits = false;
    if (s.generations) {
      for (const GenerationFit& fit : s.generations->fits) {
        std::printf("  %5d..%5d %c", static_cast<int>(fit.low_slots),
                    static_cast<int>(fit.high_slots), fit.fits ? '=' : ' ');
        fits |= fit.fits;
      }
    }
    std::printf("  %s\n", std::string(missing).c_str());
    if (0.88 <= ratio && ratio <= 0.92) {
      ++near_default;
      met += fits;
    }
    CHECK((fits || !missing.empty()));
  }
  std::printf("%d of %d logs at 0.88 to 0.92 met\n", met, near_default);
  CHECK(near_default == 14);
  CHECK(met == 14);
}
