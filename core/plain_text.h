#pragma once

#include <string>

namespace mamba_ratio {

/// Sets `out` to the text as the engine printed it: without colours, controls, invisible
/// characters and what is no UTF-8; tabs and line ends stay. What editors, chat tools and web pages
/// made of its characters is undone: line ends and blanks of any kind, typographic quotes and
/// hyphens, a dash for the two hyphens of a flag, full-width forms beside ASCII, HTML's entities.
/// Example: `“max_total_num_tokens”：&nbsp;１２` -> `"max_total_num_tokens": 12`.
void make_plain(std::string& out, const std::string& text);

/// Whether a backslash before this character is Markdown's, as in `kv\_size`.
bool is_markdown_escape(char c);

}  // namespace mamba_ratio
