#pragma once

#include <string_view>

#include "boot_log.h"
#include "geometry_fixture.h"

/// The reading of a text given in one chunk.
inline mamba_ratio::Reading read_log(std::string_view text) {
  mamba_ratio::BootLogReader reader;
  reader.push(text);
  reader.finish();
  return reader.reading();
}

/// The chosen fact of a name; nullptr: the text does not say.
inline const mamba_ratio::Fact* find_fact(const mamba_ratio::Reading& reading,
                                          std::string_view name) {
  for (const mamba_ratio::Fact& fact : reading.facts) {
    if (fact.name == name && fact.role == mamba_ratio::FactRole::chosen) return &fact;
  }
  return nullptr;
}
