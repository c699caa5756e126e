#pragma once

#include <string>
#include <string_view>

namespace mamba_ratio {

/// A log line without what tells whose it is, for a person to send to others. What is taken out
/// leaves one of these words:
/// - `<path>`: absolute paths, paths from home, and those of several folders; the line number
///   behind one stays, `org/name` is none
/// - `<url>`: an address with a scheme, a host with a path
/// - `<host>`: domain names, names that end in a number (`node-17`) or in a pod's hash, what is set
///   as a host, an address or a user
/// - `<address>`: IPv4 and IPv6, with ports
/// - `<e-mail>`: whatever has an `@` inside
/// - `<token>`: what is set as a key, a token or a password, known kinds of tokens, UUIDs, 32 hex
///   digits and more, 20 characters of mixed kinds and more
/// In doubt it masks, but no number behind a field's name. Fields, versions, dtypes, times, ranks
/// and `file.py:12` stay. Control characters become blanks. Takes any bytes, in linear time.
/// Example: "api_key='x', path=/home/a/m, avail mem=30.67 GB" ->
/// "api_key='<token>', path=<path>, avail mem=30.67 GB".
std::string masked(std::string_view line);

}  // namespace mamba_ratio
