#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <iostream>
#include <random>
#include <vector>

#include "decode_statistics.h"
#include "log_fixture.h"
#include "log_shapes.h"

using namespace mamba_ratio;

namespace {

std::string difference(const Reading& reading, const char* name, const rapidjson::Value& expected) {
  const Fact* fact = find_fact(reading, name);
  const std::string given = fact == nullptr      ? "nothing"
                            : fact->text.empty() ? std::to_string(fact->number)
                                                 : fact->text;
  bool same = fact == nullptr;
  if (expected.IsString()) same = given == expected.GetString();
  if (expected.IsNumber()) same = fact && std::fabs(fact->number - expected.GetDouble()) < 5e-7;
  return same ? "" : std::string(name) + " is " + given + "; ";
}

std::string decode_log(std::size_t lines, double tokens_per_request, int queue_every) {
  std::string text;
  for (std::size_t i = 0; i < lines; ++i) {
    const auto running = static_cast<long>(1 + i % 40);
    const auto tokens = std::lround(tokens_per_request * static_cast<double>(running));
    const int queue = queue_every > 0 && i % static_cast<std::size_t>(queue_every) == 0 ? 3 : 0;
    text += "[2026-04-14 16:08:49 TP0] Decode batch, #running-req: " + std::to_string(running) +
            ", #full token: " + std::to_string(tokens) +
            ", full token usage: 0.25, mamba num: " + std::to_string(4 * running) +
            ", mamba usage: 0.75, cuda graph: True, gen throughput " +
            "(token/s): 176.76, #queue-req: " + std::to_string(queue) + "\n";
  }
  return text;
}

}  // namespace

TEST_CASE("every run-time excerpt gives its published statistics", "[reader][workload]") {
  const rapidjson::Document cases = fixture_json("workload/cases.json");
  std::size_t right = 0;
  std::string open;
  for (const auto& test : cases.GetArray()) {
    const Reading reading =
        read_log(fixture_text(std::string("workload/") + test["file"].GetString()));
    std::string wrong;
    for (const auto& entry : test["expected"].GetObject()) {
      const std::string name = entry.name.GetString();
      wrong +=
          difference(reading, name == "binding" ? "workload_binding" : name.c_str(), entry.value);
    }
    const Fact* lines = find_fact(reading, "decode_lines");
    const int count = lines == nullptr ? 0 : static_cast<int>(lines->number);
    if (count != test["decode_lines"].GetInt()) wrong += std::to_string(count) + " decode lines";
    right += wrong.empty() ? 1 : 0;
    if (!wrong.empty()) open += std::string(test["id"].GetString()) + ": " + wrong + "\n";
  }
  std::cout << "workload: " << right << " of " << cases.Size() << " excerpts read as expected\n";
  CHECK(open == "");
}

TEST_CASE("the mean without empty lines is offered as L", "[reader][workload]") {
  const Reading reading = read_log(fixture_text("workload/logs/09-flashnext-spec-zero-tokens.log"));
  CHECK(find_fact(reading, "tokens_per_running_mean_nonzero")->number == Approx(75776));
  const auto input = std::find_if(reading.inputs.begin(), reading.inputs.end(),
                                  [](const LogInput& i) { return i.key == Key::L; });
  REQUIRE(input != reading.inputs.end());
  CHECK(input->text == "75776");
}

TEST_CASE("a synthetic server log gives back its context, slots, queue and peaks",
          "[reader][workload]") {
  const Reading reading = read_log(decode_log(2000, 9216, 4));
  CHECK(find_fact(reading, "tokens_per_running_mean")->number == Approx(9216).epsilon(0.01));
  CHECK(find_fact(reading, "slots_per_running_mean")->number == 4);
  CHECK(find_fact(reading, "queue_share")->number == 0.25);
  CHECK(find_fact(reading, "peak_full_usage")->number == 0.25);
  CHECK(find_fact(reading, "peak_mamba_usage")->number == 0.75);
  CHECK(find_fact(reading, "workload_binding")->text == "state");
}

TEST_CASE("decode lines scanned whole and decode lines read as messages give the same",
          "[reader][workload]") {
  const std::string noise = "[2020-01-01 00:00:00] a\n[2020-01-01 00:00:01] b\n";
  const rapidjson::Document cases = fixture_json("workload/cases.json");
  for (const auto& test : cases.GetArray()) {
    const std::string log = fixture_text(std::string("workload/") + test["file"].GetString());
    std::string commented;
    for (const std::string& line : lines_of(log))
      commented += line.empty() ? "\n" : "# " + line + "\n";
    for (const char* name : {"tokens_per_running_mean", "slots_per_running_mean", "peak_full_usage",
                             "peak_mamba_usage", "queue_share", "decode_lines"}) {
      INFO(test["id"].GetString() << " " << name);
      const Reading fast = read_log(noise + log);
      const Reading slow = read_log(noise + wrapped(commented, 100));
      const Fact* a = find_fact(fast, name);
      const Fact* b = find_fact(slow, name);
      CHECK((a == nullptr) == (b == nullptr));
      if (a != nullptr && b != nullptr) CHECK(a->number == b->number);
    }
  }
}

TEST_CASE("another engine's decode lines are not taken", "[reader][workload]") {
  const Reading reading = read_log(
      "[16:08:49] Decode batch, #running-req: 4, #mamba-slot: 4/64, #queue-req: 0\n"
      "[16:08:49] Decode rank batch, #running-req: 4, #full token: 5, #queue-req: 0\n");
  CHECK(find_fact(reading, "decode_lines") == nullptr);
}

TEST_CASE("quantiles stay within 0.1 % beyond a million values", "[reader][workload]") {
  Quantiles quantiles;
  for (int i = 1; i <= 1500000; ++i) quantiles.add(i, 1);
  CHECK_FALSE(quantiles.exact());
  CHECK(quantiles.median() == Approx(750000.5).epsilon(0.001));
  CHECK(quantiles.nearest_rank(0.9) == Approx(1350000).epsilon(0.001));
}

TEST_CASE("quantiles are those of the sorted values up to a million", "[reader][workload]") {
  std::mt19937 roll(11);
  const auto below = [&](std::uint32_t most) { return static_cast<double>(roll() % most); };
  for (const int size : {1, 2, 3, 1000, 1024, 20001, 100000}) {
    for (const int shape : {0, 1, 2, 3, 4}) {
      Quantiles quantiles;
      std::vector<double> values;
      for (int i = 0; i < size; ++i) {
        double total = below(9000000);
        double parts = 1 + below(64);
        if (shape == 1 && i % 1000 == 999) total = 3e9;            // no longer small
        if (shape == 2) parts = 1 + below(300);                    // nor these
        if (shape == 3) total = i * 7.0, parts = 1;                // a sample sees one end of each
        if (shape == 4) total = i % 1024 == 0 ? 1 : 5, parts = 1;  // period of a sample
        quantiles.add(total, parts);
        values.push_back(total / parts);
      }
      std::sort(values.begin(), values.end());
      const std::size_t half = values.size() / 2;
      CAPTURE(size, shape);
      CHECK(quantiles.median() ==
            (size % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2));
      CHECK(quantiles.nearest_rank(0.9) ==
            values[static_cast<std::size_t>(std::ceil(0.9 * size - 1e-9)) - 1]);
    }
  }
}
