#include "slots.h"

#include <catch2/catch.hpp>
#include <optional>
#include <set>

using namespace mamba_ratio;

namespace {

struct Row {
  bool radix;
  Strategy strategy;
  bool overlap;
  std::int64_t S;
  std::int64_t S_with_skip;
};

SlotSettings settings(const Row& row, bool skip) {
  SlotSettings s;
  s.radix_cache = row.radix;
  s.strategy = row.strategy;
  s.overlap_schedule = row.overlap;
  s.skip_decode_lock = skip;
  return s;
}

void check_refused(const SlotSettings& s, Code code) {
  const SlotsResult result = slots_per_request(s);
  CHECK_FALSE(result.slots);
  REQUIRE(result.problem);
  CHECK(word(result.problem->code) == word(code));
}

}  // namespace

TEST_CASE("a request holds the slots of the published table, with and without the skip",
          "[slots]") {
  const Row rows[]{
      {false, Strategy::no_buffer, true, 1, 1},
      {false, Strategy::extra_buffer, true, 1, 1},
      {false, Strategy::extra_buffer_lazy, false, 1, 1},
      {true, Strategy::no_buffer, false, 3, 3},
      {true, Strategy::extra_buffer, true, 5, 4},
      {true, Strategy::extra_buffer, false, 4, 3},
      {true, Strategy::extra_buffer_lazy, true, 4, 3},
  };
  for (const Row& row : rows) {
    for (const bool skip : {false, true}) {
      const SlotsResult result = slots_per_request(settings(row, skip));
      REQUIRE(result.slots);
      CHECK(result.slots->total == (skip ? row.S_with_skip : row.S));
      CHECK(result.slots->total == result.slots->base + result.slots->track);
    }
  }
}

TEST_CASE("pipeline parallelism turns the overlap scheduler off", "[slots]") {
  SlotSettings s;
  s.pp_size = 2;
  CHECK(slots_per_request(s).slots->total == 4);
  s.strategy = Strategy::extra_buffer_lazy;
  check_refused(s, Code::lazy_needs_overlap);
}

TEST_CASE("combinations the engine refuses give a problem and no number", "[slots]") {
  SlotSettings lazy;
  lazy.strategy = Strategy::extra_buffer_lazy;
  lazy.overlap_schedule = false;
  check_refused(lazy, Code::lazy_needs_overlap);
  lazy.overlap_schedule = true;
  for (const Role role : {Role::prefill, Role::decode}) {
    lazy.role = role;
    check_refused(lazy, Code::lazy_not_disaggregated);
  }
  SlotSettings none;
  none.strategy = Strategy::no_buffer;
  check_refused(none, Code::no_buffer_needs_no_overlap);
  none.overlap_schedule = false;
  none.page_size = 64;
  check_refused(none, Code::no_buffer_needs_page_1);
}

TEST_CASE("every legal combination holds 1 to 5 slots and every other one is refused", "[slots]") {
  for (int bits = 0; bits < 3 * 3 * 2 * 2 * 2 * 2 * 2; ++bits) {
    int rest = bits;
    const auto take = [&](int n) {
      const int digit = rest % n;
      rest /= n;
      return digit;
    };
    SlotSettings s;
    s.strategy = static_cast<Strategy>(take(3));
    s.role = static_cast<Role>(take(3));
    s.radix_cache = take(2) == 1;
    s.overlap_schedule = take(2) == 1;
    s.skip_decode_lock = take(2) == 1;
    s.pp_size = take(2) == 1 ? 1 : 4;
    s.page_size = take(2) == 1 ? 1 : 64;
    const SlotsResult result = slots_per_request(s);
    CHECK(result.slots.has_value() != result.problem.has_value());
    if (result.slots) CHECK((result.slots->total >= 1 && result.slots->total <= 5));
  }
}

TEST_CASE("an algorithm carries its own draft states unless they are given", "[slots]") {
  struct Draft {
    Speculation algorithm;
    std::int64_t own;
  };
  const Draft drafts[]{{Speculation::eagle, 4},  {Speculation::eagle3, 4},
                       {Speculation::nextn, 4},  {Speculation::standalone, 4},
                       {Speculation::ngram, 12}, {Speculation::dflash, 16},
                       {Speculation::dspark, 8}};
  for (const Draft& draft : drafts) {
    DraftSettings s;
    s.algorithm = draft.algorithm;
    CHECK(draft_states(s) == draft.own);
    s.num_draft_tokens = 0;
    CHECK(draft_states(s) == 0);
    s.num_draft_tokens = 7;
    CHECK(draft_states(s) == 7);
    s.replay = true;
    CHECK(draft_states(s) == 0);
    s.replay = false;
    s.role = Role::prefill;
    CHECK(draft_states(s) == 0);
    s.role = Role::decode;
    CHECK(draft_states(s) == 7);
  }
}

TEST_CASE("without an algorithm a given number of draft states counts as 0", "[slots]") {
  CHECK(draft_states({Speculation::none, 8, false, Role::serve}) == 0);
}

TEST_CASE("the list of every S is what all settings give", "[slots]") {
  std::set<double> all;
  for (int bits = 0; bits < 64; ++bits) {
    for (const Strategy strategy :
         {Strategy::extra_buffer, Strategy::extra_buffer_lazy, Strategy::no_buffer}) {
      SlotSettings settings;
      settings.strategy = strategy;
      settings.radix_cache = (bits & 1) != 0;
      settings.overlap_schedule = (bits & 2) != 0;
      settings.skip_decode_lock = (bits & 4) != 0;
      settings.pp_size = (bits & 8) != 0 ? 2 : 1;
      settings.page_size = (bits & 16) != 0 ? 64 : 1;
      settings.role = (bits & 32) != 0 ? Role::decode : Role::serve;
      const SlotsResult result = slots_per_request(settings);
      if (result.slots) all.insert(static_cast<double>(result.slots->total));
    }
  }
  CHECK(all == std::set<double>(kSlotsPerRequest.begin(), kSlotsPerRequest.end()));
}
