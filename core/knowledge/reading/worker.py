"""What runs in the reading process: one file in, its chunks out, and an end.

Started by ``guard``; as a frozen program by the word :data:`WORD` on its command line.
"""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import find_spec
from typing import BinaryIO, Final

from core.knowledge.reading.confinement import bind_to_parent, confine
from core.knowledge.reading.formats import FORMATS, MEGABYTE
from core.knowledge.reading.refusals import Unread
from core.knowledge.reading.wire import JOB, LENGTH, Begun, Declined, Finished, Message, Pieces, framed

WORD: Final = "read-one-document"
AT_ONCE: Final = 16
"""Chunks a frame."""
# What readers would only import in the middle of their work, when no file can be opened any more.
_LATE: Final = (
    *("zlib", "bz2", "lzma"),
    *(
        f"encodings.{name}"
        for name in (
            *("utf_8_sig", "utf_16", "utf_16_le", "utf_16_be", "utf_32", "utf_32_le", "utf_32_be", "ascii"),
            *(
                "gb18030",
                "gb2312",
                "big5",
                "big5hkscs",
                "cp932",
                "shift_jis",
                "cp1252",
                "latin_1",
                "cp437",
                "idna",
            ),
        )
    ),
)


def main() -> None:
    """Answer the one job on standard input, whatever it does to this process."""
    bind_to_parent()
    source, answer = sys.stdin.buffer, sys.stdout.buffer
    job = JOB.decode(_exactly(source, int.from_bytes(_exactly(source, LENGTH), "big")))
    data = _exactly(source, job.size)
    _say(answer, *_outcome(answer, job.suffix, job.title, data, job.memory, job.cpu))


def _outcome(
    answer: BinaryIO, suffix: str, title: str, data: bytes, memory: int, cpu: int
) -> tuple[Message, ...]:
    try:
        _warm(suffix)
        confine(memory, cpu)
        _answer(answer, suffix, title, data)
    except Unread as error:
        return (Declined(error.reason, error.limit),)
    except MemoryError:
        return (Declined("too_hungry"),)
    except Exception:  # noqa: BLE001 - whoever wrote the file chooses what its parser stumbles over
        return (Declined("damaged"),)
    return (Finished(),)


def _answer(answer: BinaryIO, suffix: str, title: str, data: bytes) -> None:
    from core.knowledge.preparing import cleaned, cut

    if suffix:
        text = cleaned(import_module(f"core.knowledge.reading.{FORMATS[suffix].reader}").read(data))
    else:
        text = cleaned(data.decode("utf-8"))
    del data
    _say(answer, Begun(len(text)))
    waiting = []
    for piece in cut(title, text):
        waiting.append(piece)
        if len(waiting) == AT_ONCE:
            _say(answer, Pieces(waiting))
            waiting = []
    _say(answer, Pieces(waiting))


def _warm(suffix: str) -> None:
    """Import all that reading will need. Raises Unread: unknown_format, too_large, reader_missing."""
    from core.knowledge.preparing import prepare

    for name in _LATE:
        import_module(name)
    prepare("warm", "warm", "药在柜子里。 Running late.")
    if not suffix:
        return
    form = FORMATS.get(suffix)
    if form is None:
        raise Unread("unknown_format")
    for library in form.libraries:
        if find_spec(library.partition(".")[0]) is None:
            raise Unread("reader_missing")
        import_module(library)
    import_module(f"core.knowledge.reading.{form.reader}")
    if find_spec("charset_normalizer") is not None:
        import_module("charset_normalizer").from_bytes("déjà vu à la café".encode("cp1252")).best()


def _exactly(source: BinaryIO, size: int) -> bytes:
    if size > 64 * MEGABYTE:
        raise EOFError
    data = source.read(size)
    if len(data) < size:
        raise EOFError
    return data


def _say(answer: BinaryIO, *messages: Message) -> None:
    answer.writelines(framed(message) for message in messages)
    answer.flush()
