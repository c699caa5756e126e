#include "answer.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "link.h"

using namespace mamba_ratio;

namespace {

std::vector<Entry> entries(std::string_view fragment, Origin origin = Origin::hand) {
  std::vector<Entry> result = parse_link(fragment).entries;
  for (Entry& entry : result) entry.origin = origin;
  return result;
}

Answer answer(std::string_view fragment, bool log_read = false) {
  return evaluate(entries(fragment), {log_read, nullptr});
}

std::optional<double> number(const Answer& a, ResultId id) { return a[id].number; }

bool says(const Answer& a, Code code) {
  for (const Problem& problem : a.messages) {
    if (problem.code == code) return true;
  }
  return false;
}

constexpr std::string_view kReference = "N=257&conv=0.46&ssm=13.04&tokens=1167552&kv=15.03&L=9216";

std::string reference(std::string_view more) {
  return std::string(kReference) + "&" + std::string(more);
}

}  // namespace

TEST_CASE("nothing given shows the worked example, answered", "[answer]") {
  const Answer a = answer("");
  CHECK(a.example);
  CHECK(a.state == AnswerState::answered);
  CHECK(a.flag == "--mamba-full-memory-ratio 2.21");
  CHECK(a.pin_flag == "--max-mamba-cache-size 371");
  CHECK(number(a, ResultId::S) == 5.0);
  CHECK(number(a, ResultId::clamp) == 74.0);
  CHECK(number(a, ResultId::now_slots) == 257.0);
  CHECK(number(a, ResultId::now_clamp) == 51.0);
  CHECK(a[ResultId::now_binding].word == "state");
  CHECK(a.headline.code == "now-to-flag");
  CHECK(a.link == "v=1&L=9216");
  CHECK_FALSE(says(a, Code::l_is_example));
}

TEST_CASE("settings and L act on the example while no memory figure is given", "[answer]") {
  const Answer a = answer("L=128K&strategy=extra_buffer_lazy");
  CHECK(a.example);
  CHECK(number(a, ResultId::S) == 4.0);
  CHECK(a.link == "v=1&L=131072&strategy=extra_buffer_lazy");
}

TEST_CASE("one memory figure, or a log, ends the example", "[answer]") {
  for (const char* given :
       {"N=10", "conv=1", "ssm=1", "tokens=5", "kv=1", "state_bytes=5", "kv_bytes=5"}) {
    INFO(given);
    const Answer a = answer(given);
    CHECK_FALSE(a.example);
    CHECK(a.state == AnswerState::partial);
    CHECK(a.flag.empty());
  }
  CHECK_FALSE(answer("", true).example);
  CHECK(says(answer("", true), Code::needs_state_size));
  CHECK(says(answer("", true), Code::needs_kv_size));
}

TEST_CASE("an answer on the example's L says so and still shows the flag", "[answer]") {
  const Answer a = answer("state_bytes=56402780.64&kv_bytes=13822.373");
  CHECK(a.state == AnswerState::answered);
  CHECK(says(a, Code::l_is_example));
  CHECK(a.flag == "--mamba-full-memory-ratio 2.21");
  CHECK(a.link == "v=1&L=9216&state_bytes=56402780.64&kv_bytes=13822.373");
}

TEST_CASE("bytes alone give the ratio but no number of requests", "[answer]") {
  const Answer a = answer("state_bytes=56402780.64&kv_bytes=13822.373&L=9216&S=4");
  CHECK(number(a, ResultId::ratio) == Approx(1.771069).epsilon(1e-6));
  CHECK_FALSE(number(a, ResultId::clamp));
  CHECK(a[ResultId::clamp].missing == Code::needs_rest);
  CHECK(a.headline.code == "flag-only");
  CHECK(number(answer("state_bytes=56402780.64&kv_bytes=13822.373&L=9216&S=4&rest=28.53"),
               ResultId::clamp) == 86.0);
}

TEST_CASE("bytes given directly win over sizes, each on its own, and the loser is named",
          "[answer]") {
  const Answer a = answer(reference("kv_bytes=27644.75"));
  CHECK(number(a, ResultId::state_bytes) == Approx(56402780.638));
  CHECK(number(a, ResultId::kv_bytes) == 27644.75);
  CHECK(says(a, Code::bytes_given_win));
}

TEST_CASE("the other reading of the padding row stands beside the headline", "[answer]") {
  const Answer printed = answer(kReference);
  REQUIRE(printed.other_rows);
  CHECK(printed.other_rows->rows == "allocated");
  CHECK(printed.other_rows->token_equiv == Approx(4064.7263612));
  CHECK(says(printed, Code::padding_row));
  const Answer allocated = answer(reference("rows=allocated"));
  CHECK(number(allocated, ResultId::token_equiv) == Approx(4064.7263612));
  CHECK(allocated.other_rows->token_equiv == Approx(4080.5424171));
  CHECK(says(answer("N=47&conv=0.13&ssm=6.75&tokens=126618&kv=7.72&L=4096"),
             Code::padding_row_matters));
}

TEST_CASE("a value out of its range leaves no number anywhere", "[answer]") {
  for (const char* bad : {"L=0", "N=abc", "strategy=lazy", "r=-1"}) {
    const Answer a = answer(reference(bad));
    CHECK(a.state == AnswerState::invalid);
    CHECK(a.flag.empty());
    CHECK(a.pin_flag.empty());
    for (const Result& result : a.results) {
      CHECK_FALSE(result.number);
      CHECK(result.word.empty());
    }
    CHECK(level(a.messages.front().code) == Level::error);
  }
}

TEST_CASE("a wrong link holds nothing of the example, only what it said itself", "[answer]") {
  const Answer a = evaluate(entries("L=9x&M=12", Origin::link));
  CHECK(a.state == AnswerState::invalid);
  CHECK_FALSE(a.example);
  CHECK(a.values.number(Key::M) == 12);
  for (const Key key : {Key::L, Key::N, Key::conv, Key::ssm, Key::tokens, Key::kv}) {
    CHECK(a.values[key].text.empty());
    CHECK(a.values[key].origin == Origin::by_default);
  }
}

TEST_CASE("beside a repair stand its own requests, not those of the refused ratio", "[answer]") {
  const Answer a = answer("N=4&conv=0.1&ssm=3.2&tokens=20000&kv=2.5&L=8192");
  REQUIRE(a.main == "repair");
  CHECK(number(a, ResultId::clamp) == 1.0);
  CHECK(number(a, ResultId::kv_cap) == std::floor(*a.repairs.front().kv_tokens / 8192));
  CHECK(a[ResultId::binding].word == "state");
}

TEST_CASE("where one request is all there is, the ratio that serves it stands first", "[answer]") {
  const Answer a = answer("state_bytes=153944064&kv_bytes=65536&rest=4&L=48000&r=2");
  REQUIRE(a.main == "best");
  CHECK(number(a, ResultId::best_requests) == 1.0);
  CHECK(number(a, ResultId::clamp) == 1.0);
  CHECK(number(a, ResultId::kv_cap) == 1.0);
  CHECK(a.headline.code == "now-to-flag");
}

TEST_CASE("combinations the engine refuses leave no number anywhere", "[answer]") {
  for (const char* bad :
       {"strategy=extra_buffer_lazy&overlap=off", "strategy=no_buffer",
        "strategy=no_buffer&overlap=off&page=16", "strategy=extra_buffer_lazy&role=prefill",
        "strategy=extra_buffer_lazy&pp=2"}) {
    INFO(bad);
    const Answer a = answer(reference(bad));
    CHECK(a.state == AnswerState::invalid);
    CHECK_FALSE(number(a, ResultId::S));
  }
}

TEST_CASE("the slots that the log states win over the settings and the page says so", "[answer]") {
  const Answer a = answer(reference("S=4&strategy=extra_buffer"));
  CHECK(number(a, ResultId::S) == 4.0);
  CHECK(says(a, Code::s_from_log_differs));
  CHECK_FALSE(says(answer(reference("S=5")), Code::s_from_log_differs));
}

TEST_CASE("a decode server has no radix cache unless the link says so", "[answer]") {
  CHECK(number(answer(reference("role=decode")), ResultId::S) == 1.0);
  CHECK(number(answer(reference("role=decode&radix=on")), ResultId::S) == 5.0);
  CHECK(says(answer(reference("role=decode")), Code::decode_role_no_radix));
}

TEST_CASE("draft states without an algorithm are kept, unused, and named", "[answer]") {
  const Answer a = answer(reference("D=8"));
  CHECK(number(a, ResultId::D) == 0.0);
  CHECK(a.values[Key::D].unused);
  CHECK(says(a, Code::d_without_spec));
  CHECK(a.link.find("&D=8") != std::string::npos);
  const Answer with = answer(reference("D=8&spec=EAGLE"));
  CHECK(number(with, ResultId::D) == 8.0);
  CHECK(number(with, ResultId::ratio) == Approx(5.7559734616));
  CHECK(number(answer(reference("D=8&spec=EAGLE&replay=on")), ResultId::ratio) ==
        Approx(2.2138359468));
}

TEST_CASE("the accounting changes the ratio and the flag, not S or D", "[answer]") {
  const std::string spec = "spec=EAGLE&D=4&spec_ssm=2&spec_conv=0";
  const Answer request = answer(reference(spec));
  const Answer buffer = answer(reference(spec + "&accounting=buffer"));
  CHECK(number(request, ResultId::S) == number(buffer, ResultId::S));
  CHECK(number(request, ResultId::D) == number(buffer, ResultId::D));
  CHECK(number(request, ResultId::token_equiv) == number(buffer, ResultId::token_equiv));
  CHECK(number(request, ResultId::ratio) == Approx(9 * 4080.5424171 / 9216));
  const double pool = 5 * 4080.5424171 / 9216;
  CHECK(number(buffer, ResultId::ratio) == Approx(pool + 2 * (1 + pool) / 28.53));
  CHECK(says(answer("state_bytes=5e7&kv_bytes=13822&L=9216&spec=EAGLE&accounting=buffer"),
             Code::buffer_needs_rest));
}

TEST_CASE("a small ratio and DCP put the pin into the bar", "[answer]") {
  CHECK(answer(kReference).main == "flag");
  const Answer longer = answer(reference("L=256K"));
  CHECK(longer.main == "pin");
  CHECK(says(longer, Code::prefer_pin_small_ratio));
  const Answer dcp = answer(reference("dcp=8&S=4"));
  CHECK(dcp.main == "pin");
  CHECK(dcp.flag == "--mamba-full-memory-ratio 14.2");
  CHECK(says(dcp, Code::prefer_pin_dcp));
}

TEST_CASE("a target gives the pin for all ranks", "[answer]") {
  CHECK(answer(reference("C=32&dp=4")).pin_flag == "--max-mamba-cache-size 164");
}

TEST_CASE("a cap alone names the slots and the pool, and asks for the rest", "[answer]") {
  const Answer a = answer("N=47&S=5&m_printed=9", true);
  CHECK(a.state == AnswerState::partial);
  CHECK(a.headline.code == "capped");
  CHECK(a.reason.code == "cap-from-slots-lazy");
  CHECK(number(a, ResultId::now_slots) == 47.0);
  CHECK(number(a, ResultId::now_requests) == 9.0);
  CHECK(number(a, ResultId::now_clamp) == 9.0);
  CHECK(a[ResultId::now_binding].word == "state");
  CHECK(a.flag.empty());
}

TEST_CASE("a server that printed its requests was not refused, however few slots it has",
          "[answer]") {
  const Answer serving = answer("N=4&conv=0.02&ssm=0.3&tokens=200000&kv=4&L=8192&m_printed=1");
  CHECK(serving.headline.code != "refused");
  CHECK(serving[ResultId::now_requests].number == 1);
}

TEST_CASE("what is asked of all workers is compared with what all of them get", "[answer]") {
  CHECK(answer(reference("dp=8&M=400")).headline.code != "asked-granted");
}

TEST_CASE("fewer slots than one request needs is a refused boot", "[answer]") {
  const Answer a = answer("N=3&S=5&m_printed=0", true);
  CHECK(a.headline.code == "refused");
  CHECK(a[ResultId::now_binding].word == "refused");
  CHECK(number(a, ResultId::now_requests) == 0.0);
}

TEST_CASE("sizes too small for two decimals give a range and no confident number", "[answer]") {
  const Answer a = answer("N=26652&conv=0.92&ssm=19.52&tokens=8192&kv=0.02&kv_parts=2&L=9216");
  CHECK(says(a, Code::size_too_coarse));
  CHECK_FALSE(number(a, ResultId::kv_bytes));
  CHECK_FALSE(number(a, ResultId::ratio));
  CHECK(a[ResultId::kv_bytes].low.has_value());
  CHECK(a.flag.empty());
  const Answer coarse = answer("N=4&conv=0.00&ssm=0.06&tokens=10097100&kv=38.52&kv_parts=2&L=9216");
  CHECK(says(coarse, Code::size_coarse));
  CHECK_FALSE(coarse.flag.empty());
  const Answer zero = answer("N=4&conv=0.00&ssm=0.00&tokens=10097100&kv=38.52&L=9216");
  CHECK(says(zero, Code::size_is_zero));
  CHECK_FALSE(number(zero, ResultId::ratio));
}

TEST_CASE("with a wrong field the link carries what is valid", "[answer]") {
  const Answer wrong = answer(reference("page=x&C=32"), true);
  CHECK(wrong.state == AnswerState::invalid);
  CHECK(wrong.link == answer(reference("C=32"), true).link);
  const Answer refused = answer(reference("strategy=extra_buffer_lazy&overlap=off"), true);
  CHECK(refused.state == AnswerState::invalid);
  CHECK(answer(refused.link).link == refused.link);
  CHECK(refused.link.find("&strategy=extra_buffer_lazy&overlap=off") != std::string::npos);
  CHECK(answer("N=x&L=4096").link == "v=1&example=off&L=4096");
  CHECK(answer("page=x&L=4096").link == "v=1&L=4096");
}

TEST_CASE("a wrong value by hand leaves that of the log in the link", "[answer]") {
  std::vector<Entry> given = entries(kReference, Origin::log);
  given.push_back({Key::N, "x", Origin::hand, {}});
  const Answer wrong = evaluate(given, {true, nullptr});
  CHECK(wrong.state == AnswerState::invalid);
  CHECK(wrong.link.find("&N=257&") != std::string::npos);
}

TEST_CASE("a setting asked of the example leaves nothing of it in the link", "[answer]") {
  const Answer asked = answer("ssm_dtype=bfloat16");
  CHECK(asked.example);
  CHECK(asked.link == "v=1&L=9216&ssm_dtype=bfloat16");
  const Answer opened = evaluate(parse_link(asked.link).entries);
  CHECK(opened.link == asked.link);
  for (std::size_t i = 0; i < kResultCount; ++i) {
    CHECK(opened.results[i].number == asked.results[i].number);
  }
}

TEST_CASE("the same link gives the same answer and the same link", "[answer]") {
  for (const char* fragment :
       {"v=1&L=9216&N=257&conv=0.46&ssm=13.04&tokens=1167552&kv=15.03",
        "v=1&L=131072&N=64&conv=0.07&ssm=3.05&tokens=295950&kv=9.04&kv_parts=2&spec_ssm=48.75"
        "&spec_conv=0.43&spec=DFLASH"}) {
    const Answer first = answer(fragment);
    CHECK(first.link == fragment);
    const Answer second = answer(first.link);
    CHECK(second.link == first.link);
    for (std::size_t i = 0; i < kResultCount; ++i) {
      CHECK(first.results[i].number == second.results[i].number);
    }
  }
}
