#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "boot_log.h"

namespace {

/// What must hold of any reading.
void check(const mamba_ratio::Reading& reading) {
  for (const mamba_ratio::Fact& fact : reading.facts) {
    const bool marked = fact.mark_begin <= fact.mark_end && fact.mark_end <= fact.excerpt.size();
    if (!marked || fact.excerpt.size() > 800 || fact.number < 0) std::abort();
  }
  for (const mamba_ratio::LoggedSetting& setting : reading.settings) {
    if (setting.mark_begin > setting.mark_end || setting.mark_end > setting.excerpt.size()) {
      std::abort();
    }
  }
  if (reading.boots.size() > 64 || reading.unread.size() > 1000) std::abort();
}

}  // namespace

/// Any bytes in any chunks: the first byte is the size of the chunks.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  const std::size_t chunk = data[0] == 0 ? text.size() + 1 : data[0];
  mamba_ratio::BootLogReader reader;
  for (std::size_t at = 0; at < text.size(); at += chunk) reader.push(text.substr(at, chunk));
  reader.finish();
  const mamba_ratio::Reading reading = reader.reading();
  check(reading);
  mamba_ratio::BootLogReader whole;
  whole.push(text);
  whole.finish();
  if (whole.reading().facts.size() != reading.facts.size()) std::abort();
  return 0;
}
