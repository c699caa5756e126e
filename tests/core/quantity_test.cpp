#include "quantity.h"

#include <catch2/catch.hpp>
#include <string>

using namespace mamba_ratio;

namespace {

struct Good {
  Key key;
  const char* text;
  double number;
  const char* canonical;
};

struct Bad {
  Key key;
  const char* text;
  Code code;
};

}  // namespace

TEST_CASE("what people type is understood, with the unit of the field", "[quantity]") {
  const Good cases[]{
      {Key::L, "9216", 9216, "9216"},
      {Key::L, "9,216", 9216, "9216"},
      {Key::L, "9k", 9216, "9216"},
      {Key::L, "128K", 131072, "131072"},
      {Key::L, "1.5k", 1536, "1536"},
      {Key::L, "1M", 1048576, "1048576"},
      {Key::L, "8192+1024", 9216, "9216"},
      {Key::L, " 8k + 1,024 ", 9216, "9216"},
      {Key::L, "9216 tokens", 9216, "9216"},
      {Key::L, "9k tokens", 9216, "9216"},
      {Key::L, "128K token", 131072, "131072"},
      {Key::L, "９，２１６", 9216, "9216"},
      {Key::L, "9216　", 9216, "9216"},
      {Key::L, "1e3", 1000, "1000"},
      {Key::L, "009216", 9216, "9216"},
      {Key::tokens, "10,097,100", 10097100, "10097100"},
      {Key::tokens, "10 097 100", 10097100, "10097100"},
      {Key::tokens, "10_097_100", 10097100, "10097100"},
      {Key::N, "257 slots", 257, "257"},
      {Key::N, "1 slot", 1, "1"},
      {Key::kv, "15.03 GB", 15.03, "15.03"},
      {Key::kv, "15.03GiB", 15.03, "15.03"},
      {Key::kv, "4.52+4.52", 9.04, "9.04"},
      {Key::kv, "15.030", 15.03, "15.030"},
      {Key::conv, "512 MB", 0.5, "0.5"},
      {Key::conv, "0.00", 0, "0.00"},
      {Key::rest, "1 TB", 1024, "1024"},
      {Key::state_bytes, "56.4 MB", 56400000, "56400000"},
      {Key::state_bytes, "53.8 MiB", 56413388.8, "56413388.8"},
      {Key::kv_bytes, "13.8KB", 13800, "13800"},
      {Key::kv_bytes, "13822.373", 13822.373, "13822.373"},
      {Key::kv_bytes, "13.5 kib", 13824, "13824"},
      {Key::r, ".9", 0.9, "0.9"},
      {Key::r, "14.16855", 14.16855, "14.16855"},
      {Key::r, "0.0046", 0.0046, "0.0046"},
  };
  for (const Good& good : cases) {
    INFO(parameter(good.key).key << " = " << good.text);
    const QuantityResult result = read_quantity(parameter(good.key), good.text);
    REQUIRE(result.quantity);
    CHECK(result.quantity->number == good.number);
    CHECK(result.quantity->text == good.canonical);
  }
}

TEST_CASE("what is not a number of the field is refused by name", "[quantity]") {
  const Bad cases[]{
      {Key::L, "", Code::not_a_number},
      {Key::L, "   ", Code::not_a_number},
      {Key::L, "9,2l6", Code::not_a_number},
      {Key::L, "9,21", Code::not_a_number},
      {Key::L, "1,2345", Code::not_a_number},
      {Key::L, "12,34,567", Code::not_a_number},
      {Key::L, "nan", Code::not_a_number},
      {Key::L, "Infinity", Code::not_a_number},
      {Key::L, "0x10", Code::unknown_unit},
      {Key::L, "8192++1024", Code::not_a_number},
      {Key::L, "8192+", Code::not_a_number},
      {Key::L, "--5", Code::not_a_number},
      {Key::L, "九千", Code::not_a_number},
      {Key::L, "<b>9</b>", Code::not_a_number},
      {Key::L, "0", Code::out_of_range},
      {Key::L, "-5", Code::out_of_range},
      {Key::L, "100,000,001", Code::out_of_range},
      {Key::L, "1e400", Code::out_of_range},
      {Key::L, "0.5k+0.3", Code::not_whole},
      {Key::L, "1000.5", Code::not_whole},
      {Key::L, "9216 GB", Code::unknown_unit},
      {Key::N, "1k", Code::unknown_unit},
      {Key::N, "0", Code::out_of_range},
      {Key::kv, "0", Code::out_of_range},
      {Key::kv, "15 parsecs", Code::unknown_unit},
      {Key::rest, "2000000", Code::out_of_range},
      {Key::state_bytes, "2 PB", Code::unknown_unit},
      {Key::state_bytes, "2000 TB", Code::out_of_range},
      {Key::D, "1025", Code::out_of_range},
      {Key::mem_fraction, "1.01", Code::out_of_range},
      {Key::r, "0", Code::out_of_range},
  };
  for (const Bad& bad : cases) {
    INFO(parameter(bad.key).key << " = " << bad.text);
    const QuantityResult result = read_quantity(parameter(bad.key), bad.text);
    REQUIRE(result.problem);
    CHECK_FALSE(result.quantity);
    CHECK(word(result.problem->code) == word(bad.code));
    CHECK(result.problem->field == parameter(bad.key).key);
  }
}

TEST_CASE("a problem shows what was given, cut, and the range", "[quantity]") {
  const std::string longer(1000, '9');
  const QuantityResult result = read_quantity(parameter(Key::L), longer + "x");
  REQUIRE(result.problem);
  const auto& arguments = result.problem->arguments;
  REQUIRE(arguments.size() >= 3);
  CHECK(std::get<std::string>(arguments[0].second) == std::string(40, '9') + "…");
  CHECK(std::get<double>(arguments[1].second) == 1);
  CHECK(std::get<double>(arguments[2].second) == 1e8);
}

TEST_CASE("text is cut between characters, never inside one", "[quantity]") {
  const std::string text = "a" + std::string("中中中中中中中中中中中中中中中中中");
  const std::string cut = shown(text);
  CHECK(cut == "a中中中中中中中中中中中中中…");
}

TEST_CASE("plain decimals parse back to the same number and hold no exponent", "[quantity]") {
  for (const double number : {1.0, 0.1 + 0.2, 56402780.6381323, 1e15, 1e-9, 4080.542417111303,
                              123456789012345680.0, 0.00012345678901234567}) {
    const std::string text = plain_decimal(number);
    INFO(text);
    CHECK(std::strtod(text.c_str(), nullptr) == number);
    CHECK(text.find('e') == std::string::npos);
  }
}
