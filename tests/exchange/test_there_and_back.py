<<<<<<< HEAD
"""What goes out for another program comes in again without a difference, and as a table with the same results."""
=======
"""A group's plays as a file of BG Stats, brought into another group and out again: nothing is different."""
>>>>>>> in

import datetime

import pytest
from django.urls import reverse

from companion.groups import founding
<<<<<<< HEAD
from companion.models import Person, Play
from tests.phones import again, finished, owner_of, owners_phone, phone_of
from tests.plays.test_teams import in_teams, over

from .test_imports import brought

TIED = {"anna": {"water": 4}, "ben": {"water": 4}}


@pytest.fixture
def group(db):
    """A group with plays of several kinds: with rows and a tie, of totals alone, and with who has won alone."""
    play = finished(cards={"anna": {"water": 4, "gold": 2}, "ben": {"salt": 3}}, second={"chris": {"gold": 2}})
    group, owner = play.group, owner_of(play)
    Play.objects.filter(pk=play.pk).update(place="at home", notes="Rain, =1+1", minutes=45)
    finished(group=group, owner=owner, cards=TIED, played_on=datetime.date(2026, 11, 27))
    phone = owners_phone(play)
    for title, day, wins, fields in (
        ("Jass", "2026-11-18", "most", {"total-0": "157", "total-1": "-12"}),
        ("Golf", "2026-11-19", "fewest", {"total-0": "72", "total-1": "70"}),
        ("Chess by the lake", "2026-11-17", "winner", {"won-1": "1"}),
    ):
        about = {"title": title, "played_on": day, "wins": wins, "player-0": "Anna", "player-1": "Bea"}
        assert phone.post(reverse("totals", args=[group.uuid]), about | fields).status_code == 302
    return group


@pytest.fixture
def elsewhere(db):
    return founding.found(Person.objects.create_visitor(), language="en")


def phone_for(group):
    return phone_of(group.members.get(role="owner").person)


def gone_out(group, kind="bgstats") -> bytes:
    return b"".join(phone_for(group).get(reverse("export_as", args=[group.uuid, kind])).streaming_content)


def told(group):
    """All that is told of a group's plays."""
    return [
        (
            play.played_on,
            str(play.rules.title),
            play.place,
            play.notes,
            play.minutes,
            play.state,
            [
                (seat.player.name, seat.points, seat.rank, seat.is_winner, seat.team, seat.lines)
                for seat in play.seats.at_table()
            ],
        )
        for play in group.plays.filter(deleted_at=None).order_by("played_on", "pk")
    ]


def test_into_another_group_nothing_is_different(group, elsewhere):
    before = told(group)
    brought(phone_for(elsewhere), elsewhere, gone_out(group))
    assert told(elsewhere) == before
    assert told(group) == before


def test_into_its_own_group_nothing_changes(group):
    before = told(group)
    file = gone_out(group)
    brought_in = brought(phone_for(group), group, file)
    assert told(group) == before
    assert "Nothing is new." in brought_in


def test_a_team_is_a_team_there_too(elsewhere):
    play, _phone = in_teams("1", "2", "1", "2")
    play = over(again(play), anna={"cards": 60}, ben={"cards": 40})
    brought(phone_for(elsewhere), elsewhere, gone_out(play.group))
    assert told(elsewhere) == told(play.group)
=======
from companion.models import Person
from companion.upkeep.demo import found_demo_group
from tests.phones import phone_of

from .test_imports import brought, looked_at, sent

pytestmark = pytest.mark.django_db


def out(group, kind="bgstats") -> bytes:
    """The file that a group takes along."""
    phone = phone_of(group.members.first().person)
    return b"".join(phone.get(reverse("export_as", args=[group.uuid, kind])).streaming_content)


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
    other = founding.found(Person.objects.create_visitor(), language="en")
    brought(phone_of(other.members.get().person), other, out(group))
    assert told(other) == told(group)
    assert len(told(other)) > 30


def test_in_the_group_it_came_from_all_of_it_is_here_already():
    group = found_demo_group(until=datetime.date(2026, 11, 20), plays=40, seed=5)
    group.members.create(person=Person.objects.create_visitor(), role="owner")
    page = looked_at(phone_of(group.members.first().person), group, out(group))
    assert (page.context["coming"], page.context["people"]["uncertain"], page.context["games"]["uncertain"]) == (
        0,
        0,
        0,
    )


def test_a_table_of_it_brings_the_totals_and_who_won_back():
    group = found_demo_group(until=datetime.date(2026, 11, 20), plays=40, seed=5)
    group.members.create(person=Person.objects.create_visitor())
    other = founding.found(Person.objects.create_visitor(), language="en")
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
        "points": "score",
        "rank": "place",
        "won": "winner",
        "notes": "notes",
    }
    phone.post(address, {"columns": "1", **{field.html_name: field.value() for field, _heading, _cells in fields}})
    phone.post(address, {"bring_in": "1"})

    def winners(of):
        return sorted((play[0], play[1], sorted((seat[0], seat[2]) for seat in play[5])) for play in told(of))

    assert winners(other) == winners(group)
>>>>>>> in
