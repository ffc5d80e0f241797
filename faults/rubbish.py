"""Random requests: existing URLs with valid and invalid arguments, and everything a request can contain."""

import json
import re
from dataclasses import dataclass
from random import Random
from urllib.parse import quote, urlencode

METHODS = (*["GET"] * 12, *["POST"] * 16, "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "BREW")
WORDS = (
    *("", "0", "1", "2", "-1", "3+2", "999", "9" * 400, "1e9", "0x10", "²", "٣", "１２", "NaN", "null", "true", "on"),
    *("Anna", "ä", "絵美", "𝔘", "\0", "a\0b", "\n", "\r\nX: y", "\u202e", "\ud800", "../..", "'\"<>&", "%s{0}{{x}}"),
    *("2026-11-20", "0000-00-00", "9999-12-31", "10000-01-01", "en", "de", "xx", "Europe/Berlin", "Mars/Olympus"),
    *("x" * 3000, "tuareg", "basari", "end", "[]", "{}", "//example.org", "javascript:alert(1)", "0" * 32),
)
TYPES = (
    *("application/x-www-form-urlencoded", "application/x-www-form-urlencoded; charset=utf-16"),
    *("application/x-www-form-urlencoded; charset=nonsense", "multipart/form-data", "multipart/form-data; boundary="),
    *("multipart/form-data; boundary=xyz", "application/json", "text/plain; charset=latin-1", "", "/", "\xff"),
)
LANGUAGES = ("en", "de", "ja", "de-AT;q=0.8, ja", "xx", "*", "zh-hant-hk" * 30, ";;;q=", "de;q=nan", "\xff")


@dataclass
class Known:
    """What exists: addresses' arguments by their kind, the names of fields, some phones' cookies, and what all send."""

    uuids: list
    numbers: list
    slugs: list
    names: list
    cookies: list
    headers: dict


def encoded(word) -> str:
    return quote(word.encode("utf-8", "surrogatepass"), safe="")


def a_path(route, known, chance) -> str:
    """An address of this route (`plays/<uuid:uuid>/…`), its arguments mostly such as exist."""

    def argument(match):
        there_are = {"uuid": known.uuids, "int": known.numbers}.get(match[1], known.slugs)
        word = chance.choice(there_are) if chance.random() < 0.8 else chance.choice(WORDS)
        return encoded(str(word))

    path = "/" + re.sub(r"<(\w+):\w+>", argument, route)
    if chance.random() < 0.05:
        at = chance.randrange(len(path) + 1)
        path = path[:at] + chance.choice(["%ff", "%00", "//", "%", "%2e%2e/", "?", "#", "%ed%a0%80"]) + path[at:]
    return path


def some_fields(known, chance) -> list:
    """Names and values as a form might send them."""
    count = chance.choice([0, 1, 2, 5, 12])
    numbers = [str(number) for number in known.numbers]
    names = [chance.choice(known.names) for _ in range(count)]
    return [(name, chance.choice(numbers if chance.random() < 0.4 else WORDS)) for name in names]


def as_query(fields) -> str:
    return urlencode(fields, errors="surrogatepass", encoding="utf-8")


def as_parts(fields, chance) -> bytes:
    """The same as multipart with a file, which may end too early."""
    parts = [f'--xyz\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n' for name, value in fields]
    head = '--xyz\r\nContent-Disposition: form-data; name="file"; filename="a.json"\r\n\r\n'
    body = ("".join(parts) + head).encode("utf-8", "surrogatepass") + some_bytes(chance) + b"\r\n--xyz--\r\n"
    return body if chance.random() < 0.8 else body[: chance.randrange(len(body))]


def some_bytes(chance) -> bytes:
    nested = json.dumps(chance.choice([[], {}, None, [{"game": "tuareg"}], {"game": chance.choice(WORDS)}])).encode()
    return chance.choice([nested, chance.randbytes(chance.choice([0, 1, 50, 5000])), b"[" * 20_000, b"\xef\xbb\xbf{}"])


def a_body(known, chance) -> tuple[str, bytes]:
    """A content type and a body, which mostly fit."""
    fields = some_fields(known, chance)
    kind = chance.random()
    if kind < 0.6:
        return TYPES[0], as_query(fields).encode()
    if kind < 0.8:
        return "multipart/form-data; boundary=xyz", as_parts(fields, chance)
    return chance.choice(TYPES), chance.choice(
        [as_query(fields).encode(), as_parts(fields, chance), some_bytes(chance)]
    )


def a_request(port, routes, known, chance: Random) -> bytes:
    """A whole request as it goes over the wire, to be answered and the connection closed."""
    path, method = a_path(chance.choice(routes), known, chance), chance.choice(METHODS)
    if chance.random() < 0.4:
        path += "?" + as_query(some_fields(known, chance))
    kind, body = a_body(known, chance) if method not in ("GET", "HEAD") or chance.random() < 0.05 else ("", b"")
    cookies = chance.choice(known.cookies)
    headers = known.headers | {
        "Host": f"127.0.0.1:{port}"
        if chance.random() < 0.98
        else chance.choice(["", "evil.example", "a b", "[::1", "\xff"]),
        "Connection": "close",
        "Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items()),
        "X-CSRFToken": cookies.get("csrftoken", "") if chance.random() < 0.95 else "x",
        "Accept-Language": chance.choice(LANGUAGES),
        "Content-Type": kind,
        "Content-Length": len(body) if chance.random() < 0.98 else chance.choice([-1, "x", 0, len(body) + 9, 10**12]),
    }
    if chance.random() < 0.3:
        headers["HX-Request"] = "true"
    if chance.random() < 0.02:
        headers["Cookie"] = chance.choice(
            ["caravan=x; links=y", "=;=;", "language=%ff", "csrftoken=" + "x" * 32, "\xff"]
        )
    if chance.random() < 0.02:
        headers[chance.choice(["Transfer-Encoding", "Content-Encoding", "Expect", "Range", "X-Forwarded-For"])] = (
            "chunked"
        )
    head = f"{method} {path} HTTP/1.1\r\n" + "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    return head.encode("latin-1", "replace") + b"\r\n" + body
