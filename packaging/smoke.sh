#!/bin/sh
# Freezes the text half into build/frozen/banyan, prints its size, and lets it prove itself with `demo --text`
# in an empty environment and an empty home.
set -eu
cd "$(dirname "$0")/.."
root=$PWD; frozen=$root/build/frozen; log=$root/build/freeze.log
mkdir -p build
if ! .venv/bin/python -m PyInstaller packaging/banyan.spec --noconfirm --clean --log-level WARN \
     --distpath "$frozen" --workpath build/freeze >"$log" 2>&1; then
  tail -n 20 "$log" >&2; echo "freezing failed; all of it is in $log" >&2; exit 1
fi
home=$(mktemp -d); trap 'rm -rf "$home"' EXIT
began=$(date +%s)
(cd "$home" && env -i HOME="$home" BANYAN_HOME="$home" PATH=/usr/bin:/bin LANG=C.UTF-8 "$frozen/banyan/banyan" demo --text)
printf 'frozen: %s MB in %s files, demo --text in %s s\n' \
  "$(du -sm "$frozen/banyan" | cut -f1)" "$(find "$frozen/banyan" -type f | wc -l | tr -d ' ')" "$(($(date +%s) - began))"
