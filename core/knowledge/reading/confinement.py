"""What the reading process gives up before it looks at a file.

| | Linux | macOS | Windows |
|---|---|---|---|
| files, sockets, pipes opened anew | none (RLIMIT_NOFILE) | none | may; its environment is empty |
| bytes written to a file | 0 (RLIMIT_FSIZE) | 0 | may |
| processes started | none, unless root (RLIMIT_NPROC) | none | may |
| memory | RLIMIT_AS | declared sizes only: the system does not hold RLIMIT_AS | declared sizes only |
| processor time | RLIMIT_CPU | RLIMIT_CPU | the guard's clock |
| lives on when the app is killed | no (PDEATHSIG) | until its pipe breaks | until its pipe breaks |

On all of them the guard's clock, its bound on what comes back, and the sizes checked before unpacking hold.
"""

from __future__ import annotations

import contextlib
import sys
from typing import Final

_PR_SET_PDEATHSIG: Final = 1
_PR_SET_NO_NEW_PRIVS: Final = 38
_SIGKILL: Final = 9


def confine(memory: int, cpu: int) -> None:
    """From here on this process reads what it was given, and answers. Nothing of it can be taken back.

    memory: bytes of address space, all that is mapped already included. cpu: seconds from now on.
    """
    if sys.platform == "win32":
        return
    import resource

    spent = resource.getrusage(resource.RUSAGE_SELF)
    seconds = int(spent.ru_utime + spent.ru_stime) + cpu
    for what, most in (
        ("RLIMIT_CORE", 0),
        ("RLIMIT_FSIZE", 0),
        ("RLIMIT_NPROC", 0),
        ("RLIMIT_CPU", seconds),
        ("RLIMIT_AS", memory),
        ("RLIMIT_NOFILE", 0),
    ):
        with contextlib.suppress(ValueError, OSError):  # a system without this limit, or a lower one already
            hard = most + 1 if what == "RLIMIT_CPU" else most  # so that the signal tells which limit it was
            resource.setrlimit(getattr(resource, what), (most, hard))


def bind_to_parent() -> None:
    """Linux: die with who started this, and never gain rights by starting something."""
    if not sys.platform.startswith("linux"):
        return
    import ctypes

    libc = ctypes.CDLL(None)
    libc.prctl(_PR_SET_PDEATHSIG, _SIGKILL, 0, 0, 0)
    libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
