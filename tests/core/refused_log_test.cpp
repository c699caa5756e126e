#include <algorithm>
#include <catch2/catch.hpp>
#include <random>

#include "typed_over_log.h"

using namespace mamba_ratio;

namespace {

// A boot refused before any pool: no line prints a size.
std::string refused(const std::string& after, const std::string& usage, const std::string& why) {
  return "server_args=ServerArgs(model_path='Qwen/Qwen3-Next-80B-A3B-Instruct', tp_size=2, "
         "mem_fraction_static=0.85, context_length=32768, mamba_ssm_dtype='float32', "
         "mamba_radix_cache_strategy='extra_buffer')\n"
         "[TP0] Load weight begin. avail mem=78.61 GB\n"
         "[TP0] Load weight end. type=Qwen3NextForCausalLM, dtype=torch.bfloat16, avail mem=" +
         after + " GB, mem usage=" + usage + " GB.\n" + why + "\n";
}

const std::string kTooSmall = refused(
    "12.20", "66.41",
    "ValueError: Hybrid (mamba/linear-attention) state cache is too small to serve any requests. "
    "max_mamba_cache_size=4, mamba_ratio=5, resulting max_num_reqs=0.");
const std::string kNoRoom =
    refused("11.50", "67.11",
            "RuntimeError: Loaded weights leave no GPU memory for the KV cache under "
            "--mem-fraction-static=0.85. Raise --mem-fraction-static above 0.85");
const Typed kTaken{{Key::model, "Qwen3-Next-80B-A3B"}, {Key::L, "8192"}};

std::string input(const Reading& reading, Key key) {
  for (const LogInput& one : reading.inputs) {
    if (one.key == key) return one.text;
  }
  return "";
}

}  // namespace

TEST_CASE("weights come into the form where no pool says what they left", "[refused]") {
  CHECK(input(read_log(kTooSmall), Key::weights) == "66.41");
  CHECK(input(read_log(kTooSmall + std::string(kKimi)), Key::weights).empty());
  CHECK(input(read_log("Load weight end. type=A, avail mem=3.00 GB, mem usage=5.25 GB."),
              Key::weights) == "5.25");
  // Only freeing memory can do that, so nothing is known.
  CHECK(input(read_log("Load weight end. type=A, avail mem=3.00 GB, mem usage=-0.25 GB."),
              Key::weights)
            .empty());
  // Those of a draft leave less as well.
  CHECK(input(read_log("Load weight begin. avail mem=20.00 GB\n"
                       "Load weight end. type=A, avail mem=12.00 GB, mem usage=8.00 GB.\n"
                       "Load weight begin. avail mem=12.00 GB\n"
                       "Load weight end. type=AMTP, avail mem=11.00 GB, mem usage=1.00 GB.\n"),
              Key::weights) == "9.00");
}

TEST_CASE("the model that a log names is offered, not taken", "[refused]") {
  const Page page(kTooSmall);
  const Answer before = page.answer();
  CHECK(text(find(before, Code::model_named), "model") == "Qwen3-Next-80B-A3B");
  CHECK_FALSE(before[ResultId::state_bytes].number);
  CHECK(before.flag.empty());
  CHECK(find(page.answer(kTaken), Code::model_named) == nullptr);
  CHECK(find(Page(kKimi).answer(), Code::model_named) == nullptr);
  CHECK(find(Page("SGLANG_MAMBA_CONV_DTYPE=float32 \\\n" + kTooSmall).answer(),
             Code::model_named) == nullptr);
}

TEST_CASE("a checkpoint in a cache is named by its long path", "[refused]") {
  std::string log = kTooSmall;
  const std::string name = "Qwen/Qwen3-Next-80B-A3B-Instruct";
  log.replace(log.find(name), name.size(),
              "/home/serve/.cache/huggingface/hub/models--Qwen--Qwen3-Next-80B-A3B-Instruct"
              "/snapshots/9c7f2fbe84465e40164a94cc16cd30b6999b0cc7");
  CHECK(text(find(Page(log).answer(), Code::model_named), "model") == "Qwen3-Next-80B-A3B");
}

TEST_CASE("a refusal that tells the slots alone is mended by what needs fewer a request",
          "[refused]") {
  const auto mended = [](const std::string& line) {
    const Answer answer = Page(line).answer();
    std::string flags;
    for (const RepairLine& repair : answer.repairs) {
      flags += repair.flag + '\n';
      CHECK_FALSE(repair.requests);
      CHECK_FALSE(repair.kv_tokens);
    }
    CHECK(answer.repair_flag == flags.substr(0, flags.find('\n')));
    CHECK((answer.main == "repair") == !flags.empty());
    return flags;
  };
  const auto too_small = [](const std::string& slots, const std::string& each) {
    return "ValueError: Hybrid (mamba/linear-attention) state cache is too small to serve any "
           "requests. max_mamba_cache_size=" +
           slots + ", mamba_ratio=" + each + ", resulting max_num_reqs=0.\n";
  };
  const std::string lazy = "--mamba-radix-cache-strategy extra_buffer_lazy\n";
  const std::string no_radix = "--disable-radix-cache\n";
  CHECK(mended(too_small("4", "5")) == lazy + no_radix);
  CHECK(mended(too_small("3", "5")) == no_radix);
  CHECK(mended(too_small("3", "4")) == no_radix);
  CHECK(mended(too_small("0", "5")).empty());
  CHECK(mended("python -m sglang.launch_server --max-running-requests 8\n" + too_small("3", "5")) ==
        "");
  CHECK(Page(too_small("4", "5")).answer().reason.code == "refused-slots-suffice");
}

TEST_CASE("pools too small for the default settings alone may have had others", "[refused]") {
  const std::string reason = "refused-by-default";
  CHECK(Page(corpus("017")).answer().reason.code == reason);
  CHECK(Page(corpus("017")).answer({{Key::strategy, "extra_buffer"}}).reason.code != reason);
  CHECK(Page(corpus("017")).answer().headline.code == reason);
}

TEST_CASE("a link of a log without sizes does not show the worked example", "[refused]") {
  for (const std::string& log :
       {kTooSmall, kNoRoom, corpus("neg-004"), corpus("neg-010"), corpus("neg-012")}) {
    const Answer answer = Page(log).answer();
    const Answer opened = evaluate(parse_link(answer.link).entries);
    CHECK_FALSE(opened.example);
    CHECK(opened.flag == answer.flag);
    check_link(answer);
  }
  CHECK(evaluate({}).link.find("example") == std::string::npos);
  CHECK(evaluate(parse_link("L=4096&kv_dtype=bfloat16").entries).example);
}

TEST_CASE("a refused log is mended from what it prints once its model is taken", "[refused]") {
  const Page page(kTooSmall);
  const Answer after = page.answer(kTaken);
  CHECK(after.headline.code == "refused");
  CHECK(number(after, ResultId::state_bytes) == 38633472);
  CHECK(number(after, ResultId::rest) == Approx(78.61 - 66.41 - 78.61 * 0.15));
  CHECK(number(after, ResultId::now_slots) == 4);
  CHECK(number(after, ResultId::model_slots) == 4);
  CHECK(after.main == "repair");
  REQUIRE_FALSE(after.repairs.empty());
  bool by_share = false;
  for (const auto& repair : after.repairs) by_share |= repair.flag == "--mem-fraction-static 0.86";
  CHECK(by_share);
  check_link(after);
}

TEST_CASE("weights that leave no room are mended by the share of memory that does", "[refused]") {
  const Answer after = Page(kNoRoom).answer(kTaken);
  CHECK(find(after, Code::weights_leave_nothing) != nullptr);
  CHECK_FALSE(after[ResultId::rest].number);
  CHECK(after.repair_flag == "--mem-fraction-static 0.86");
  CHECK(after.main == "repair");
  check_link(after);
}

TEST_CASE("a log's weights are shared out evenly where other ranks are typed", "[refused]") {
  Typed typed = kTaken;
  typed.emplace_back(Key::tp, "4");
  const Answer after = Page(kTooSmall).answer(typed);
  CHECK(after.values[Key::weights].number == 66.41 / 2);
  CHECK(find(after, Code::weights_scaled) != nullptr);
  check_link(after);
  const Outcome* by_default = outcome(after, "default");
  REQUIRE(by_default != nullptr);
  CHECK(*by_default->requests > 50);
  CHECK_FALSE(outcome(after, "present")->kv_tokens);
  REQUIRE(outcome(after, "changed") != nullptr);
  CHECK(outcome(after, "changed")->requests == by_default->requests);
  typed.back() = {Key::tp, "2"};
  CHECK(Page(kTooSmall).answer(typed).values[Key::weights].text == "66.41");
  typed.back() = {Key::pp, "2"};
  CHECK(Page(kTooSmall).answer(typed).values[Key::weights].number == 66.41 / 2);
  // The same over its link.
  std::vector<Entry> linked = parse_link(Page(kTooSmall).answer(kTaken).link).entries;
  linked.push_back({Key::tp, "4", Origin::hand, {}});
  CHECK(evaluate(linked).flag == after.flag);
  // Those of another model say nothing.
  CHECK_FALSE(Page(kTooSmall)
                  .answer({{Key::model, "Kimi-Linear-48B-A3B"}, {Key::L, "8192"}})
                  .values[Key::weights]
                  .given);
}

TEST_CASE("what mends a refused boot is shown once it is typed", "[refused]") {
  const Page page(kTooSmall);
  CHECK(outcome(page.answer(kTaken), "changed") == nullptr);
  Typed typed = kTaken;
  typed.emplace_back(Key::mem_fraction, "0.86");
  const Answer more = page.answer(typed);
  REQUIRE(outcome(more, "changed") != nullptr);
  CHECK(*outcome(more, "changed")->requests >= 1);
  CHECK(outcome(more, "present")->binding == "refused");
  typed.back() = {Key::strategy, "extra_buffer_lazy"};
  const Answer lazy = page.answer(typed);
  CHECK(number(lazy, ResultId::S) == 4);
  REQUIRE(outcome(lazy, "changed") != nullptr);
  CHECK(*outcome(lazy, "changed")->requests == 1);
  check_link(lazy);
}

TEST_CASE("the rank with least memory left is the one that counts", "[refused]") {
  const std::string begin =
      "server_args=ServerArgs(model_path='Qwen/Qwen3-Next-80B-A3B-Instruct', tp_size=2, "
      "mem_fraction_static=0.85)\n"
      "[TP0] Load weight begin. avail mem=78.61 GB\n"
      "[TP1] Load weight begin. avail mem=70.20 GB\n"
      "[TP0] Load weight end. type=A, avail mem=20.00 GB, mem usage=58.61 GB.\n"
      "[TP1] Load weight end. type=A, avail mem=11.59 GB, mem usage=58.61 GB.\n";
  const std::string end =
      "RuntimeError: Not enough GPU memory for hybrid (mamba/linear-attention) state cache. "
      "Computed max_mamba_cache_size=-1 (total_rest_memory=1.06 GB, mamba_cache_per_req=36.84 MB).";
  const Page page(begin + "[TP1] " + end);
  CHECK(input(page.reading, Key::free_before) == "70.20");
  CHECK(input(page.reading, Key::weights) == "58.61");
  CHECK(number(page.answer(kTaken), ResultId::rest) == Approx(11.59 - 70.20 * 0.15));
  // What the refusal prints of the rest tells the share that no setting does.
  const Reading untold = read_log(
      "Load weight begin. avail mem=78.61 GB\n"
      "Load weight end. type=A, avail mem=20.85 GB, mem usage=57.76 GB.\n" +
      end);
  CHECK(input(untold, Key::mem_fraction) == "0.748");
}

TEST_CASE("a boot that failed after the one answered is named", "[refused]") {
  const Reading reading = read_log(std::string(kKimi) +
                                   "max_total_num_tokens=1167552, context_len=32768, "
                                   "available_gpu_mem=9.50 GB\n" +
                                   kTooSmall);
  REQUIRE(reading.boots.size() == 2);
  CHECK(reading.chosen_boot == 1);
  const auto told = [](const Problem& p) { return p.code == Code::later_boot_failed; };
  CHECK(std::any_of(reading.messages.begin(), reading.messages.end(), told));
  const Reading mended = read_log(kTooSmall + std::string(kKimi));
  CHECK(std::none_of(mended.messages.begin(), mended.messages.end(), told));
}

TEST_CASE("ranks that cannot be applied leave a log's weights in force", "[refused]") {
  const std::string log =
      kNoRoom +
      "Mamba Cache is allocated. max_mamba_cache_size: 21, conv_state size: 0.02GB, "
      "ssm_state size: 0.70GB\n";
  const Answer before = Page(log).answer(kTaken);
  Typed typed = kTaken;
  typed.emplace_back(Key::tp, "4");
  const Answer after = Page(log).answer(typed);
  CHECK(find(after, Code::what_if_needs_model) != nullptr);
  CHECK(after.values[Key::weights].text == before.values[Key::weights].text);
  CHECK(after.flag == before.flag);
  CHECK(outcome(after, "changed") == nullptr);
  check_link(after);
}

TEST_CASE("a guess of the weights refuses no boot, and says its range", "[refused]") {
  const auto planned = [](const std::string& fragment) {
    return evaluate(parse_link(fragment).entries);
  };
  const Answer full = planned("model=Qwen3-Next-80B-A3B&gpu=78&tp=2&L=8192");
  CHECK(find(full, Code::weights_leave_nothing) != nullptr);
  CHECK(full.headline.code != "refused");
  CHECK_FALSE(full.flag.empty());
  const Answer some = planned("model=Qwen3.5-122B-A10B&gpu=80&tp=4&L=32K");
  const Problem* guess = find(some, Code::weights_estimated);
  REQUIRE(guess != nullptr);
  const auto figure = [&](std::string_view name) {
    for (const Argument& one : guess->arguments) {
      if (one.first == name) return std::get<double>(one.second);
    }
    return -1.0;
  };
  const auto with_weights = [&](double gib) {
    const Answer a = planned("model=Qwen3.5-122B-A10B&gpu=80&tp=4&L=32K&also=r:0.477&weights=" +
                             std::to_string(gib));
    return *outcome(a, "also")->requests;
  };
  const double weights = figure("weights_gib");
  CHECK(figure("low") == with_weights(weights + figure("off_gib")));
  CHECK(figure("high") == with_weights(weights - figure("off_gib")));
  CHECK(figure("low") < *outcome(some, "ratio")->requests);
}

TEST_CASE("a ratio that explains no slots is not shown as the present one", "[refused]") {
  const std::string sizes =
      "Mamba Cache is allocated. max_mamba_cache_size: 100, conv_state size: 0.18GB, ssm_state "
      "size: 5.07GB\n"
      "KV Cache is allocated. dtype: torch.float8_e4m3fn, #tokens: 1167552, KV size: 15.03 GB\n";
  const Answer silent = Page(sizes).answer();
  CHECK_FALSE(outcome(silent, "present")->ratio);
  CHECK(*outcome(silent, "default")->slots > 100);
  CHECK(number(silent, ResultId::now_requests) == 20);
  CHECK(outcome(Page(sizes).answer({{Key::kv_dtype, "bfloat16"}}), "changed") == nullptr);
  check_link(silent);
  const Answer told =
      Page("server_args=ServerArgs(mamba_full_memory_ratio=0.9)\n" + sizes).answer();
  CHECK(outcome(told, "present")->ratio == 0.9);
  CHECK(*outcome(told, "default")->slots > 100);
  CHECK(find(told, Code::no_generation_fits) != nullptr);
  check_link(told);
}

TEST_CASE("what a refusal computes below nothing is read with its sign", "[refused]") {
  const Reading reading = read_log(
      "Not enough GPU memory for hybrid (mamba/linear-attention) state cache. Computed "
      "max_mamba_cache_size=-1 (total_rest_memory=-0.02 GB, mamba_cache_per_req=37.69 MB).");
  REQUIRE_FALSE(reading.messages.empty());
  const Problem& told = reading.messages.front();
  CHECK(told.code == Code::boot_not_enough_memory);
  std::string all;
  for (const Argument& argument : told.arguments) {
    all += argument.first;
    all += ' ' + std::to_string(std::get<double>(argument.second)).substr(0, 5) + ", ";
  }
  CHECK(all == "computed_slots -1.00, total_rest_memory_gib -0.02, state_mib 37.69, ");
  CHECK(reading.unread.empty());
}

TEST_CASE("requests granted by the slots alone limit no other strategy", "[refused]") {
  const std::string printed =
      std::string(kKimi) +
      "max_total_num_tokens=1167552, max_running_requests=51, context_len=32768, "
      "available_gpu_mem=9.50 GB\n";
  const Answer lazy = Page(printed).answer({{Key::strategy, "extra_buffer_lazy"}});
  CHECK(number(lazy, ResultId::clamp) > 80);
  CHECK(*outcome(lazy, "ratio")->requests > 80);
  CHECK(find(lazy, Code::limit_below_pool) == nullptr);
  check_link(lazy);
  // 20 is no share of 257 slots: --max-running-requests was 20.
  std::string limited = printed;
  limited.replace(limited.find("=51,"), 4, "=20,");
  CHECK(find(Page(limited).answer(), Code::limit_below_pool) != nullptr);
}

TEST_CASE("the link of any change over any log shows the same figures", "[refused]") {
  const rapidjson::Document cases = fixture_json("corpus/cases.json");
  std::vector<Page> pages;
  for (const auto& test : cases.GetArray()) {
    pages.emplace_back(fixture_text(std::string("corpus/") + test["file"].GetString()));
  }
  const std::vector<std::pair<Key, std::vector<std::string>>> kChanges{
      {Key::tp, {"1", "2", "3", "4", "8", "16"}},
      {Key::pp, {"2"}},
      {Key::dp, {"2"}},
      {Key::ssm_dtype, {"float32", "bfloat16"}},
      {Key::kv_dtype, {"bfloat16", "fp8_e4m3", "fp4_e2m1"}},
      {Key::L, {"512", "32768", "131072"}},
      {Key::M, {"1", "16", "100"}},
      {Key::r, {"0.2", "0.9", "3"}},
      {Key::strategy, {"extra_buffer", "extra_buffer_lazy"}},
      {Key::spec, {"none", "NEXTN"}},
      {Key::weights, {"5", "60", "200"}},
      {Key::mem_fraction, {"0.7", "0.9"}},
      {Key::model, {"Qwen3-Next-80B-A3B", "Kimi-K3"}},
      {Key::also, {"tp:4", "r:2.5;strategy:extra_buffer_lazy"}},
  };
  std::mt19937 random(7);
  const auto any = [&](std::size_t size) { return random() % size; };
  for (int i = 0; i < 300; ++i) {
    Typed typed;
    for (std::size_t n = any(4); n > 0; --n) {
      const auto& [key, texts] = kChanges[any(kChanges.size())];
      typed.emplace_back(key, texts[any(texts.size())]);
    }
    const Answer answer = pages[any(pages.size())].answer(typed);
    if (answer.state == AnswerState::invalid) continue;
    INFO(answer.link);
    CHECK(numbers(evaluate(parse_link(answer.link).entries)) == numbers(answer));
  }
}
