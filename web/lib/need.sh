# Sourced by web/build, web/serve and tests/run: installs what is missing and nothing else.
# A script names its needs, one call each, and then calls install_needs.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
missing=()
reasons=()

step() { printf '== %s\n' "$*"; }

fail() {
  printf '\nFAILED: %s\n' "$*" >&2
  exit 1
}

# need PACKAGE REASON CHECK...: the Debian package is missing where the check fails.
need() {
  local package=$1 reason=$2
  shift 2
  "$@" >/dev/null 2>&1 && return
  missing+=("$package")
  reasons+=("  $package: $reason")
}

command_exists() { command -v "$1"; }

header_exists() {
  local folder
  for folder in /usr/include /usr/local/include /opt/homebrew/include; do
    [ -e "$folder/$1" ] && return
  done
  return 1
}

# file_exists PATTERN
file_exists() { compgen -G "$1"; }

# node_is MAJOR MINOR: the installed Node is at least that.
node_is() {
  node -e "const [a, b] = process.versions.node.split('.').map(Number);
           process.exit(a > $1 || (a == $1 && b >= $2) ? 0 : 1)"
}

is_debian() { [ -r /etc/debian_version ] && command -v apt-get >/dev/null; }

as_root() {
  if [ "$(id -u)" = 0 ]; then
    "$@"
  else
    sudo "$@"
  fi
}

install_needs() {
  [ ${#missing[@]} -gt 0 ] || return 0
  step "Missing on this machine:"
  printf '%s\n' "${reasons[@]}"
  is_debian || fail "packages are installed by this script on Debian only. Install the programs" \
    "listed above with your system's package manager (the names are Debian's), then run it again."
  [ "$(id -u)" = 0 ] || command -v sudo >/dev/null || fail "installing needs an administrator:" \
    "have one run 'apt-get install --no-install-recommends ${missing[*]}', then run this again."
  step "Installing them with apt-get, which takes a few minutes"
  local log
  log=$(mktemp)
  local apt=(as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300)
  if ! { "${apt[@]}" update && "${apt[@]}" install -y --no-install-recommends "${missing[@]}"; } \
      >"$log" 2>&1 </dev/null; then
    tail -n 20 "$log" >&2
    fail "apt-get could not install ${missing[*]}. Its words are above; run" \
      "'apt-get update' and 'apt-get install ${missing[*]}' by hand to see all of them."
  fi
  rm -f "$log"
  missing=()
  reasons=()
}

# The npm packages of a lock file count as there while this copy of it says so.
npm_stamp() { echo "$root/$1/node_modules/.installed-lock.json"; }
npm_is_done() { cmp -s "$root/$1/package-lock.json" "$(npm_stamp "$1")"; }

# need_npm FOLDER REASON, before install_needs: npm itself, where the packages are not there yet.
need_npm() { npm_is_done "$1" || need npm "$2" command_exists npm; }

# npm_install FOLDER, after install_needs.
npm_install() {
  npm_is_done "$1" && return
  step "Installing the npm packages of $1/package-lock.json"
  (cd "$root/$1" && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error </dev/null) ||
    fail "npm could not install the packages of $1/package-lock.json. See its words above;" \
      "most often the npm registry cannot be reached from this machine."
  cp "$root/$1/package-lock.json" "$(npm_stamp "$1")"
}
