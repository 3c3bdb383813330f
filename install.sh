#!/bin/sh
# Fetches the compiled sallyport for this machine, compares its SHA-256 with the one of SHA256SUMS, and puts it into a
# folder. Refuses, and leaves nothing behind, when the sum is another or is missing, or cannot be computed.
#
#   SALLYPORT_FOLDER    where the program goes (default: ~/.local/bin)
#   SALLYPORT_VERSION   a release such as v0.1.0 (default: the latest)
#   SALLYPORT_BASE_URL  where the files are, in place of the releases on GitHub: https:, or http: to this very machine
#
# All of it is in functions that the last line calls: of a script that came in half, nothing is run.

set -eu

say() {
  printf 'sallyport: %s\n' "$1" >&2
}

refuse() {
  printf 'sallyport: error: %s\nsallyport: hint: %s\n' "$1" "$2" >&2
  exit 2
}

# The name of the file for this machine.
find_target() {
  system=$(uname -s)
  machine=$(uname -m)
  case "$machine" in
    x86_64 | amd64) machine=x86_64 ;;
    aarch64 | arm64) machine=aarch64 ;;
    *) refuse "There is no program for the machine $machine" "Install by npm or Deno: docs/install.md" ;;
  esac
  case "$system" in
    Linux) printf '%s' "sallyport-$machine-unknown-linux-gnu" ;;
    Darwin) printf '%s' "sallyport-$machine-apple-darwin" ;;
    *) refuse "There is no program for the system $system" "Install by npm or Deno: docs/install.md" ;;
  esac
}

has() {
  command -v "$1" >/dev/null 2>&1
}

# Where the files are, without a final slash.
find_base() {
  if [ -n "${SALLYPORT_BASE_URL:-}" ]; then
    base=${SALLYPORT_BASE_URL%/}
  elif [ -n "${SALLYPORT_VERSION:-}" ]; then
    base="https://github.com/sallyport/sallyport/releases/download/$SALLYPORT_VERSION"
  else
    base="https://github.com/sallyport/sallyport/releases/latest/download"
  fi
  case "$base" in
    *[@\\[:space:]]*) refuse "The address $base has a character that does not belong there" "Give SALLYPORT_BASE_URL another one" ;;
    https://* | http://127.0.0.1:* | http://localhost:*) printf '%s' "$base" ;;
    *) refuse "The address $base is neither https: nor this machine" "Give SALLYPORT_BASE_URL another one" ;;
  esac
}

# fetch URL FILE
fetch() {
  protocols='=https'
  case "$1" in http://*) protocols='=http' ;; esac
  if has curl; then
    curl -q --proto "$protocols" --proto-redir '=https' --tlsv1.2 --fail --silent --show-error --location \
      --output "$2" -- "$1" || refuse "Cannot fetch $1" "Is there such a release, and can this machine reach it?"
  elif has wget; then
    wget --no-config --quiet --https-only --output-document="$2" -- "$1" ||
      refuse "Cannot fetch $1" "Is there such a release, and can this machine reach it?"
  else
    refuse "There is neither curl nor wget" "Install one of them"
  fi
  [ -s "$2" ] || refuse "What came from $1 is empty" "Try again"
}

# The SHA-256 of a file in small hexadecimal digits.
checksum() {
  if has sha256sum; then
    sha256sum <"$1" | cut -d ' ' -f 1
  elif has shasum; then
    shasum -a 256 <"$1" | cut -d ' ' -f 1
  elif has openssl; then
    openssl dgst -sha256 -r <"$1" | cut -d ' ' -f 1
  else
    refuse "There is no program that computes SHA-256" "Install coreutils, perl or openssl"
  fi
}

# The sum that SHA256SUMS has for a name: exactly one, of 64 digits.
expected_checksum() {
  awk -v name="$2" '$2 == name || $2 == "*" name { count++; sum = $1 } END { if (count == 1) print sum }' "$1"
}

main() {
  seen_path=${PATH:-}
  # Programs come from the system's own folders: whoever could put a folder in front of PATH has no say here.
  PATH=/usr/bin:/bin:/usr/sbin:/sbin:/run/current-system/sw/bin:/usr/local/bin:/opt/homebrew/bin
  export PATH
  unset CURL_HOME WGETRC 2>/dev/null || true
  [ -n "${SALLYPORT_FOLDER:-}${HOME:-}" ] || refuse "HOME is not set" "Set SALLYPORT_FOLDER to the folder to install into"
  folder=${SALLYPORT_FOLDER:-$HOME/.local/bin}
  case "$folder" in
    /*) ;;
    *) refuse "The folder $folder is not absolute" "Set SALLYPORT_FOLDER to an absolute path" ;;
  esac
  # In a substitution a refusal ends only the substitution: what it printed nothing for ends here.
  target=$(find_target) || exit 2
  base=$(find_base) || exit 2
  mkdir -p -- "$folder" || refuse "Cannot make the folder $folder" "Choose another one with SALLYPORT_FOLDER"
  umask 077
  # In the same folder, so that the program appears there whole or not at all.
  work=$(mktemp -d "$folder/.sallyport.XXXXXXXX") || refuse "Cannot write into $folder" "Choose another one with SALLYPORT_FOLDER"
  trap 'rm -rf -- "$work"' EXIT
  trap 'exit 130' HUP INT TERM
  say "fetching $base/$target"
  fetch "$base/SHA256SUMS" "$work/SHA256SUMS"
  expected=$(expected_checksum "$work/SHA256SUMS" "$target")
  case "$expected" in
    *[!0-9a-f]* | "") refuse "SHA256SUMS has no sum for $target" "Do not use this release; try another one" ;;
  esac
  [ "${#expected}" -eq 64 ] || refuse "SHA256SUMS has no sum for $target" "Do not use this release; try another one"
  fetch "$base/$target" "$work/sallyport"
  actual=$(checksum "$work/sallyport") || exit 2
  if [ "$actual" != "$expected" ]; then
    refuse "The checksum of $target is $actual, and must be $expected" "Nothing was installed; do not use this file"
  fi
  chmod 755 "$work/sallyport"
  version=$("$work/sallyport" --version </dev/null) ||
    refuse "The program does not start on this machine" "It wants glibc; install by npm or Deno: docs/install.md"
  [ ! -d "$folder/sallyport" ] || refuse "There is a folder $folder/sallyport" "Move it away"
  mv -f -- "$work/sallyport" "$folder/sallyport" || refuse "Cannot write $folder/sallyport" "Choose another folder"
  say "installed $version as $folder/sallyport (checksum $actual)"
  tell_path "$folder" "$seen_path"
  say "next: $folder/sallyport init"
}

# tell_path FOLDER PATH: says what a shell would start instead.
tell_path() {
  rest=$2:
  while [ -n "$rest" ]; do
    place=${rest%%:*}
    rest=${rest#*:}
    if [ "$place" = "$1" ]; then return 0; fi
    if [ -f "$place/sallyport" ] && [ -x "$place/sallyport" ]; then
      say "WARNING: your PATH has $place/sallyport in front of it, which is another program"
      return 0
    fi
  done
  say "$1 is not on your PATH"
}

main "$@"
