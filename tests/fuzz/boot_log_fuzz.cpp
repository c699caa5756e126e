#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "boot_log.h"
#include "report.h"

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
  if (mamba_ratio::report_of(reading, "1").size() > 80'000) std::abort();
}

mamba_ratio::Reading read(std::string_view text, std::size_t chunk) {
  mamba_ratio::BootLogReader reader;
  for (std::size_t at = 0; at < text.size(); at += chunk) reader.push(text.substr(at, chunk));
  reader.finish();
  return reader.reading();
}

}  // namespace

/// Memory is given and taken a thousand times a run: no stacks of it are kept, little is withheld.
extern "C" const char* __asan_default_options() {
  return "quarantine_size_mb=1:malloc_context_size=1";
}

/// Any bytes in any chunks, whose size the first byte decides; the same bytes read as a whole must
/// give as many facts.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  const mamba_ratio::Reading reading = read(text, std::size_t{data[0]} + 1);
  check(reading);
  if (read(text, size).facts.size() != reading.facts.size()) std::abort();
  return 0;
}
