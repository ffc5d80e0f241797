"""Who asks: the address behind as many proxies as PROXY says, and no other."""

import pytest
from django.test import Client, RequestFactory

from companion.core.proxies import client


def asked(*seen, **meta):
    """A request with this X-Forwarded-For, from a server's point of view."""
    forwarded = {"X-Forwarded-For": ", ".join(seen)} if seen else {}
    return RequestFactory(headers=forwarded, REMOTE_ADDR="10.0.0.1", **meta).get("/")


@pytest.mark.parametrize(
    ("proxies", "seen", "address"),
    [
        (0, [], "10.0.0.1"),
        (0, ["203.0.113.5"], "10.0.0.1"),
        (1, ["203.0.113.5"], "203.0.113.5"),
        (1, ["198.51.100.9", "203.0.113.5"], "203.0.113.5"),
        (2, ["198.51.100.9", "203.0.113.5", "10.0.0.2"], "203.0.113.5"),
        (2, ["198.51.100.9"], "198.51.100.9"),
        (1, [], "10.0.0.1"),
        (1, ["unknown"], "10.0.0.1"),
        (1, ["203.0.113.5", ""], "10.0.0.1"),
        (1, ["x" * 3000], "10.0.0.1"),
        (1, ["203.0.113.5:4711"], "203.0.113.5"),
        (1, ["[2001:db8:1:2::3]:4711"], "2001:db8:1:2::/64"),
        (1, ["2001:db8:1:2::3"], "2001:db8:1:2::/64"),
    ],
)
def test_of_the_addresses_written_down_it_takes_what_the_outermost_proxy_saw(proxies, seen, address, settings):
    settings.PROXY = proxies
    assert client(asked(*seen)) == address


def test_all_ipv6_numbers_of_a_household_are_one(settings):
    settings.PROXY = 1
    assert client(asked("2001:db8:1:2:aaaa::1")) == client(asked("2001:db8:1:2:bbbb::2")) == "2001:db8:1:2::/64"
    assert client(asked("2001:db8:1:3::1")) != client(asked("2001:db8:1:2::1"))
    assert client(asked("::ffff:203.0.113.5")) == "203.0.113.5"


def test_tries_are_counted_for_each_client_behind_a_proxy(settings):
    settings.PROXY = 1

    def wrong_code(address):
        return Client().post("/join", {"code": "AAAAAA"}, headers={"X-Forwarded-For": address}).status_code

    assert {wrong_code("203.0.113.5") for _ in range(10)} == {422}
    assert wrong_code("203.0.113.5") == 429
    assert wrong_code("203.0.113.6") == 422


def test_what_somebody_writes_before_the_proxies_entry_opens_no_new_tries(settings):
    settings.PROXY = 1
    for number in range(10):
        Client().post("/join", {"code": "AAAAAA"}, headers={"X-Forwarded-For": f"198.51.100.{number}, 203.0.113.5"})
    last = Client().post("/join", {"code": "AAAAAA"}, headers={"X-Forwarded-For": "192.0.2.1, 203.0.113.5"})
    assert last.status_code == 429


@pytest.mark.parametrize(("header", "status"), [({}, 301), ({"X-Forwarded-Proto": "https"}, 200)])
def test_behind_a_proxy_https_is_what_it_says(header, status, settings):
    settings.SECURE_SSL_REDIRECT = True
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    assert Client().get("/", headers=header).status_code == status
