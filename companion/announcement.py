"""What `make run` prints: the address that a phone opens, in words and as a QR code."""

import io
import sys

import segno

from .environment import LOOPBACK, lasting_name, own_address

EVERYWHERE = ("0.0.0.0", "::", "")
LIGHT_ON_DARK = "\033[40;97m{}\033[0m"


def announcement(host: str, port: int, *, lasting_address: str = "") -> str:
    """The lines for whoever starts Caravan listening on this host and port."""
    if lasting_address:
        return "\n".join(["", f"  {lasting_address}", "", qr_code(lasting_address)])
    if host in LOOPBACK:
        return f"\n  {address(host, port)}\n"
    if host not in EVERYWHERE:
        return for_phones([address(host, port)], port)
    if own_address() == "127.0.0.1":
        return f"\n  {address('127.0.0.1', port)}\n  This computer is in no network yet: no phone opens it.\n"
    return for_phones([address(name, port) for name in (lasting_name(), own_address()) if name], port)


def for_phones(addresses: list[str], port: int) -> str:
    """The best address first and as a QR code, the next beneath for phones that do not know such names."""
    return "\n".join(
        [
            "",
            f"  {addresses[0]}",
            *(f"  or {other}" for other in addresses[1:]),
            "",
            qr_code(addresses[0]),
            f"  Same Wi-Fi? Does this computer's firewall let port {port} in?",
            "",
        ]
    )


def address(host: str, port: int) -> str:
    """What a browser on this network opens."""
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def qr_code(text: str) -> str:
    """The code in half-height blocks, dark on light whatever the terminal's colours."""
    drawn = io.StringIO()
    segno.make_qr(text).terminal(drawn, border=2, compact=True)
    if not sys.stdout.isatty():
        return drawn.getvalue()
    return "".join(LIGHT_ON_DARK.format(line) + "\n" for line in drawn.getvalue().splitlines())
