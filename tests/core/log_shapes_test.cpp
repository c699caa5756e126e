#include "log_shapes.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <iostream>
#include <map>

#include "log_fixture.h"

using namespace mamba_ratio;

namespace {

/// What a reading says, without where it stands: chosen facts, and those of other ranks, boots and
/// the draft.
std::string facts_of(const Reading& reading) {
  std::vector<std::string> facts;
  for (const Fact& fact : reading.facts) {
    facts.push_back(std::to_string(static_cast<int>(fact.role)) + " " + std::string(fact.name) +
                    " " + fact.printed + " " + fact.rank + " " + std::to_string(fact.boot) + " " +
                    std::to_string(fact.number) + fact.text);
  }
  std::sort(facts.begin(), facts.end());
  return joined(facts);
}

struct Sample {
  std::string id;
  std::string text;
  std::string facts;
};

/// Every log of the corpus that gives facts.
const std::vector<Sample>& samples() {
  static const std::vector<Sample> all = [] {
    std::vector<Sample> list;
    const rapidjson::Document cases = fixture_json("corpus/cases.json");
    for (const auto& test : cases.GetArray()) {
      Sample sample;
      sample.id = test["id"].GetString();
      sample.text = fixture_text(std::string("corpus/") + test["file"].GetString());
      if (sample.text.empty() || sample.text.back() != '\n') sample.text += '\n';
      sample.facts = facts_of(read_log(sample.text));
      if (!sample.facts.empty()) list.push_back(std::move(sample));
    }
    return list;
  }();
  return all;
}

const Sample& sample(std::string_view id) {
  const auto found =
      std::find_if(samples().begin(), samples().end(), [&](const Sample& s) { return s.id == id; });
  REQUIRE(found != samples().end());
  return *found;
}

/// Reads each sample changed by `change` and reports those that are read differently.
void check_all(const std::string& name, const std::function<std::string(const Sample&)>& change) {
  for (const Sample& sample : samples()) {
    const std::string text = change(sample);
    INFO(name << ": " << sample.id << "\n" << text);
    CHECK(facts_of(read_log(text)) == sample.facts);
  }
}

}  // namespace

TEST_CASE("what other tools put around each line changes nothing", "[reader][shapes]") {
  for (const Shape& shape : outer_shapes()) {
    check_all(shape.name, [&](const Sample& s) { return shaped(s.text, shape); });
  }
}

TEST_CASE("line ends of any kind change nothing", "[reader][shapes]") {
  check_all("CRLF", [](const Sample& s) { return joined(lines_of(s.text), "\r\n"); });
  check_all("CR", [](const Sample& s) { return joined(lines_of(s.text), "\r"); });
  check_all("progress bars", [](const Sample& s) {
    return joined(
        lines_of(s.text),
        "\n\rCapturing batches (bs=8 avail_mem=2.40 GB):  50%|#####     | 1/2 [00:00<?]\r");
  });
}

TEST_CASE("a byte-order mark and UTF-16 change nothing", "[reader][shapes]") {
  check_all("mark", [](const Sample& s) { return "\xEF\xBB\xBF" + s.text; });
  for (const bool little : {false, true}) {
    check_all("UTF-16", [&](const Sample& s) { return utf16(s.text, little); });
  }
}

TEST_CASE("wrapping at any column from 30 up changes nothing", "[reader][shapes]") {
  for (std::size_t column = 30; column <= 200; ++column) {
    check_all("wrapped at " + std::to_string(column),
              [&](const Sample& s) { return wrapped(s.text, column); });
  }
}

TEST_CASE("a number that a terminal cut in two is never read as a smaller one",
          "[reader][shapes]") {
  const Sample& whole = sample("001");
  std::map<std::string, double> truth;
  for (const LogInput& input : read_log(whole.text).inputs) {
    truth[std::string(parameter(input.key).key)] = std::stod("0" + input.text);
  }
  for (std::size_t column = 30; column <= 125; ++column) {
    std::string wrapped;
    std::size_t width = 0;
    for (const char c : whole.text) {
      if (c != '\n' && width++ == column) {
        wrapped += '\n';
        width = 1;
      }
      if (c == '\n') width = 0;
      wrapped += c;
    }
    INFO(column << "\n" << wrapped);
    for (const Key key : {Key::N, Key::conv, Key::ssm, Key::tokens, Key::kv}) {
      for (const LogInput& input : read_log(wrapped).inputs) {
        if (input.key == key)
          CHECK(std::stod(input.text) == truth[std::string(parameter(key).key)]);
      }
    }
  }
}

TEST_CASE("any two surroundings at once change nothing", "[reader][shapes]") {
  for (const char* id : {"022", "025", "029"}) {
    const Sample& log = sample(id);
    for (const Shape& inner : outer_shapes()) {
      const std::string once = shaped(log.text, inner);
      for (const Shape& outer : outer_shapes()) {
        const bool coloured = once.find("[32m") != once.npos;
        if (coloured && outer.name == "colours inside numbers") continue;  // would colour the codes
        INFO(outer.name << " around " << inner.name << ": " << id << "\n" << shaped(once, outer));
        CHECK(facts_of(read_log(shaped(once, outer))) == log.facts);
      }
    }
  }
}

TEST_CASE("a comment mark or a quote on each wrapped line changes nothing", "[reader][shapes]") {
  for (const Shape& shape : outer_shapes()) {
    for (const std::size_t column : {34, 40, 57, 70, 99}) {
      check_all(shape.name + " wrapped at " + std::to_string(column),
                [&](const Sample& s) { return shaped(wrapped(s.text, column), shape); });
    }
  }
}

TEST_CASE("chunks of any size give what one chunk gives", "[reader][shapes]") {
  for (const Sample& log : samples()) {
    for (const std::size_t size : {1, 2, 3, 7, 64, 1000}) {
      INFO(log.id << " in chunks of " << size);
      BootLogReader reader;
      for (std::size_t at = 0; at < log.text.size(); at += size) {
        reader.push(std::string_view(log.text).substr(at, size));
      }
      reader.finish();
      CHECK(facts_of(reader.reading()) == log.facts);
    }
  }
}

TEST_CASE("a chunk border at any byte changes nothing", "[reader][shapes]") {
  for (const std::string& text : {sample("der-005").text, utf16(sample("022").text, true),
                                  joined(lines_of(sample("025").text), "\r\n")}) {
    const std::string facts = facts_of(read_log(text));
    for (std::size_t at = 0; at <= text.size(); ++at) {
      BootLogReader reader;
      reader.push(std::string_view(text).substr(0, at));
      reader.push(std::string_view(text).substr(at));
      reader.finish();
      if (facts_of(reader.reading()) != facts) FAIL_CHECK("border at byte " << at);
    }
  }
}

TEST_CASE("a log whose stamps only fall is read from its last line", "[reader][shapes]") {
  for (const char* id :
       {"001", "003", "004", "006", "024", "033", "neg-001", "neg-002", "der-001"}) {
    const Sample& log = sample(id);
    std::vector<std::string> lines = lines_of(log.text);
    std::reverse(lines.begin(), lines.end());
    INFO(id);
    CHECK(facts_of(read_log(joined(lines))) == log.facts);
  }
}

TEST_CASE("eight ranks interleaved are read as one", "[reader][shapes]") {
  const Sample& log = sample("024");
  std::vector<std::string> lines;
  for (const std::string& line : lines_of(log.text)) {
    for (int rank = 7; rank >= 0; --rank) {
      std::string tagged = line;
      const std::size_t bracket = tagged.find(']');
      if (bracket != tagged.npos) tagged.insert(bracket, " TP" + std::to_string(rank));
      lines.push_back(tagged);
    }
  }
  const Reading reading = read_log(joined(lines));
  CHECK(reading.chosen_rank == "TP0");
  CHECK(reading.boots.size() == 1);
  CHECK(reading.boots[0].ranks.size() == 8);
  CHECK(find_fact(reading, "kv_gb")->number == Approx(9.04));
  CHECK(find_fact(reading, "memory_pool_end_avail_gb")->number == Approx(14.77));
}

TEST_CASE("of two boots the last complete one is read, the other can be chosen", "[reader]") {
  const std::string text = sample("001").text + sample("033").text;
  BootLogReader reader;
  reader.push(text);
  reader.finish();
  CHECK(reader.reading().chosen_boot == 2);
  CHECK(find_fact(reader.reading(), "max_mamba_cache_size")->number == 82);
  ReadingChoice first;
  first.boot = 1;
  first.rank = "TP1";
  const Reading chosen = reader.reading(first);
  CHECK(chosen.chosen_boot == 1);
  CHECK(chosen.chosen_rank == "TP1");
  CHECK(find_fact(chosen, "max_mamba_cache_size")->number == 186);
}

TEST_CASE("the lines of a long server log around a boot change nothing", "[reader][shapes]") {
  const std::string before =
      "[2020-01-01 00:00:00] INFO:     Started server process [17]\n"
      "[2020-01-01 00:00:01] INFO:     127.0.0.1:37664 - \"POST /generate HTTP/1.1\" 200 OK\n";
  const std::string noise =
      "[2030-01-01 00:00:01] INFO:     127.0.0.1:37664 - \"POST /generate HTTP/1.1\" 200 OK\n"
      "[2030-01-01 00:00:01 TP0] Prefill batch, #new-seq: 1, #new-token: 320, full token usage: "
      "0.00, mamba usage: 0.19, #running-req: 0, #queue-req: 0\n";
  const auto inside = [&](std::string_view text) {
    return before + noise + std::string(text) + noise + noise;
  };
  for (const std::size_t column : {30, 31, 33, 38, 45, 60, 90, 200}) {
    check_all("in noise, wrapped at " + std::to_string(column),
              [&](const Sample& s) { return inside(wrapped(s.text, column)); });
  }
  for (const Shape& shape : outer_shapes()) {
    check_all(shape.name + " in noise",
              [&](const Sample& s) { return inside(shaped(wrapped(s.text, 40), shape)); });
  }
}
