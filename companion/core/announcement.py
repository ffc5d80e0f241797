"""Prints a server's URL at its start, as text and as a QR code."""

import errno
import io
import sys
from pathlib import Path
from urllib.parse import urlsplit

import segno

from .environment import COMMAND, EVERYWHERE, LOOPBACK, SERVE, lasting_name, own_address

LET_IN = f"{COMMAND} let_in"
LIGHT_ON_DARK = "\033[40;97m{}\033[0m"


def announcement(
    host: str, port: int, *, lasting_address: str = "", memory: Path | None = None, setup_port: int | None = None
) -> str:
    """Return the lines for the host, with the URLs of a server on this host and port.

    `memory` is the file with the URLs announced last, if they may change from time to time. `setup_port` is the port of
    the page with the certificate, if Caravan uses HTTPS with its own certificate.
    """
    if lasting_address:
        return "\n".join(["", f"  {lasting_address}", "", qr_code(lasting_address)])
    addresses = site_addresses(host, port, scheme="https" if setup_port else "http")
    if host in LOOPBACK:
        if memory:
            write_announced([*addresses, *remote_urls(read_announced(memory))], memory)
        setup = f"\n  The certificate: {build_url(host, setup_port)}\n" if setup_port else ""
        return f"{setup}\n  {addresses[0]}\n"
    if not remote_urls(addresses):
        return f"\n  {addresses[0]}\n  This computer has no network yet, so phones can't open it.\n"
    setup = format_certificate(site_addresses(host, setup_port)[-1]) if setup_port else ""
    return setup + format_for_phones(addresses, port) + (describe_changes(addresses, memory) if memory else "")


def site_addresses(host: str, port: int, *, scheme: str = "http") -> list[str]:
    """Return the addresses of a server that listens on this host and port, the one that lasts longest first."""
    names = [host]
    if host in EVERYWHERE:
        number = own_address()
        names = [number] if number == "127.0.0.1" else [name for name in (lasting_name(), number) if name]
    return [build_url(name, port, scheme=scheme) for name in names]


def format_certificate(setup: str) -> str:
    """Return the lines for phones that don't have the certificate yet."""
    return f"\n  Once on each phone, for the certificate: {setup}\n\n{qr_code(setup)}\n  Then, for Caravan:\n"


def read_announced(memory: Path) -> list[str]:
    """Return the URLs announced last, the best first; [] at the first start."""
    return memory.read_text(encoding="utf-8").split() if memory.exists() else []


def remote_urls(addresses: list[str]) -> list[str]:
    """Return the URLs that work on other machines."""
    return [each for each in addresses if urlsplit(each).hostname not in LOOPBACK]


def write_announced(addresses: list[str], memory: Path):
    """Write the URLs to the file for the next start, one a line."""
    memory.write_text("\n".join(addresses), encoding="utf-8")


def describe_changes(addresses: list[str], memory: Path) -> str:
    """Return two lines if a host name or address announced last is gone, else "": phones aren't signed in at others.

    Writes the URLs to the file for the next start.
    """
    hosts = {urlsplit(each).hostname for each in addresses}
    gone = [each for each in remote_urls(read_announced(memory)) if urlsplit(each).hostname not in hosts]
    write_announced(addresses, memory)
    if not gone:
        return ""
    return (
        f"  The address has changed. Last time: {' or '.join(gone)}. Phones aren't signed in at the new address.\n"
        f"  To let an owner in, run {LET_IN}. Everyone else can scan the group's invitation and tap their name.\n"
    )


def format_for_phones(addresses: list[str], port: int) -> str:
    """Return the lines with the best URL as text and QR code, and the others below it."""
    return "\n".join(
        [
            "",
            f"  {addresses[0]}",
            *(f"  or {other}" for other in addresses[1:]),
            "",
            qr_code(addresses[0]),
            f"  If a phone can't open it, use the same Wi-Fi and allow port {port} in this computer's firewall.",
            "",
        ]
    )


def describe_error(error: OSError, host: str, port: int) -> str:
    """Return the message for an address that Caravan can't listen on."""
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} is taken. Is Caravan already running? To use another port: PORT={port + 1} {SERVE}"
    if error.errno == errno.EACCES:
        return f"You aren't allowed to use port {port}. To use another port: PORT=8000 {SERVE}"
    return f"Caravan can't listen on {host}, port {port}: {error.strerror}. Check HOST and PORT."


def build_url(host: str, port: int, *, scheme: str = "http") -> str:
    """Return the URL of this host and port."""
    return f"{scheme}://[{host}]:{port}" if ":" in host else f"{scheme}://{host}:{port}"


def qr_code(text: str) -> str:
    """Return a QR code in half-height blocks, dark on light in any terminal."""
    drawn = io.StringIO()
    segno.make_qr(text).terminal(drawn, border=2, compact=True)
    if not sys.stdout.isatty():
        return drawn.getvalue()
    return "".join(LIGHT_ON_DARK.format(line) + "\n" for line in drawn.getvalue().splitlines())
