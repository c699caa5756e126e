#include <catch2/catch.hpp>

#include "log_fixture.h"

using namespace mamba_ratio;

namespace {

std::string repeated(std::string_view part, std::size_t bytes) {
  std::string text;
  text.reserve(bytes + part.size());
  while (text.size() < bytes) text += part;
  return text;
}

}  // namespace

TEST_CASE("hostile texts are read without facts or failure", "[reader][limits]") {
  for (const char* part : {"a", "[", "7", "a ", " TP0", "[16:08:49 ",
                           "max_mamba_cache_size: ", "Mamba Cache is allocated. ", "{\"log\":\"",
                           "\\n", "> ", "\x1b[", "K=1", "<a ", "\r", "server_args={"}) {
    INFO(part);
    const Reading reading = read_log(repeated(part, 300000));
    CHECK(reading.facts.empty());
  }
  CHECK(read_log(std::string(300000, '\0')).facts.empty());
}

TEST_CASE("a text of two million empty lines is counted at once", "[reader][limits]") {
  CHECK(read_log(std::string(2000000, '\r')).lines == 2000000);
  CHECK(read_log(std::string(2000000, '\n')).lines == 2000000);
}

TEST_CASE("a very long line is read to its end", "[reader][limits]") {
  const std::string line =
      repeated("padding ", 1000000) +
      "KV Cache is allocated. #tokens: 327310, K size: 2.50 GB, V size: 2.50 GB";
  const Reading reading = read_log(line + "\n");
  CHECK(find_fact(reading, "kv_tokens")->number == 327310);
  CHECK(find_fact(reading, "kv_tokens")->line == 1);
  CHECK(find_fact(reading, "kv_gb")->number == 5);
}

TEST_CASE("a line that repeats an engine's words for megabytes is left, the next one is read",
          "[reader][limits]") {
  const std::string pool = "KV Cache is allocated. #tokens: 327310, K size: 2.50 GB";
  const std::string words = repeated("Mamba Cache is allocated by ", 3000000);
  CHECK(find_fact(read_log(words + pool), "kv_tokens") == nullptr);
  const Reading reading = read_log(words + '\n' + pool + '\n');
  REQUIRE(find_fact(reading, "kv_tokens") != nullptr);
  CHECK(find_fact(reading, "kv_tokens")->line == 2);
}

TEST_CASE("a line of megabytes with figures all along is read to its end", "[reader][limits]") {
  const std::string line = repeated("Load weight end. avail mem=1.00 GB, then ", 3000000) +
                           "KV Cache is allocated. #tokens: 327310, K size: 2.50 GB";
  REQUIRE(find_fact(read_log(line), "kv_tokens") != nullptr);
}

TEST_CASE("of many boots and ranks a bounded number is kept, the last boot among them",
          "[reader][limits]") {
  std::string text;
  for (int i = 1; i <= 200; ++i) {
    text += "Load weight end. avail mem=1.00 GB\nMamba Cache is allocated. max_mamba_cache_size: " +
            std::to_string(i) +
            ", conv_state size: 0.10GB\nKV Cache is allocated. #tokens: 9, KV " +
            "size: 1.00 GB\nmax_total_num_tokens=9\n";
  }
  const Reading boots = read_log(text);
  CHECK(boots.boots.size() == 64);
  CHECK(boots.chosen_boot == 200);
  CHECK(find_fact(boots, "max_mamba_cache_size")->number == 200);

  text.clear();
  for (int i = 0; i < 3000; ++i) {
    text += "[TP" + std::to_string(i) + "] Mamba Cache is allocated. max_mamba_cache_size: 7\n";
  }
  CHECK(read_log(text).boots.at(0).ranks.size() == 1024);
}
