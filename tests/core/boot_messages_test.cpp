#include <algorithm>
#include <catch2/catch.hpp>

#include "log_fixture.h"
#include "log_shapes.h"

using namespace mamba_ratio;

namespace {

const Problem* find_message(const Reading& reading, Code code) {
  for (const Problem& problem : reading.messages) {
    if (problem.code == code) return &problem;
  }
  return nullptr;
}

double number(const Problem& problem, std::string_view name) {
  for (const Argument& argument : problem.arguments) {
    if (argument.first == name) return std::get<double>(argument.second);
  }
  return -1;
}

constexpr const char* kPools =
    "[16:08:49 TP0] Mamba Cache is allocated. max_mamba_cache_size: 64, conv_state size: 0.07GB, "
    "ssm_state size: 3.05GB\n"
    "[16:08:49 TP0] KV Cache is allocated. dtype: torch.bfloat16, #tokens: 295950, K size: 4.52 "
    "GB, "
    "V size: 4.52 GB\n";

}  // namespace

TEST_CASE("a refusal says which line refused and with which figures", "[reader][messages]") {
  const Reading small = read_log(
      "RuntimeError: Hybrid (mamba/linear-attention) state cache is too small to serve any "
      "requests. max_mamba_cache_size=3, mamba_ratio=5, resulting max_num_reqs=0.\n");
  const Problem* refused = find_message(small, Code::boot_too_small);
  REQUIRE(refused != nullptr);
  CHECK(refused->line == 1);
  CHECK(number(*refused, "slots_per_request") == 5);
  CHECK(find_fact(small, "max_running_requests")->number == 0);

  const Reading none = read_log(
      "Not enough GPU memory for hybrid (mamba/linear-attention) state cache. Computed "
      "max_mamba_cache_size=0 (total_rest_memory=1.20 GB, mamba_cache_per_req=53.79 MB).\n");
  refused = find_message(none, Code::boot_not_enough_memory);
  REQUIRE(refused != nullptr);
  CHECK(number(*refused, "computed_slots") == 0);
  CHECK(number(*refused, "state_mib") == 53.79);
  CHECK(find_fact(none, "max_mamba_cache_size") == nullptr);

  const Reading weights = read_log(
      "RuntimeError: Loaded weights leave no GPU memory for the KV cache under "
      "--mem-fraction-static=0.7. Raise --mem-fraction-static above 0.7 to start.\n");
  refused = find_message(weights, Code::boot_weights_leave_no_room);
  REQUIRE(refused != nullptr);
  CHECK(number(*refused, "mem_fraction_static") == 0.7);
}

TEST_CASE("memory that runs out is told apart by when it did", "[reader][messages]") {
  const std::string out = "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 1 GiB.\n";
  CHECK(find_message(read_log(kPools + out), Code::boot_out_of_memory));
  CHECK(find_message(read_log("Load weight begin. avail mem=31.46 GB\n" + out),
                     Code::boot_out_of_memory_loading));
  CHECK(find_message(read_log(std::string(kPools) + "AssertionError: Not enough space for mamba "
                                                    "cache, try to increase it\n"),
                     Code::state_slots_ran_out));
}

TEST_CASE("a log that ends before the pools is its own answer", "[reader][messages]") {
  const Reading reading =
      read_log(fixture_text("corpus/logs/neg-006-musa-truncated-timestamp.log"));
  CHECK(find_message(reading, Code::boot_stops_before_pools));
  CHECK(reading.usable);
}

TEST_CASE("a number at the very end of the text may be cut and is not taken",
          "[reader][messages]") {
  const Reading cut = read_log("KV Cache is allocated. #tokens: 484");
  CHECK(find_fact(cut, "kv_tokens") == nullptr);
  CHECK(find_message(cut, Code::log_number_cut));
  CHECK(find_fact(read_log("KV Cache is allocated. #tokens: 484\n"), "kv_tokens")->number == 484);
  CHECK(find_fact(read_log("ssm_state size: 13.04GB"), "ssm_state_gb")->number == 13.04);
  CHECK(find_fact(read_log("Mamba Cache is allocated. max_mamba_cache_size: 12..."),
                  "max_mamba_cache_size") == nullptr);
}

TEST_CASE("a zero is a reading, goes into no field and is told", "[reader][messages]") {
  const Reading reading = read_log("KV Cache is allocated. #tokens: 0, KV size: 0.00 GB\n");
  CHECK(find_fact(reading, "kv_tokens")->number == 0);
  CHECK(reading.inputs.empty());
  CHECK(find_message(reading, Code::log_zero));
}

TEST_CASE("a sentence that says a line must not appear gives no numbers", "[reader][messages]") {
  for (const char* text :
       {"The log must NOT contain max_running_requests is capped to 4 by the mamba state cache.\n",
        "`Mamba Cache is allocated. max_mamba_cache_size: 84` should not appear here\n",
        "- NO \"capped to 4 by the mamba state cache\" line\n",
        "It boots without max_running_requests is capped to 4 by the mamba state cache\n"}) {
    INFO(text);
    const Reading reading = read_log(text);
    CHECK(reading.facts.empty());
    CHECK(find_message(reading, Code::log_negated_line));
  }
}

TEST_CASE("another engine's log is called by its name", "[reader][messages]") {
  const Reading vllm =
      read_log("INFO 05-26 [kv_cache_utils.py] GPU KV cache size: 1,572,864 tokens\n");
  CHECK(vllm.facts.empty());
  REQUIRE(find_message(vllm, Code::log_other_engine));
  CHECK_FALSE(vllm.usable);
  CHECK(find_message(read_log("hello\n"), Code::log_nothing_read));
}

TEST_CASE("figures that disagree are told with both lines", "[reader][messages]") {
  const Reading requests = read_log(
      std::string(kPools) +
      "max_running_requests is capped to 13 by the mamba state cache (max_mamba_cache_size=64, 5 "
      "state slots per request).\n");
  const Problem* problem = find_message(requests, Code::check_requests);
  REQUIRE(problem != nullptr);
  CHECK(number(*problem, "admitted") == 12);
  CHECK(problem->line == 3);
  CHECK(number(*problem, "other_line") == 1);

  const Reading tokens = read_log(std::string(kPools) +
                                  "[16:08:50 TP0] max_total_num_tokens=295000, "
                                  "max_prefill_tokens=16384\n");
  CHECK(find_message(tokens, Code::check_tokens));

  const Reading asked =
      read_log("server_args=ServerArgs(max_mamba_cache_size=750)\n" + std::string(kPools));
  CHECK(number(*find_message(asked, Code::check_slots_asked), "asked") == 750);
}

TEST_CASE("ranks that differ are shown, and the tightest is read", "[reader][messages]") {
  std::string other = kPools;
  other.replace(other.find(": 64,"), 5, ": 60,");
  for (std::size_t at; (at = other.find("TP0")) != other.npos;) other.replace(at, 3, "TP1");
  const Reading reading = read_log(kPools + other);
  CHECK(reading.chosen_rank == "TP1");
  CHECK(find_fact(reading, "max_mamba_cache_size")->number == 60);
  CHECK(find_message(reading, Code::ranks_differ));
}

TEST_CASE("lines that look relevant and give nothing are listed", "[reader][messages]") {
  const Reading reading = read_log("\nMamba Cache is allocated. max_mamba_cache_size: N\n");
  REQUIRE(reading.unread.size() == 1);
  CHECK(reading.unread[0].line == 2);
  CHECK(find_message(reading, Code::log_unread_lines));
}

TEST_CASE("a line of which one figure could not be read is listed with the rest of it read",
          "[reader][messages]") {
  for (const std::string_view line : {
           "Mamba Cache is allocated. max_mamba_cache_size: 64, conv_state size: 0.07GB, "
           "ssm_state size: 3.05TB",
           "Mamba Cache is allocated. max_mamba_cache_slots: 64, conv_state size: 0.07GB, "
           "ssm_state size: 3.05GB",
           "Mamba Cache is allocated. max_mamba_cache_size: 64, conv_state size: 0.07 %, "
           "ssm_state size: 3.05GB",
           "KV Cache is allocated. #tokens: 33x254, K size: 2.54 GB, V size: 2.54 GB",
           "KV Cache is allocated. #tokens: , K size: 2.54 GB, V size: 2.54 GB",
           "KV Cache is allocated. #token: 333254, KV size: 5.08 GB",
           "max_total_num_tokens=327310, context_len=0x40000, available_gpu_mem=3.79 GB",
           "max_running_requests is capped to 9 by the mamba state cache "
           "(max_mamba_cache_size=47, 5x state slots per request).",
           "Hybrid (mamba/linear-attention) state cache is too small to serve any requests. "
           "max_mamba_cache_size=3, mamba_ratio=five, resulting max_num_reqs=0.",
           "Decode batch, #running-req: 8, #full token: 1e6, full token usage: 0.15, #queue-req: 0",
       }) {
    const Reading reading = read_log("noise\n" + std::string(line) + "\n\nnoise\n");
    INFO(line);
    REQUIRE(reading.unread.size() == 1);
    CHECK(reading.unread[0].line == 2);
    CHECK(reading.unread[0].text == line);
    CHECK(reading.usable);
  }
}

TEST_CASE("lines that speak of a pool's size in other words are listed", "[reader][messages]") {
  for (const std::string_view line : {
           "mamba state: 3.2 TB",
           "Mamba cache uses 64 slots, conv 0.07 GB",
           "ssm_state takes 3.05 GiB",
           "KV cache of 333254 tokens",
           "ssm_state size: 3.2 TB",
           "SWAKVPool mem usage: 14.02 GB, swa size: many, full size: all",
           "SWA pool: swa size: 35340, full size: 565446",
           "Using KV cache dtype: automatic",
           "Load weight begin. avail mem=?",
           "Load weight end. type=A, dtype=torch.bfloat16, avail mem=-1, mem usage=-1.86 GB.",
           "tokens at most=327310, context_len=262144, available_gpu_mem=3.79 GB",
       }) {
    const Reading reading = read_log(std::string(line) + "\n\nnoise\n");
    INFO(line);
    REQUIRE(reading.unread.size() == 1);
    CHECK(reading.unread[0].line == 1);
  }
}

TEST_CASE("what is read, elided, denied, another engine's or beside the matter is not listed",
          "[reader][messages]") {
  for (const std::string_view line : {
           "GPU KV cache size: 1,572,864 tokens",
           "Available KV cache memory: 21.3 GiB",
           "max_num_seqs (1024) exceeds available Mamba cache blocks (614)",
           "[TRT-LLM] [I] Mamba Cache is allocated. max_mamba_cache_size: x, conv_state size: 1 TB",
           "Allocating 40.00 GB host memory for hierarchical KV cache.",
           "Elastic MambaPool: mamba cache of 3.2 GB",
           "There is no mamba cache of 3.2 GB here",
           "KV Cache quantization needs SM 90",
           "Capture cuda graph begin. This can take up to several minutes.",
           "Capture cuda graph bs [1, 2, 4, 8]",
           "Prefill batch, #new-seq: 1, full token usage: ?, mamba usage: ?",
           "KV Cache is allocated. #tokens: 333254, K size: 2.54 GB, V size: ...",
           "max_total_num_tokens=327310, max_running_requests=None, context_len=262144, "
           "available_gpu_mem=3.79 GB",
           "Load weight end. type=A, avail mem=30.67 GB, mem usage=-1.86 GB.",
           "Init torch distributed ends. mem usage=0.29 GB, avail mem=93 GB",
       }) {
    const Reading reading = read_log(std::string(line) + "\n\nnoise\n");
    INFO(line);
    CHECK(reading.unread.empty());
  }
  const rapidjson::Document cases = fixture_json("corpus/cases.json");
  for (const auto& test : cases.GetArray()) {
    const std::string file = test["file"].GetString();
    if (file.find("placeholder-sizes") != file.npos) continue;
    INFO(file);
    const std::string text = fixture_text("corpus/" + file);
    CHECK(read_log(text).unread.empty());
    for (const std::size_t column : {30, 47, 80}) {
      CHECK(read_log(wrapped(text, column)).unread.empty());
    }
  }
}

TEST_CASE("of a refusal quoted twice the fuller one is told", "[reader][messages]") {
  const std::string start =
      "Not enough GPU memory for hybrid (mamba/linear-attention) state cache. Computed "
      "max_mamba_cache_size=-72";
  const Reading reading =
      read_log("fails with `" + start + "`.\n\nThe log: `" + start +
               " (total_rest_memory=-21.21 GB, mamba_cache_per_req=146.81 MB)`.\n");
  const Problem* refused = find_message(reading, Code::boot_not_enough_memory);
  REQUIRE(refused != nullptr);
  CHECK(number(*refused, "computed_slots") == -72);
  CHECK(number(*refused, "state_mib") == 146.81);
  CHECK(refused->line == 3);
}

TEST_CASE("a refusal and a cap of other slots are two boots", "[reader][messages]") {
  const Reading reading = read_log(
      "Hybrid (mamba/linear-attention) state cache is too small to serve any requests. "
      "max_mamba_cache_size=3, mamba_ratio=5, resulting max_num_reqs=0.\n\nnext day:\n"
      "max_running_requests is capped to 2 by the mamba state cache (max_mamba_cache_size=10, 5 "
      "state slots per request). To raise it: ...\n");
  REQUIRE(reading.boots.size() == 2);
  CHECK(find_fact(reading, "max_mamba_cache_size")->number == 10);
  CHECK(find_message(reading, Code::boot_too_small) == nullptr);
}

TEST_CASE("an error of the engine that is quoted, in code or in a table, is no failure",
          "[reader][messages]") {
  for (const char* told : {
           "It used to OOM at boot (\"Not enough GPU memory for hybrid (mamba/linear-attention) "
           "state "
           "cache\"), fixed now\n",
           "# (memory_pool.py:1494, \"Not enough space for mamba ping pong idx\") long before\n",
           "    raise RuntimeError(f\"Not enough GPU memory for hybrid (mamba/linear-attention) "
           "state "
           "cache. Computed max_mamba_cache_size={server_args.max_mamba_cache_size}\")\n",
           "), f\"Not enough space for mamba cache, try to increase. {mid=}, {len(reqs)=}\"\n",
           "RE = re.compile(r\"Scheduler hit an exception|OutOfMemoryError\")\n",
           "| `Not enough space for mamba cache` | 主 mamba slot 不够 |\n",
           "``AssertionError: Not enough space for mamba cache``.\n",
           "The soak died with a real `torch.OutOfMemoryError` in the extend path\n",
           "with self.assertRaisesRegex(RuntimeError, \"state cache is too small to serve any "
           "requests\"):\n",
       }) {
    CAPTURE(told);
    const Reading reading = read_log(told);
    REQUIRE(find_message(reading, Code::log_quoted_failure) != nullptr);
    for (const Problem& message : reading.messages) {
      CHECK((level(message.code) == Level::note || message.code == Code::log_nothing_read));
    }
  }
  for (const char* printed : {
           "crashes with `AssertionError: Not enough space for mamba ping pong idx, try to "
           "increase --mamba-full-memory-ratio.`\n",
           "报 `Not enough GPU memory for hybrid (mamba/linear-attention) state cache. Computed "
           "max_mamba_cache_size=-72`。\n",
           "    \"torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 384.00 MiB.\",\n",
           "it fails: \"Loaded weights leave no GPU memory for the KV cache under "
           "--mem-fraction-static=0.6\"\n",
       }) {
    CAPTURE(printed);
    CHECK(find_message(read_log(printed), Code::log_quoted_failure) == nullptr);
  }
}

TEST_CASE("words about unified memory are not its line", "[reader][messages]") {
  const auto unified = [](const std::string& text) {
    return find_message(read_log(text), Code::log_unified_pool) != nullptr;
  };
  CHECK(unified("[2026-09-01 10:00:00 TP0] [unified-memory-pool] arena of 40.00 GB\n"));
  CHECK_FALSE(
      unified("Do not reach for the `[unified-memory-pool]` line: it cannot appear here\n"));
  CHECK_FALSE(unified("logger.info(\"[unified-memory-pool] ready: %d rows\")\n"));
}

TEST_CASE("a template with a place for a value gives nothing", "[reader][messages]") {
  const Reading reading =
      read_log("f\"max_mamba_cache_size: {expected_pool(arm)}, conv_state size: 0.08GB, \"\n");
  CHECK(find_fact(reading, "conv_state_gb") == nullptr);
}

TEST_CASE("a count of state slots is no count per request", "[reader][messages]") {
  const char* pools =
      "Mamba Cache is allocated. max_mamba_cache_size: 120, conv_state size: 0.34GB, ssm_state "
      "size: 17.58GB\n";
  const std::string words = "The pool has 120 state slots in all.\n";
  CHECK(find_fact(read_log(words + pools), "slots_per_request") == nullptr);
  CHECK(find_fact(read_log("Its 309 state slots do raise concurrency.\n"), "slots_per_request") ==
        nullptr);
  CHECK(find_fact(read_log("i.e. 4 state slots per\nrequest, as it should\n"), "slots_per_request")
            ->number == 4);
}

TEST_CASE("lines that begin with the same field are messages of their own", "[reader][messages]") {
  const Reading reading = read_log(
      "max_mamba_cache_size: 4, conv_state 0.01GB, ssm_state 0.35GB\n"
      "max_mamba_cache_size: 8, conv_state 0.02GB, ssm_state 0.63GB\n");
  REQUIRE(reading.boots.size() == 2);
  CHECK(find_fact(reading, "max_mamba_cache_size")->number == 8);
  CHECK(find_fact(reading, "ssm_state_gb")->number == 0.63);
}

TEST_CASE("a draft's pool with the ready line's tokens is not the target's", "[reader][messages]") {
  // A draft that keeps a token of every rank has more tokens, in far fewer bytes.
  const std::string pools =
      "[TP0] KV Cache is allocated. #tokens: 31229, K size: 0.18 GB, V size: 0.18 GB\n"
      "[TP0] KV Cache is allocated. #tokens: 90816, K size: 0.02 GB, V size: 0.02 GB\n"
      "[TP0] max_total_num_tokens=90816, max_running_requests=8, context_len=8192\n";
  const std::string drafts =
      "[TP0] Mamba Cache is allocated. max_mamba_cache_size: 22, conv_state size: 0.06GB, "
      "ssm_state size: 3.23GB intermediate_ssm_state_cache size: 2.25GB "
      "intermediate_conv_window_cache size: 0.02GB\n"
      "[TP0] KV Cache is allocated. #tokens: 31229, K size: 0.18 GB, V size: 0.18 GB\n"
      "[TP0] KV Cache is allocated. #tokens: 90816, K size: 0.20 GB, V size: 0.20 GB\n"
      "[TP0] max_total_num_tokens=90816, max_running_requests=8, context_len=8192\n";
  for (const std::string& log : {pools, drafts}) {
    const Reading reading = read_log(log);
    CHECK(find_fact(reading, "kv_tokens")->number == 31229);
    CHECK(find_message(reading, Code::draft_pool_ignored) != nullptr);
    CHECK(find_message(reading, Code::window_pool_ignored) == nullptr);
  }
}

TEST_CASE("a draft of another boot is not this one's", "[reader][messages]") {
  const std::string draft =
      "[TP0] KV Cache is allocated. #tokens: 50000, K size: 0.10 GB, V size: 0.10 GB\n";
  const std::string other =
      "[TP0] Load weight begin. avail mem=80.00 GB\n"
      "[TP0] KV Cache is allocated. #tokens: 300000, K size: 3.00 GB, V size: 3.00 GB\n";
  const Reading reading =
      read_log(kPools + std::string("[TP0] max_total_num_tokens=295950\n") + other + draft);
  REQUIRE(reading.boots.size() == 2);
  CHECK(reading.chosen_boot == 1);
  CHECK(find_message(reading, Code::draft_pool_ignored) == nullptr);
  CHECK(std::none_of(reading.inputs.begin(), reading.inputs.end(),
                     [](const LogInput& input) { return input.key == Key::draft_kv; }));
}

TEST_CASE("a draft's own state pool is neither a boot nor the target's", "[reader][messages]") {
  const std::string pools =
      kPools + std::string("[16:08:50 TP0] Memory pool end. avail mem=9.00 GB\n");
  const auto state = [](const char* sizes) {
    return std::string("[16:08:51 TP0] Mamba Cache is allocated. max_mamba_cache_size: 64, ") +
           sizes + "\n";
  };
  const Reading draft = read_log(pools + state("conv_state size: 0.01GB, ssm_state size: 0.00GB"));
  CHECK(draft.boots.size() == 1);
  CHECK(find_fact(draft, "ssm_state_gb")->number == 3.05);
  CHECK(read_log(pools + state("conv_state size: 0.07GB, ssm_state size: 3.05GB")).boots.size() ==
        2);
  CHECK(read_log(pools + "[16:08:51 TP0] Load weight begin. avail mem=70.00 GB\n" +
                 state("conv_state size: 0.01GB, ssm_state size: 0.00GB"))
            .boots.size() == 2);
}

TEST_CASE("post-capture sizing leaves the plain line to the draft", "[reader][messages]") {
  const Reading reading = read_log(
      "[TP0] KV Cache VA upper bound. #tokens: 1500000, K size: 17.16 GB, V size: 17.16 GB\n"
      "[TP0] KV Cache is allocated. #tokens: 1500000, K size: 1.43 GB, V size: 1.43 GB\n"
      "[TP0] Post-capture KV sizing: decode CUDA graph max_bs=64 < max_running_requests=80; "
      "reserving activation headroom\n"
      "[TP0] Post-capture KV sizing: KV cache allocated. dtype: torch.bfloat16, #tokens: 1200000, "
      "KV size: 27.46 GB, avail mem=3.10 GB\n");
  CHECK(find_fact(reading, "kv_tokens")->number == 1200000);
  CHECK(find_message(reading, Code::draft_pool_ignored) != nullptr);
  CHECK(reading.settings.empty());
}

TEST_CASE("the replay ring of one slot comes into the form", "[reader][messages]") {
  const Reading reading = read_log(
      kPools + std::string("[16:08:49 TP0] GDN ReplaySSM ring buffers allocated (record_len=16, "
                           "fold=True): d=1.000GB, k=0.500GB, g=0.010GB, rawv=0.100GB, "
                           "rawk=0.050GB, beta=0.005GB\n"));
  CHECK(find_fact(reading, "replay_ring_gb")->number == Approx(1.665));
  const auto ring = std::find_if(reading.inputs.begin(), reading.inputs.end(),
                                 [](const LogInput& input) { return input.key == Key::ring; });
  REQUIRE(ring != reading.inputs.end());
  CHECK(ring->text == "27504310");  // 1.665 GiB / 65 rows
}

TEST_CASE("a line that begins with an address or a date does not cut the number before it",
          "[reader][messages]") {
  const std::string pool = "max_total_num_tokens=399740";
  for (const char* next : {"10.0.0.7 - - [14/Apr/2026] \"GET /health\"", "2026-03-20T09:46:41Z x",
                           "16:08:49 warm", "gpu-07:4242:4245 [0] NCCL INFO Comm config"}) {
    INFO(next);
    const Reading reading = read_log(pool + "\n" + next + "\n");
    REQUIRE(find_fact(reading, "max_total_num_tokens") != nullptr);
    CHECK(find_fact(reading, "max_total_num_tokens")->number == 399740);
  }
  CHECK(find_fact(read_log(pool + "\n12, context_len=8\n"), "max_total_num_tokens") == nullptr);
  const Reading csv = read_log("\"09:46\",\"gpu\",\"" + pool + "\"\n\"2026\",\"gpu\",\"Warmup\"\n");
  REQUIRE(find_fact(csv, "max_total_num_tokens") != nullptr);
}

TEST_CASE("a number in pieces is doubted, not read by its first", "[reader][messages]") {
  const auto tokens = [](const std::string& written) {
    const Reading reading = read_log("KV Cache is allocated. #tokens: " + written +
                                     ", K size: 2.50 GB, V size: 2.50 GB\n");
    const Fact* fact = find_fact(reading, "kv_tokens");
    return fact == nullptr ? -1 : fact->number;
  };
  CHECK(tokens("327,310") == 327310);
  CHECK(tokens("327 310") == -1);
  CHECK(tokens("327'310") == -1);
  for (const char* size : {"4. 38GB", "4.S8GB"}) {
    INFO(size);
    const Reading reading = read_log(
        "Mamba Cache is allocated. max_mamba_cache_size: 8, conv_state size: 0.10GB, "
        "ssm_state size: " +
        std::string(size) + "\n");
    CHECK(find_fact(reading, "ssm_state_gb") == nullptr);
  }
}

TEST_CASE("a unit that a person shortened counts, another one does not", "[reader][messages]") {
  for (const char* unit : {"GB", "G", "GiB", "Gi", "gb", " G", " GiB"}) {
    INFO(unit);
    const Reading reading = read_log(std::string("Memory pool end. avail mem=3.10") + unit + "\n");
    REQUIRE(find_fact(reading, "memory_pool_end_avail_gb") != nullptr);
    CHECK(find_fact(reading, "memory_pool_end_avail_gb")->printed == "3.10");
  }
  for (const char* unit : {"M", " M", "MB", " MiB", "T", " TB", " bytes", "K", "Gbit"}) {
    INFO(unit);
    const Reading reading = read_log(std::string("Memory pool end. avail mem=3.10") + unit + "\n");
    CHECK(find_fact(reading, "memory_pool_end_avail_gb") == nullptr);
  }
}

TEST_CASE("a size that a viewer cut at its width is not read", "[reader][messages]") {
  const std::string state =
      "[16:08:49] Mamba Cache is allocated. max_mamba_cache_size: 64, conv_state size: 0.07GB, "
      "ssm_state size: ";
  for (const char* end : {"1", "13", "13.", "13.0"}) {
    INFO(end);
    const Reading reading = read_log(state + end + "\n[16:08:49] Memory pool end.\n");
    CHECK(find_fact(reading, "ssm_state_gb") == nullptr);
    CHECK(find_fact(reading, "conv_state_gb") != nullptr);
    CHECK(find_message(reading, Code::log_number_cut) != nullptr);
  }
  for (const char* end : {"1", "13.", "13.0", "1>", "1...", "1\xE2\x80\xA6"}) {
    INFO(end);
    const Reading reading = read_log(state + end + "\nKV Cache is allocated. #tokens: 1167552\n");
    CHECK(find_fact(reading, "ssm_state_gb") == nullptr);
    CHECK(find_fact(reading, "kv_tokens") != nullptr);
  }
  CHECK(find_fact(read_log(state + "13\nGB\n"), "ssm_state_gb") != nullptr);
  for (const char* end : {"13GB", "13.04", "13.0 GB", "13,"}) {
    INFO(end);
    CHECK(find_fact(read_log(state + end + "\n[16:08:49] x\n"), "ssm_state_gb") != nullptr);
  }
}

TEST_CASE("a class or dtype that a terminal broke is read whole", "[reader][messages]") {
  const Reading draft = read_log(
      "[16:08:48 TP0] Load weight end. elapsed=1.0 s, type=Qwen3NextForCausalLMMT\n"
      "P, dtype=torch.bfloat16, avail mem=30.00 GB, mem usage=1.00 GB.\n");
  CHECK(find_fact(draft, "avail_mem_after_weights_gb") == nullptr);
  for (const char* dtype : {"torch.bfloa\nt16", "torch.float8_e4m3\nfn", "torch\n.x", "int\n8"}) {
    INFO(dtype);
    const Reading reading = read_log(std::string("[16:08:49 TP0] KV Cache is allocated. dtype: ") +
                                     dtype + ", #tokens: 327310, KV size: 2.50 GB\n");
    const Fact* const fact = find_fact(reading, "kv_dtype");
    const std::string whole = std::string(dtype).erase(std::string(dtype).find('\n'), 1);
    CHECK((fact == nullptr) == (whole == "torch.x"));
    if (fact != nullptr) CHECK(fact->text == whole);
    REQUIRE(find_fact(reading, "kv_tokens") != nullptr);
  }
  CHECK(find_fact(read_log("[16:08:49] Using KV cache dtype: torch.float8_e4m3\nfn\n\nMemory pool "
                           "end. avail mem=3.10 GB\n"),
                  "kv_dtype")
            ->text == "torch.float8_e4m3fn");
  const Reading other = read_log("[16:08:49] Using KV cache dtype: torch.bfloat16\n16, is odd\n");
  CHECK(find_fact(other, "kv_dtype")->text == "torch.bfloat16");
}
