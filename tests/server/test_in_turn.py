"""What takes seconds of a processor is made one at a time by a process, so that its other threads are there for all."""

import pytest
from django.urls import reverse

from companion.server.in_turn import in_turn
from tests.phones import finished, owners_phone, text_of


@pytest.fixture
def group():
    return finished(cards={"anna": {"water": 4}}).group


@pytest.fixture
def phone(group):
    return owners_phone(group.plays.get())


LARGE = [
    *[("export_as", kind) for kind in ("plays", "rows", "bgstats", "evenings")],
    *[("export_group",), ("export_photos",), ("history_sheet",)],
]


@pytest.mark.parametrize("name", LARGE)
def test_whoever_wants_one_while_another_is_made_is_asked_to_come_again(group, phone, name):
    first = iter(phone.get(reverse("export_group", args=[group.uuid])).streaming_content)
    assert next(first)
    second = phone.get(reverse(name[0], args=[group.uuid, *name[1:]]))
    assert second.status_code == 503
    assert "again in half a minute" in text_of(second)
    assert second.headers["Retry-After"] == "20"
    assert phone.get(reverse("history", args=[group.uuid])).status_code == 200
    assert list(first)
    third = phone.get(reverse(name[0], args=[group.uuid, *name[1:]]))
    assert third.status_code == 200
    assert b"".join(third)


def whole(phone, address):
    assert list(phone.get(address).streaming_content)


def given_up(phone, address):
    """As a server does with whatever it sends no further."""
    pieces = phone.get(address)._iterator
    assert next(pieces)
    pieces.close()


def never_begun(phone, address):
    list(phone.head(address))


def not_there(phone, address):
    assert phone.get(f"{address}/riddles").status_code == 404


def failed(phone, address):
    with pytest.raises(ZeroDivisionError):
        in_turn(lambda request: 1 / 0)(None)


@pytest.mark.parametrize("ends", [whole, given_up, never_begun, not_there, failed])
def test_however_one_ends_the_next_is_made(group, phone, ends):
    address = reverse("export_group", args=[group.uuid])
    ends(phone, address)
    assert list(phone.get(address).streaming_content)
