"""What goes out for another program comes in again without a difference, and as a table with the same results."""

import datetime

import pytest
from django.test import Client
from django.urls import reverse

from companion.groups import players
from companion.models import Play
from tests.collection.test_many_sheets import play_of_its_own
from tests.lanes import long
from tests.phones import a_play, again, an_empty_group, finished, owner_of, owners_phone, phone_of
from tests.plays.test_sheet_games import started
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
        assert phone.post(reverse("collection:totals", args=[group.uuid]), about | fields).status_code == 302
    return group


@pytest.fixture
def elsewhere(db):
    return an_empty_group()


def phone_for(group):
    return phone_of(group.members.get(role="owner").person)


def gone_out(group, kind="bgstats") -> bytes:
    return b"".join(phone_for(group).get(reverse("transfer:export_as", args=[group.uuid, kind])).streaming_content)


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


@pytest.mark.long
def test_into_its_own_group_nothing_changes(group):
    before = told(group)
    file = gone_out(group)
    brought_in = brought(phone_for(group), group, file)
    assert told(group) == before
    assert "Nothing new." in brought_in


def test_a_team_is_a_team_there_too(elsewhere):
    play, _phone = in_teams("1", "2", "1", "2")
    play = over(again(play), anna={"cards": 60}, ben={"cards": 40})
    brought(phone_for(elsewhere), elsewhere, gone_out(play.group))
    assert told(elsewhere) == told(play.group)


def against_the_game():
    """Two have played against the game, and lost."""
    return over(started(Client(), "hanabi", "Anna", "Ben"), stage="end", anna={"white": 3})


def alone():
    return over(a_play(game="five-tribes-solo", names=["Anna"]), stage="end", anna={"gold": 40, "viziers": 2})


def with_an_expansion():
    play = started(Client(), "catan", "Anna", "Ben", "Chris", more="False", seafarers="True", knights="False")
    return over(play, stage="end", anna={"settlements": 4, "islands": 2}, ben={"settlements": 3})


@pytest.mark.parametrize("played", [long(against_the_game), long(alone), with_an_expansion])
def test_every_sort_of_game_is_there_as_it_was(elsewhere, played):
    play = played()
    brought(phone_for(elsewhere), elsewhere, gone_out(play.group))
    assert told(elsewhere) == told(play.group)
    there = elsewhere.plays.get()
    assert there.game.options_with(there.options) == play.game.options_with(play.options)


def test_who_is_called_nothing_here_is_nobody_there(elsewhere):
    play = finished(cards={"ben": {"water": 4}})
    players.make_anonymous(play.group.players.get(name="Ben"))
    brought(phone_for(elsewhere), elsewhere, gone_out(play.group))

    def nameless(group):
        return [[(points, won, lines) for _name, points, _rank, won, _team, lines in each[-1]] for each in told(group)]

    assert nameless(elsewhere) == nameless(play.group)
    assert sorted(elsewhere.players.values_list("name", flat=True)) == ["Anna", "Chris", "Unknown player"]


@pytest.mark.long
def test_of_a_sheet_that_only_its_group_has_the_totals_come(elsewhere):
    first = a_play(names=("Anna", "Ben"))
    play_of_its_own(first, 7)
    brought(phone_for(elsewhere), elsewhere, gone_out(first.group))
    play = elsewhere.plays.get()
    assert str(play.game.title) == "Game 7"
    assert [(str(seat), seat.points, seat.is_winner) for seat in play.seats.at_table()] == [
        ("Anna", 7, True),
        ("Ben", 1, False),
    ]
