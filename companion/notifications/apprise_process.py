"""Send one message by Apprise, in a process of its own that may only connect to IP numbers which are allowed.

Reads JSON from standard input. An audit hook sees each connection with the number it goes to, also after a redirect.
"""

import json
import sys

from .ip_numbers import is_public

FORBIDDEN = {"subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.spawn", "os.fork", "os.forkpty"}
CONNECTIONS = {"socket.connect", "socket.sendto", "socket.sendmsg"}
DELIVERED, NOT_DELIVERED, REFUSED_PRIVATE = 0, 1, 3


class Guard:
    """Refuses connections to IP numbers that aren't public, and to anything that isn't an IP number."""

    def __init__(self):
        self.has_refused = False

    def __call__(self, event, args):
        if event in FORBIDDEN or (event in CONNECTIONS and not self.may_connect(args[1])):
            self.has_refused = True
            raise PermissionError(event)

    def may_connect(self, address) -> bool:
        """Return whether a socket may connect to this address; None is the one it is connected to already."""
        if address is None:
            return True
        try:
            return is_public(address[0])
        except (TypeError, ValueError):
            return False


def main() -> int:
    """Send the message, and return the exit code."""
    job, guard = json.load(sys.stdin), Guard()
    import apprise

    if not job["private"]:
        sys.addaudithook(guard)
    service = apprise.Apprise()
    delivered = service.add(job["address"]) and service.notify(title=job["title"], body=job["body"])
    if guard.has_refused:
        return REFUSED_PRIVATE
    return DELIVERED if delivered else NOT_DELIVERED


if __name__ == "__main__":
    sys.exit(main())
