#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

namespace mamba_ratio {

/// Every parameter, in the order of the form and of the link. The enumerator is the link's key.
enum class Key {
  v,
  example,
  L,
  N,
  conv,
  ssm,
  tokens,
  kv,
  kv_parts,
  spec_ssm,
  spec_conv,
  state_bytes,
  kv_bytes,
  model,
  tp,
  ssm_dtype,
  kv_dtype,
  draft_layers,
  rows,
  radix,
  strategy,
  overlap,
  skip_lock,
  pp,
  page,
  S,
  spec,
  D,
  replay,
  accounting,
  dcp,
  draft_kv,
  dp,
  role,
  C,
  M,
  r,
  mamba_size,
  ctx,
  max_total,
  rest,
  engine,
  prefixes,
  gpu,
  weights,
  quant,
  mem_fraction,
  free_before,
  reserve,
  ring,
  m_printed,
  also,
  was,
};
inline constexpr std::size_t kKeyCount = static_cast<std::size_t>(Key::was) + 1;

enum class Kind {
  count,    ///< a whole number: slots, requests, sizes of groups
  tokens,   ///< a whole number of tokens; `k` is 1024, sums as in `8192+1024`
  gib,      ///< a size as the log prints it; GB and GiB are both 2^30 bytes
  bytes,    ///< a size in bytes; KB, MB, GB are decimal, KiB, MiB, GiB binary
  decimal,  ///< a plain number
  choice,   ///< one of a list
  model,    ///< the id of a model in the table of models
  list,     ///< up to `max` items, separated by `;`, each `key:value` or several with `,`
};

/// Where a parameter stands in the form.
enum class Group {
  workload,
  pools,
  bytes,
  model,
  slots,
  speculation,
  parallelism,
  target,
  engine,
  memory
};

struct Parameter {
  Key id;
  std::string_view key;         ///< name in the link and of the form control
  std::string_view name;        ///< the one full name, SGLang's where it has one
  std::string_view flag;        ///< SGLang's command line flag; empty: none
  std::string_view server_arg;  ///< name in `server_args`; empty: none
  Kind kind;
  std::string_view unit;          ///< word for the page: tokens, slots, GiB, bytes, requests, ...
  std::string_view default_text;  ///< empty: none, or it follows from other values
  double min;                     ///< smallest number accepted
  bool above_min;                 ///< the minimum itself is refused
  double max;                     ///< largest number accepted
  std::span<const std::string_view> choices;
  Group group;
  bool built;    ///< false: kept, shown and passed on, but nothing is computed from it yet
  bool setting;  ///< of the engine or the machine; false: a figure of a log, a question, a reading
};

/// The table of parameters: the one source of form, validation, link and documentation.
/// Row i describes the key with enumerator i. The text for people (label, help) stands under the
/// key in the page's text table.
std::span<const Parameter> parameters();

/// The row of a key.
const Parameter& parameter(Key id);

/// The parameter with this link key, exactly (case counts). Example: "L" -> Key::L.
std::optional<Key> find_key(std::string_view key);

/// The parameter whose SGLang flag or `server_args` name this is, whatever its spelling in the
/// versions seen. Examples: "--tensor-parallel-size" -> Key::tp,
/// "mamba_scheduler_strategy" -> Key::strategy.
std::optional<Key> find_setting(std::string_view name);

}  // namespace mamba_ratio
