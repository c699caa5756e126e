#include <catch2/catch.hpp>

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

TEST_CASE("a log's weights do not count on other ranks than its own", "[refused]") {
  Typed typed = kTaken;
  typed.emplace_back(Key::tp, "4");
  const Answer after = Page(kTooSmall).answer(typed);
  CHECK_FALSE(after.values[Key::weights].given);
  CHECK(find(after, Code::weights_estimated) != nullptr);
  CHECK(after.link.find("weights") == std::string::npos);
  typed.back().second = "2";
  CHECK(Page(kTooSmall).answer(typed).values[Key::weights].text == "66.41");
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
