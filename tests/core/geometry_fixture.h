#pragma once

#include <rapidjson/document.h>

#include <fstream>
#include <iterator>
#include <string>

/// The whole of a fixture file; empty where it cannot be read.
inline std::string fixture_text(const std::string& name) {
  std::ifstream file(std::string(MAMBA_RATIO_FIXTURES "/") + name, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

inline rapidjson::Document fixture_json(const std::string& name) {
  rapidjson::Document document;
  document.Parse(fixture_text(name).c_str());
  return document;
}
