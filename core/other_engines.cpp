#include "other_engines.h"

#include <array>
#include <string>

#include "ascii.h"

namespace mamba_ratio {
namespace {

struct Mark {
  std::string_view literal;
  std::string_view engine;
};

// Literals of lines that people take for SGLang's, from the engines' own sources.
constexpr std::array kMarks{
    Mark{"[TRT-LLM]", "TensorRT-LLM"},
    Mark{"ssm_spec_cache", "TensorRT-LLM"},
    Mark{"GPU KV cache size:", "vLLM"},
    Mark{"Available KV cache", "vLLM"},
    Mark{"available Mamba cache blocks", "vLLM"},
    Mark{"mamba page size", "vLLM"},
    Mark{"Setting attention block size to", "vLLM"},
    Mark{"(EngineCore", "vLLM"},
    Mark{"(APIServer pid=", "vLLM"},
    Mark{"(Worker_TP", "vLLM"},
    Mark{"Maximum concurrency for", "vLLM"},
    Mark{"#mamba-slot:", "another engine"},
    Mark{"Elastic MambaPool", "kvcached"},
    Mark{"tpu_inference", "tpu-inference"},
    Mark{"LMCache", "LMCache"},
    Mark{"Cache size per token (bytes)", "LMCache"},
    Mark{"llama_kv_cache", "llama.cpp"},
    Mark{"llama_memory_recurrent", "llama.cpp"},
};

}  // namespace

std::string_view engine_of(std::string_view line) {
  for (const Mark& mark : kMarks) {
    if (line.find(mark.literal) != line.npos) return mark.engine;
  }
  return {};
}

NamedEngine named_engine(std::string_view line) {
  constexpr std::size_t kLongest = 400;  // no person's line
  if (line.size() > kLongest) return NamedEngine::none;
  const std::string text = lower(line);
  if (text.find("sglang") != text.npos) return NamedEngine::sglang;
  for (const std::string_view name : {"vllm", "trtllm", "trt-llm", "tensorrt", "llama"}) {
    if (text.find(name) != text.npos) return NamedEngine::other;
  }
  return NamedEngine::none;
}

void OtherEngines::add(std::string_view line, std::int64_t number) {
  if (!name_.empty()) return;
  name_ = engine_of(line);
  if (!name_.empty()) line_ = number;
}

}  // namespace mamba_ratio
