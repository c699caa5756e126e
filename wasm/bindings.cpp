#include <emscripten/bind.h>
#include <emscripten/val.h>

#include "commit.h"
#include "version.h"

namespace {

emscripten::val version() {
  auto result = emscripten::val::object();
  result.set("release", MAMBA_RATIO_RELEASE);
  result.set("commit", mamba_ratio::kCommit);
  result.set("formula_revision", mamba_ratio::kFormulaRevision);
  return result;
}

}  // namespace

EMSCRIPTEN_BINDINGS(mamba_ratio) { emscripten::function("version", &version); }
