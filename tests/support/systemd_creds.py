"""A stand-in for systemd-creds: seals standard input under a host key, and under a chip's where there is one.

It stands in a folder as the executable ``systemd-creds``; beside it lie ``host`` (only there where this user
may use it), ``chip`` (only where there is one), and ``seen``, the arguments of every call.
"""

from __future__ import annotations

import sys
from pathlib import Path

_BODY = """\
import hashlib, hmac, os, pathlib, sys
here = pathlib.Path(__file__).parent
with (here / "seen").open("a") as seen:
    print(*sys.argv[1:], file=seen)
verb, *rest = sys.argv[1:]
options = dict(word.lstrip("-").partition("=")[::2] for word in rest if word != "-")
if set(options) - {"name", "with-key"} or rest[-2:] != ["-", "-"]:
    sys.exit("Unknown option")

def derived(keys, name, nonce):
    parts = [(here / key).read_bytes() for key in keys.split("+")]
    return [hashlib.sha256(b"|".join([*parts, name.encode(), nonce, use])).digest() for use in (b"a", b"b")]

def mixed(text, stream):
    assert len(text) <= len(stream)
    return bytes(a ^ b for a, b in zip(text, stream))

given, name = sys.stdin.buffer.read(), options["name"]
try:
    if verb == "encrypt":
        keys, nonce = options["with-key"].replace("tpm2", "chip"), os.urandom(16)
        stream, signing = derived(keys, name, nonce)
        hidden = mixed(given, stream)
        mac = hmac.digest(signing, hidden, "sha256")
        sys.stdout.buffer.write(b"|".join(part.hex().encode() for part in (keys.encode(), nonce, hidden, mac)))
    else:
        keys, nonce, hidden, mac = (bytes.fromhex(part.decode()) for part in given.split(b"|"))
        stream, signing = derived(keys.decode(), name, nonce)
        if not hmac.compare_digest(mac, hmac.digest(signing, hidden, "sha256")):
            sys.exit("Decryption failed")
        sys.stdout.buffer.write(mixed(hidden, stream))
except (OSError, ValueError) as error:
    sys.exit(f"Failed: {error}")
"""


def systemd_creds(folder: Path, *, chip: bool, permitted: bool = True) -> Path:
    """The executable, in ``folder``."""
    folder.mkdir(parents=True)
    if permitted:
        (folder / "host").write_bytes(b"the host's own key")
    if chip:
        (folder / "chip").write_bytes(b"the chip's own key")
    path = folder / "systemd-creds"
    path.write_text(f"#!{sys.executable} -SE\n{_BODY}", "utf-8")
    path.chmod(0o755)
    return path
