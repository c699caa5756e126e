#pragma once

#include <string_view>

// What tells whose a log is: kinds of the chunks between a line's blanks, quotes and brackets.

namespace mamba_ratio {

inline constexpr std::string_view kPath = "<path>";
inline constexpr std::string_view kUrl = "<url>";
inline constexpr std::string_view kHost = "<host>";
inline constexpr std::string_view kAddress = "<address>";
inline constexpr std::string_view kEmail = "<e-mail>";
inline constexpr std::string_view kToken = "<token>";

/// A byte of a character beyond ASCII.
constexpr bool is_wide(char c) { return static_cast<unsigned char>(c) >= 0x80; }

/// Whether the character is one of those.
bool is_any(char c, std::string_view of);

/// Whether the word is one of those that stand between single blanks.
bool lists(std::string_view words, std::string_view word);

bool has_letter(std::string_view text);

/// What stands for the value behind a name; empty: it may stay. `alone`: also where neither `=` nor
/// `:` is between the two. Example: "HF_TOKEN" -> "<token>", "--host" -> "<host>", alone.
std::string_view mask_behind(std::string_view name, bool& alone);

/// Whether a chunk, with the byte behind it, is a path or the beginning of one.
/// Example: "/home/a", "~a", "C:\\a", "srt/mem_cache/x.py"; not "org/name", "16/32", "token/s".
bool is_path(std::string_view chunk, char next);

/// What stands for a chunk that is no path; empty: it may stay.
/// Example: "10.0.0.1:8000" -> "<address>", "0.5.6.post1" -> "".
std::string_view mask_of(std::string_view chunk);

}  // namespace mamba_ratio
