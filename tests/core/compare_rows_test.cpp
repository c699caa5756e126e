#include <catch2/catch.hpp>

#include "typed_over_log.h"

using namespace mamba_ratio;

TEST_CASE("a row to compare is named by its settings and scales like a change of the form",
          "[what_if]") {
  const Page page(kKimi);
  const Answer answer = page.answer(
      {{Key::also, "r:2.5,strategy:extra_buffer_lazy;ssm_dtype:bfloat16;tp:4,rest:20"}});
  std::vector<const Outcome*> rows;
  for (const Outcome& one : answer.outcomes) {
    if (one.id == "also") rows.push_back(&one);
  }
  REQUIRE(rows.size() == 3);
  CHECK(rows[0]->flag == "r 2.5, extra_buffer_lazy");
  CHECK(rows[0]->ratio == 2.5);
  const Answer narrow = page.answer({{Key::ssm_dtype, "bfloat16"}});
  CHECK(rows[1]->flag == "ssm_dtype bfloat16");
  CHECK(rows[1]->slots == outcome(narrow, "changed")->slots);
  CHECK(rows[1]->kv_tokens == outcome(narrow, "changed")->kv_tokens);
  const Answer split = page.answer({{Key::tp, "4"}, {Key::rest, "20"}});
  CHECK(rows[2]->flag == "tp 4, rest 20");
  CHECK(rows[2]->slots == outcome(split, "changed")->slots);
  CHECK(answer.link.find("also=r:2.5,strategy:extra_buffer_lazy;ssm_dtype:bfloat16;tp:4,rest:20") !=
        std::string::npos);
  check_link(answer);
}

TEST_CASE("a row whose bytes or memory are not known has no figures and says why", "[what_if]") {
  const Answer ranks = Page(kKimi).answer({{Key::also, "tp:4"}});
  CHECK_FALSE(outcome(ranks, "also")->slots);
  CHECK(find(ranks, Code::what_if_needs_rest) != nullptr);
  const Answer unknown = Page(kUnknown).answer({{Key::also, "tp:4"}});
  CHECK_FALSE(outcome(unknown, "also")->slots);
  CHECK(text(find(unknown, Code::what_if_needs_model), "changes") == "tp 4");
  CHECK(outcome(Page(kKimi).answer({{Key::also, "tp:7"}}), "also")->binding == "refused");
}

TEST_CASE("a row of a chosen model follows its geometry", "[what_if]") {
  const std::string model = "model=Qwen3.5-27B&tp=2&L=9216&gpu=80&weights=28&mem_fraction=0.88";
  const Answer rows = evaluate(parse_link(model + "&also=ssm_dtype:bfloat16").entries);
  const Answer narrow = evaluate(parse_link(model + "&ssm_dtype=bfloat16").entries);
  CHECK(outcome(rows, "also")->slots == outcome(narrow, "present")->slots);
  CHECK(outcome(rows, "also")->kv_tokens == outcome(narrow, "present")->kv_tokens);
}
