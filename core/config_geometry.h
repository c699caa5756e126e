#pragma once

#include "config_values.h"
#include "geometry.h"
#include "problem.h"

namespace mamba_ratio {

/// The kinds of config.json, by which keys they spell their sizes with.
enum class ConfigFamily { gdn, nemotron, falcon, granite, kimi, bailing, minicpm, lfm2, inkling };

/// The geometry that a config's values give. Every key that is missing or of another type than
/// expected becomes a problem; with an error among them the result is not to be used.
Geometry geometry_of(ConfigFamily family, const ConfigValues& values, Problems& problems);

}  // namespace mamba_ratio
