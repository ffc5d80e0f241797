"""The line to a phone, as a thread writes to it: nobody waits for a phone that reads slowly."""

import tempfile
from typing import Any

IN_MEMORY = 256 * 1024
AT_ONCE = 256 * 1024


class Line:
    """A socket that takes all that is sent; what the network does not take at once waits here, to be sent by `go_on`.

    A thread writes, and only when it has finished the worker's loop sends what is left.
    """

    def __init__(self, socket):
        socket.setblocking(False)
        self.socket = socket
        # A file, as long as something waits.
        self.waiting: Any = None
        self.unsent, self.behind = b"", 0
        # Another process has it: what is still written here is for nobody.
        self.is_given_away = False

    def __getattr__(self, name):
        return getattr(self.socket, name)

    def setblocking(self, _blocking):
        """Stay as it is: whoever writes to it never waits."""

    settimeout = setblocking

    def sendall(self, data):
        """Send what the phone takes at once, and keep the rest until it takes more."""
        if self.is_given_away:
            return
        sent = 0 if self.behind else self.send_at_once(data)
        if sent < len(data):
            self.waiting = self.waiting or tempfile.SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115
            self.waiting.write(memoryview(data)[sent:])
            self.behind += len(data) - sent

    send = sendall

    def send_at_once(self, data) -> int:
        """How many bytes the network took."""
        try:
            return self.socket.send(data)
        except BlockingIOError:
            return 0

    def turn(self):
        """Let what waits be sent, from its beginning on."""
        self.waiting.seek(0)

    def go_on(self):
        """Send as much of what waits as the network takes now."""
        self.unsent = self.unsent or self.waiting.read(AT_ONCE)
        sent = self.send_at_once(self.unsent)
        self.unsent, self.behind = self.unsent[sent:], self.behind - sent
        if not self.behind:
            self.waiting = None
