#include "log_boots.h"

#include <algorithm>
#include <utility>

#include "boot_borders.h"
#include "rank_files.h"

namespace mamba_ratio {
namespace {

constexpr std::size_t kMaxBoots = 64;
constexpr std::size_t kMaxWaiting = 4096;
constexpr std::size_t kMaxKvLines = 8;
constexpr std::size_t kMaxFailures = 16;
constexpr std::int64_t kFragmentReach = 8;  // lines between a sentence and its stray fields

bool near(std::int64_t a, std::int64_t b) { return (a > b ? a - b : b - a) <= kFragmentReach; }

void set_missing(Read& to, Read value) {
  if (!to) to = std::move(value);
}

void set_last(Read& to, Read value) {
  if (value) to = std::move(value);
}

KvLine kv_line(const LogMessage& message) {
  KvLine line;
  line.tokens = message.value(Field::tokens);
  line.k = message.value(Field::k_size);
  line.v = message.value(Field::v_size);
  line.both = message.value(Field::kv_size);
  line.dtype = message.value(Field::dtype);
  line.label = message.label;
  line.line = message.place.line;
  return line;
}

std::size_t count(std::initializer_list<const Read*> reads) {
  return static_cast<std::size_t>(
      std::count_if(reads.begin(), reads.end(), [](const Read* r) { return r->has_value(); }));
}

}  // namespace

bool same(const Read& a, const Read& b) {
  return a.has_value() == b.has_value() && (!a || (a->number == b->number && a->word == b->word));
}

bool KvLine::operator==(const KvLine& other) const {
  return same(tokens, other.tokens) && same(k, other.k) && same(v, other.v) &&
         same(both, other.both);
}

bool Boot::complete() const {
  const auto has_slots = [](const RankFacts& r) { return r.slots.has_value(); };
  const auto has_tokens = [](const RankFacts& r) {
    return (r.post_capture && r.post_capture->tokens) ||
           std::any_of(r.kv.begin(), r.kv.end(),
                       [](const KvLine& kv) { return kv.tokens.has_value(); });
  };
  return std::any_of(ranks.begin(), ranks.end(), has_slots) &&
         std::any_of(ranks.begin(), ranks.end(), has_tokens);
}

std::size_t Boot::fact_count() const {
  std::size_t n =
      count({&raised_to, &capped_to, &capped_slots, &capped_per_request, &reduced_to,
             &refused_slots, &refused_per_request, &refused_requests, &post_capture_total});
  for (const RankFacts& r : ranks) {
    n += count({&r.slots, &r.conv, &r.ssm, &r.intermediate_ssm, &r.intermediate_conv, &r.dtype,
                &r.weights_end, &r.pools_done, &r.max_total, &r.ready_requests});
    for (const KvLine& kv : r.kv) n += count({&kv.tokens, &kv.k, &kv.v, &kv.both, &kv.dtype});
  }
  return n;
}

Boot& BootBook::current(std::int64_t line) {
  if (boots_.empty() || between_files_) begin_boot();
  Boot& boot = boots_.back();
  if (boot.first_line == 0) boot.first_line = line;
  boot.first_line = std::min(boot.first_line, line);
  boot.last_line = std::max(boot.last_line, line);
  return boot;
}

void BootBook::begin_boot() {
  between_files_ = false;
  boots_.emplace_back();
  boots_.back().number = next_number_++;
  drop_old();
}

void BootBook::drop_old() {
  const auto ranks = [&] {
    std::size_t n = 0;
    for (const Boot& boot : boots_) n += boot.ranks.size();
    return n;
  };
  while (boots_.size() > kMaxBoots || (boots_.size() > 1 && ranks() > kMaxRanks)) {
    boots_.erase(boots_.begin());
  }
}

RankFacts* BootBook::rank(Boot& boot, const std::string& tag) {
  for (RankFacts& facts : boot.ranks) {
    if (facts.tag == tag) return &facts;
  }
  if (boot.ranks.size() >= kMaxRanks) return nullptr;
  boot.ranks.emplace_back().tag = tag;
  return &boot.ranks.back();
}

void BootBook::flush_waiting() {
  for (const LogMessage& message : std::exchange(waiting_, {})) apply_weights(message);
}

std::vector<std::pair<int, int>> BootBook::end_file() {
  flush_waiting();
  std::vector<std::pair<int, int>> joined = join_files(boots_, file_first_);
  next_number_ = file_first_ = boots_.empty() ? 1 : boots_.back().number + 1;
  between_files_ = true;
  return joined;
}

void BootBook::add_settings(std::int64_t line) {
  if (!boots_.empty()) {
    const Boot& boot = boots_.back();
    const bool begun = boot.weights || boot.pools || boot.ready || !waiting_.empty();
    if (begun) {
      flush_waiting();
      begin_boot();
    }
  }
  current(line);
}

bool BootBook::is_of_draft(const LogMessage& message) const {
  const auto loads = [](const LogMessage& waiting) {
    return waiting.line->kind != LineKind::kv_dtype;
  };
  const bool apart = boots_.empty() || commanded_ || boots_.back().over ||
                     std::any_of(waiting_.begin(), waiting_.end(), loads);
  return !apart && is_draft_pool(boots_.back(), message);
}

void BootBook::add(const LogMessage& message) {
  switch (message.line->kind) {
    case LineKind::weights_begin:
    case LineKind::weights_end:
      if (!boots_.empty() && boots_.back().over) {
        flush_waiting();
        begin_boot();
      }
      if (waiting_.size() >= kMaxWaiting) flush_waiting();
      waiting_.push_back(message);
      return;
    case LineKind::kv_dtype:
      if (waiting_.size() >= kMaxWaiting) flush_waiting();
      waiting_.push_back(message);
      return;
    case LineKind::state_pool:
      if (is_state_line(message)) {
        if (is_of_draft(message)) return;
        if (!boots_.empty() && begins_boot(boots_.back(), message, commanded_)) begin_boot();
        commanded_ = false;
      }
      break;
    default:
      break;
  }
  flush_waiting();
  apply(message);
}

void BootBook::apply(const LogMessage& message) {
  if (tells_failure(message.line->kind)) return apply_refusal(message);
  switch (message.line->kind) {
    case LineKind::state_pool:
      return apply_state(message);
    case LineKind::kv_pool:
      return apply_kv(message);
    case LineKind::post_capture:
      return apply_post_capture(message);
    case LineKind::ready:
      return apply_ready(message);
    case LineKind::capped:
    case LineKind::reduced:
      return apply_refusal(message);
    case LineKind::decode:
    case LineKind::retracted:
      return;
    case LineKind::graph:
      return apply_graph(message);
    default:
      break;
  }
  Boot& boot = current(message.place.line);
  RankFacts* facts = rank(boot, message.rank);
  boot.over |= message.line->kind == LineKind::fired_up;
  boot.unified |= message.line->kind == LineKind::unified_pool;
  set_last(boot.reserve, message.value(Field::reserving));
  set_last(boot.checkpoint_slots, message.value(Field::checkpoint_slots));
  if (message.line->kind == LineKind::replay_ring && boot.ring.empty()) boot.ring = message.values;
  if (facts == nullptr) return;
  if (message.line->kind == LineKind::pools_done) {
    set_last(facts->pools_done, message.value(Field::avail_mem));
    boot.pools |= facts->pools_done.has_value();
  }
  if (message.line->kind == LineKind::window_pools) {
    set_last(facts->window_tokens, message.value(Field::swa_size));
    set_last(facts->window_tokens, message.value(Field::swa_layer_tokens));
    set_last(facts->full_tokens, message.value(Field::full_size));
    set_last(facts->full_tokens, message.value(Field::full_layer_tokens));
  }
}

void BootBook::apply_state(const LogMessage& message) {
  if (message.values.empty()) return;
  Boot& boot = current(message.place.line);
  if (message.rank.empty() &&
      std::any_of(boot.ranks.begin(), boot.ranks.end(),
                  [&](const RankFacts& r) { return repeats_state(r, message); })) {
    return;
  }
  RankFacts* facts = rank(boot, message.rank);
  if (facts == nullptr) return;
  if (facts->has_state && !near(message.place.line, facts->state_line)) return;
  boot.pools = true;
  facts->has_state = true;
  facts->state_line = message.place.line;
  set_missing(facts->slots, message.value(Field::max_mamba_cache_size));
  set_missing(facts->conv, message.value(Field::conv_state));
  set_missing(facts->ssm, message.value(Field::ssm_state));
  set_missing(facts->intermediate_ssm, message.value(Field::intermediate_ssm));
  set_missing(facts->intermediate_conv, message.value(Field::intermediate_conv));
}

void BootBook::apply_kv(const LogMessage& message) {
  if (message.values.empty()) return;
  Boot& boot = current(message.place.line);
  const KvLine line = kv_line(message);
  const auto repeats = [&](const RankFacts& r) {
    return std::find(r.kv.begin(), r.kv.end(), line) != r.kv.end();
  };
  if (message.rank.empty() && std::any_of(boot.ranks.begin(), boot.ranks.end(), repeats)) return;
  RankFacts* facts = rank(boot, message.rank);
  if (facts == nullptr || facts->kv.size() >= kMaxKvLines) return;
  boot.pools = true;
  if (message.fragment && !facts->kv.empty()) {
    KvLine& last = facts->kv.back();
    const bool apart = (line.tokens && last.tokens) || (line.k && last.k) || (line.v && last.v) ||
                       (line.both && last.both);
    if (!apart && near(line.line, last.line)) {
      set_missing(last.tokens, line.tokens);
      set_missing(last.k, line.k);
      set_missing(last.v, line.v);
      set_missing(last.both, line.both);
      set_missing(last.dtype, line.dtype);
      return;
    }
  }
  facts->kv.push_back(line);
}

void BootBook::apply_weights(const LogMessage& message) {
  Boot& boot = current(message.place.line);
  RankFacts* facts = rank(boot, message.rank);
  if (facts == nullptr) return;
  const bool end = message.line->kind == LineKind::weights_end;
  if (message.line->kind == LineKind::kv_dtype) {
    set_missing(facts->dtype, message.value(Field::kv_cache_dtype));
  } else if (end) {
    boot.weights = true;
    const bool draft = is_draft_class(message);
    set_missing(draft ? facts->draft_weights_end : facts->weights_end,
                message.value(Field::avail_mem));
    set_missing(draft ? facts->draft_weights : facts->weights, message.value(Field::mem_usage));
  } else {
    boot.weights = true;
    set_missing(facts->weights_begin, message.value(Field::avail_mem));
  }
}

void BootBook::apply_ready(const LogMessage& message) {
  if (message.find(Field::max_total_num_tokens) == nullptr) return;
  Boot& boot = current(message.place.line);
  boot.ready = true;
  boot.over = true;
  RankFacts* facts = rank(boot, message.rank);
  if (facts == nullptr) return;
  set_last(facts->max_total, message.value(Field::max_total_num_tokens));
  set_last(facts->ready_requests, message.value(Field::max_running_requests));
  set_last(facts->context_len, message.value(Field::context_len));
  set_last(facts->left_over, message.value(Field::available_gpu_mem));
}

void BootBook::apply_graph(const LogMessage& message) {
  const bool ended = message.find(Field::mem_usage) != nullptr;
  if (!ended || boots_.empty() || !boots_.back().pools) return;
  RankFacts* facts = rank(boots_.back(), message.rank);
  if (facts == nullptr) return;
  set_last(facts->left_over, message.value(Field::avail_mem));
}

void BootBook::apply_post_capture(const LogMessage& message) {
  Boot& boot = current(message.place.line);
  set_last(boot.raised_to, message.value(Field::raised_to));
  set_last(boot.post_capture_total, message.value(Field::max_total_num_tokens));
  const KvLine line = kv_line(message);
  if (!line.tokens && !line.k && !line.both) return;
  RankFacts* facts = rank(boot, message.rank);
  if (facts == nullptr) return;
  boot.pools = true;
  facts->post_capture = line;
}

void BootBook::apply_refusal(const LogMessage& message) {
  if (!boots_.empty() && is_of_next_boot(boots_.back(), message)) begin_boot();
  Boot& boot = current(message.place.line);
  const LineKind kind = message.line->kind;
  if (kind == LineKind::capped) {
    set_last(boot.capped_to, message.value(Field::capped_to));
    set_last(boot.capped_slots, message.value(Field::max_mamba_cache_size));
    set_last(boot.capped_per_request, message.value(Field::slots_per_request));
    return;
  }
  if (kind == LineKind::reduced) {
    set_last(boot.reduced_to, message.value(Field::reduced_to));
    return;
  }
  boot.over = true;
  if (kind == LineKind::too_small) {
    set_last(boot.refused_slots, message.value(Field::max_mamba_cache_size));
    set_last(boot.refused_per_request, message.value(Field::mamba_ratio));
    set_last(boot.refused_requests, message.value(Field::max_num_reqs));
  }
  if (boot.failures.size() < kMaxFailures) {
    boot.failures.push_back({kind, message.place, message.values, boot.pools});
  }
}

}  // namespace mamba_ratio
