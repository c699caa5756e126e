#pragma once

#include <span>
#include <string>
#include <vector>

#include "inputs.h"
#include "recognition.h"

namespace mamba_ratio {

/// A setting wanted otherwise than the boot had it that printed the sizes.
struct Asked {
  Key key;
  Value value;           ///< as wanted
  std::string own;       ///< the boot's; empty: nothing says it yet
  bool open = false;     ///< nothing that came with the sizes said it
  bool refused = false;  ///< it could not be applied: the boot's own counts
};

/// Finds the settings of bytes that are wanted otherwise than measured, and puts the boot's own
/// back into `inputs`: those named in `was`; else those that came another way (by hand or by link)
/// than the sizes, over a value that came with them. Where nothing came with the sizes, `own` stays
/// empty and the value in place. A dtype `auto` wants nothing. Sizes typed by hand are measured at
/// whatever stands beside them.
/// Example: sizes and kv_dtype bfloat16 of a log, kv_dtype fp8_e4m3 by hand: own bfloat16.
std::vector<Asked> take_back(Inputs& inputs, std::span<const Entry> entries);

/// Takes the weights that came with a log or link to the ranks (tp times pp) that a person asks for
/// instead of its own: an even share of them, which is said. Those of another model than `model`,
/// which the log names (empty: none), are taken away. Settings among `asked` are left to the change
/// they ask for. Problems: weights_scaled.
/// Example: weights 66.41 and tp 2 of a log, tp 4 by hand: 33.205.
void move_weights(Inputs& inputs, std::span<const Entry> entries, std::span<const Asked> asked,
                  std::string_view model, Problems& problems);

/// Takes the weights from the ranks of `was` to those of `inputs`. Problems: weights_scaled.
void move_weights(Inputs& inputs, const Inputs& was, Problems& problems);

/// Puts the boot's own value, `text`, into the inputs; empty: none.
void put_own(Inputs& inputs, Key key, std::string_view text);

/// What a recognised boot had, where nothing said it. Example: Key::tp of a candidate on 8 ranks,
/// dp 1: "8".
std::string own_of(const Candidate& candidate, const Inputs& inputs, Key key);

/// `ssm_dtype float32 → bfloat16, tp 8 → 4`.
std::string listed(std::span<const Asked> asked, bool refused);

/// Whether a wish stays out of a link: refused together with one that nothing says what it was, so
/// that alone it might be granted there.
bool leaves_link(std::span<const Asked> asked, const Asked& one);

/// The value of `was` that lets a link repeat the answer: what the boot had, and the model whose
/// geometry says how its bytes change. Example: "model:Kimi-K3;ssm_dtype:float32".
std::string was_text(std::span<const Asked> asked, std::string_view model);

}  // namespace mamba_ratio
