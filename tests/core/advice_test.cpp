#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "answer.h"
#include "link.h"
#include "log_fixture.h"

using namespace mamba_ratio;

namespace {

constexpr const char* kServer = "state_bytes=153944064&kv_bytes=65536&rest=38&L=9216";

Answer answer(const std::string& fragment, const LoggedMemory& memory = {}) {
  std::vector<Entry> entries = parse_link(fragment).entries;
  for (Entry& entry : entries) entry.origin = Origin::hand;
  return evaluate(entries, {true, nullptr, {memory, {}}});
}

Answer server(const std::string& more, const LoggedMemory& memory = {}) {
  return answer(kServer + ("&" + more), memory);
}

const Problem* said(const Answer& a, Code code) {
  for (const Problem& problem : a.messages) {
    if (problem.code == code) return &problem;
  }
  return nullptr;
}

double number(const Problem* problem, std::string_view name) {
  if (problem == nullptr) return -1;
  for (const Argument& argument : problem->arguments) {
    if (argument.first == name) return std::get<double>(argument.second);
  }
  return -1;
}

Answer answer_to_log(const char* file) {
  const Reading reading = read_log(fixture_text(std::string("corpus/logs/") + file));
  std::vector<Entry> entries;
  for (const LogInput& input : reading.inputs) {
    entries.push_back({input.key, input.text, Origin::log, input.line});
  }
  return evaluate(entries, {true, nullptr, reading.context});
}

std::string parts(const Answer& a) {
  std::string text;
  for (const MemoryPart& part : a.memory) {
    text += std::string(part.id) + " " + std::to_string(std::lround(part.gib * 100)) + ", ";
  }
  return text;
}

double all_shares(const Answer& a) {
  double sum = 0;
  for (const MemoryPart& part : a.memory) sum += part.share;
  return sum;
}

}  // namespace

TEST_CASE("the memory of a boot is told part by part, and what is not said is not 0", "[memory]") {
  const Answer drafted = answer_to_log("024-dflash-oom-after-pools.log");
  CHECK(parts(drafted) ==
        "state 312, draft_states 4918, kv 904, draft_kv 678, graphs 1221, left_over 256, "
        "other 1088, ");
  CHECK(drafted.memory[1].share == Approx(49.18 / 93.77));
  CHECK(all_shares(drafted) == Approx(1));
  CHECK(drafted.reason.code == "draft-buffers-took");
  const Answer plain = answer_to_log("001-qwen35-9b-tp2-two-ranks.log");
  CHECK(parts(plain) == "weights 885, state 448, kv 500, graphs 70, left_over 379, other 11, ");
  CHECK(all_shares(plain) == Approx(1));
  CHECK(parts(answer("N=257&conv=0.46&ssm=13.04&tokens=1167552&kv=15.03&rest=30")) ==
        "state 1350, kv 1503, left_over 147, ");
  CHECK(parts(answer("N=47&S=5&m_printed=9")) == "");
}

TEST_CASE("much free memory is named before any ratio", "[advice]") {
  LoggedMemory memory;
  memory.after_pools_gib = 24.45;
  CHECK(number(said(server("", memory), Code::free_memory_first), "free_gib") == 24.45);
  memory.left_over_gib = 9.9;
  CHECK(said(server("", memory), Code::free_memory_first) == nullptr);
}

TEST_CASE("a small ratio and DCP call for the pin", "[advice]") {
  CHECK(said(server("L=200000"), Code::prefer_pin_small_ratio));
  CHECK(said(server("dcp=8"), Code::prefer_pin_dcp));
  CHECK_FALSE(said(server(""), Code::prefer_pin_small_ratio));
  CHECK_FALSE(said(server(""), Code::prefer_pin_dcp));
}

TEST_CASE("a length that varies calls for a larger ratio", "[advice]") {
  CHECK(said(server(""), Code::spiky_l));
}

TEST_CASE("a precision that a person chose wants its accuracy validated", "[advice]") {
  CHECK(said(server("ssm_dtype=bfloat16"), Code::accuracy_ssm_dtype));
  CHECK(said(server("kv_dtype=fp8_e4m3"), Code::accuracy_kv_dtype));
  for (const char* same : {"ssm_dtype=float32", "kv_dtype=bfloat16", "kv_dtype=auto"}) {
    CHECK_FALSE(said(server(same), Code::accuracy_ssm_dtype));
    CHECK_FALSE(said(server(same), Code::accuracy_kv_dtype));
  }
}

TEST_CASE("the precision of a pool whose size is given is the boot's own, also by link",
          "[advice]") {
  const std::string pool = "N=257&conv=0.46&ssm=13.04&tokens=1167552&kv=15.03&L=9216";
  std::vector<Entry> entries = parse_link(pool + "&kv_dtype=fp8_e4m3").entries;
  CHECK_FALSE(said(evaluate(entries, {}), Code::accuracy_kv_dtype));
  for (Entry& entry : entries) entry.origin = Origin::log;
  CHECK_FALSE(said(evaluate(entries, {true, nullptr, {}}), Code::accuracy_kv_dtype));
}

TEST_CASE("a strategy under which a request holds fewer slots is offered with its gain",
          "[advice]") {
  const Answer a = server("");
  const Problem* lazy = said(a, Code::lazy_gains);
  CHECK(number(lazy, "S") == 4);
  CHECK(number(lazy, "now") == 29);
  CHECK(number(lazy, "requests") ==
        server("strategy=extra_buffer_lazy&r=1.02")[ResultId::now_clamp].number);
  CHECK(number(said(a, Code::skip_lock_gains), "S") == 4);
  CHECK(number(said(server("strategy=extra_buffer_lazy"), Code::skip_lock_gains), "S") == 3);
  CHECK_FALSE(said(server("strategy=extra_buffer_lazy"), Code::lazy_gains));
  CHECK_FALSE(said(server("radix=off"), Code::skip_lock_gains));
  CHECK_FALSE(said(server("overlap=off"), Code::lazy_gains));
  CHECK_FALSE(said(server("M=10"), Code::lazy_gains));
}

TEST_CASE("draft buffers larger than the state pool are named", "[advice]") {
  const Answer a = answer_to_log("024-dflash-oom-after-pools.log");
  const Problem* dwarfed = said(a, Code::draft_buffers_dwarf_pool);
  CHECK(number(dwarfed, "buffer_gib") == Approx(49.18));
  CHECK(number(dwarfed, "state_gib") == Approx(3.12));
}

TEST_CASE("a limit that takes KV memory for requests that never fit is lowered", "[advice]") {
  const Answer a = server("radix=off&M=128&L=32768");
  const Problem* limit = said(a, Code::limit_above_use);
  REQUIRE(limit);
  const double requests = number(limit, "requests");
  CHECK(requests < 128);
  CHECK(number(limit, "limit") == requests);
  const Answer lower = server("radix=off&L=32768&M=" + std::to_string(std::lround(requests)));
  CHECK(*lower[ResultId::now_tokens].number - *a[ResultId::now_tokens].number ==
        number(limit, "tokens"));
  CHECK_FALSE(said(lower, Code::limit_above_use));
  CHECK_FALSE(said(server("M=128"), Code::limit_above_use));
}

TEST_CASE("what attention data parallelism rounds away is named", "[advice]") {
  const Answer a = server("dp=4&mamba_size=327&M=66");
  int named = 0;
  for (const Problem& problem : a.messages) named += problem.code == Code::dp_remainder_lost;
  CHECK(named == 2);
  CHECK(number(said(a, Code::dp_remainder_lost), "lost") == 3);
  CHECK(number(said(a, Code::dp_remainder_lost), "next") == 328);
  CHECK_FALSE(said(server("dp=4&mamba_size=328&M=64"), Code::dp_remainder_lost));
}

TEST_CASE("under unified memory the ratio does not apply", "[advice]") {
  const std::string pools =
      "Mamba Cache is allocated. max_mamba_cache_size: 257, conv_state size: 0.46GB, "
      "ssm_state size: 13.04GB\n"
      "KV Cache is allocated. #tokens: 1167552, K size: 7.51 GB, V size: 7.52 GB\n";
  const auto sizes = [](const Reading& reading) {
    return std::count_if(reading.inputs.begin(), reading.inputs.end(), [](const LogInput& input) {
      return parameter(input.key).group == Group::pools;
    });
  };
  CHECK(sizes(read_log(pools)) == 6);
  const Reading reading = read_log("[unified-memory-pool] arena of 40.00 GB\n" + pools);
  REQUIRE_FALSE(reading.messages.empty());
  CHECK(reading.messages.front().code == Code::log_unified_pool);
  CHECK(sizes(reading) == 0);
  CHECK(find_fact(reading, "kv_tokens") != nullptr);
  const Answer a = evaluate({}, {true, nullptr, reading.context});
  CHECK(a.headline.code == "one-arena");
  CHECK_FALSE(said(a, Code::needs_state_size));
}

TEST_CASE("without the radix cache the limit sizes the slots, not the ratio", "[advice]") {
  const Answer limited = server("radix=off&M=64");
  CHECK(number(said(limited, Code::ratio_not_read), "M") == 64);
  CHECK(limited.reason.code == "limit-sizes-slots");
  CHECK(limited.main == "pin");
  for (const char* more : {"radix=off", "M=64", "radix=off&M=64&mamba_size=80"}) {
    CHECK(said(server(more), Code::ratio_not_read) == nullptr);
    CHECK(server(more).reason.code != "limit-sizes-slots");
  }
}

TEST_CASE("requests granted beyond S show the one S that gives them", "[advice]") {
  const std::string pools = "N=186&conv=0.10&ssm=4.38&tokens=327310&kv=5.00&L=8192&m_printed=";
  const auto shown = [&](const std::string& granted) -> std::optional<double> {
    const Answer a = answer(pools + granted);
    const Problem* more = said(a, Code::more_granted_than_slots);
    if (more == nullptr) return -1;
    for (const Argument& argument : more->arguments) {
      if (std::string_view(argument.first) == "shown") return number(more, "shown");
    }
    return std::nullopt;
  };
  CHECK(shown("37") == -1);  // 186 // 5
  CHECK(shown("46") == 4);
  CHECK(shown("62") == 3);
  CHECK(shown("186") == 1);
  CHECK(shown("60") == std::nullopt);       // a limit of its own, S is at most 3
  CHECK(shown("46&M=46") == std::nullopt);  // the limit asked for
  CHECK(shown("62&S=3") == -1);
  const Answer alone = answer("N=186&m_printed=62");
  CHECK(said(alone, Code::more_granted_than_slots) != nullptr);
  CHECK(alone.reason.code == "cap-granted");
}

TEST_CASE("what binds besides the pools is named", "[advice]") {
  CHECK(answer("N=82&conv=0.1&ssm=4&tokens=580364&kv=5&L=8192&m_printed=1").reason.code ==
        "limit-binds");
  CHECK(server("max_total=20000").reason.code == "max-total-binds");
  CHECK(said(server("ctx=8192"), Code::l_exceeds_context) != nullptr);
  CHECK(said(server("ctx=9216"), Code::l_exceeds_context) == nullptr);
}

TEST_CASE("a draft's buffers are counted for the requests that the slots admit", "[advice]") {
  const Answer a =
      answer("state_bytes=153944064&kv_bytes=65536&rest=38&L=8192&spec=EAGLE&accounting=buffer");
  REQUIRE(a[ResultId::ratio].number);
  CHECK(std::abs(*a[ResultId::ratio].number - 2.0857) < 0.0001);
}

TEST_CASE("what was typed over a log beside the split is told with its flag", "[advice]") {
  const std::string pools = "N=186&conv=0.10&ssm=4.38&tokens=327310&kv=5.00&L=8192";
  CHECK(answer(pools).beside.empty());
  CHECK(answer(pools + "&r=3&strategy=extra_buffer_lazy&page=64").beside ==
        "strategy extra_buffer_lazy, page 64");
  CHECK(answer(pools + "&weights=18&free_before=23&mem_fraction=0.9").beside == "mem_fraction 0.9");
}
