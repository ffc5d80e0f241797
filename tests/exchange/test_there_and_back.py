"""What goes out for another program comes in again without a difference, and as a table with the same results."""

import datetime

import pytest
from django.urls import reverse

from companion.groups import founding
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
            str(play.game.title),
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
