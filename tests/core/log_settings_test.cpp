#include <algorithm>
#include <catch2/catch.hpp>
#include <map>

#include "log_fixture.h"

using namespace mamba_ratio;

namespace {

std::map<std::string, std::string> inputs_of(std::string_view text) {
  std::map<std::string, std::string> inputs;
  for (const LogInput& input : read_log(text).inputs) {
    inputs[std::string(parameter(input.key).key)] = input.text;
  }
  return inputs;
}

using Expected = std::map<std::string, std::string>;

constexpr const char* kEcho =
    "[2026-04-14 16:08:00] server_args=ServerArgs(model_path='/m (1)', tp_size=2, pp_size=1, "
    "dp_size=4, enable_dp_attention=True, context_length=131072, max_running_requests=None, "
    "mamba_full_memory_ratio=2.5, max_mamba_cache_size=None, "
    "mamba_scheduler_strategy='extra_buffer_lazy', disable_radix_cache=False, "
    "disable_overlap_schedule=True, speculative_algorithm='EAGLE', speculative_num_steps=3, "
    "speculative_eagle_topk=1, speculative_num_draft_tokens=9, cuda_graph_bs=[1, 2, 4], "
    "page_size=64, disaggregation_mode='null', json_model_override_args='{\"tp_size\": 5}')\n";

const Expected kEchoInputs{{"tp", "2"},       {"pp", "1"},        {"dp", "4"},
                           {"ctx", "131072"}, {"r", "2.5"},       {"strategy", "extra_buffer_lazy"},
                           {"radix", "on"},   {"overlap", "off"}, {"spec", "EAGLE"},
                           {"D", "4"},        {"page", "64"},     {"role", "serve"}};

}  // namespace

TEST_CASE("a server_args echo gives the settings in its two spellings", "[reader][settings]") {
  CHECK(inputs_of(kEcho) == kEchoInputs);
  CHECK(
      inputs_of("[16:08:00] server_args={'tp_size': 2, 'mamba_full_memory_ratio': 0.9, "
                "'max_mamba_cache_size': 250, 'disable_radix_cache': True, 'page_size': None}\n") ==
      Expected{{"tp", "2"}, {"r", "0.9"}, {"mamba_size", "250"}, {"radix", "off"}});
}

TEST_CASE("a wrapped server_args echo is read whole, and its settings are never facts",
          "[reader][settings]") {
  std::string text = kEcho;
  for (std::size_t at = 60; at < text.size(); at += 60) {
    const std::size_t space = text.find(' ', at);
    if (space != text.npos) text[space] = '\n';
  }
  CHECK(inputs_of(text) == kEchoInputs);
  CHECK(read_log(text).facts.empty());
  CHECK(inputs_of("max_mamba_cache_size=250\n") == Expected{{"mamba_size", "250"}});
  CHECK(read_log("max_running_requests=48, mamba_ratio=5\n").facts.empty());
}

TEST_CASE("a launch command alone fills the form", "[reader][settings]") {
  CHECK(inputs_of(
            "SGLANG_OPT_MAMBA_SKIP_DECODE_LOCK=true sglang serve --model-path Q --tp-size 4 \\\n"
            "  --dp 2 --enable-dp-attention \\\n"
            "  --mem-fraction-static=0.9 --context-length 262144 --disable-radix-cache\n") ==
        Expected{{"skip_lock", "on"},
                 {"tp", "4"},
                 {"dp", "2"},
                 {"mem_fraction", "0.9"},
                 {"ctx", "262144"},
                 {"radix", "off"}});
  CHECK(inputs_of("python3 -m sglang.launch_server --tp 8 --dp-size 8 "
                  "--decode-context-parallel-size 4\n") == Expected{{"tp", "8"}, {"dcp", "4"}});
}

TEST_CASE("a compose file and a YAML list give the command's settings", "[reader][settings]") {
  CHECK(inputs_of("services:\n  sglang:\n    environment:\n"
                  "      - SGLANG_OPT_MAMBA_SKIP_DECODE_LOCK=1\n    command: >\n"
                  "      python3 -m sglang.launch_server\n      --tp 8\n"
                  "      --mamba-full-memory-ratio=1.5\n    ports:\n      - \"30000:30000\"\n") ==
        Expected{{"skip_lock", "on"}, {"tp", "8"}, {"r", "1.5"}});
  CHECK(
      inputs_of("command:\n- python3\n- -m\n- sglang.launch_server\n- --tp\n- \"8\"\n"
                "- --max-mamba-cache-size\n- \"257\"\n- --disaggregation-mode\n- decode\nenv:\n") ==
      Expected{{"tp", "8"}, {"mamba_size", "257"}, {"role", "decode"}});
  CHECK(inputs_of("command: [\"python3\", \"-m\", \"sglang.launch_server\", \"--tp\", \"2\", "
                  "\"--page-size\", \"64\"]\n") == Expected{{"tp", "2"}, {"page", "64"}});
}

TEST_CASE("an environment variable counts by its truth and only where it is set",
          "[reader][settings]") {
  for (const char* yes : {"1", "true", "yes", "on", "True"}) {
    CHECK(inputs_of(std::string("export SGLANG_OPT_MAMBA_SKIP_DECODE_LOCK=") + yes + "\n") ==
          Expected{{"skip_lock", "on"}});
  }
  CHECK(inputs_of("      SGLANG_OPT_MAMBA_SKIP_DECODE_LOCK: \"0\"\n") ==
        Expected{{"skip_lock", "off"}});
  const std::string name = "SGLANG_OPT_MAMBA_SKIP_DECODE_LOCK";
  for (const std::string& text :
       {"set " + name + "=1", "set \"" + name + "=1\"", "$env:" + name + "=1",
        "$env:" + name + " = \"1\"", "setx " + name + " 1", "set -x " + name + " 1",
        "set -gx " + name + " \"1\"", "setenv " + name + " 1", "ENV " + name + " 1",
        "os.environ[\"" + name + "\"] = \"1\"", "os.environ['" + name + "']='1'",
        "os.environ.setdefault(\"" + name + "\", \"1\")", name + ": \"1\"",
        "env={**os.environ, \"" + name + "\": \"1\", \"A\": \"2\"}",
        "{\"env\": {\"" + name + "\": \"1\"}}", "- {name: " + name + ", value: \"1\"}",
        "- name: " + name + "\n  value: \"1\"", "Environment=\"" + name + "=1\""}) {
    INFO(text);
    CHECK(inputs_of(text + "\n") == Expected{{"skip_lock", "on"}});
  }
  for (const std::string& text :
       {"We measured with " + name + "=1 last week.", "Set " + name + "=1 to skip the lock.",
        "we set " + name + "=1 and it helped", "see " + name + ", value 1", "(" + name + "=1)",
        name + " 1", "unset " + name,
        "if os.environ.get(\"" + name + "\") == \"1\":", "getenv(" + name + ", 1)",
        "x = os.environ.get(\"" + name + "\", \"1\")", "f(\"" + name + "\", \"true\")"}) {
    INFO(text);
    CHECK(inputs_of(text + "\n").empty());
  }
}

TEST_CASE("advice that names flags sets nothing", "[reader][settings]") {
  const Reading reading = read_log(fixture_text("corpus/logs/035-qwopus-rtx6000ada-capped-9.log"));
  CHECK(reading.settings.empty());
}

TEST_CASE("each setting carries its line and its mark", "[reader][settings]") {
  const Reading reading = read_log("\nsglang serve \\\n  --tp-size 4 --disable-radix-cache\n");
  REQUIRE(reading.settings.size() == 2);
  const LoggedSetting& tp = reading.settings[0];
  CHECK(tp.line == 3);
  CHECK(tp.excerpt.substr(tp.mark_begin, tp.mark_end - tp.mark_begin) == "4");
  const LoggedSetting& radix = reading.settings[1];
  CHECK(radix.excerpt.substr(radix.mark_begin, radix.mark_end - radix.mark_begin) ==
        "--disable-radix-cache");
}

TEST_CASE("what is commented out in a command, or behind a value, is not set",
          "[reader][settings]") {
  const auto settings = inputs_of(
      "python -m sglang.launch_server --tp 8 --context-length 131072 # was --page-size 64 \\\n"
      "#  --mamba-full-memory-ratio 2.5 \\\n"
      "#  --disable-radix-cache\n"
      "# export SGLANG_OPT_MAMBA_SKIP_DECODE_LOCK=1\n");
  CHECK(settings.count("r") == 0);
  CHECK(settings.count("radix") == 0);
  CHECK(settings.count("page") == 0);
  CHECK(settings.count("skip_lock") == 0);
  CHECK(settings.at("tp") == "8");
}

TEST_CASE("a command behind a boot's pools is the next boot's", "[reader][settings]") {
  const std::string pools =
      "Mamba Cache is allocated. max_mamba_cache_size: 257, conv_state size: 0.46GB, ssm_state "
      "size: 13.04GB\nKV Cache is allocated. #tokens: 1167552, KV size: 15.03 GB\n";
  const std::string first =
      "python -m sglang.launch_server --mamba-full-memory-ratio 0.5\n" + pools;
  const auto settings =
      inputs_of(first + "^C\npython -m sglang.launch_server --mamba-full-memory-ratio 3\n" + pools);
  CHECK(settings.at("r") == "3");
  CHECK(inputs_of(first).at("r") == "0.5");
}

TEST_CASE("of several commands one counts whole", "[reader][settings]") {
  const std::string old =
      "sglang serve --disable-radix-cache --speculative-algorithm NEXTN --max-running-requests "
      "20\n";
  const std::string now = "then without it:\nsglang serve --model Q --mem-fraction-static 0.84\n";
  const std::string pools =
      "Mamba Cache is allocated. max_mamba_cache_size: 124, conv_state size: 0.34GB, ssm_state "
      "size: 17.58GB\nKV Cache is allocated. #tokens: 330323, KV size: 20.16 GB\n";
  const auto before = inputs_of(old + now + pools);
  CHECK(before.at("mem_fraction") == "0.84");
  CHECK(before.count("M") + before.count("radix") + before.count("spec") == 0);
  // Behind the log, the first is the one it came from, what follows is somebody's advice.
  const auto behind = inputs_of(pools + old + now);
  CHECK(behind.at("M") == "20");
  CHECK(behind.count("mem_fraction") == 0);
  // A line of a traceback names the program and gives no flag.
  CHECK(inputs_of(old + "  File \"/sglang/launch_server.py\", line 54, in <module>\n" + pools)
            .at("M") == "20");
}

TEST_CASE("a manifest may part the command from its arguments", "[reader][settings]") {
  const std::string command = "command: [\"python3\", \"-m\", \"sglang.launch_server\"]\n";
  const std::string arguments =
      "args:\n  - --model-path\n  - /models/q\n  - --tp\n  - \"8\"\n  - --page-size=64\n"
      "  - --disable-radix-cache\n";
  const Expected expected{{"tp", "8"}, {"page", "64"}, {"radix", "off"}};
  CHECK(inputs_of(command + arguments + "ports:\n") == expected);
  CHECK(inputs_of(command + "image: sglang\nenv:\n- name: A\n  value: b\n" + arguments) ==
        expected);
  CHECK(inputs_of(arguments + command) == expected);
  CHECK(inputs_of("entrypoint: python3 -m sglang.launch_server\ncommand: >\n  --tp 8\n"
                  "  --page-size 64 --disable-radix-cache\nports:\n") == expected);
  CHECK(
      inputs_of("args: [\"--tp\", \"8\", \"--page-size\", \"64\", \"--disable-radix-cache\"]\n") ==
      expected);
}

TEST_CASE("flags alone on their lines are settings, in prose they are not", "[reader][settings]") {
  const Expected expected{{"page", "64"}, {"strategy", "extra_buffer_lazy"}};
  CHECK(inputs_of("  \"--page-size\", \"64\",\n"
                  "  \"--mamba-radix-cache-strategy extra_buffer_lazy\",\n") == expected);
  CHECK(inputs_of("SGLANG_ARGS=(\n  --page-size 64\n"
                  "  --mamba-radix-cache-strategy extra_buffer_lazy\n)\n") == expected);
  CHECK(inputs_of("export COMMON_ARGS=\"--page-size 64 --mamba-radix-cache-strategy "
                  "extra_buffer_lazy\"\n") == expected);
  CHECK(inputs_of("- `--page-size 64`: what the cookbook says\n"
                  "--mamba-radix-cache-strategy extra_buffer_lazy would be better\n")
            .empty());
  // Neither is a list of names, or one of another engine.
  CHECK(inputs_of("[--disable-radix-cache] [--disable-overlap-schedule]\n").empty());
  CHECK(inputs_of("vLLM:\n--page-size 8\n--kv-cache-dtype fp8_e4m3\n").empty());
  // In a diff what goes looks like what stays.
  CHECK(inputs_of("-  --page-size 32\n-  --disable-radix-cache\n+  --page-size 64\n").empty());
  CHECK(inputs_of("```diff\n - \"--page-size\"\n-- \"32\"\n+- \"64\"\n"
                  " - \"--mamba-radix-cache-strategy\"\n-- \"extra_buffer\"\n"
                  "+- \"extra_buffer_lazy\"\n")
            .empty());
  // Help, source code and advice name one at a time.
  CHECK(inputs_of("  --disable-radix-cache\n                Disable RadixAttention for prefix.\n"
                  "  --page-size PAGE_SIZE\n                The number of tokens in a page.\n"
                  "    parser.add_argument(\n        \"--disable-overlap-schedule\",\n"
                  "        action=\"store_true\",\n    )\nTip: --page-size 64\n")
            .empty());
  // Those of another program's command.
  CHECK(inputs_of("vllm serve q \\\n  --page-size 64 \\\n  --kv-cache-dtype fp8_e4m3\n").empty());
  CHECK(inputs_of(
            "image: vllm/vllm-openai\nargs:\n- --tp-size\n- \"8\"\n- --kv-cache-dtype=fp8_e4m3\n")
            .empty());
  CHECK(inputs_of("VLLM_ARGS=\"--page-size 64 --kv-cache-dtype fp8_e4m3\"\n").empty());
}

TEST_CASE("a list of flags counts before the pools and without a command alone",
          "[reader][settings]") {
  const std::string list = "--page-size 64\n--disable-radix-cache\n\n";
  const std::string pools =
      "Mamba Cache is allocated. max_mamba_cache_size: 124, conv_state size: 0.34GB, ssm_state "
      "size: 17.58GB\nKV Cache is allocated. #tokens: 330368, KV size: 20.16 GB\n";
  CHECK(inputs_of(list + pools).at("radix") == "off");
  CHECK(inputs_of(pools + "You could try:\n" + list).count("radix") == 0);
  CHECK(inputs_of("sglang serve --tp 4\nnot these:\n" + list + pools).count("radix") == 0);
  CHECK(
      inputs_of("server_args=ServerArgs(tp_size=4)\nnot these:\n" + list + pools).count("radix") ==
      0);
}

TEST_CASE("a command's variables are read, and what stands for one that is not set",
          "[reader][settings]") {
  CHECK(inputs_of("sglang serve --page-size \"${PAGE_SIZE:-64}\" --tp ${TP} --dp 2\n") ==
        Expected{{"page", "64"}});
  CHECK(inputs_of("TP_SIZE=4\nsglang serve --tp ${TP_SIZE:-8}\n") == Expected{{"tp", "4"}});
  CHECK(inputs_of("env:\n- name: SGLANG_OPT_MAMBA_SKIP_DECODE_LOCK\n  value: \"1\"\n") ==
        Expected{{"skip_lock", "on"}});
  CHECK(inputs_of("tp-size: 4\nmamba-full-memory-ratio: 0.5\n") ==
        Expected{{"tp", "4"}, {"r", "0.5"}});
  CHECK(inputs_of("ENV CONTEXT_LENGTH=\"262144\" \\\n    MAX_RUNNING_REQUESTS=\"8\"\n") ==
        Expected{{"ctx", "262144"}, {"M", "8"}});
}

TEST_CASE("an echo of no_buffer was checked by the engine that prints it", "[reader][settings]") {
  const auto echo = [](const std::string& more) {
    return inputs_of(
        "server_args=ServerArgs(mamba_scheduler_strategy='no_buffer', "
        "disable_radix_cache=False" +
        more + ")\n");
  };
  CHECK(echo("") == Expected{{"strategy", "no_buffer"}, {"radix", "on"}, {"overlap", "off"}});
  CHECK(echo(", disable_overlap_schedule=True") == echo(""));
  // A model without state leaves the strategy at a default that nothing reads.
  CHECK(echo(", disable_overlap_schedule=False") == Expected{{"radix", "on"}, {"overlap", "on"}});
  // A command was not checked.
  CHECK(inputs_of("sglang serve --mamba-scheduler-strategy no_buffer\n") ==
        Expected{{"strategy", "no_buffer"}});
  // That of a boot that ran was.
  const Expected ran = inputs_of(
      "sglang serve --mamba-radix-cache-strategy no_buffer --page-size 64\nMamba Cache is "
      "allocated. max_mamba_cache_size: 8, conv_state "
      "size: 0.28GB, ssm_state size: 8.07GB\n");
  CHECK(ran.at("overlap") == "off");
  CHECK(ran.at("page") == "1");
}

TEST_CASE("what the engine says that it settled counts most", "[reader][settings]") {
  const std::string pages =
      "NemotronHForCausalLM with radix cache requires page_size=1 in the current\nMamba scheduling "
      "mode (no_buffer), but got 64. Automatically setting page_size=1.\n\n";
  const std::string overlap =
      "WARNING:sglang.srt.server_args:Disabling overlap schedule since mamba no_buffer is not "
      "compatible with overlap schedule, try to use --disable-radix-cache if necessary\n";
  CHECK(inputs_of("sglang serve --page-size 64 --tp 2\n" + pages + overlap) ==
        Expected{{"tp", "2"}, {"page", "1"}, {"strategy", "no_buffer"}, {"overlap", "off"}});
  CHECK(
      inputs_of(overlap + "The second run:\nsglang serve --disable-radix-cache --page-size 64\n") ==
      Expected{{"radix", "off"}, {"page", "64"}});
  CHECK(inputs_of("[2025-11-02 10:00:00] Disabling radix cache since trtllm_mha does not support "
                  "page_size = 1\n") == Expected{{"radix", "off"}});
  CHECK(inputs_of("logger.warning(\"Disabling radix cache since \" + why)\n").empty());
}

TEST_CASE("what the pools contradict was another command's", "[reader][settings]") {
  const auto boot = [](const std::string& command, const std::string& slots) {
    return inputs_of(command + "Mamba Cache is allocated. max_mamba_cache_size: " + slots +
                     ", conv_state size: 0.28GB, ssm_state size: 8.07GB\n"
                     "KV Cache is allocated. #tokens: 1226984, KV size: 9.21 GB\n");
  };
  const std::string pin = "sglang serve --max-mamba-cache-size 64 --page-size 64\n";
  CHECK(boot(pin, "117").count("mamba_size") + boot(pin, "117").count("page") == 0);
  CHECK(boot(pin, "64").at("mamba_size") == "64");
  CHECK(boot("sglang serve --dp 4 --enable-dp-attention --max-mamba-cache-size 327 --page-size 8\n",
             "81") == boot("sglang serve --page-size 8 --enable-dp-attention --dp 4 "
                           "--max-mamba-cache-size 327\n",
                           "81"));
  CHECK(boot("sglang serve --dp 4 --enable-dp-attention --max-mamba-cache-size 327 --page-size 8\n",
             "81")
            .at("page") == "8");
  CHECK(boot("sglang serve --disaggregation-mode decode --max-mamba-cache-size 64\n", "80")
            .at("mamba_size") == "64");
}

TEST_CASE("a command ends where another begins, and a switch takes no word", "[reader][settings]") {
  const Expected expected{{"tp", "4"}, {"radix", "off"}};
  for (const char* behind :
       {" 2>&1 | tee log", " > log 2>&1 &", " &", ";", " && vllm serve --tp 8", ")",
        " & python bench.py --max-running-requests 5", " # --page-size 64"}) {
    INFO(behind);
    CHECK(inputs_of("sglang serve --tp 4 --disable-radix-cache" + std::string(behind) + "\n") ==
          expected);
  }
  CHECK(inputs_of("sglang serve --disable-radix-cache false --tp 4.\n") ==
        Expected{{"tp", "4"}, {"radix", "on"}});
  CHECK(inputs_of("sglang serve --max-total-tokens 1M --context-length 256Ki\n") ==
        Expected{{"max_total", "1000000"}, {"ctx", "262144"}});
  CHECK(inputs_of("sglang serve --max-running 64 --mamba-full-memory 1.5\n") ==
        Expected{{"M", "64"}, {"r", "1.5"}});
}

TEST_CASE("what names the program starts nothing", "[reader][settings]") {
  const std::string command = "python -m sglang.launch_server --tp 4 --page-size 64\n";
  for (const char* other :
       {"/sglang/launch_server.py:51: UserWarning: 'python -m sglang.launch_server' is still "
        "supported, but 'sglang serve' is the recommended entrypoint.\n"
        "  Example: sglang serve --model-path <model> [options]\n",
        "usage: launch_server.py [-h] --model-path MODEL_PATH --disable-radix-cache\n",
        "[1]+ Running nohup python3 -m sglang.launch_server --model-path Q > log &\n",
        "then I added to sglang serve the flag --disable-radix-cache and it works\n",
        "python -m sglang.bench_one_batch_server --model None --tp 8\n"}) {
    INFO(other);
    CHECK(inputs_of(command + other) == Expected{{"tp", "4"}, {"page", "64"}});
  }
}

TEST_CASE("each start has the command that was given for it", "[reader][settings]") {
  const auto pools = [](const std::string& slots) {
    return "Mamba Cache is allocated. max_mamba_cache_size: " + slots +
           ", conv_state size: 0.34GB, ssm_state size: 17.58GB\n"
           "KV Cache is allocated. #tokens: 330368, KV size: 20.16 GB\n";
  };
  const std::string first = "sglang serve --disable-radix-cache --mamba-full-memory-ratio 0.1\n";
  const std::string second = "SGLANG_OPT_MAMBA_SKIP_DECODE_LOCK=1 sglang serve --tp 4\n";
  const std::string refusal =
      "Hybrid (mamba/linear-attention) state cache is too small to serve any requests. "
      "max_mamba_cache_size=3, mamba_ratio=5, resulting max_num_reqs=0.\n";
  // A retry behind a refusal.
  const auto retried = inputs_of(first + refusal + second + pools("124"));
  CHECK(retried.at("tp") == "4");
  CHECK(retried.at("skip_lock") == "on");
  CHECK(retried.count("r") + retried.count("radix") == 0);
  CHECK(inputs_of(first + refusal + "Fixed by:\n" + second).at("r") == "0.1");
  // Logs with the command behind each.
  const auto behind = inputs_of(pools("124") + first + pools("130") + second);
  CHECK(behind.at("N") == "130");
  CHECK(behind.at("tp") == "4");
  // A variable of one command is not the next one's.
  CHECK(inputs_of(second + first + pools("124")).count("skip_lock") == 0);
}

TEST_CASE("of thousands of commands no other setting is lost", "[reader][settings]") {
  std::string text = "server_args=ServerArgs(tp_size=4, disable_radix_cache=True)\n";
  for (int i = 0; i < 5000; ++i) text += "sglang serve --tp 8 --page-size 64 --pp 2\n";
  const auto settings = inputs_of(text);
  CHECK(settings.at("tp") == "4");
  CHECK(settings.at("radix") == "off");
}

TEST_CASE("an algorithm that has no name here keeps its draft states", "[reader][settings]") {
  const Reading reading = read_log(
      "sglang serve --speculative-algorithm UNO --speculative-num-steps 1 "
      "--speculative-eagle-topk 1 --speculative-num-draft-tokens 8 --kv-cache-dtype nvfp4\n" +
      std::string("Mamba Cache is allocated. max_mamba_cache_size: 124, conv_state size: 0.34GB, "
                  "ssm_state size: 17.58GB\n"));
  std::map<Key, std::string> inputs;
  for (const LogInput& input : reading.inputs) inputs[input.key] = input.text;
  CHECK(inputs.at(Key::spec) == "STANDALONE");
  CHECK(inputs.at(Key::D) == "8");
  CHECK(inputs.at(Key::kv_dtype) == "fp4_e2m1");
  CHECK(std::any_of(reading.messages.begin(), reading.messages.end(),
                    [](const Problem& p) { return p.code == Code::speculation_unknown; }));
}

TEST_CASE("a command is found in what people write around it", "[reader][settings]") {
  const Expected expected{{"tp", "4"}, {"page", "64"}};
  for (const char* text :
       {"cd /w && python3 -m sglang.launch_server --model-path Q --tp 4 --page-size 64",
        "docker exec x bash -c \"cd w; sglang serve --tp 4 --page-size 64\"",
        "command: [\"bash\", \"-lc\", \"pip install x && sglang serve --tp 4 --page-size 64\"]",
        "[root@host sglang]# python3 -m sglang.launch_server --tp 4 --page-size 64",
        "Fix #12: sglang serve --tp 4 --page-size 64",
        "pkill -f sglang.launch_server; sglang serve --tp 4 --page-size 64",
        "I use sglang serve to start: sglang serve --tp 4 --page-size 64",
        "sglang serve --model-path <model> --dist-init-addr <IP>:20000 --tp 4 --page-size 64",
        "sglang serve my-model --tp 4 --page-size 64", "sglang serve . --tp 4 --page-size 64",
        "sglang serve --chat-template \"a > b; c\" --tp 4 --page-size 64",
        "sglang serve --model-path $(ls -d /m/* | head -1) --tp 4 --page-size 64",
        "启动命令：sglang serve --tp 4 --page-size 64，日志如下：",
        "python -m sglang.launch_server ^\n  --tp 4 ^\n  --page-size 64",
        "sglang serve --tp 4 --page-size 64\n- `--disable-radix-cache`: did not help\n"
        "--disable-radix-cache is not set",
        "```\nsglang serve --tp 4 --page-size 64\n```\n\n- `--disable-radix-cache`\n"
        "- `--mamba-full-memory-ratio 2`"}) {
    INFO(text);
    CHECK(inputs_of(text + std::string("\n")) == expected);
  }
  // A manifest's list belongs to the command that has no flags, also behind the log.
  const std::string pools =
      "Mamba Cache is allocated. max_mamba_cache_size: 124, conv_state size: 0.34GB, ssm_state "
      "size: 17.58GB\n\n";
  CHECK(inputs_of(pools + "command: [python3, -m, sglang.launch_server]\nresources: 1\nargs:\n"
                          "- --page-size\n- \"64\"\n- --disable-radix-cache\n")
            .at("radix") == "off");
  CHECK(inputs_of(pools + "sglang serve\nargs:\n- --page-size=64\n- --tp=4\n\ntry:\n"
                          "--disable-radix-cache\n--pp-size 2\n")
            .count("radix") == 0);
}

TEST_CASE("what a script takes otherwise is marked in its line", "[reader][settings]") {
  const Reading reading = read_log("sglang serve --tp ${TP:-8}\n");
  REQUIRE(reading.settings.size() == 1);
  const LoggedSetting& tp = reading.settings.front();
  CHECK(tp.excerpt.substr(tp.mark_begin, tp.mark_end - tp.mark_begin) == "8");
}

TEST_CASE("a launch script gives the flags of its arrays and the values of its variables",
          "[reader][settings]") {
  const std::string serve = "python3 -m sglang.launch_server --model-path /model \\\n";
  CHECK(inputs_of("SPEC_FLAGS=(--speculative-algorithm NEXTN\n    --speculative-num-steps 3 "
                  "--speculative-eagle-topk 1)\n" +
                  serve + "  --page-size 64 --trust-remote-code \"${SPEC_FLAGS[@]}\"\n") ==
        Expected{{"spec", "NEXTN"}, {"D", "4"}, {"page", "64"}});
  CHECK(inputs_of(
            "MAMBA_ARGS=(--mamba-radix-cache-strategy no_buffer --disable-overlap-schedule)\n") ==
        Expected{{"strategy", "no_buffer"}, {"overlap", "off"}});
  CHECK(inputs_of("CTX=262144\nexport TP=8\nMAXREQ=\"${MAXREQ:-4}\"\n: \"${FRACTION:=0.96}\"\n"
                  "LEN=$(nproc)\n\necho start\n\n\n\n" +
                  serve +
                  "--context-length \"$CTX\" --tp ${TP} --max-running-requests \"$MAXREQ\" "
                  "--mem-fraction-static $FRACTION --page-size $LEN --max-total-tokens $NO\n") ==
        Expected{{"ctx", "262144"}, {"tp", "8"}, {"M", "4"}, {"mem_fraction", "0.96"}});
  // A list that the command does not name is not the command's.
  CHECK(inputs_of("OTHER_ARGS=(--page-size 1 --tp 4)\n" + serve + "  --page-size 64 --tp 2\n") ==
        Expected{{"page", "64"}, {"tp", "2"}});
}

TEST_CASE("a setting that a terminal cut in two is left out, a word joined", "[reader][settings]") {
  CHECK(
      inputs_of("server_args=ServerArgs(tp_size=16, max_running_requests=12\n8, page_size=64)\n") ==
      Expected{{"tp", "16"}, {"page", "64"}});
  CHECK(inputs_of("server_args=ServerArgs(tp_size=16, speculative_algorithm='NEX\nTN', "
                  "mem_fraction_static=0.8\n5)\n") == Expected{{"tp", "16"}, {"spec", "NEXTN"}});
}

TEST_CASE("a flag or word that a terminal broke in a command is joined, a number left out",
          "[reader][settings]") {
  const std::string serve = "sglang serve --page-size 64 ";
  CHECK(inputs_of(serve + "--mem-fraction-static 0.8\n5 --tp 4\n") ==
        Expected{{"page", "64"}, {"tp", "4"}});
  CHECK(inputs_of(serve + "--context-length 2621\n44\n") == Expected{{"page", "64"}});
  CHECK(inputs_of(serve + "--mamba-ssm-dt\nype bfloat16 --tp 4\n") ==
        Expected{{"page", "64"}, {"ssm_dtype", "bfloat16"}, {"tp", "4"}});
  CHECK(inputs_of(serve + "--max-mamba-cache-s\nize=257 --tp 4\n") ==
        Expected{{"page", "64"}, {"mamba_size", "257"}, {"tp", "4"}});
  CHECK(inputs_of(serve + "--mamba-radix-cache-strategy extra_buffer\n_lazy --tp 4\n") ==
        Expected{{"page", "64"}, {"strategy", "extra_buffer_lazy"}, {"tp", "4"}});
  CHECK(inputs_of(serve + "--mamba-ssm-dtype bfloat1\n6\n") ==
        Expected{{"page", "64"}, {"ssm_dtype", "bfloat16"}});
  for (const char* next :
       {"--tp 2", "4 GPUs were used", "Output:", "10.0.0.7:80 ok", "", "\n4", "[16:08:49 TP0] 4"}) {
    INFO(next);
    const auto settings = inputs_of(serve + "--mem-fraction-static 0.8\n" + next + "\n");
    CHECK(settings.at("mem_fraction") == "0.8");
  }
  CHECK(inputs_of("sglang serve --mem-fraction-static \\\n0.8 \\\n--tp 4\n") ==
        Expected{{"mem_fraction", "0.8"}, {"tp", "4"}});
  CHECK(inputs_of("args:\n- --tp\n- \"8\"\n- --page-size\n- \"64\"\n") ==
        Expected{{"tp", "8"}, {"page", "64"}});
}
