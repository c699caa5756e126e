#include <cstddef>
#include <cstdint>

#include "config_json.h"

// Whatever the bytes: no crash, and a geometry only where nothing is wrong.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace mamba_ratio;
  const ConfigReading reading = read_config({reinterpret_cast<const char*>(data), size});
  if (reading.geometry.has_value() == has_error(reading.problems)) __builtin_trap();
  if (!reading.geometry) return 0;
  for (const std::int64_t ranks : {1, 3, 8}) exact_bytes(*reading.geometry, {ranks, {}, {}, 1, 2});
  return 0;
}
