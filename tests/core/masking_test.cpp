#include "masking.h"

#include <array>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "engine_random.h"
#include "log_fixture.h"
#include "log_shapes.h"
#include "report.h"

using namespace mamba_ratio;
using test::Random;
using namespace std::literals;

namespace {

struct Case {
  std::string_view line;
  std::string_view masked;
};

constexpr std::string_view kAlnum =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

std::string letters(Random& random, std::string_view from, std::int64_t count) {
  std::string text;
  const auto last = static_cast<std::int64_t>(from.size()) - 1;
  for (std::int64_t i = 0; i < count; ++i) {
    text += from[static_cast<std::size_t>(random.whole(0, last))];
  }
  return text;
}

/// What is put into a line, and the part of it that must not come out.
struct Planted {
  std::string text;
  std::string secret;
};

Planted planted(Random& random, std::int64_t kind) {
  const std::string word = letters(random, "abcdefghijklm", 5) + letters(random, "nopqrst", 4);
  const std::string id = letters(random, kAlnum, random.whole(24, 48)) + "7aB";
  const std::string hex = letters(random, "0123456789abcdef", 40);
  const std::string number = std::to_string(random.whole(1, 255));
  const auto alone = [](const std::string& text) { return Planted{text, text}; };
  switch (kind) {
    case 0:
      return alone("hf_" + id);
    case 1:
      return alone("sk-proj-" + id);
    case 2:
      return alone("ghp_" + id);
    case 3:
      return alone(id);
    case 4:
      return alone(hex);
    case 5:
      return alone(hex.substr(0, 8) + "-" + hex.substr(8, 4) + "-" + hex.substr(12, 4) + "-" +
                   hex.substr(16, 4) + "-" + hex.substr(20, 12));
    case 6:
      return alone("eyJ" + id + "." + id + "." + hex);
    case 7:
      return {"Bearer " + word, word};
    case 8:
      return {"--api-key " + word, word};
    case 9:
      return {"api_key='" + word + " " + number + "'", word};
    case 10:
      return {"HF_TOKEN=" + word, word};
    case 11:
      return {"\"password\": \"" + word + "\"", word};
    case 12:
      return {"/home/" + word + "/models", word};
    case 13:
      return {"model_path='/data/" + word + " x/y z'", word};
    case 14:
      return {"C:\\Users\\" + word + "\\models", word};
    case 15:
      return {"~/" + word + ":12", word};
    case 16:
      return {"https://" + word + ".com:8000/v1?key=" + id, word};
    case 17:
      return {word + "@" + word + ".org", word};
    case 18:
      return {"root@" + word, word};
    case 19:
      return {"gpu-" + word + "-" + number, word};
    case 20:
      return {word + ".cluster.local:30000", word};
    case 21:
      return alone("10." + number + ".3." + number);
    case 22:
      return alone("10." + number + ".3.4:8000");
    case 23:
      return alone("2001:db8:0:" + number + "::1");
    case 24:
      return {"host='" + word + "'", word};
    default:
      return alone("ip-10-" + number + "-3-4");
  }
}

constexpr std::int64_t kLastKind = 25;

/// The words without those that stand for something, and without what was planted around them.
std::vector<std::string> words_of(const std::string& line) {
  std::vector<std::string> words;
  for (std::size_t at = 0; at < line.size();) {
    const std::size_t end = std::min(line.find(' ', at), line.size());
    if (end > at) words.push_back(line.substr(at, end - at));
    at = end + 1;
  }
  return words;
}

/// Whether all of `words` stand in `line` in their order.
bool keeps(const std::string& line, const std::vector<std::string>& words) {
  std::size_t at = 0;
  for (const std::string& word : words_of(line)) {
    if (at < words.size() && word == words[at]) ++at;
  }
  return at == words.size();
}

/// The lines of the table's fixtures.
std::vector<std::string> fixture_lines() {
  std::vector<std::string> found;
  for (const std::string& line : lines_of(fixture_text("lines.txt"))) {
    if (line.find(' ') != line.npos && !line.starts_with("=>")) found.push_back(line);
  }
  return found;
}

}  // namespace

TEST_CASE("what tells whose a log is gets masked, and nothing else", "[masking]") {
  const auto cases = std::to_array<Case>({
      {"path=/home/a/m, avail mem=30.67 GB", "path=<path>, avail mem=30.67 GB"},
      {"model_path='/home/a/My Models/x y', tp_size=2", "model_path='<path>', tp_size=2"},
      {"C:\\Users\\Ann Lee\\m KV Cache", "<path> <path> KV Cache"},
      {"\\\\server\\share\\m and ~/m and $HOME/m and ../m and srt/mem_cache/x.py:7",
       "<path> and <path> and <path> and <path> and <path>:7"},
      {"File \"/usr/lib/sglang/model_runner.py\", line 123, in load",
       "File \"<path>\", line 123, in load"},
      {"/a/b.py:123: KV Cache at model_runner.py:456",
       "<path>:123: KV Cache at model_runner.py:456"},
      {"路径/home/艾丽/模型/x, 地址10.0.0.1, 大小 13.04GB",
       "路径<path>, 地址<address>, 大小 13.04GB"},
      {"see https://a:b@x.org:80/y?token=c#d, 5.08 GB", "see <url>, 5.08 GB"},
      {"from example.com/image", "from <url>"},
      {"node-17 node17.hpc a.cluster.local:30000 sglang-7d9f8b6c5-x2x4z",
       "<host> <host> <host> <host>"},
      {"host='gpu01', port=30000, --host gpu02 user: ann",
       "host='<host>', port=30000, --host <host> user: <host>"},
      {"10.0.0.1:8000 (10.1.2.3) [::1]:8000 fe80::1%eth0 aa:bb:cc:dd:ee:ff",
       "<address> (<address>) [<address>] <address> <address>"},
      {"ann@example.com root@gpu01 git@github.com:org/x.git", "<e-mail> <e-mail> <e-mail>"},
      {"Authorization: Bearer abc.def, 5 state slots", "Authorization: <token>, 5 state slots"},
      {"--api-key x1 --hf-token=x2 {\"token\": \"x\\\"3\", \\\"api_key\\\": \\\"x4\\\"}",
       "--api-key <token> --hf-token=<token> {\"token\": \"<token>\", \\\"api_key\\\": "
       "\\\"<token>\"}"},
      {"api_key='', #tokens: 5", "api_key='', #tokens: 5"},
      {"a\tb\x1b[0m", "a b [0m"},
  });
  for (const Case& c : cases) CHECK(masked(c.line) == c.masked);
}

TEST_CASE("names, numbers, versions, dtypes, times, ranks and models stay", "[masking]") {
  for (const std::string_view line : {
           "v0.5.6 0.5.6.post1+cu128 torch 2.9.1 sglang.srt.models torch.float8_e4m3fnuz TP0 DP1 "
           "PP0",
           "[2026-04-14 16:08:49 TP0] 2026-04-14T16:08:49.123+08:00 16/32 12.5 token/s, 3 it/s",
           "Qwen/Qwen3-Next-80B-A3B-Instruct Qwen3.6-35B-A3B-FP8 "
           "type=Qwen3_5MoeForConditionalGeneration",
           "#full token: 1,234, full token usage: 0.52, #new-token: 5, gen throughput (token/s): "
           "9.1",
           "hf_config hf_text_config SGLANG_ENABLE_SPEC_V2=1 "
           "mamba_radix_cache_strategy=extra_buffer",
           "max_running_requests 5 -> 7, mem usage=-1.86 GB. d=0.001GB,k=0.002GB, host: 5",
       }) {
    CHECK(masked(line) == line);
  }
  for (const std::string& line : fixture_lines()) CHECK(masked(line) == line);
}

TEST_CASE("no planted secret comes out of any line, and every other word does", "[masking]") {
  Random random(7);
  for (const std::string& line : fixture_lines()) {
    const std::vector<std::string> words = words_of(line);
    for (std::int64_t kind = 0; kind <= kLastKind; ++kind) {
      const Planted what = planted(random, kind);
      const auto place = random.whole(0, static_cast<std::int64_t>(words.size()));
      std::string full;
      for (std::size_t i = 0; i <= words.size(); ++i) {
        if (static_cast<std::int64_t>(i) == place) full += what.text + " ";
        if (i < words.size()) full += words[i] + " ";
      }
      const std::string out = masked(full);
      INFO(full << "\n" << out);
      CHECK(out.find(what.secret) == out.npos);
      CHECK(keeps(out, words));
    }
  }
}

TEST_CASE("secrets are found behind brackets, quotes, colons and commas", "[masking]") {
  Random random(11);
  for (const std::string_view before :
       {"", "(", "[", "{", "\"", "'", "`", "=", "x=", "x:", ",", "<", "|"}) {
    for (std::int64_t kind = 0; kind <= kLastKind; ++kind) {
      const Planted what = planted(random, kind);
      const std::string out =
          masked("KV Cache " + std::string(before) + what.text + ", #tokens: 5");
      INFO(before << what.text << "\n" << out);
      CHECK(out.find(what.secret) == out.npos);
      CHECK(out.find("#tokens: 5") != out.npos);
    }
  }
}

TEST_CASE("any bytes are masked into few", "[masking]") {
  Random random(3);
  constexpr std::string_view kBytes = "/\\:.@='\"-_ #~aZ09\xff\xe2\0[]"sv;
  for (int i = 0; i < 3000; ++i) {
    const std::string line = letters(random, kBytes, random.whole(0, 60));
    CHECK(masked(line).size() <= 9 * line.size());
  }
  for (const std::string_view part :
       {"a:", "/a ", "'/a", "hf_", "token=\"1 ", "::", "password ", "a."}) {
    std::string line;
    while (line.size() < 300'000) line += part;
    CHECK(masked(line).size() <= 9 * line.size());
  }
}

TEST_CASE("a report holds the numbers of the lines and no secret", "[masking][reader]") {
  const Reading reading = read_log(
      "nothing\nKV Cache is allocated. pool at /home/ann/m on node-17 (10.0.0.1)\n"
      "Memory pool end. avail mem=? token hf_abcDEF123456\n");
  CHECK(report_of(reading, "1.2.3") ==
        "Mamba Ratio 1.2.3, formula revision 1\n"
        "2: KV Cache is allocated. pool at <path> on <host> (<address>)\n"
        "3: Memory pool end. avail mem=? token <token>\n");
  CHECK(report_of(read_log("nothing\n"), "1.2.3").empty());
}

TEST_CASE("a report is bounded, and says how many lines it leaves out", "[masking][reader]") {
  std::string text;
  for (int i = 0; i < 1500; ++i)
    text += "Memory pool end. avail mem=? " + std::string(600, 'x') + "\n";
  const Reading reading = read_log(text);
  CHECK(reading.unread.size() == 1000);
  CHECK(reading.unread_count == 1500);
  const std::string report = report_of(reading, "1.2.3");
  CHECK(report.ends_with("\nand 1300 more\n"));
  CHECK(lines_of(report).size() == 202);
  CHECK(report.size() < 200 * 320);
}

TEST_CASE("half a secret at the end of a long line stays out of a report", "[masking][reader]") {
  const std::string line = "Memory pool end. avail mem=? " + std::string(366, '.') + " hf_abc";
  const std::string report = report_of(read_log(line + "DEF123456\n"), "1");
  CHECK(report.find("hf_") == report.npos);
}
