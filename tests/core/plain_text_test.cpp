#include "plain_text.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "log_fixture.h"
#include "log_shapes.h"

using namespace mamba_ratio;

namespace {

std::string plain(const std::string& text) {
  std::string out;
  make_plain(out, text);
  return out;
}

/// `text` with each `from` replaced.
std::string replaced(std::string text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != text.npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
  return text;
}

const std::string kLog =
    "[2026-04-14 16:08:00 TP0] server_args=ServerArgs(tp_size=2, page_size=64, "
    "mamba_scheduler_strategy='extra_buffer_lazy', json_model_override_args='{\"tp_size\": 5}')\n"
    "[2026-04-14 16:08:48 TP0] Load weight end. type=Qwen3_5, avail mem=30.67 GB, mem usage=1.20 "
    "GB.\n"
    "[2026-04-14 16:08:49 TP0] Mamba Cache is allocated. max_mamba_cache_size: 257, conv_state "
    "size: 0.46GB, ssm_state size: 13.04GB\n"
    "[2026-04-14 16:08:49 TP0] KV Cache is allocated. dtype: torch.float8_e4m3fn, #tokens: "
    "1167552, KV size: 15.03 GB\n"
    "[2026-04-14 16:08:49 TP0] Memory pool end. avail mem=3.10 GB\n"
    "[2026-04-14 16:09:00 TP0] max_total_num_tokens=1167552, max_running_requests=64, "
    "context_len=131072\n\n"
    "SGLANG_OPT_MAMBA_SKIP_DECODE_LOCK=1 sglang serve --context-length 131072 "
    "--disable-radix-cache\n";

std::string said(const Reading& reading) {
  std::vector<std::string> all;
  for (const Fact& fact : reading.facts) {
    all.push_back(std::string(fact.name) + '=' + fact.printed);
  }
  for (const LogInput& input : reading.inputs) {
    all.push_back(std::string(parameter(input.key).key) + '=' + input.text);
  }
  std::sort(all.begin(), all.end());
  return joined(all);
}

void check_same(const std::string& text) {
  INFO(text);
  CHECK(said(read_log(text)) == said(read_log(kLog)));
  for (const std::size_t size : {1, 7, 1000}) {
    BootLogReader reader;
    for (std::size_t at = 0; at < text.size(); at += size) reader.push(text.substr(at, size));
    reader.finish();
    CHECK(said(reader.reading()) == said(read_log(kLog)));
  }
}

}  // namespace

TEST_CASE("characters that chat tools and web pages put in are read as what they stand for",
          "[reader][plain]") {
  for (const char* blank : {"\u00a0", "\u202f", "\u3000", "&nbsp;", "&#160;", "&#xA0;"}) {
    check_same(replaced(kLog, " ", blank));
  }
  check_same(replaced(replaced(replaced(kLog, ": ", "："), ", ", "，"), "=", "＝"));
  check_same(replaced(replaced(kLog, "1", "１"), "7", "７"));
  for (const char* end : {"&#10;", "&#13;&#10;", "&#xA;"}) check_same(replaced(kLog, "\n", end));
  check_same(replaced(replaced(kLog, "'e", "‘e"), "y'", "y’"));
  check_same(replaced(replaced(replaced(kLog, "\"", "&quot;"), "'", "&#39;"), "'", "&#x27;"));
  check_same(replaced(kLog, "--", "—"));
  check_same(replaced(kLog, "--", "–"));
  check_same(replaced(kLog, "-length", "\u2011length"));
  for (const char* invisible : {"\u200b", "\u00ad", "\u2060"}) {
    check_same(replaced(kLog, "_", std::string(invisible) + "_"));
  }
}

TEST_CASE("line ends of word processors end lines", "[reader][plain]") {
  for (const char* end : {"\v", "\u2028", "\u2029", "\u0085"}) {
    check_same(replaced(kLog, "\n", end));
  }
}

TEST_CASE("what Markdown escapes is read as without its backslash", "[reader][plain]") {
  check_same(replaced(kLog, "_", "\\_"));
  check_same(replaced(replaced(replaced(kLog, "[", "\\["), "]", "\\]"), "#", "\\#"));
  const Reading reading = read_log("sglang serve --mamba\\_full\\_memory\\_ratio 0.9\n");
  REQUIRE(reading.settings.size() == 1);
  CHECK(reading.settings.front().text == "0.9");
}

TEST_CASE("text that only looks like an entity or a dash of a flag stays", "[plain]") {
  for (const char* text : {"&", "a && b", "&copy;", "&#;", "&#x;", "&#65", "&#xZZ;", "a=1&b=2",
                           "it failed — no memory", "8–16", "内存不足，请重试：是", "… 木"}) {
    CHECK(plain(text) == text);
  }
  CHECK(plain("&lt;a&gt; &amp;&amp; &#x4E2D;") == "<a> && 中");
  CHECK(plain("--tp 4，日志") == "--tp 4，日志");
  CHECK(plain("a\x0f\x7f\b\xff\u200eb") == "ab");
}
