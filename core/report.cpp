#include "report.h"

#include <algorithm>
#include <cstddef>

#include "masking.h"
#include "version.h"

namespace mamba_ratio {
namespace {

constexpr std::size_t kMostRows = 200;
constexpr std::size_t kMostBytes = 300;

void cut(std::string& text) {
  if (text.size() <= kMostBytes) return;
  std::size_t end = kMostBytes;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  text.resize(end);
  text += "...";
}

}  // namespace

std::string report_of(const Reading& reading, std::string_view release) {
  if (reading.unread.empty()) return {};
  std::string report = "Mamba Ratio ";
  report.append(release).append(", formula revision ");
  report += std::to_string(kFormulaRevision) + '\n';
  const std::size_t rows = std::min(reading.unread.size(), kMostRows);
  for (std::size_t i = 0; i < rows; ++i) {
    std::string text = masked(reading.unread[i].text);
    cut(text);
    report += std::to_string(reading.unread[i].line) + ": ";
    report += text + '\n';
  }
  const std::int64_t more = reading.unread_count - static_cast<std::int64_t>(rows);
  if (more > 0) report += "and " + std::to_string(more) + " more\n";
  return report;
}

}  // namespace mamba_ratio
