#include <catch2/catch.hpp>

#include "geometry.h"
#include "models.h"
#include "typed_over_log.h"

using namespace mamba_ratio;

TEST_CASE("a narrower state typed over a log halves the SSM part alone, and r* follows",
          "[what_if]") {
  const Page page(kKimi);
  const Answer before = page.answer();
  const Answer after = page.answer({{Key::ssm_dtype, "bfloat16"}});
  CHECK(number(after, ResultId::state_bytes) == Approx((0.46 + 6.52) * 1073741824 / 257));
  CHECK(number(after, ResultId::kv_bytes) == number(before, ResultId::kv_bytes));
  CHECK(number(after, ResultId::rest) == number(before, ResultId::rest));
  CHECK(number(after, ResultId::ratio) / number(before, ResultId::ratio) ==
        Approx(number(after, ResultId::state_bytes) / number(before, ResultId::state_bytes)));
  CHECK(text(find(after, Code::what_if), "changes") == "ssm_dtype float32 → bfloat16");
  CHECK(text(find(after, Code::what_if), "model") == "Kimi-K3");
  CHECK(find(after, Code::accuracy_ssm_dtype) != nullptr);
  CHECK(find(before, Code::what_if) == nullptr);
  check_link(after);
}

TEST_CASE("the present boot stays what the log printed, the change is a row of its own",
          "[what_if]") {
  const Page page(kKimi);
  const Answer before = page.answer();
  const Answer after = page.answer({{Key::ssm_dtype, "bfloat16"}});
  for (const ResultId id : {ResultId::now_slots, ResultId::now_tokens, ResultId::now_requests,
                            ResultId::now_clamp, ResultId::now_kv_cap, ResultId::model_slots}) {
    CHECK(after[id].number == before[id].number);
  }
  CHECK(after[ResultId::generation].word == before[ResultId::generation].word);
  REQUIRE(outcome(after, "changed") != nullptr);
  CHECK(*outcome(after, "changed")->slots > *outcome(after, "present")->slots);
  CHECK(outcome(before, "changed") == nullptr);
  CHECK(after.memory.size() == before.memory.size());
}

TEST_CASE("bytes at every tp and dtype lie around those of the model's geometry", "[what_if]") {
  struct Log {
    std::string_view id;
    std::string_view model;
    Placement own;
  };
  const Log log = GENERATE(values<Log>({
      {"001", "Qwen3.5-9B", {2, StateDtype::float32, KvDtype::bfloat16, 0, 1}},
      {"006", "Ling-3.0-tiny", {1, StateDtype::float32, KvDtype::bfloat16, 0, 1}},
      {"007", "Qwen3.5-27B", {1, StateDtype::float32, KvDtype::bfloat16, 0, 1}},
      {"010", "Kimi-K3", {8, StateDtype::float32, KvDtype::fp8_e4m3, 0, 1}},
      {"012", "Nemotron-3-Nano-30B-A3B", {4, StateDtype::float32, KvDtype::fp8_e4m3, 0, 1}},
      {"019", "Nemotron-Nano-9B-v2", {1, StateDtype::float32, KvDtype::bfloat16, 0, 1}},
      {"025", "Qwen3.8-Flash-Next", {2, StateDtype::float32, KvDtype::bfloat16, 0, 1}},
      {"033", "Qwen3.5-397B-A17B", {2, StateDtype::float32, KvDtype::bfloat16, 0, 1}},
  }));
  const Page page(corpus(log.id));
  const Geometry whole = geometry(*find_model(log.model));
  for (const char* tp : {"1", "2", "4", "8"}) {
    for (const char* ssm : {"float32", "bfloat16"}) {
      for (const char* kv : {"bfloat16", "fp8_e4m3"}) {
        INFO(log.id << " tp " << tp << ' ' << ssm << ' ' << kv);
        const Answer after = page.answer({{Key::tp, tp},
                                          {Key::ssm_dtype, ssm},
                                          {Key::kv_dtype, kv},
                                          {Key::rows, "allocated"},
                                          {Key::model, std::string(log.model)}});
        const ExactBytes exact =
            *exact_bytes(whole, {std::stoll(tp), find_state_dtype(ssm), find_kv_dtype(kv), 0, 1})
                 .bytes;
        CHECK(holds(after[ResultId::state_bytes], static_cast<double>(exact.state_bytes)));
        // The size printed covers a page more than #tokens, of 512 tokens at most.
        const double a_page_more = 1 + 512 / *after.values[Key::tokens].number;
        CHECK(*after[ResultId::kv_bytes].low <= static_cast<double>(exact.kv_bytes) * a_page_more);
        CHECK(*after[ResultId::kv_bytes].high >= static_cast<double>(exact.kv_bytes));
        check_link(after);
      }
    }
  }
}

TEST_CASE("exact bytes that were taken stay exact when the setting changes", "[what_if]") {
  const Page page(kKimi);
  const Typed exact{{Key::state_bytes, "56171520"}, {Key::kv_bytes, "13824"}};
  Typed changed = exact;
  changed.insert(changed.end(),
                 {{Key::tp, "4"}, {Key::ssm_dtype, "bfloat16"}, {Key::kv_dtype, "bfloat16"}});
  const ExactBytes bytes = *exact_bytes(geometry(*find_model("Kimi-K3")),
                                        {4, StateDtype::bfloat16, KvDtype::bfloat16, 0, 1})
                                .bytes;
  const Answer after = page.answer(changed);
  CHECK(number(after, ResultId::state_bytes) == static_cast<double>(bytes.state_bytes));
  CHECK(number(after, ResultId::kv_bytes) == static_cast<double>(bytes.kv_bytes));
  check_link(after);
}

TEST_CASE("another tp leaves another memory for the pools, which only typing can say",
          "[what_if]") {
  const Page page(kKimi);
  const Answer after = page.answer({{Key::tp, "4"}});
  CHECK(text(find(after, Code::what_if), "changes") == "tp 8 → 4");
  CHECK(find(after, Code::what_if_needs_rest) != nullptr);
  CHECK_FALSE(after[ResultId::rest].number);
  CHECK_FALSE(after.flag.empty());
  CHECK(after.best_flag.empty());
  check_link(after);

  const Answer told = page.answer({{Key::tp, "4"}, {Key::rest, "20"}});
  CHECK(find(told, Code::what_if_needs_rest) == nullptr);
  CHECK(number(told, ResultId::rest) == 20);
  CHECK(*outcome(told, "present")->slots == 257);
  check_link(told);
}

TEST_CASE("a tp that the model's heads do not divide by is refused with both numbers",
          "[what_if]") {
  const Answer after = Page(kKimi).answer({{Key::tp, "7"}});
  CHECK(after.state == AnswerState::invalid);
  const Problem* problem = find(after, Code::heads_do_not_divide);
  REQUIRE(problem != nullptr);
  CHECK(after.values[Key::tp].text == "7");
}

TEST_CASE("going back to what the log had is the log's answer again", "[what_if]") {
  for (const std::string_view log : {kKimi, kUnknown}) {
    const Page page(log);
    const std::string own = figures(page.answer());
    CHECK(figures(page.answer({{Key::tp, "8"}, {Key::ssm_dtype, "float32"}})) == own);
    CHECK(figures(page.answer({{Key::ssm_dtype, "auto"}, {Key::kv_dtype, "auto"}})) == own);
    CHECK(figures(page.answer({{Key::draft_layers, "0"}})) == own);
  }
}

TEST_CASE("a link that asks for a change is changed back, or on, from what the sizes had",
          "[what_if]") {
  const Page page(kKimi);
  const Answer asked = page.answer({{Key::ssm_dtype, "bfloat16"}});
  const std::vector<Entry> entries = parse_link(asked.link).entries;
  const Answer back = evaluate(with_typed(entries, {{Key::ssm_dtype, "float32"}}));
  CHECK(back[ResultId::ratio].number == page.answer()[ResultId::ratio].number);
  CHECK(back.link.find("was=") == std::string::npos);
  const Answer on = evaluate(with_typed(entries, {{Key::kv_dtype, "bfloat16"}}));
  const Answer both = page.answer({{Key::ssm_dtype, "bfloat16"}, {Key::kv_dtype, "bfloat16"}});
  CHECK(figures(on) == figures(both));
}

TEST_CASE("a link without was states what the sizes were measured at", "[what_if]") {
  const std::string pools = "N=257&conv=0.46&ssm=13.04&tokens=1167552&kv=15.03&L=9216";
  const Answer plain = evaluate(parse_link(pools + "&kv_dtype=fp8_e4m3").entries);
  const Answer stated = evaluate(parse_link(pools + "&kv_dtype=fp8_e4m3&tp=8").entries);
  CHECK(stated[ResultId::ratio].number == plain[ResultId::ratio].number);
  CHECK(find(stated, Code::what_if) == nullptr);
}

TEST_CASE("dtypes of a model that no table has scale by their elements", "[what_if]") {
  const Page page(kUnknown);
  const Answer before = page.answer();
  const Answer after = page.answer({{Key::ssm_dtype, "float16"}, {Key::kv_dtype, "fp8_e5m2"}});
  CHECK(number(after, ResultId::state_bytes) == Approx((1.31 + 6.52) * 1073741824 / 257));
  CHECK(number(after, ResultId::kv_bytes) == number(before, ResultId::kv_bytes) / 2);
  CHECK(text(find(after, Code::what_if_by_dtype), "changes") ==
        "ssm_dtype float32 → float16, kv_dtype bfloat16 → fp8_e5m2");
  const double half = 0.005 * 1.5 * 1073741824 / 257;
  CHECK(*after[ResultId::state_bytes].high - number(after, ResultId::state_bytes) == Approx(half));
  check_link(after);
}

TEST_CASE("what no geometry and no dtype can scale is said and not guessed", "[what_if]") {
  const Page page(kUnknown);
  const Answer before = page.answer();
  for (const Typed& typed :
       {Typed{{Key::tp, "4"}}, Typed{{Key::draft_layers, "1"}}, Typed{{Key::kv_dtype, "mxfp8"}}}) {
    const Answer after = page.answer(typed);
    CHECK(find(after, Code::what_if_needs_model) != nullptr);
    CHECK(find(after, Code::what_if_by_dtype) == nullptr);
    CHECK(after[ResultId::ratio].number == before[ResultId::ratio].number);
    CHECK(after[ResultId::rest].number == before[ResultId::rest].number);
    CHECK(after.values[typed.front().first].unused);
    check_link(after);
  }
}

TEST_CASE("where the log does not say its own dtype the one typed is taken as its own",
          "[what_if]") {
  const Page page(
      "Mamba Cache is allocated. max_mamba_cache_size: 257, conv_state size: 1.31GB, ssm_state "
      "size: 13.04GB\n"
      "KV Cache is allocated. dtype: torch.bfloat16, #tokens: 1167552, KV size: 15.03 GB\n");
  const Answer after = page.answer({{Key::ssm_dtype, "bfloat16"}});
  CHECK(find(after, Code::what_if_own_unknown) != nullptr);
  CHECK(after[ResultId::ratio].number == page.answer()[ResultId::ratio].number);
}

TEST_CASE("a dtype or tp that the log does not say is recognised from its sizes", "[what_if]") {
  const Page page(example_log());
  const Answer own = page.answer({{Key::tp, "8"}, {Key::ssm_dtype, "float32"}});
  CHECK(find(own, Code::what_if) == nullptr);
  CHECK(find(own, Code::model_recognised) != nullptr);
  const Answer after = page.answer({{Key::tp, "16"}, {Key::ssm_dtype, "bfloat16"}});
  CHECK(text(find(after, Code::what_if), "changes") == "tp 8 → 16, ssm_dtype float32 → bfloat16");
  CHECK(find(after, Code::model_recognised) != nullptr);
  check_link(after);
}

TEST_CASE("candidates that part ways at another tp leave it open until the model is chosen",
          "[what_if]") {
  const Page page(corpus("003"));
  const Answer open = page.answer({{Key::tp, "4"}});
  const Answer chosen = page.answer({{Key::tp, "4"}, {Key::model, "Granite-4.0-H-Micro"}});
  CHECK(find(chosen, Code::what_if) != nullptr);
  CHECK(find(open, Code::what_if_needs_model) != nullptr);
  CHECK(open[ResultId::ratio].number == page.answer()[ResultId::ratio].number);
  CHECK(evaluate(parse_link(open.link).entries)[ResultId::ratio].number ==
        open[ResultId::ratio].number);
  check_link(chosen);
}

TEST_CASE("attention data parallelism changes the ranks that share a slot", "[what_if]") {
  const Page page(kKimi);
  const Answer after = page.answer({{Key::dp, "4"}});
  const Answer two = page.answer({{Key::tp, "2"}});
  CHECK(after[ResultId::state_bytes].number == two[ResultId::state_bytes].number);
  CHECK(find(after, Code::what_if_needs_rest) != nullptr);
  check_link(after);
}

TEST_CASE("draft layers are added to a KV token as the engine adds them", "[what_if]") {
  const Page page(corpus("007"));
  const Answer before = page.answer();
  const Answer after = page.answer({{Key::draft_layers, "1"}});
  CHECK(number(after, ResultId::kv_bytes) ==
        Approx(number(before, ResultId::kv_bytes) * 17 / 16).epsilon(1e-6));
  check_link(after);
}

TEST_CASE("speculation typed over pools without draft states is what it would cost", "[what_if]") {
  for (const std::string& log : {corpus("007"), std::string(kUnknown), std::string(kKimi)}) {
    const Page page(log);
    const Answer before = page.answer();
    const Answer after = page.answer({{Key::spec, "EAGLE"}});
    CHECK(number(after, ResultId::D) == 4);
    CHECK(text(find(after, Code::what_if_draft), "changes") == "spec none → EAGLE");
    CHECK(after[ResultId::model_slots].number == before[ResultId::model_slots].number);
    CHECK(after[ResultId::generation].word == before[ResultId::generation].word);
    check_link(after);
    if (log == kUnknown) continue;  // no ratio of that boot is known to change
    REQUIRE(outcome(after, "changed") != nullptr);
    CHECK(*outcome(after, "changed")->slots < *outcome(after, "present")->slots);
  }
  // The boot's own row has no limit that only speculation brings.
  const std::string pools(kUnknown);
  const Answer quick = Page(pools.substr(pools.find("Mamba"))).answer({{Key::spec, "EAGLE"}});
  CHECK(outcome(quick, "present")->requests ==
        std::min(*outcome(quick, "present")->clamp, *outcome(quick, "present")->kv_cap));
  // Draft states of an algorithm that no line names: the boot's own.
  const Answer named = Page(corpus("024")).answer({{Key::spec, "DFLASH"}});
  CHECK(find(named, Code::what_if_draft) == nullptr);
  CHECK(number(named, ResultId::D) == 16);
}

TEST_CASE("without the log's speculation its draft states and draft KV are given back",
          "[what_if]") {
  const std::string drafts =
      "server_args=ServerArgs(model_path='a/b', tp_size=8, speculative_algorithm='EAGLE', "
      "speculative_num_draft_tokens=4)\n"
      "Mamba Cache is allocated. max_mamba_cache_size: 257, conv_state size: 0.46GB, ssm_state "
      "size: 13.04GB intermediate_ssm_state_cache size: 5.00GB intermediate_conv_window_cache "
      "size: 0.20GB\n"
      "KV Cache is allocated. dtype: torch.bfloat16, #tokens: 1167552, KV size: 15.03 GB\n";
  const Page page(drafts);
  const Answer with = page.answer();
  const Answer without = page.answer({{Key::spec, "none"}});
  CHECK(number(with, ResultId::D) == 4);
  CHECK(number(without, ResultId::D) == 0);
  CHECK(find(without, Code::what_if_draft) != nullptr);
  CHECK(find(without, Code::d_without_spec) == nullptr);
  CHECK(number(without, ResultId::rest) == number(with, ResultId::rest));
  const double pools = *outcome(without, "changed")->kv_tokens;
  CHECK(pools > 1167552);
  check_link(without);
}

TEST_CASE("the derivation shows the bytes measured and what the change makes of them",
          "[what_if]") {
  const Answer after = Page(kKimi).answer({{Key::ssm_dtype, "bfloat16"}});
  std::vector<const Step*> slot;
  for (const Step& step : after.steps) {
    if (step.id == "state_bytes") slot.push_back(&step);
  }
  REQUIRE(slot.size() == 2);
  CHECK(slot[0]->formula == "slot-of-printed-rows");
  CHECK(slot[0]->value == Approx(56402780.64));
  CHECK(slot[1]->formula == "what-if");
  CHECK(slot[1]->value == after[ResultId::state_bytes].number);
}

TEST_CASE("settings typed on the worked example change it", "[what_if]") {
  const std::vector<Entry> typed{{Key::ssm_dtype, "bfloat16", Origin::hand, {}}};
  const Answer after = evaluate(typed);
  CHECK(after.example);
  CHECK(number(after, ResultId::state_bytes) == Approx((0.46 + 6.52) * 1073741824 / 257));
  CHECK(find(after, Code::model_recognised) == nullptr);
  check_link(after);
}

TEST_CASE("sizes typed by hand were measured at the dtype typed beside them", "[what_if]") {
  const Typed sizes{{Key::N, "257"},          {Key::conv, "0.46"}, {Key::ssm, "13.04"},
                    {Key::tokens, "1167552"}, {Key::kv, "15.03"},  {Key::L, "9216"}};
  Typed stated = sizes;
  stated.emplace_back(Key::ssm_dtype, "bfloat16");
  const Answer plain = evaluate(with_typed({}, sizes));
  const Answer after = evaluate(with_typed({}, stated));
  CHECK(after[ResultId::ratio].number == plain[ResultId::ratio].number);
}

namespace {

// Each column of the matrix in the present row, beside the same precisions typed.
void check_matrix(const Page& page, Typed typed) {
  const Answer base = page.answer(typed);
  const auto& columns = base.matrix.columns;
  REQUIRE(columns.size() > 1);
  int rows = 0;
  for (const MatrixRow& row : base.matrix.rows) {
    if (row.cells.empty() || !row.cells.front().yours) continue;
    ++rows;
    for (std::size_t i = 1; i < columns.size(); ++i) {
      Typed other = typed;
      if (columns[i].ssm_dtype != columns[0].ssm_dtype) {
        other.emplace_back(Key::ssm_dtype, columns[i].ssm_dtype);
      }
      if (columns[i].kv_dtype != columns[0].kv_dtype) {
        other.emplace_back(Key::kv_dtype, columns[i].kv_dtype);
      }
      const Answer asked = page.answer(other);
      INFO(columns[i].ssm_dtype << ' ' << columns[i].kv_dtype);
      CHECK(*row.cells[i].ratio == Approx(number(asked, ResultId::ratio)).epsilon(1e-9));
    }
  }
  CHECK(rows == 1);
}

}  // namespace

TEST_CASE("the matrix agrees with the same precisions typed", "[what_if]") {
  check_matrix(Page(kKimi), {});
  check_matrix(Page(corpus("001")), {});
  check_matrix(Page(corpus("010")), {});
  check_matrix(Page(corpus("033")), {});
  check_matrix(Page(corpus("024")), {});  // with a draft's KV
  // The keys of an indexer stay as they are when the KV pool narrows.
  check_matrix(Page(""), {{Key::model, "GLM-5.3-Flash"}, {Key::rest, "40"}});
  check_matrix(Page("server_args=ServerArgs(mamba_ssm_dtype='float32')\n"
                    "Mamba Cache is allocated. max_mamba_cache_size: 257, conv_state size: 1.13GB, "
                    "ssm_state size: 34.26GB\n"),
               {{Key::model, "GLM-5.3-Flash"}, {Key::rest, "80"}});
  // The present column is that of a dtype asked for.
  check_matrix(Page("server_args=ServerArgs(mamba_ssm_dtype='float32', kv_cache_dtype='bfloat16')\n"
                    "Mamba Cache is allocated. max_mamba_cache_size: 257, conv_state size: 1.13GB, "
                    "ssm_state size: 34.26GB\n"),
               {{Key::model, "GLM-5.3-Flash"}, {Key::rest, "80"}, {Key::kv_dtype, "fp8_e4m3"}});
}
