#!/bin/sh
# Brings a machine from "has Python and make" to "can run Banyan".
#
#   packaging/setup.sh [--no-models] voice|dev|freeze
#
# voice   what `make demo` and `make run` need
# dev     that, and what `make check` and `make test` need
# freeze  that, and what `make package-smoke` needs
# Steps: system libraries, virtual environment, locked packages, the project itself, speech models. Each step
# leaves a stamp of what it was made from, so a second run does nothing, and needs no network to do it.
set -eu
umask 022
cd "$(dirname "$0")/.."
export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_INPUT=1 PYTHONUTF8=1
: "${BANYAN_MODELS:=$PWD/models}"; export BANYAN_MODELS

models=yes
if [ "${1-}" = --no-models ]; then models=; shift; fi
profile=${1-}
case $profile in voice|dev|freeze) ;; *) sed -n '2,10p' "$0" >&2; exit 2 ;; esac

say() { printf '• %s\n' "$*"; }
stop() { printf '%s\n' "$*" >&2; exit 1; }

# ---- a Python we are tested on ------------------------------------------------------------------------------

suits='import sys; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 14))'
find_python() {
  for candidate in ${PYTHON:-} python3 python3.13 python3.12 python3.11; do
    if "$candidate" -c "$suits" 2>/dev/null; then command -v "$candidate"; return; fi
  done
}

# ---- system libraries ---------------------------------------------------------------------------------------

has_libpython='import pathlib, sys, sysconfig; found = sysconfig.get_config_vars()
sys.exit(not pathlib.Path(found["LIBDIR"], found["INSTSONAME"]).exists())'
loads() { "$python" -c 'import ctypes, sys; ctypes.CDLL(sys.argv[1])' "$1" 2>/dev/null; }
wanted() {  # Debian's names of what is not here; the wheels for macOS and Windows bring PortAudio along
  [ -n "$python" ] || { echo python3 python3-venv; return; }
  "$python" -c 'import ensurepip, venv' 2>/dev/null || echo python3-venv
  [ "$(uname -s)" = Linux ] || return 0
  loads libportaudio.so.2 || echo libportaudio2
  [ "$profile" != voice ] || return 0
  command -v pulseaudio >/dev/null || echo pulseaudio
  command -v cc >/dev/null || echo gcc libc6-dev
  ls /usr/lib/*/alsa-lib/libasound_module_pcm_pulse.so /usr/lib*/alsa-lib/libasound_module_pcm_pulse.so \
    2>/dev/null | grep -q . || echo libasound2-plugins
  # Qt's wheels bring Qt, and expect these of the system.
  loads libglib-2.0.so.0 || echo libglib2.0-0
  loads libEGL.so.1 || echo libegl1
  loads libGL.so.1 || echo libgl1
  loads libX11.so.6 || echo libx11-6
  loads libdbus-1.so.3 || echo libdbus-1-3
  loads libfontconfig.so.1 || echo libfontconfig1
  loads libxkbcommon.so.0 || echo libxkbcommon0
  loads libbrotlidec.so.1 || echo libbrotli1
  [ "$profile" = freeze ] || return 0
  command -v objdump >/dev/null || echo binutils
  "$python" -c "$has_libpython" 2>/dev/null || "$python" -c 'import sys; print("libpython%d.%d" % sys.version_info[:2])'
}
install_with_apt() {  # $1: "" as root, "sudo -n" otherwise; the rest: package names
  as=$1; shift
  say "installing system libraries: $*"
  log=$(mktemp)
  if ! { $as apt-get update -qq && $as env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq \
         --no-install-recommends -o DPkg::Lock::Timeout=300 "$@"; } >"$log" 2>&1; then
    tail -n 15 "$log" >&2; rm -f "$log"
    stop "The system libraries could not be installed; the lines above are apt's. Try: sudo apt-get install -y $*"
  fi
  rm -f "$log"
}

needs_python="Banyan needs Python 3.11, 3.12 or 3.13"
python=$(find_python)
if [ -z "$python" ] && command -v python3 >/dev/null; then
  stop "$needs_python; python3 here is $(python3 --version 2>&1). Install one, or say where it is: make PYTHON=/path/to/python3 …"
fi
missing=$(wanted | tr '\n' ' '); missing=${missing% }
if [ -n "$missing" ]; then
  if ! command -v apt-get >/dev/null; then
    [ -n "$python" ] || stop "$needs_python. Install one, or say where it is: make PYTHON=/path/to/python3 …"
    stop "Please install with your system's package manager what Debian calls: $missing. Then run this again."
  elif [ "$(id -u)" = 0 ]; then
    # shellcheck disable=SC2086  # a list of package names
    install_with_apt "" $missing
  elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
    # shellcheck disable=SC2086
    install_with_apt "sudo -n" $missing
  else
    stop "An administrator must install a few system libraries first: sudo apt-get install -y $missing"
  fi
  python=$(find_python)
  [ -n "$python" ] || stop "$needs_python; this system's own is $(python3 --version 2>&1)."
  left=$(wanted | tr '\n' ' ')
  [ -z "$left" ] || stop "Installed, and still not found: $left"
fi

# ---- virtual environment ------------------------------------------------------------------------------------

digest() {  # of this interpreter's version and these files
  "$python" - "$@" <<'PY'
import hashlib, pathlib, sys
seen = hashlib.sha256(sys.version.encode())
for name in sys.argv[1:]:
    seen.update(name.encode() + b"\0" + pathlib.Path(name).read_bytes())
print(seen.hexdigest())
PY
}
if ! .venv/bin/python -c "$suits" 2>/dev/null || [ ! -x .venv/bin/pip ]; then
  say "making the virtual environment .venv with $("$python" --version); the first time takes some minutes"
  "$python" -m venv --clear .venv
fi
python=$PWD/.venv/bin/python
stamps=.venv/stamps; mkdir -p "$stamps"
fresh() { [ "$(cat "$stamps/$1" 2>/dev/null)" = "$2" ]; }
pip() { "$python" -m pip "$@"; }
counted() {  # $1: how many packages; the rest: a pip install, shown as a count on a terminal and not at all elsewhere
  total=$1; shift; status=$(mktemp); tty=0; if [ -t 1 ]; then tty=1; fi
  { code=0; pip "$@" || code=$?; echo "$code" >"$status"; } | awk -v total="$total" -v tty="$tty" '
    /^Collecting|^Requirement already/ && tty && n < total { printf "\r  %d of %d", ++n, total; fflush() }
    /^Installing collected/ && tty { printf "\r  unpacking…      "; fflush() }
    END { if (n && tty) printf "\r\033[K" }'
  code=$(cat "$status"); rm -f "$status"
  [ "$code" = 0 ] || stop "The packages could not be installed; the lines above are pip's. With a network, run this again."
}

# Two dependencies of misaki and num2words come as source only. Their build tools are locked too and nothing is
# built in isolation, so that no byte enters the environment without its hash being checked.
build=$(digest requirements-build.txt)
install_locked() {  # $1: stamp, $2: requirements file, $3: what to call it
  lock=$(digest "$2" requirements-build.txt)
  if fresh "$1" "$lock"; then return; fi
  fresh build "$build" || { pip install --quiet --require-hashes -r requirements-build.txt; echo "$build" >"$stamps/build"; }
  count=$(grep -c '^[a-zA-Z0-9].*==' "$2")
  say "installing $3 ($count by hash)"
  counted "$count" install --progress-bar off --no-build-isolation --use-pep517 --require-hashes -r "$2"
  echo "$lock" >"$stamps/$1"
}
if [ "$profile" != voice ] || ! fresh dev "$(digest requirements-dev.txt requirements-build.txt)"; then
  if [ "$profile" != voice ]; then install_locked dev requirements-dev.txt "Banyan's packages and the tools to work on it"
  else install_locked voice requirements-voice.txt "Banyan's packages"; fi
fi

project="$(digest pyproject.toml) $PWD"
if ! fresh project "$project" || [ ! -x .venv/bin/banyan ]; then
  pip install --quiet --no-index --no-deps --no-build-isolation --editable .
  # Relative, as ASCII: Python 3.11 cannot start under LC_ALL=C when the path in here is Chinese.
  for pth in .venv/lib/python3*/site-packages/_banyan.pth; do echo ../../../.. >"$pth"; done
  echo "$project" >"$stamps/project"
fi

# ---- speech models ------------------------------------------------------------------------------------------

models_here='import os, sys; from core.speech.models import ModelStore; from pathlib import Path
sys.exit(bool(ModelStore(Path(os.environ["BANYAN_MODELS"])).missing()))'
if [ -n "$models" ] && ! "$python" -c "$models_here"; then
  install_locked models requirements-models.txt "what fetching the models needs"
  "$python" -m app models fetch
fi
