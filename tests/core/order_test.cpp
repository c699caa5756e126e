#include "order.h"

#include <catch2/catch.hpp>
#include <string>

using mamba_ratio::put_in_order;

TEST_CASE("Items are sorted and equals keep their order") {
  std::vector<std::string> words{"pear", "fig", "kiwi", "date", "plum", "apple"};
  put_in_order(words,
               [](const std::string& a, const std::string& b) { return a.size() < b.size(); });
  CHECK(words == std::vector<std::string>{"fig", "pear", "kiwi", "date", "plum", "apple"});
  std::vector<int> none;
  put_in_order(none, [](int a, int b) { return a < b; });
  CHECK(none.empty());
}
