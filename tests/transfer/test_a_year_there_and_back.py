"""A group's plays as a file of BG Stats, brought into another group and out again: nothing is different."""

import datetime

import pytest
from django.urls import reverse

from companion.management.demo import create_demo_group
from companion.models import Person
from tests.phones import an_empty_group, phone_of

from .test_imports import brought, looked_at, sent

pytestmark = pytest.mark.django_db


def out(group, kind="bgstats") -> bytes:
    """The file that a group takes along."""
    phone = phone_of(group.members.first().person)
    return b"".join(phone.get(reverse("transfer:export_as", args=[group.uuid, kind])).streaming_content)


def told(group) -> list:
    """What each play is, and who came to what by which rows."""
    return sorted(
        (
            str(play.played_on),
            str(play.game.title),
            play.state,
            play.notes,
            play.minutes or 0,
            [(str(seat), seat.points, seat.is_winner, seat.lines) for seat in play.seats.at_table()],
        )
        for play in group.plays.filter(deleted_at=None, state="finished")
    )


@pytest.mark.long
def test_whatever_was_played_here_is_the_same_there():
    group = create_demo_group(until=datetime.date(2026, 11, 20), plays=40, seed=5)
    group.members.create(person=Person.objects.create_visitor())
    other = an_empty_group()
    brought(phone_of(other.members.get().person), other, out(group))
    assert told(other) == told(group)
    assert len(told(other)) > 30


@pytest.mark.long
def test_in_the_group_it_came_from_all_of_it_is_here_already():
    group = create_demo_group(until=datetime.date(2026, 11, 20), plays=40, seed=5)
    group.members.create(person=Person.objects.create_visitor(), role="owner")
    page = looked_at(phone_of(group.members.first().person), group, out(group))
    assert (page.context["coming"], page.context["people"]["uncertain"], page.context["games"]["uncertain"]) == (
        0,
        0,
        0,
    )


def test_a_table_of_it_brings_the_totals_and_who_won_back():
    group = create_demo_group(until=datetime.date(2026, 11, 20), plays=40, seed=5)
    group.members.create(person=Person.objects.create_visitor())
    other = an_empty_group()
    phone = phone_of(other.members.get().person)
    address = sent(phone, other, out(group, "plays"), "plays.csv").url
    fields = phone.get(address).context["columns"]
    assert {heading: field.value() for field, heading, _cells in fields if field.value()} == {
        "play": "play",
        "date": "date",
        "title": "game",
        "place": "location",
        "minutes": "minutes",
        "player": "player",
        "team": "team",
        "points": "score",
        "rank": "place",
        "won": "winner",
        "notes": "notes",
        "role": "role",
        "first": "first",
        "variant": "variant",
    }
    phone.post(address, {"columns": "1", **{field.html_name: field.value() for field, _heading, _cells in fields}})
    phone.post(address, {"bring_in": "1"})

    def winners(of):
        return sorted((play[0], play[1], sorted((seat[0], seat[2]) for seat in play[5])) for play in told(of))

    assert winners(other) == winners(group)
