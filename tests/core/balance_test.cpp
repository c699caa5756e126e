#include "balance.h"

#include <catch2/catch.hpp>
#include <cmath>

#include "engine.h"
#include "quantity.h"

using namespace mamba_ratio;

namespace {

Approx near(double value) { return Approx(value).epsilon(1e-7).margin(0); }

const Interval kSlot = state_bytes(0.46, 13.04, 257);
const Interval kToken = kv_bytes(15.03, 1, 1167552);

Workload workload(double S, double D, double L, double dcp = 1) {
  Workload w;
  w.slots_per_request = S;
  w.draft_states = D;
  w.tokens_per_request = L;
  w.dcp_size = dcp;
  return w;
}

double ratio(const Workload& w) { return balanced_ratio(kSlot, kToken, w).value; }

}  // namespace

TEST_CASE("the reference log gives the published bytes at full precision", "[balance]") {
  CHECK(kSlot.value == near(56402780.64));
  CHECK(kToken.value == near(13822.373320));
  CHECK(token_equiv(kSlot, kToken).value == near(4080.5424171));
  CHECK(state_bytes(0.46, 13.04, 258).value == near(56184165.209));
  CHECK(token_equiv(state_bytes(0.46, 13.04, 258), kToken).value == near(4064.7263612));
}

TEST_CASE("the reference log gives the published ratios", "[balance]") {
  CHECK(ratio(workload(4, 0, 9216)) == near(1.7710687574));
  CHECK(ratio(workload(4, 0, 9216, 8)) == near(14.168550059));
  CHECK(ratio(workload(5, 0, 9216)) == near(2.2138359468));
  struct Row {
    double k;
    double published;
  };
  for (const Row& row : {Row{2, 9.962}, Row{4, 4.981}, Row{8, 2.491}, Row{32, 0.6226},
                         Row{64, 0.3113}, Row{128, 0.1557}}) {
    CHECK(ratio(workload(5, 0, row.k * 1024)) == Approx(row.published).epsilon(3e-4));
  }
}

TEST_CASE("eight draft states raise the ratio by (S + D) / S, and replay takes them away",
          "[balance]") {
  CHECK(ratio(workload(5, 8, 9216)) == near(5.7559734616));
  CHECK(ratio(workload(5, 8, 9216)) / ratio(workload(5, 0, 9216)) == near(2.6));
}

TEST_CASE("two printed decimals leave the published ranges", "[balance]") {
  const auto spread = [](const Interval& range) {
    return (range.high - range.value) / range.value;
  };
  CHECK(spread(kSlot) == Approx(0.00074).epsilon(0.01));
  CHECK(spread(kToken) == Approx(0.00033).epsilon(0.01));
  CHECK(spread(token_equiv(kSlot, kToken)) == Approx(0.0011).epsilon(0.03));
  CHECK(spread(balanced_ratio(kSlot, kToken, workload(4, 0, 9216))) ==
        Approx(0.0011).epsilon(0.03));
  CHECK(spread(kv_bytes(9.04, 2, 295950)) == near(0.01 / 9.04));
}

TEST_CASE("the low end never falls below zero and a range without an upper end is useless",
          "[balance]") {
  const Interval size = state_bytes(0.00, 0.00, 4);
  CHECK(size.low == 0);
  CHECK(size.useless());
  CHECK(std::isinf((exact(1) / printed_gib(0.0, 1)).high));
  CHECK(printed_gib(0.01, 1).useless());
  CHECK(printed_gib(0.02, 2).useless());
  CHECK_FALSE(printed_gib(0.02, 1).useless());
  CHECK_FALSE(state_bytes(0.00, 0.06, 4).useless());
}

TEST_CASE("a draft's KV is replicated on every DCP rank", "[balance]") {
  Workload w = workload(5, 0, 9216, 8);
  w.draft_kv_bytes = 1000;
  const double token = kToken.value / 8 + 1000;
  CHECK(ratio(w) == near(5 * kSlot.value / token / 9216));
  w.dcp_size = 1;
  CHECK(ratio(w) < ratio(workload(5, 0, 9216)));
}

TEST_CASE("a separate draft buffer is paid before the pools are split", "[balance]") {
  const double gib = kBytesPerGib;
  const Workload w = workload(5, 4, 9216);
  const std::optional<Interval> with = buffered_ratio(kSlot, kToken, w, 2 * gib, 28.53 * gib);
  REQUIRE(with);
  const double pool = ratio(workload(5, 0, 9216));
  CHECK(with->value == near(pool + 2 * (1 + pool) / 26.53));
  // The state budget then holds the buffer and r_pool : 1 of what is left.
  const double budget = 28.53 * with->value / (1 + with->value);
  CHECK((budget - 2) / (28.53 - budget) == near(pool));
  CHECK(buffered_ratio(kSlot, kToken, w, 0, 28.53 * gib)->value == near(pool));
}

TEST_CASE("a draft buffer that leaves no memory gives no ratio", "[balance]") {
  CHECK_FALSE(buffered_ratio(kSlot, kToken, workload(5, 4, 9216), 10, 10));
  CHECK_FALSE(buffered_ratio(kSlot, kToken, workload(5, 4, 9216), 11, 10));
}

TEST_CASE("at r* both pools hold the same number of requests", "[balance]") {
  const double rest = 28.53 * kBytesPerGib;
  for (const double D : {0.0, 4.0}) {
    for (const double dcp : {1.0, 8.0}) {
      Workload w = workload(4, D, 9216, dcp);
      w.draft_kv_bytes = D * 100;
      const Pools pools = pools_at(ratio(w), rest, kSlot.value, kToken.value, w);
      CHECK(pools.slots / 4 == near(pools.kv_tokens * dcp / 9216));
    }
  }
  const Pools first = pools_at(1.771069, rest, kSlot.value, kToken.value, workload(4, 0, 9216));
  CHECK(first.slots / 4 == Approx(86.8).epsilon(1e-3));
  const Pools with_dcp = pools_at(14.16855, rest, kSlot.value, kToken.value, workload(4, 0, 9216));
  CHECK(with_dcp.slots / 4 == Approx(126.8).epsilon(1e-3));
}

TEST_CASE("the ten measured clamps and the three refusals come out", "[balance]") {
  struct Row {
    double slots;
    double requests;
  };
  for (const Row& row :
       {Row{257, 51}, Row{451, 90}, Row{474, 94}, Row{429, 85}, Row{47, 9}, Row{64, 12}, Row{32, 6},
        Row{40, 8}, Row{10, 2}, Row{1000, 200}, Row{2, 0}, Row{3, 0}, Row{4, 0}}) {
    CHECK(clamp_requests(row.slots, workload(5, 0, 9216)) == row.requests);
  }
}

TEST_CASE("the KV cap counts whole requests over all DCP ranks", "[balance]") {
  CHECK(kv_cap_requests(1167552, workload(5, 0, 9216)) == 126);
  CHECK(kv_cap_requests(1167552, workload(5, 0, 9216, 8)) == 1013);
  CHECK(kv_cap_requests(9215, workload(5, 0, 9216)) == 0);
}

TEST_CASE("a pin holds every rank's requests and one slot more", "[balance]") {
  CHECK(pinned_slots(74, 5, 1) == 371);
  CHECK(pinned_slots(32, 5, 4) == 4 * 41);
  CHECK(pinned_slots(33, 5, 4) == 4 * 46);
  CHECK(pinned_slots(1, 1, 1) == 2);
}

TEST_CASE("float32 state costs a little under twice bfloat16 state", "[balance]") {
  CHECK(float32_state_factor(0.46, 13.04) == near(1.9659259));
  CHECK(float32_state_factor(1, 0) == 1);
  CHECK(float32_state_factor(0, 1) == 2);
}
