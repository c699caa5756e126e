#include <emscripten/bind.h>

#include <string>
#include <string_view>
#include <vector>

#include "boot_log.h"
#include "convert.h"
#include "inputs.h"
#include "report.h"

// Converts what the boot-log reader returns; nothing else happens here.

namespace {

using namespace mamba_ratio;
using namespace mamba_ratio::js;

val excerpt(const std::string& whole, std::size_t begin, std::size_t end) {
  val parts = val::array();
  parts.set(0, whole.substr(0, begin));
  parts.set(1, whole.substr(begin, end - begin));
  parts.set(2, whole.substr(end));
  return parts;
}

std::string_view role_word(FactRole role) {
  constexpr std::string_view kWords[]{"chosen", "other_rank", "other_boot", "draft", "window"};
  return kWords[static_cast<std::size_t>(role)];
}

val fact(const Fact& f) {
  val result = val::object();
  put(result, "name", f.name);
  put(result, "unit", f.unit);
  put(result, "value", f.text.empty() ? number(f.number) : val(f.text));
  put(result, "printed", f.printed);
  put(result, "line", static_cast<double>(f.line));
  put(result, "excerpt", excerpt(f.excerpt, f.mark_begin, f.mark_end));
  put(result, "rank", f.rank);
  put(result, "boot", static_cast<double>(f.boot));
  put(result, "role", role_word(f.role));
  return result;
}

val setting(const LoggedSetting& s) {
  val result = val::object();
  put(result, "key", parameter(s.key).key);
  put(result, "text", s.text);
  put(result, "line", static_cast<double>(s.line));
  put(result, "excerpt", excerpt(s.excerpt, s.mark_begin, s.mark_end));
  put(result, "boot", static_cast<double>(s.boot));
  return result;
}

val boot(const BootSummary& b) {
  val result = val::object();
  put(result, "boot", static_cast<double>(b.boot));
  put(result, "first_line", static_cast<double>(b.first_line));
  put(result, "last_line", static_cast<double>(b.last_line));
  put(result, "complete", b.complete);
  put(result, "facts", static_cast<double>(b.facts));
  put(result, "ranks", array(b.ranks, [](const std::string& rank) { return val(rank); }));
  return result;
}

val unread(const UnreadLine& u) {
  val result = val::object();
  put(result, "line", static_cast<double>(u.line));
  put(result, "text", u.text);
  return result;
}

val context(const LogContext& c) {
  val result = val::object();
  put(result, "weights_gib", number(c.memory.weights_gib));
  put(result, "draft_weights_gib", number(c.memory.draft_weights_gib));
  put(result, "after_weights_gib", number(c.memory.after_weights_gib));
  put(result, "after_pools_gib", number(c.memory.after_pools_gib));
  put(result, "left_over_gib", number(c.memory.left_over_gib));
  put(result, "one_arena", c.memory.one_arena);
  put(result, "model", c.checkpoint.model);
  put(result, "other_conv_dtype", c.checkpoint.other_conv_dtype);
  return result;
}

/// A reader of core, and the bytes that JavaScript copies into the module's memory for it. Handles
/// instead of a class of embind's, which weighs as much as the rest of its glue.
struct OpenReader {
  BootLogReader log;
  std::vector<char> chunk;
};

OpenReader& open_reader(std::uintptr_t handle) { return *reinterpret_cast<OpenReader*>(handle); }

std::uintptr_t reader_open() { return reinterpret_cast<std::uintptr_t>(new OpenReader); }

void reader_free(std::uintptr_t handle) { delete &open_reader(handle); }

/// Address of `size` bytes to write the next chunk to; valid until the next call.
std::uintptr_t reader_chunk(std::uintptr_t handle, std::size_t size) {
  std::vector<char>& chunk = open_reader(handle).chunk;
  if (chunk.size() < size) chunk.resize(size);
  return reinterpret_cast<std::uintptr_t>(chunk.data());
}

void reader_push(std::uintptr_t handle, std::size_t size) {
  OpenReader& reader = open_reader(handle);
  reader.log.push({reader.chunk.data(), size});
}

void reader_next_file(std::uintptr_t handle) { open_reader(handle).log.next_file(); }

void reader_finish(std::uintptr_t handle) { open_reader(handle).log.finish(); }

val reader_reading(std::uintptr_t handle, const val& choice) {
  ReadingChoice chosen;
  if (!choice.isUndefined() && !choice.isNull()) {
    if (choice["boot"].isNumber()) chosen.boot = choice["boot"].as<int>();
    if (choice["rank"].isString()) chosen.rank = choice["rank"].as<std::string>();
  }
  const Reading r = open_reader(handle).log.reading(chosen);
  val result = val::object();
  put(result, "facts", array(r.facts, fact));
  put(result, "settings", array(r.settings, setting));
  put(result, "boots", array(r.boots, boot));
  put(result, "chosen_boot", static_cast<double>(r.chosen_boot));
  put(result, "chosen_rank", r.chosen_rank);
  put(result, "inputs", array(r.inputs, [](const LogInput& input) {
        return entry_value(input.key, input.text, word(Origin::log), input.line);
      }));
  put(result, "messages", array(r.messages, message));
  put(result, "unread", array(r.unread, unread));
  put(result, "unread_count", static_cast<double>(r.unread_count));
  put(result, "report", report_of(r, MAMBA_RATIO_RELEASE));
  put(result, "lines", static_cast<double>(r.lines));
  put(result, "bytes", static_cast<double>(r.bytes));
  put(result, "usable", r.usable);
  put(result, "context", context(r.context));
  return result;
}

}  // namespace

EMSCRIPTEN_BINDINGS(mamba_ratio_reader) {
  emscripten::function("reader_open", &reader_open);
  emscripten::function("reader_free", &reader_free);
  emscripten::function("reader_chunk", &reader_chunk);
  emscripten::function("reader_push", &reader_push);
  emscripten::function("reader_next_file", &reader_next_file);
  emscripten::function("reader_finish", &reader_finish);
  emscripten::function("reader_reading", &reader_reading);
}
