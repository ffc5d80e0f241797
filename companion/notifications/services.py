"""Send messages by Apprise to services other than a web address, if it is installed.

Apprise opens connections of its own. So it runs in another process (`apprise_process.py`), which may only connect to IP
numbers that messages may go to, and ends after some seconds.
"""

import json
import subprocess
import sys
from importlib.util import find_spec
from urllib.parse import urlsplit

from django.conf import settings

from .targets import PORTS, Failure

# By these, messages only leave by the network.
SCHEMES = {
    *("discord", "matrix", "matrixs", "ntfy", "ntfys", "mailto", "mailtos", "slack", "tgram", "gotify", "gotifys"),
    *("mmost", "mmosts", "signal", "signals"),
}
SECONDS = 30
DELIVERED, REFUSED_PRIVATE = 0, 3


def is_installed() -> bool:
    """Return whether Apprise is there."""
    return find_spec("apprise") is not None


def is_service(address) -> bool:
    """Return whether an address is one for Apprise, and none of the web."""
    return urlsplit(address).scheme not in PORTS


def send(address, message):
    """Send a message's text, with its link if it has one. Raises Failure if it doesn't arrive."""
    if not is_installed() or urlsplit(address).scheme not in SCHEMES:
        raise Failure("no_service")
    body = "\n".join(filter(None, (message["text"], message.get("link"))))
    # The address is a secret: other users of this machine could read arguments.
    said = {"address": address, "title": message["group"], "body": body, "private": settings.NOTIFY_PRIVATE}
    command = [sys.executable, "-m", "companion.notifications.apprise_process"]
    try:
        run = subprocess.run(
            command,
            input=json.dumps(said).encode(),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=SECONDS,
            env={"PYTHONPATH": ":".join(filter(None, sys.path))},
        )
    except subprocess.TimeoutExpired as error:
        raise Failure("timeout", may_pass=True) from error
    if run.returncode == REFUSED_PRIVATE:
        raise Failure("private")
    if run.returncode != DELIVERED:
        raise Failure("service", may_pass=True)
