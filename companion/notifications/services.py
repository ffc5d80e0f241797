"""Send messages with Apprise to services other than web addresses, if it is installed.

Apprise opens its own connections, so it runs in another process (`apprise_process.py`) that may only connect to allowed
IP numbers, and has a time limit.
"""

import json
import subprocess
import sys
from importlib.util import find_spec
from urllib.parse import urlsplit

from django.conf import settings

from .targets import PORTS, Failure

# Schemes whose messages are only sent over the network.
SCHEMES = {
    *("discord", "matrix", "matrixs", "ntfy", "ntfys", "mailto", "mailtos", "slack", "tgram", "gotify", "gotifys"),
    *("mmost", "mmosts", "signal", "signals"),
}
SECONDS = 30
DELIVERED, REFUSED_PRIVATE = 0, 3


def is_installed() -> bool:
    """Return whether Apprise is installed."""
    return find_spec("apprise") is not None


def is_service(address) -> bool:
    """Return whether an address is for Apprise, not a web address."""
    return urlsplit(address).scheme not in PORTS


def send(address, message):
    """Send a message's text, with its link if it has one. Raise Failure if it doesn't arrive."""
    if not is_installed() or urlsplit(address).scheme not in SCHEMES:
        raise Failure("no_service")
    body = "\n".join(filter(None, (message["text"], message.get("link"))))
    # Other users of this machine could read arguments, and the address is a secret.
    job = {"address": address, "title": message["group"], "body": body, "private": settings.NOTIFY_PRIVATE}
    command = [sys.executable, "-m", "companion.notifications.apprise_process"]
    try:
        run = subprocess.run(
            command,
            input=json.dumps(job).encode(),
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
