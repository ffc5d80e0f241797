"""The environment: the data folder, its secret key, and this machine's names and addresses."""

import contextlib
import os
import socket
import stat
import subprocess
import sys
import tempfile
from pathlib import Path

import ifaddr
from django.conf import settings
from django.core.management.utils import get_random_secret_key

PACKAGE = Path(__file__).resolve().parent.parent
# A wheel has the templates, the built static files and gunicorn's configuration within the package (`hatch_build.py`).
IS_INSTALLED = (PACKAGE / "wheel").is_dir()
ROOT = PACKAGE / "wheel" if IS_INSTALLED else PACKAGE.parent
# What people type to start Caravan, and to run one of its commands.
SERVE = "caravan serve" if IS_INSTALLED else "make run"
COMMAND = "caravan" if IS_INSTALLED else ".venv/bin/python manage.py"


def set_up_process():
    """Let only Caravan's user read what this process writes, and unset empty variables of boto3."""
    os.umask(0o077)
    # Docker Compose passes unset variables as empty ones, which boto3 would take for values.
    for name in [name for name, value in os.environ.items() if name.startswith("AWS_") and not value]:
        del os.environ[name]


def create_data_folder(folder: Path):
    """Create the data folder if necessary, and close it to other users; one like /tmp, which they share, stays open."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    found = folder.stat()
    # On Windows, folders of a user are closed to others anyway.
    is_ours = hasattr(os, "geteuid") and found.st_uid == os.geteuid()
    if is_ours and found.st_mode & 0o077 and not found.st_mode & stat.S_ISVTX:
        folder.chmod(0o700)


def stored_secret_key(folder: Path) -> str:
    """Return the key in the data folder, which is created if necessary and readable by its owner alone."""
    path = folder / "secret_key"
    if not path.exists():
        create_data_folder(folder)
        # Written beside and then linked: of two first starts at once, both get the same whole key.
        with tempfile.NamedTemporaryFile("w", encoding="ascii", dir=folder, prefix="secret_key.") as file:
            file.write(get_random_secret_key())
            file.flush()
            with contextlib.suppress(FileExistsError):
                os.link(file.name, path)
    return path.read_text().strip()


LOOPBACK = ("localhost", "127.0.0.1", "::1")
EVERYWHERE = ("0.0.0.0", "::")


def serves_others() -> bool:
    """Return whether this server listens to other machines."""
    return settings.HOST not in LOOPBACK


def served_host() -> str:
    """Return the address at which others reach this server: the one it listens on, else the address of this machine."""
    return own_address() if settings.HOST in EVERYWHERE else settings.HOST


def own_addresses() -> list[str]:
    """Return all IPv4 addresses of this machine, including 127.0.0.1."""
    return [str(ip.ip) for adapter in ifaddr.get_adapters() for ip in adapter.ips if ip.is_IPv4]


def own_address() -> str:
    """Return the IPv4 address at which other machines of this network reach this one; 127.0.0.1 without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Connecting a datagram socket sends nothing, but finds the interface.
            probe.connect(("192.0.2.1", 9))
            return probe.getsockname()[0]
        except OSError:
            # A network without a gateway, as if this machine is the hotspot.
            return next((ip for ip in own_addresses() if not ip.startswith("127.")), "127.0.0.1")


def own_name() -> str:
    """Return this machine's name without its domain."""
    return socket.gethostname().lower().partition(".")[0]


def lasting_name() -> str:
    """Return NAME.local if that name resolves to this machine, else "". It stays when the IP address changes."""
    name = f"{own_name()}.local"
    look_up = "import socket, sys; print(*socket.gethostbyname_ex(sys.argv[1])[2])"
    command = [sys.executable, "-I", "-S", "-c", look_up, name]
    try:
        # In a process of its own, because some networks never answer the query.
        answer = subprocess.run(command, capture_output=True, text=True, timeout=1)
    except subprocess.TimeoutExpired:
        return ""
    return name if set(answer.stdout.split()) & set(own_addresses()) else ""


def own_hosts(*more: str | None) -> list[str]:
    """Return all names by which a phone of this network may address this machine, and `more`; never `*`."""
    names = [
        "localhost",
        "[::1]",
        ".local",
        socket.gethostname().lower(),
        own_name(),
        own_address(),
        *own_addresses(),
        *more,
    ]
    return sorted({name for name in names if name})
