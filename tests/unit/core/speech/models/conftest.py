"""A small real web server that can misbehave, and a catalogue of one small model."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from core.speech.models.catalogue import Model, ModelFile
from core.speech.models.sources import Source


class FileServer:
    """Serves ``files`` by path. cut_after: bytes after which each answer breaks off, until emptied.

    ranges: whether it knows ranges. asked: the paths and ranges it was asked for.
    """

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self.cut_after: list[int] = []
        self.ranges = True
        self.asked: list[tuple[str, str | None]] = []
        server = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                server._answer(self)

            def log_message(self, *_: object) -> None:
                """Say nothing."""

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._http.daemon_threads = True
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.01,), daemon=True)
        self._thread.start()
        self.url = f"http://127.0.0.1:{self._http.server_port}"

    def close(self) -> None:
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()

    def _answer(self, request: BaseHTTPRequestHandler) -> None:
        wanted = request.headers.get("range")
        self.asked.append((request.path, wanted))
        content = self.files.get(request.path)
        if content is None:
            request.send_error(404)
            return
        start = int(wanted.removeprefix("bytes=").split("-")[0]) if wanted and self.ranges else 0
        if start:
            request.send_response(206)
            request.send_header("content-range", f"bytes {start}-{len(content) - 1}/{len(content)}")
        else:
            request.send_response(200)
        body = content[start:]
        request.send_header("content-length", str(len(body)))
        request.end_headers()
        if self.cut_after:
            body = body[: self.cut_after.pop(0)]
            request.close_connection = True
        request.wfile.write(body)


@pytest.fixture
def server() -> Iterator[FileServer]:
    serving = FileServer()
    yield serving
    serving.close()


CONTENT = bytes(range(256)) * 4096  # 1 MiB


def one_model(*sources: Source, content: bytes = CONTENT) -> tuple[Model, ...]:
    """A catalogue with the model ``m`` of one file ``f.bin``."""
    file = ModelFile("f.bin", hashlib.sha256(content).hexdigest(), len(content), sources)
    return (Model("m", "speech", ("zh",), "MIT", (file,)),)
