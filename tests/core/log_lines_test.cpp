#include "log_lines.h"

#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "geometry_fixture.h"
#include "log_messages.h"
#include "log_shapes.h"

using namespace mamba_ratio;

namespace {

struct Example {
  std::string text;
  std::string values;  ///< the printed values in their order, or `nothing`
};

/// tests/fixtures/lines.txt: for each row of the table its id, a line and what is read on it.
std::map<std::string, Example> examples() {
  std::map<std::string, Example> found;
  std::string id;
  for (const std::string& line : lines_of(fixture_text("lines.txt"))) {
    if (line.empty()) {
      id.clear();
    } else if (id.empty()) {
      id = line;
      CHECK(found.emplace(id, Example{}).second);
    } else if (line.starts_with("=>")) {
      found[id].values = line.size() > 3 ? line.substr(3) : "";
    } else {
      found[id].text += line + "\n";
    }
  }
  return found;
}

class Collector : public LogListener {
 public:
  void on_message(LogMessage message) override { messages.push_back(std::move(message)); }
  void on_setting(std::string_view, const FieldValue&) override {}
  void on_unread(std::int64_t, std::string_view) override {}
  void on_dropped(Dropped, const Place&) override {}

  std::vector<LogMessage> messages;
};

/// `id: values` of each message of the text.
std::string messages_of(std::string_view text) {
  Collector collector;
  MessageAssembler assembler(collector);
  LineCleaner cleaner;
  std::int64_t number = 0;
  for (const std::string& raw : lines_of(text)) {
    for (const CleanLine& line : cleaner.clean(raw, ++number, false)) assembler.add(line);
  }
  assembler.close();
  std::string result;
  for (const LogMessage& message : collector.messages) {
    result += std::string(message.line->id) + ":";
    for (const FieldValue& value : message.values) result += " " + value.printed;
    result += "\n";
  }
  return result;
}

std::string expected(const std::string& id, const Example& example) {
  if (example.values == "nothing") return "";
  return id + ":" + (example.values.empty() ? "" : " " + example.values) + "\n";
}

}  // namespace

TEST_CASE("every row of the table of lines has an example, and every example a row",
          "[reader][lines]") {
  const std::map<std::string, Example> all = examples();
  std::set<std::string> rows;
  for (const LogLine& line : log_lines()) {
    INFO(line.id);
    CHECK(rows.insert(std::string(line.id)).second);
    CHECK(all.count(std::string(line.id)) == 1);
    CHECK_FALSE(line.seen.empty());
    CHECK_FALSE(line.source.empty());
  }
  for (const auto& [id, example] : all) {
    INFO(id);
    CHECK(rows.count(id) == 1);
    CHECK_FALSE(example.text.empty());
  }
}

TEST_CASE("each line is read by its own row alone, whatever surrounds it", "[reader][lines]") {
  for (const auto& [id, example] : examples()) {
    const std::string wanted = expected(id, example);
    CHECK(messages_of(example.text) == wanted);
    CHECK(messages_of("[2026-04-14 16:08:49 TP0] " + example.text) == wanted);
    for (const Shape& shape : outer_shapes()) {
      INFO(shape.name << ": " << shaped(example.text, shape));
      CHECK(messages_of(shaped(example.text, shape)) == wanted);
    }
  }
}
