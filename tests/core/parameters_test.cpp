#include "parameters.h"

#include <catch2/catch.hpp>
#include <set>

using namespace mamba_ratio;

TEST_CASE("every key, flag and server_args name of the table finds its own row", "[parameters]") {
  std::set<std::string_view> keys;
  for (const Parameter& row : parameters()) {
    INFO(row.key);
    CHECK(keys.insert(row.key).second);
    CHECK(find_key(row.key) == row.id);
    if (!row.flag.empty() && !row.server_arg.empty()) {
      CHECK(find_setting(row.flag).has_value());
      CHECK(find_setting(row.server_arg) == row.id);
    }
  }
}

TEST_CASE("a key is found by its exact case only", "[parameters]") {
  CHECK(find_key("s") == std::nullopt);
  CHECK(find_key("S") == Key::S);
  CHECK(find_key("") == std::nullopt);
  CHECK(find_key("__proto__") == std::nullopt);
}

TEST_CASE("the spellings of a flag across versions find one parameter", "[parameters]") {
  CHECK(find_setting("--tp") == Key::tp);
  CHECK(find_setting("--tensor-parallel-size") == Key::tp);
  CHECK(find_setting("tp_size") == Key::tp);
  CHECK(find_setting("--mamba-scheduler-strategy") == Key::strategy);
  CHECK(find_setting("SGLANG_OPT_MAMBA_SKIP_DECODE_LOCK") == Key::skip_lock);
  CHECK(find_setting("--") == std::nullopt);
}
