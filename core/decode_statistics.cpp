#include "decode_statistics.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "quantity.h"

namespace mamba_ratio {
namespace {

/// Most are whole.
double amount(const DecodeNumber& printed) {
  const Decimal& number = printed.number;
  return number.decimals == 0 ? static_cast<double>(number.digits) : number.value();
}

/// Whether a > b; most have as many places.
bool above(Decimal a, Decimal b) {
  return a.decimals == b.decimals ? a.digits > b.digits : a.value() > b.value();
}

}  // namespace

bool DecodeStatistics::exceeds(const DecodeNumber& number, const Peak& peak) {
  if (!number.given || !peak) return number.given;
  return above(number.number, peak->number);
}

void DecodeStatistics::add(const LogMessage& message) {
  if (message.line->kind == LineKind::retracted) {
    const FieldValue* reqs = message.find(Field::retracted);
    retracted_ += reqs == nullptr ? 1 : std::min<std::int64_t>(reqs->number.digits, 1000000);
    return;
  }
  const auto read = [&](Field field) {
    const FieldValue* value = message.find(field);
    return value == nullptr ? DecodeNumber{} : DecodeNumber{value->number, 0, 0, true};
  };
  DecodeLine line;
  line.running = read(Field::running_req);
  line.full_tokens = read(Field::full_token);
  line.full_usage = read(Field::full_usage);
  line.mamba_num = read(Field::mamba_num);
  line.mamba_usage = read(Field::mamba_usage);
  line.queue = read(Field::queue_req);
  line.preallocated = message.find(Field::preallocated_usage) != nullptr;
  if (!line.running.given && !line.full_tokens.given && !line.queue.given) return;
  if (!first_) first_ = message.place;
  if (exceeds(line.full_usage, full_usage_)) full_usage_ = *message.find(Field::full_usage);
  if (exceeds(line.mamba_usage, mamba_usage_)) mamba_usage_ = *message.find(Field::mamba_usage);
  count(line);
}

void DecodeStatistics::add(const DecodeLine& line, std::int64_t number) {
  const auto keep = [&](const DecodeNumber& share, Peak& peak) {
    if (!exceeds(share, peak)) return;
    peak.emplace();
    peak->number = share.number;
    peak->printed = line.message.substr(share.begin, std::size_t{share.end} - share.begin);
    peak->place = place_in(line.message, share.begin, share.end, number);
  };
  if (!first_) first_ = place_in(line.message, 0, kDecodeNeedle.size(), number);
  keep(line.full_usage, full_usage_);
  keep(line.mamba_usage, mamba_usage_);
  count(line);
}

void DecodeStatistics::count(const DecodeLine& line) {
  ++lines_;
  preallocated_ |= line.preallocated;
  const double requests = amount(line.running);
  if (requests > 0 && line.full_tokens.given) {
    const double each = amount(line.full_tokens) / requests;
    tokens_.add(amount(line.full_tokens), requests);
    tokens_sum_ += each;
    zeros_ += each == 0 ? 1 : 0;
  }
  if (requests > 0 && line.mamba_num.given) {
    slots_sum_ += amount(line.mamba_num) / requests;
    ++slots_lines_;
  }
  if (!line.queue.given) return;
  ++queue_lines_;
  if (line.queue.number.digits <= 0) return;
  ++queued_;
  if (!line.full_usage.given || !line.mamba_usage.given) return;
  state_bound_ += above(line.mamba_usage.number, line.full_usage.number) ? 1 : 0;
  kv_bound_ += above(line.full_usage.number, line.mamba_usage.number) ? 1 : 0;
}

void DecodeStatistics::add_to(Reading& reading) const {
  const auto fact = [&](std::string_view name, std::string_view unit, double number,
                        const FieldValue* at = nullptr) {
    Fact result;
    result.name = name;
    result.unit = unit;
    result.number = number;
    const Place& place = at == nullptr ? *first_ : at->place;
    result.printed = at == nullptr ? std::string() : at->printed;
    result.line = place.line;
    result.excerpt = place.excerpt;
    result.mark_begin = at == nullptr ? 0 : place.mark_begin;
    result.mark_end = at == nullptr ? 0 : place.mark_end;
    reading.facts.push_back(std::move(result));
  };
  const auto note = [&](Code code, std::string_view name, double value) {
    reading.messages.push_back({code, "", first_->line, {{name, value}}});
  };
  if (lines_ == 0 || !first_) return;
  const double n = static_cast<double>(tokens_.count());
  fact("decode_lines", "lines", static_cast<double>(lines_));
  if (tokens_.count() > 0) {
    fact("tokens_per_running_mean", "tokens", tokens_sum_ / n);
    fact("tokens_per_running_median", "tokens", tokens_.median());
    fact("tokens_per_running_p90", "tokens", tokens_.nearest_rank(0.9));
    const double nonzero = n - static_cast<double>(zeros_);
    if (nonzero > 0) {
      fact("tokens_per_running_mean_nonzero", "tokens", tokens_sum_ / nonzero);
      const double rounded = std::max(1.0, std::round(tokens_sum_ / nonzero));
      reading.inputs.push_back({Key::L, plain_decimal(rounded), first_->line});
      note(Code::l_from_decode_lines, "lines", static_cast<double>(lines_));
    }
    if (zeros_ > 0) note(Code::workload_has_zeros, "lines", static_cast<double>(zeros_));
    if (!tokens_.exact()) note(Code::workload_from_histogram, "lines", n);
  }
  if (slots_lines_ > 0) {
    fact("slots_per_running_mean", "slots", slots_sum_ / static_cast<double>(slots_lines_));
  }
  const auto peak = [&](std::string_view name, const Peak& p) {
    if (p) fact(name, "share", p->number.value(), &*p);
  };
  peak("peak_full_usage", full_usage_);
  peak("peak_mamba_usage", mamba_usage_);
  if (queue_lines_ > 0) {
    fact("queue_share", "share", static_cast<double>(queued_) / static_cast<double>(queue_lines_));
  }
  if (state_bound_ != kv_bound_) {
    fact("workload_binding", "", 0);
    reading.facts.back().text = state_bound_ > kv_bound_ ? "state" : "kv";
  }
  if (retracted_ > 0) fact("retracted_requests", "requests", static_cast<double>(retracted_));
  if (preallocated_) note(Code::workload_preallocated, "lines", static_cast<double>(lines_));
}

}  // namespace mamba_ratio
