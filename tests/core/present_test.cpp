#include <catch2/catch.hpp>
#include <string>

#include "answer.h"
#include "link.h"

using namespace mamba_ratio;

namespace {

const std::string kPools = "N=257&conv=0.46&ssm=13.04&tokens=1167552&kv=15.03&L=9216";

Answer opened(const std::string& link) { return evaluate(parse_link(link).entries); }

const Problem* find(const Answer& answer, Code code) {
  for (const Problem& problem : answer.messages) {
    if (problem.code == code) return &problem;
  }
  return nullptr;
}

const Outcome& present(const Answer& answer) { return answer.outcomes.front(); }

Answer with_origins(const std::string& link, Origin all, Key other, Origin one) {
  std::vector<Entry> entries = parse_link(link).entries;
  for (Entry& entry : entries) entry.origin = entry.key == other ? one : all;
  return evaluate(entries, {true, nullptr, {}});
}

}  // namespace

TEST_CASE("idle conversations take their slots and tokens from the present boot too", "[present]") {
  const Answer without = opened(kPools);
  const Answer with = opened(kPools + "&prefixes=20");
  CHECK(present(without).clamp == 51);
  CHECK(present(with).clamp == 47);
  CHECK(present(without).kv_cap == 126);
  CHECK(present(with).kv_cap == 106);
  CHECK(present(with).requests == 47);
  CHECK(with[ResultId::ratio].number == without[ResultId::ratio].number);
  CHECK(find(with, Code::prefixes_kept) != nullptr);
  CHECK(find(without, Code::prefixes_kept) == nullptr);
}

TEST_CASE("the pin keeps a slot for each idle conversation of each worker", "[present]") {
  CHECK(opened(kPools + "&C=40")[ResultId::pin].number == 201);
  CHECK(opened(kPools + "&C=40&prefixes=20")[ResultId::pin].number == 221);
  CHECK(opened(kPools + "&C=40&prefixes=20&dp=2")[ResultId::pin].number == 242);
}

TEST_CASE("idle conversations that take all slots leave no request but refuse no boot",
          "[present]") {
  const Answer full = opened(kPools + "&prefixes=300");
  CHECK(present(full).requests == 0);
  CHECK(present(full).binding == "state");
  CHECK(full.repairs.empty());
}

TEST_CASE("under speculation without a limit the present boot takes 48 requests", "[present]") {
  CHECK(present(opened(kPools)).requests == 51);
  CHECK(present(opened(kPools + "&spec=EAGLE")).requests == 48);
  CHECK(present(opened(kPools + "&spec=EAGLE&M=50")).requests == 50);
  CHECK(present(opened(kPools + "&spec=EAGLE&dp=2")).requests == 24);
  CHECK(present(opened(kPools + "&spec=EAGLE&m_printed=51")).requests == 51);
}

TEST_CASE("a boot that serves is not repaired, even where the model would refuse it", "[present]") {
  for (const char* draft : {"&spec=EAGLE3&D=16", "&spec=EAGLE3&D=64", "&spec=EAGLE3&D=1024"}) {
    INFO(draft);
    const Answer answer = opened(kPools + draft);
    CHECK(*present(answer).requests >= 1);
    CHECK(answer.repairs.empty());
    CHECK(answer.main != "repair");
  }
  const Answer refused = opened("model=Qwen3.5-27B&L=9216&rest=1");
  CHECK(present(refused).binding == "refused");
  CHECK_FALSE(refused.repairs.empty());
}

TEST_CASE("slots that a log states outweigh its own settings that would be refused", "[present]") {
  const std::string log = kPools + "&strategy=no_buffer&overlap=off&page=64&S=3";
  const Answer stated = with_origins(log, Origin::log, Key::L, Origin::hand);
  CHECK(stated.state == AnswerState::answered);
  CHECK(stated[ResultId::S].number == 3);
  CHECK(find(stated, Code::refused_but_ran) != nullptr);
  CHECK(opened(stated.link)[ResultId::ratio].number == stated[ResultId::ratio].number);
  const Answer typed = with_origins(log, Origin::log, Key::page, Origin::hand);
  CHECK(typed.state == AnswerState::invalid);
  CHECK(find(typed, Code::no_buffer_needs_page_1) != nullptr);
  const Answer silent = opened(kPools + "&strategy=no_buffer&overlap=off&page=64");
  CHECK(silent.state == AnswerState::invalid);
}

TEST_CASE("too little memory for a slot counts none, not fewer than none", "[present]") {
  const Answer answer = opened("model=Qwen3.5-27B&rest=0.1");
  CHECK(present(answer).slots == 0);
  CHECK(answer[ResultId::now_slots].number == 0);
  CHECK(answer.headline.code == "refused");
  for (const Argument& argument : answer.headline.arguments) {
    if (argument.first == "slots") CHECK(std::get<double>(argument.second) == 0);
  }
}

TEST_CASE("a length that no setting serves is said, with the most tokens there can be",
          "[present]") {
  const Answer answer = opened(kPools + "&L=100000000");
  const Problem* none = find(answer, Code::no_setting_serves);
  REQUIRE(none != nullptr);
  const double most = std::get<double>(none->arguments.back().second);
  CHECK(most > 1167552);
  CHECK(most < 100000000);
  CHECK(find(opened(kPools), Code::no_setting_serves) == nullptr);
  const std::string longest = std::to_string(static_cast<long long>(most));
  CHECK(find(opened(kPools + "&L=" + longest), Code::no_setting_serves) == nullptr);
  CHECK(opened(kPools + "&L=" + longest)[ResultId::best_requests].number == 1);
}
