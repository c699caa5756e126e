#include "link.h"

#include <catch2/catch.hpp>
#include <map>
#include <string>

using namespace mamba_ratio;

namespace {

std::string rewritten(std::string_view fragment) {
  const ParsedLink link = parse_link(fragment);
  const CheckedInputs checked = check(link.entries);
  return write_link(checked.inputs, checked.inputs[Key::L].text);
}

std::string words(const Problems& problems) {
  std::string result;
  for (const Problem& problem : problems) {
    result += (result.empty() ? "" : " ") + std::string(word(problem.code));
  }
  return result;
}

std::string judged(std::string_view fragment) {
  ParsedLink link = parse_link(fragment);
  const CheckedInputs checked = check(link.entries);
  link.problems.insert(link.problems.end(), checked.problems.begin(), checked.problems.end());
  return words(link.problems);
}

constexpr std::string_view kEveryKey =
    "v=1&example=off&L=9216&N=257&conv=0.46&ssm=13.04&tokens=1167552&kv=15.03&kv_parts=2&spec_ssm="
    "48.75"
    "&spec_conv=0.43&state_bytes=56402780.64&kv_bytes=13822.373&model=Qwen3.5-27B&tp=8"
    "&ssm_dtype=bfloat16&kv_dtype=fp8_e4m3&draft_layers=1&rows=allocated&radix=off"
    "&strategy=extra_buffer_lazy&overlap=off&skip_lock=on&pp=2&page=64&S=4&spec=DFLASH&D=8"
    "&replay=on&accounting=buffer&dcp=8&draft_kv=1024.5&dp=4&role=prefill&C=32&M=48&r=1.05"
    "&mamba_size=327&ctx=262144&max_total=200000&rest=28.53&engine=2026-06&prefixes=3&gpu=94.5"
    "&weights=28.47&quant=fp8&mem_fraction=0.85&free_before=79.1&reserve=1.25&ring=4096&m_printed="
    "51"
    "&also=r:2.5;strategy:extra_buffer_lazy&was=model:Qwen3.5-27B;tp:4";

}  // namespace

TEST_CASE("a link with every parameter set is written back digit for digit", "[link]") {
  CHECK(judged(kEveryKey) == "");
  CHECK(rewritten(kEveryKey) == kEveryKey);
  for (const Parameter& row : parameters()) {
    INFO(row.key);
    CHECK(kEveryKey.find(std::string(row.key) + "=") != std::string_view::npos);
  }
}

TEST_CASE("values at their default are left out, zeros that say something stay", "[link]") {
  CHECK(rewritten("#v=1&L=9216&r=0.9&strategy=extra_buffer&dcp=1") == "v=1&L=9216");
  CHECK(rewritten("L=9216&D=0&r=0.90") == "v=1&L=9216&D=0");
  CHECK(rewritten("L=9216&role=decode&radix=on") == "v=1&L=9216&radix=on&role=decode");
}

TEST_CASE("a decimal keeps the digits it was given", "[link]") {
  CHECK(rewritten("L=9216&ssm=13.040&conv=0.10") == "v=1&L=9216&conv=0.10&ssm=13.040");
  CHECK(rewritten("L=128K") == "v=1&L=131072");
  CHECK(rewritten("L=8192%2B1024") == "v=1&L=9216");
  CHECK(rewritten("L=8192+1024") == "v=1&L=9216");
}

TEST_CASE("a number too small for plain digits keeps its value in a link", "[link]") {
  for (const char* text : {"1e-200", "1.2345678901234567e-190", "1e-150", "2.5e-300", "0.3"}) {
    const std::string once = rewritten("L=9216&ring=" + std::string(text));
    INFO(once);
    CHECK(judged(once) == "");
    CHECK(rewritten(once) == once);
    const CheckedInputs read = check(parse_link(once).entries);
    CHECK(read.inputs.number(Key::ring) == std::stod(text));
  }
}

TEST_CASE("forty broken links each get the message of their level", "[link]") {
  const std::map<std::string, std::string> cases{
      {"L=0", "out-of-range"},
      {"L=-1", "out-of-range"},
      {"L=1e99", "out-of-range"},
      {"L=abc", "not-a-number"},
      {"L=", "not-a-number"},
      {"L=NaN", "not-a-number"},
      {"L=Infinity", "not-a-number"},
      {"L=9.5", "not-whole"},
      {"L=9216GB", "unknown-unit"},
      {"N=0", "out-of-range"},
      {"N=1.5", "not-whole"},
      {"conv=-0.01", "out-of-range"},
      {"kv=99999999", "out-of-range"},
      {"D=1025", "out-of-range"},
      {"D=-1", "out-of-range"},
      {"mem_fraction=2", "out-of-range"},
      {"r=0", "out-of-range"},
      {"strategy=lazy", "not-a-choice"},
      {"strategy=", "not-a-choice"},
      {"strategy=EXTRA_BUFFER", "not-a-choice"},
      {"overlap=true", "not-a-choice"},
      {"role=__proto__", "not-a-choice"},
      {"spec=constructor", "not-a-choice"},
      {"kv_dtype=toString", "not-a-choice"},
      {"model=%3Cscript%3E", "not-a-choice"},
      {"also=r:0", "bad-list"},
      {"also=r:1;r:2;r:3;r:4", "bad-list"},
      {"also=", "bad-list"},
      {"L=9216&L=8192", "link-key-twice"},
      {"N=1&N=2&N=3", "link-key-twice link-key-twice"},
      {"foo=1", "link-unknown-key"},
      {"=1", "link-unknown-key"},
      {"l=9216", "link-unknown-key"},
      {"__proto__=1", "link-unknown-key"},
      {"constructor=1", "link-unknown-key"},
      {"hasOwnProperty=1", "link-unknown-key"},
      {"%3Cimg%20src=x%3E", "link-unknown-key"},
      {"L=%", "link-bad-encoding"},
      {"L=%zz", "link-bad-encoding"},
      {"L=%ff", "link-bad-encoding"},
      {"%c0%80=1", "link-bad-encoding"},
      {"L=%ed%zz%80", "link-bad-encoding"},
      {"L=%ED%A0%80", "link-bad-encoding"},
      {"%ED%BF%BF=1", "link-bad-encoding"},
      {"L=%E0%9F%BF", "link-bad-encoding"},
      {"L=%F0%8F%BF%BF", "link-bad-encoding"},
      {"L=%F4%90%80%80", "link-bad-encoding"},
      {"L=%ED%9F%BF", "not-a-number"},
      {"L=%F4%8F%BF%BF", "not-a-number"},
      {"v=2", "link-newer-version"},
      {"v=99999", "link-newer-version"},
      {"v=99999999999", "link-newer-version"},
      {"v=1e300", "link-newer-version"},
      {"v=1e400", "link-newer-version"},
      {"v=" + std::string(100000, '9'), "link-newer-version"},
      {"v=1&v=2", "link-newer-version link-key-twice"},
      {"v=2&v=1", "link-newer-version link-key-twice"},
      {"v=0", "out-of-range"},
      {"v=" + std::string(300, '0'), "not-a-number"},
      {"v=-2", "out-of-range"},
      {"v=-1e400", "out-of-range"},
      {"v=one", "not-a-number"},
      {"L=<script>alert(1)</script>", "not-a-number"},
      {"L=" + std::string(100000, '9'), "not-a-number"},
      {std::string(100000, 'x') + "=1", "link-unknown-key"},
      {"bare&N&strategy", ""},
      {"&&&", ""},
      {"", ""},
      {"#", ""},
  };
  for (const auto& [fragment, expected] : cases) {
    INFO(fragment.substr(0, 60));
    CHECK(judged(fragment) == expected);
  }
}

TEST_CASE("a fault leaves the rest of the link in force", "[link]") {
  CHECK(rewritten("N=257&foo=1&conv=abc&L=%zz&ssm=13.04&L=9216&v=3") ==
        "v=1&L=9216&N=257&ssm=13.04");
  CHECK(rewritten("L=8192&L=9216") == "v=1&L=9216");
}

TEST_CASE("past twenty faults a link's faults are counted, not listed", "[link]") {
  std::string fragment;
  for (int i = 0; i < 20000; ++i) fragment += "x" + std::to_string(i) + "=1&";
  const ParsedLink link = parse_link(fragment);
  REQUIRE(link.problems.size() == 21);
  CHECK(word(link.problems.back().code) == "link-more-faults");
  CHECK(std::get<double>(link.problems.back().arguments[0].second) == 19980);
}

TEST_CASE("the example's figures never stand in a link", "[link]") {
  Inputs inputs;
  inputs[Key::N] = {"257", 257, Origin::example, 1, true, false};
  CHECK(write_link(inputs, "9216") == "v=1&L=9216");
}
