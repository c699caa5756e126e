#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "log_fixture.h"

using namespace mamba_ratio;

namespace {

Reading read_files(const std::vector<std::string>& files) {
  BootLogReader reader;
  for (const std::string& file : files) {
    if (&file != &files.front()) reader.next_file();
    reader.push(file);
  }
  reader.finish();
  return reader.reading();
}

/// What a rank writes when it starts.
std::string start(const std::string& tag, int slots, int tokens) {
  const std::string stamp = "[2026-03-01 10:00:00" + (tag.empty() ? "" : " " + tag) + "] ";
  return stamp + "Load weight begin. avail mem=78.00 GB\n" + stamp +
         "Load weight end. type=Qwen3NextForCausalLM, avail mem=40.00 GB\n" + stamp +
         "Mamba Cache is allocated. max_mamba_cache_size: " + std::to_string(slots) +
         ", conv_state size: 0.46GB, ssm_state size: 13.04GB\n" + stamp +
         "KV Cache is allocated. #tokens: " + std::to_string(tokens) +
         ", K size: 7.5 GB, V size: 7.5 GB\n" + stamp +
         "max_total_num_tokens=" + std::to_string(tokens) + ", max_running_requests=32\n";
}

}  // namespace

TEST_CASE("files of the ranks of one start are one boot", "[reader][files]") {
  const Reading reading =
      read_files({start("TP0", 257, 9000), start("TP1", 255, 9100), start("TP10", 260, 9000)});
  REQUIRE(reading.boots.size() == 1);
  CHECK(reading.boots[0].ranks == std::vector<std::string>{"TP1", "TP0", "TP10"});
  CHECK(reading.chosen_rank == "TP1");
  CHECK(find_fact(reading, "max_mamba_cache_size")->number == 255);
  CHECK(find_fact(reading, "max_mamba_cache_size")->line == 8);
  CHECK(reading.lines == 15);
}

TEST_CASE("the order of rank files does not matter", "[reader][files]") {
  const std::string one = start("TP0", 257, 9000);
  const std::string two = start("TP1", 255, 9100);
  CHECK(find_fact(read_files({two, one}), "max_mamba_cache_size")->number == 255);
}

TEST_CASE("of restarts, each rank file's boots meet their like", "[reader][files]") {
  const Reading reading = read_files({start("TP0", 200, 8000) + start("TP0", 257, 9000),
                                      start("TP1", 190, 8000) + start("TP1", 250, 9000)});
  REQUIRE(reading.boots.size() == 2);
  CHECK(reading.boots[1].ranks.size() == 2);
  CHECK(reading.chosen_boot == 2);
  CHECK(find_fact(reading, "max_mamba_cache_size")->number == 250);
}

TEST_CASE("files of a start that was refused before its pools are one boot", "[reader][files]") {
  const auto refused = [](const std::string& tag, const std::string& free) {
    return "[" + tag + "] Load weight begin. avail mem=78.00 GB\n[" + tag +
           "] Load weight end. type=Qwen3NextForCausalLM, avail mem=" + free + " GB\n[" + tag +
           "] RuntimeError: Not enough memory. Please try to increase --mem-fraction-static.\n";
  };
  const Reading reading = read_files({refused("TP0", "4.00"), refused("TP1", "3.00")});
  REQUIRE(reading.boots.size() == 1);
  CHECK(reading.boots[0].ranks.size() == 2);
  CHECK(read_files({refused("TP0", "4.00"), refused("TP0", "3.00")}).boots.size() == 2);
  CHECK(read_files({refused("TP0", "4.00"), start("TP1", 250, 9000)}).boots.size() == 2);
}

TEST_CASE("files of other starts stay boots of their own", "[reader][files]") {
  for (const char* tag : {"", "TP0"}) {
    INFO(tag);
    const Reading reading = read_files({start(tag, 257, 9000), start(tag, 300, 9500)});
    REQUIRE(reading.boots.size() == 2);
    CHECK(reading.chosen_boot == 2);
    CHECK(find_fact(reading, "max_mamba_cache_size")->number == 300);
  }
}

TEST_CASE("a file's settings follow its boot", "[reader][files]") {
  const std::string arguments =
      "[2026-03-01 09:59:00] server_args=ServerArgs(model_path='m', tp_size=2, "
      "mamba_full_memory_ratio=0.5)\n";
  const Reading reading =
      read_files({start("TP1", 257, 9000), arguments + start("TP0", 257, 9000), "nothing here\n"});
  REQUIRE(reading.boots.size() == 1);
  const auto ratio = std::find_if(reading.settings.begin(), reading.settings.end(),
                                  [](const LoggedSetting& one) { return one.key == Key::r; });
  REQUIRE(ratio != reading.settings.end());
  CHECK(ratio->text == "0.5");
  CHECK(ratio->boot == 1);
}

TEST_CASE("each file has its own encoding, and its last line needs no end", "[reader][files]") {
  std::string wide = "\xff\xfe";
  for (const char c : start("TP0", 257, 9000)) {
    wide += c;
    wide += '\0';
  }
  std::string open = start("TP1", 255, 9000);
  open.pop_back();
  for (const std::vector<std::string>& files : {std::vector{wide, open}, std::vector{open, wide}}) {
    const Reading reading = read_files(files);
    REQUIRE(reading.boots.size() == 1);
    CHECK(find_fact(reading, "max_mamba_cache_size")->number == 255);
  }
}
