"""One copy of the desktop app for a person's household: a second start hands over and leaves."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

_PATIENCE = 500
"""Milliseconds for the first copy to answer the door."""
_MOST = 65_536
"""Bytes that are read of a hand-over; more is nobody's arguments."""


class OneCopy(QObject):
    """another: a second copy was started, with these arguments."""

    another = Signal(list)

    def __init__(self, config: Path) -> None:
        super().__init__()
        self._name = f"banyan-{hashlib.sha256(str(config).encode()).hexdigest()[:16]}"
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._visited)

    def first(self, arguments: list[str]) -> bool:
        """Whether this is the first copy; if not, the other was told, and this one ends."""
        socket = QLocalSocket()
        socket.connectToServer(self._name)
        if socket.waitForConnected(_PATIENCE):
            socket.write(json.dumps(arguments).encode())
            socket.waitForBytesWritten(_PATIENCE)
            socket.disconnectFromServer()
            return False
        QLocalServer.removeServer(self._name)  # left by one that was killed
        self._server.listen(self._name)
        return True

    def close(self) -> None:
        self._server.close()

    def _visited(self) -> None:
        socket = self._server.nextPendingConnection()
        socket.readChannelFinished.connect(lambda: self._heard(socket))

    def _heard(self, socket: QLocalSocket) -> None:
        said = bytes(socket.read(_MOST).data())
        socket.deleteLater()
        try:
            arguments = json.loads(said)
        except ValueError:
            return  # not one of ours
        if isinstance(arguments, list):
            self.another.emit([str(one) for one in arguments])
