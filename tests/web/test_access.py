"""Who may see and change what, for every address there is."""

import pytest
from django.test import Client
from django.urls import URLPattern, get_resolver, reverse

from companion.models import Event, Holdings, Person, Play
from companion.plays import close_stage, delete, finish
from tests.web.phones import (
    a_play,
    again,
    card_at,
    closed,
    count,
    guests_phone,
    owner_of,
    owners_phone,
    seat_of,
    send,
)

EVERYBODY, TABLE, MEMBERS = "everybody", "the table", "members"

# Every address: who may, and what to send where something is to be sent. None: it is only looked at.
WHO_MAY = {
    "home": (EVERYBODY, None),
    "join": (EVERYBODY, {"code": "AAAAAA"}),
    "set_language": (EVERYBODY, {"language": "de"}),
    "table_link": (EVERYBODY, None),
    "game": (EVERYBODY, {"add": "Anna"}),
    "group": (MEMBERS, None),
    "history": (MEMBERS, None),
    "rename_group": (MEMBERS, {"name": "Thursday"}),
    "play": (TABLE, None),
    "live": (TABLE, None),
    "mine": (TABLE, {"watch": "1"}),
    "card": (TABLE, {"water": "1"}),
    "kept": (TABLE, {"drop": "1"}),
    "stage": (TABLE, None),
    "close": (TABLE, {"anyway": "1"}),
    "correct": (TABLE, {}),
    "more": (MEMBERS, None),
    "options": (MEMBERS, {}),
    "finish": (MEMBERS, {"shared": "1"}),
    "tie_break": (MEMBERS, {}),
    "reopen": (MEMBERS, {}),
    "reopen_stage": (MEMBERS, {}),
    "stop": (MEMBERS, {}),
    "delete": (MEMBERS, {}),
    "restore": (MEMBERS, {}),
    "rematch": (MEMBERS, {}),
    "seats": (MEMBERS, {"name": "Dora"}),
    "table": (MEMBERS, None),
    "code": (MEMBERS, {}),
}
OURS = [name for name, (who, _) in WHO_MAY.items() if who != EVERYBODY]


def names(patterns=None):
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        if isinstance(pattern, URLPattern):
            yield pattern.name
        else:
            yield from names(pattern.url_patterns)


def fitting(name) -> Play:
    """A play in the state in which the page of this name has something to do."""
    if name in ("stage", "reopen_stage", "correct"):
        return closed()
    if name in ("finish", "tie_break"):
        return closed(stages=2, cards={"anna": {"water": 4}, "ben": {"water": 4}})
    play = a_play()
    if name == "restore":
        delete(play, person=owner_of(play))
    return play


def address(name, play, phone=None):
    """The address of this name for a play; where it is about a save that waits, one that this phone has sent."""
    parts = {
        "game": ["tuareg"],
        "table_link": [play.links.get().key],
        "group": [play.group.uuid],
        "history": [play.group.uuid],
        "rename_group": [play.group.uuid],
        "card": [play.uuid, seat_of(play, "Anna").pk, "1"],
        "kept": [play.uuid, waiting(play, phone) if name == "kept" else 0],
        "stage": [play.uuid, "1"],
        "close": [play.uuid, "1"],
        "reopen_stage": [play.uuid, "1"],
        "correct": [play.uuid, "1", "water"],
    }
    takes_none = name in ("home", "join", "set_language")
    return reverse(name, args=parts.get(name, [] if takes_none else [play.uuid]))


def waiting(play, phone):
    """The number of a save that waits: of this phone, or of the owner's where this one may send none."""
    count(play, anna={"water": 4})
    count(play, anna={"water": 5})
    for each in (phone, owners_phone(play)):
        if each:
            send(each, play, "Anna", revision=1, water="6")
            if row := Holdings.objects.filter(fate="clash").last():
                return row.pk
    raise AssertionError("nothing waits")


def ask(phone, name, play):
    """The statuses with which this phone is answered when it looks and when it sends, without wrong methods."""
    place = address(name, play, phone)
    answers = [phone.get(place, {"stage": "1"}), phone.post(place, WHO_MAY[name][1] or {})]
    return [answer.status_code for answer in answers if answer.status_code != 405]


def test_every_address_is_in_the_table():
    assert sorted(names()) == sorted(WHO_MAY)


@pytest.mark.parametrize("name", OURS)
class TestEveryAddress:
    @pytest.mark.parametrize("stranger", [Client, lambda: owners_phone(a_play()), lambda: guests_phone(a_play())])
    def test_a_stranger_finds_nothing(self, name, stranger):
        play = fitting(name)
        phone = stranger()
        before = again(play).revision, Event.objects.count(), Person.objects.count()
        statuses = ask(phone, name, play)
        assert statuses
        assert set(statuses) == {404}
        if name != "kept":
            assert (again(play).revision, Event.objects.count(), Person.objects.count()) == before

    def test_a_guest_may_what_the_table_may(self, name):
        play = fitting(name)
        statuses = ask(guests_phone(play), name, play)
        if WHO_MAY[name][0] == TABLE:
            assert set(statuses) <= {200, 302, 409, 422}
        else:
            assert set(statuses) == {404}

    def test_a_member_may_all(self, name):
        play = fitting(name)
        assert set(ask(owners_phone(play), name, play)) <= {200, 302, 409, 422}

    def test_once_the_play_is_deleted_it_is_gone(self, name):
        if name in ("group", "history", "rename_group", "restore"):
            return
        play = fitting(name)
        guest, member = guests_phone(play), owners_phone(play)
        place = address(name, play, member)
        delete(play, person=owner_of(play))
        for phone in (guest, member):
            answers = [phone.get(place), phone.post(place, WHO_MAY[name][1] or {})]
            assert {answer.status_code for answer in answers} <= {404, 405}

    def test_other_methods_are_refused(self, name):
        play = fitting(name)
        phone, place = owners_phone(play), address(name, play)
        for method in (phone.put, phone.delete, phone.patch, phone.options, phone.trace):
            assert method(place).status_code == 405

    def test_what_only_looks_takes_nothing_and_what_changes_is_no_link(self, name):
        play = fitting(name)
        phone = owners_phone(play)
        if WHO_MAY[name][1] is None:
            assert phone.post(address(name, play)).status_code == 405
        before = again(play).revision, Event.objects.count(), Holdings.objects.exclude(fate="clash").count()
        place = address(name, play) if name != "kept" else f"/plays/{play.uuid}/kept/1"
        phone.get(place)
        assert (again(play).revision, Event.objects.count(), Holdings.objects.exclude(fate="clash").count()) == before


def test_a_group_knows_its_members_one_by_one():
    play = a_play()
    other = owner_of(a_play())
    play.group.members.create(person=other)
    phone = owners_phone(a_play(owner=other))
    assert phone.get(reverse("play", args=[play.uuid])).status_code == 200
    assert phone.get(reverse("more", args=[play.uuid])).status_code == 200
    play.group.members.filter(person=other).delete()
    assert phone.get(reverse("play", args=[play.uuid])).status_code == 404


def test_a_save_without_an_identity_is_nobodys_and_nobodys_to_choose():
    play = a_play()
    count(play, anna={"water": 4})
    count(play, anna={"water": 5})
    send(guests_phone(play), play, "Anna", revision=1, water="6")
    row = Holdings.objects.get(fate="clash")
    row.person.delete()
    assert guests_phone(play).post(reverse("kept", args=[play.uuid, row.pk]), {"drop": 1}).status_code == 404


@pytest.mark.parametrize("uuid", ["00000000-0000-0000-0000-000000000000", "x", "%00", "9" * 500])
def test_a_play_there_is_none_of_is_not_there(uuid):
    phone = owners_phone(a_play())
    for page in ("", "live", "more", "options", "seats", "table", "delete", "stages/1", "seats/1/1"):
        assert phone.get(f"/plays/{uuid}/{page}").status_code == 404


def test_what_is_not_there_and_what_is_not_yours_look_alike():
    play = a_play()
    phone = Client()
    theirs = phone.get(reverse("play", args=[play.uuid])).content
    nothing = phone.get(reverse("play", args=["00000000-0000-0000-0000-000000000000"])).content
    assert len(theirs) == len(nothing)


class TestPlayThatIsOver:
    @pytest.fixture
    def over(self):
        play = closed(stages=2, cards={"anna": {"water": 4}})
        finish(play, person=owner_of(play))
        return again(play)

    @pytest.mark.parametrize("name", ["close", "options", "seats", "finish", "tie_break", "reopen_stage"])
    def test_nothing_changes_it_but_opening_it(self, over, name):
        revision = over.revision
        owners_phone(over).post(address(name, over), WHO_MAY[name][1] or {})
        assert again(over).revision == revision

    def test_a_guest_opens_nothing(self, over):
        guest = guests_phone(over)
        for name in ("reopen", "reopen_stage", "rematch"):
            assert guest.post(address(name, over)).status_code == 404
        guest.post(card_at(over, "Anna"), {"water": "5"})
        close_stage(over, over.rules.stage("1"), person=owner_of(over))
        assert again(over).state == "finished"
