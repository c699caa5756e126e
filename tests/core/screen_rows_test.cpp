#include "screen_rows.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "log_fixture.h"
#include "log_shapes.h"

using namespace mamba_ratio;

namespace {

/// Rows of a terminal: cut at the column whatever stands there.
std::string cut_at(std::string_view text, std::size_t column, std::string_view prefix = "") {
  std::string out;
  for (const std::string& line : lines_of(text)) {
    for (std::size_t at = 0; at == 0 || at < line.size(); at += column) {
      out += std::string(prefix) + line.substr(at, column) + "\n";
    }
  }
  return out;
}

std::string said(const Reading& reading) {
  std::vector<std::string> all;
  for (const Fact& fact : reading.facts) {
    all.push_back(std::string(fact.name) + '=' + fact.printed + fact.rank);
  }
  for (const LoggedSetting& setting : reading.settings) {
    all.push_back(std::string(parameter(setting.key).key) + '=' + setting.text);
  }
  std::sort(all.begin(), all.end());
  return joined(all);
}

std::string said_in_chunks(std::string_view text, std::size_t size) {
  BootLogReader reader;
  for (std::size_t at = 0; at < text.size(); at += size) reader.push(text.substr(at, size));
  reader.finish();
  return said(reader.reading());
}

const std::string kLog =
    "$ python3 -m sglang.launch_server --model-path Qwen/Qwen3.5-35B-A3B --tp-size 2 --page-size "
    "64 "
    "--mem-fraction-static 0.85 --mamba-radix-cache-strategy extra_buffer_lazy --mamba-ssm-dtype "
    "bfloat16 --context-length 262144\n"
    "[2026-04-14 16:08:48 TP0] Load weight end. elapsed=12.71 s, type=Qwen3_5MoeForCausalLM, "
    "quant=fp8, avail mem=30.67 GB, mem usage=17.20 GB.\n"
    "[2026-04-14 16:08:49 TP0] Mamba Cache is allocated. max_mamba_cache_size: 257, conv_state "
    "size: 0.46GB, ssm_state size: 13.04GB\n"
    "[2026-04-14 16:08:49 TP0] KV Cache is allocated. dtype: torch.float8_e4m3fn, #tokens: "
    "1167552, "
    "K size: 7.52 GB, V size: 7.52 GB\n"
    "[2026-04-14 16:08:49 TP0] Memory pool end. avail mem=3.10 GB\n"
    "[2026-04-14 16:09:00 TP0] max_total_num_tokens=1167552, chunked_prefill_size=8192, "
    "max_prefill_tokens=16384, max_running_requests=64, context_len=131072, "
    "available_gpu_mem=3.05 GB\n";

}  // namespace

TEST_CASE("a value of a line that a terminal cut is said to stand on its own row",
          "[reader][rows]") {
  for (const std::size_t column : {80, 90, 100}) {
    const std::string text = cut_at(kLog, column);
    const std::vector<std::string> rows = lines_of(text);
    const Reading reading = read_log(text);
    REQUIRE(reading.facts.size() > 8);
    for (const Fact& fact : reading.facts) {
      INFO(column << ' ' << fact.name << ' ' << fact.printed << " on " << fact.line);
      const std::string& row = rows[static_cast<std::size_t>(fact.line - 1)];
      CHECK(row.find(fact.printed[0]) != row.npos);
      // Whole on its row, or begun at the row's end.
      const bool whole = row.find(fact.printed) != row.npos;
      bool begun = false;
      for (std::size_t n = 1; n < fact.printed.size(); ++n) {
        begun |= row.ends_with(fact.printed.substr(0, n));
      }
      CHECK((whole || begun));
    }
    for (const LogInput& input : reading.inputs) {
      const std::string& row = rows[static_cast<std::size_t>(input.line - 1)];
      if (input.key == Key::N) CHECK(row.find("257") != row.npos);
    }
  }
}

TEST_CASE("rows cut at a terminal's width are read as the lines they were", "[reader][rows]") {
  const std::string truth = said(read_log(kLog));
  for (std::size_t column = 72; column <= 125; ++column) {
    INFO(column);
    CHECK(said(read_log(cut_at(kLog, column))) == truth);
    CHECK(said(read_log(cut_at(kLog, column, "> "))) == truth);
    CHECK(said(read_log(cut_at(kLog, column, "sglang-1  | "))) == truth);
  }
  const std::string rows = cut_at(kLog, 80);
  for (const std::size_t size : {1, 7, 1000}) CHECK(said_in_chunks(rows, size) == truth);
  for (const Fact& fact : read_log(rows).facts) {
    const std::string marked =
        fact.excerpt.substr(fact.mark_begin, fact.mark_end - fact.mark_begin);
    CHECK(marked == fact.printed);
  }
  CHECK(find_fact(read_log(rows), "kv_tokens")->line == 9);
}

TEST_CASE("a prefix before a coloured row is never read as the number cut there",
          "[reader][rows]") {
  const std::string line =
      "[2026-04-14 16:08:49 TP0] Mamba Cache is allocated. max_mamba_cache_size: 257, conv_state "
      "size: 0.46GB, ssm_state size: 13.04GB";
  const std::string stamp = "2026-02-27T17:10:28.1Z stderr ";
  const std::size_t cut = line.find("0.46");
  std::string text;
  for (int i = 0; i < 3; ++i) {
    text += stamp + "P " + line.substr(0, cut) + "\n" + stamp +
            "F 0.\x1b[32m46GB, ssm_state size: " + "13.04GB\x1b[0m\n";
  }
  const Reading reading = read_log(text);
  const Fact* const conv = find_fact(reading, "conv_state_gb");
  CHECK((conv == nullptr || conv->number == 0.46));
}

TEST_CASE("rows of a log that shows the newest first are read as the lines they were",
          "[reader][rows]") {
  const std::string log = kLog.substr(kLog.find("[2026"));
  const std::string truth = said(read_log(log));
  for (std::size_t column = 72; column <= 125; ++column) {
    INFO(column);
    std::vector<std::string> rows = lines_of(cut_at(log, column));
    std::reverse(rows.begin(), rows.end());
    const Reading reading = read_log(joined(rows));
    CHECK(said(reading) == truth);
    CHECK(std::any_of(reading.messages.begin(), reading.messages.end(),
                      [](const Problem& p) { return p.code == Code::log_reversed; }));
    std::vector<std::string> lines = lines_of(log);
    std::reverse(lines.begin(), lines.end());
    CHECK(said(read_log(cut_at(joined(lines), column))) == truth);
  }
}

TEST_CASE("a blank row behind each changes nothing", "[reader][rows]") {
  const std::string rows = wrapped(kLog, 80);
  CHECK(said(read_log(joined(lines_of(rows), "\n\n"))) == said(read_log(kLog)));
  CHECK(said(read_log(joined(lines_of(rows), "\r\r\n"))) == said(read_log(kLog)));
}

TEST_CASE("a row before each that holds its number changes nothing", "[reader][rows]") {
  for (const int first : {1, 96}) {
    std::string text;
    int count = first;
    for (const std::string& row : lines_of(wrapped(kLog, 80))) {
      text += std::to_string(count++) + "\n" + row + "\n";
    }
    INFO(text);
    CHECK(said(read_log(text)) == said(read_log(kLog)));
    CHECK(find_fact(read_log(text), "kv_tokens")->line % 2 == 0);
  }
}

TEST_CASE("two engines whose containers write into one text are two boots", "[reader][rows]") {
  const auto log = [](const char* slots, const char* tokens, const char* ratio, const char* tag) {
    const std::string stamp = std::string("[2026-04-14 16:08:49 ") + tag + "] ";
    return std::vector<std::string>{
        stamp + "server_args=ServerArgs(tp_size=16, mamba_full_memory_ratio=" + ratio + ")",
        stamp + "Load weight end. type=Q, avail mem=3" + slots + ".67 GB, mem usage=1.20 GB.",
        stamp + "Mamba Cache is allocated. max_mamba_cache_size: " + slots +
            ", conv_state size: 0.46GB, ssm_state size: 13.04GB",
        stamp + "KV Cache is allocated. dtype: torch.bfloat16, #tokens: " + tokens +
            ", KV size: 15.03 GB",
        stamp + "Memory pool end. avail mem=3.10 GB",
        stamp + "max_total_num_tokens=" + tokens + ", max_running_requests=64, context_len=4096"};
  };
  const auto mixed = [](const std::vector<std::string>& a, const std::vector<std::string>& b,
                        const std::string& before, const std::string& behind) {
    std::string text;
    for (std::size_t i = 0; i < a.size(); ++i) {
      text += before + "a" + behind + a[i] + "\n" + before + "b" + behind + b[i] + "\n";
    }
    return text;
  };
  const std::vector<std::string> a = log("64", "1000", "0.5", "TP0");
  const std::vector<std::string> b = log("30", "2000", "0.9", "TP0");
  for (const auto& [before, behind] :
       std::vector<std::pair<std::string, std::string>>{{"sglang-", "-1  | "},
                                                        {"\x1b[36msglang-", " |\x1b[0m "},
                                                        {"[pod/sglang-", "/server] "}}) {
    const std::string text = mixed(a, b, before, behind);
    INFO(text);
    for (const std::size_t size : {std::size_t{1}, std::size_t{7}, text.size()}) {
      BootLogReader reader;
      for (std::size_t at = 0; at < text.size(); at += size) reader.push(text.substr(at, size));
      reader.finish();
      REQUIRE(reader.reading().boots.size() == 2);
      for (const int boot : {1, 2}) {
        const Reading reading = reader.reading({boot, {}});
        CHECK(find_fact(reading, "kv_tokens")->number == boot * 1000);
        CHECK(find_fact(reading, "max_mamba_cache_size")->number == (boot == 1 ? 64 : 30));
        CHECK(find_fact(reading, "avail_mem_after_weights_gb")->line == boot + 2);
        const auto ratio = std::find_if(reading.settings.begin(), reading.settings.end(),
                                        [](const auto& s) { return s.key == Key::r; });
        REQUIRE(ratio != reading.settings.end());
        CHECK(ratio->text == (boot == 1 ? "0.5" : "0.9"));
      }
    }
  }
  // The nodes of one start are one boot.
  const Reading nodes = read_log(mixed(a, log("64", "1000", "0.5", "TP8"), "sglang-", "-1 | "));
  REQUIRE(nodes.boots.size() == 1);
  CHECK(nodes.boots.front().ranks == std::vector<std::string>{"TP0", "TP8"});
}

TEST_CASE("a text is left as it is where no screen made rows of it", "[rows]") {
  const auto lines = [](const std::string& text) {
    ScreenRows rows;
    rows.add(text);
    bool cut = false;
    return rows.lines(false, cut).size();
  };
  CHECK(lines(kLog) == 0);
  CHECK(lines("") == 0);
  CHECK(lines(wrapped(kLog, 80)) == 0);
  CHECK(lines("one\n\ntwo\n\nthree\n") == 0);
  CHECK(lines(std::string(2 << 20, 'x') + "\n") == 0);
  CHECK(lines(cut_at(kLog, 80)) == 6);
}
