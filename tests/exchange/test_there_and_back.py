"""A group's plays as a file of BG Stats, brought into another group and out again: nothing is different."""

import datetime
import json

import pytest
from django.urls import reverse

from companion.groups import founding
from companion.models import Person
from companion.upkeep.demo import found_demo_group
from tests.phones import phone_of

from .test_imports import brought, looked_at

pytestmark = pytest.mark.django_db


def out(group) -> dict:
    """The file that a group takes along."""
    phone = phone_of(group.members.first().person)
    answer = phone.get(reverse("export_as", args=[group.uuid, "bgstats"]))
    return json.loads(b"".join(answer.streaming_content) if answer.streaming else answer.content)


def told(group) -> list:
    """What each play is, and who came to what by which rows."""
    return sorted(
        (
            str(play.played_on),
            str(play.rules.title),
            play.state,
            play.notes,
            play.minutes or 0,
            [(str(seat), seat.points, seat.is_winner, seat.lines) for seat in play.seats.at_table()],
        )
        for play in group.plays.filter(deleted_at=None, state="finished")
    )


def test_whatever_was_played_here_is_the_same_there():
    group = found_demo_group(until=datetime.date(2026, 11, 20), plays=40, seed=5)
    group.members.create(person=Person.objects.create_visitor())
    file = out(group)
    other = founding.found(Person.objects.create_visitor(), language="en")
    brought(phone_of(other.members.get().person), other, json.dumps(file).encode())
    assert told(other) == told(group)
    assert len(told(other)) > 30


def test_in_the_group_it_came_from_all_of_it_is_here_already():
    group = found_demo_group(until=datetime.date(2026, 11, 20), plays=40, seed=5)
    group.members.create(person=Person.objects.create_visitor(), role="owner")
    page = looked_at(phone_of(group.members.first().person), group, json.dumps(out(group)).encode())
    assert (page.context["coming"], page.context["people"]["uncertain"], page.context["games"]["uncertain"]) == (
        0,
        0,
        0,
    )
