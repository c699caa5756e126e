#include "tables.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "link.h"

using namespace mamba_ratio;

namespace {

Situation situation(std::string_view fragment) { return understand(parse_link(fragment).entries); }

constexpr std::string_view kReference =
    "N=257&conv=0.46&ssm=13.04&tokens=1167552&kv=15.03&L=9216&kv_dtype=fp8_e4m3";

}  // namespace

TEST_CASE("the table over L rises, holds the given L once and marks it", "[tables]") {
  const std::vector<LengthRow> rows = length_table(situation(kReference));
  REQUIRE(rows.size() == 10);
  int yours = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    yours += rows[i].yours ? 1 : 0;
    if (i > 0) {
      CHECK(rows[i].tokens_per_request > rows[i - 1].tokens_per_request);
      CHECK(*rows[i].then_requests <= *rows[i - 1].then_requests);
    }
    CHECK(*rows[i].then_requests >= *rows[i].now_requests);
  }
  CHECK(yours == 1);
  CHECK(length_table(situation(std::string(kReference) + "&L=8192")).size() == 9);
}

TEST_CASE("the table over L gives the published ratios and a pin for the longest", "[tables]") {
  const std::vector<LengthRow> rows = length_table(situation(kReference));
  CHECK(*rows[1].ratio == Approx(9.962).epsilon(1e-3));
  CHECK(rows[1].flag == "--mamba-full-memory-ratio 9.96");
  CHECK(rows.back().flag.substr(0, 23) == "--max-mamba-cache-size ");
}

TEST_CASE("a length whose flag is a pin promises what the pin gives", "[tables]") {
  for (const char* more : {"&L=9216", "&prefixes=3", "&radix=off", "&dcp=8&S=4", "&C=5"}) {
    const std::string link = std::string(kReference) + more;
    for (const LengthRow& row : length_table(situation(link))) {
      if (row.flag.find("--max-mamba-cache-size ") != 0) continue;
      INFO(link << " at " << row.tokens_per_request);
      EngineInputs pinned = *situation(link).engine;
      pinned.max_mamba_cache_size = std::stoll(row.flag.substr(23));
      const std::int64_t idle = load(situation(link)).idle_prefixes;
      const Capacity held = capacity(pinned, predict(pinned), row.tokens_per_request, idle);
      CHECK(*row.then_requests == static_cast<double>(held.in_flight));
    }
  }
}

TEST_CASE("the matrix shows every strategy with its slots, and the present cell once", "[tables]") {
  const Matrix matrix = strategy_matrix(situation(kReference));
  REQUIRE(matrix.columns.size() == 4);
  REQUIRE(matrix.rows.size() == 4);
  const double slots[]{5, 4, 3, 1};
  int yours = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    CHECK(matrix.rows[i].slots_per_request == slots[i]);
    REQUIRE(matrix.rows[i].cells.size() == 4);
    for (const MatrixCell& cell : matrix.rows[i].cells) yours += cell.yours ? 1 : 0;
  }
  CHECK(yours == 1);
  CHECK(*matrix.rows[0].cells[0].requests == 74);
  CHECK(*matrix.rows[0].cells[0].ratio == Approx(2.2138359));
  CHECK_FALSE(matrix.columns[0].changes_outputs);
  CHECK(matrix.columns[1].changes_outputs);
}

TEST_CASE("half the bytes of a slot never admit fewer requests", "[tables]") {
  for (const MatrixRow& row : strategy_matrix(situation(kReference)).rows) {
    CHECK(*row.cells[1].requests >= *row.cells[0].requests);
  }
}

TEST_CASE("a strategy that the other settings forbid has no cells", "[tables]") {
  const Matrix matrix = strategy_matrix(situation(std::string(kReference) + "&pp=2"));
  CHECK(matrix.rows[1].strategy == "extra_buffer_lazy");
  CHECK(matrix.rows[1].cells.empty());
  CHECK_FALSE(matrix.rows[2].cells.empty());
}

TEST_CASE("without a known precision of the KV pool its other columns are left out", "[tables]") {
  const Matrix matrix =
      strategy_matrix(situation("state_bytes=56402780&kv_bytes=13822&rest=28.53"));
  CHECK(matrix.columns.size() == 1);
  CHECK(strategy_matrix(situation("state_bytes=56402780&kv_bytes=13822")).rows.empty());
}
