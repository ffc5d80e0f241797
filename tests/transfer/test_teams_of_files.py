"""Who played together by a file plays together here, too, if the game has teams; else the notes say it."""

import json

import pytest

from companion.entry.scorepad import Scorepad
from tests.phones import again, an_empty_group, phone_of, text_of
from tests.plays.test_teams import in_teams, over

from .bgstats import a_file, as_bytes
from .bgstats import a_play as a_play_of_the_file
from .test_bgstats_cases import exported
from .test_exact_round_trips import exported as file_for
from .test_exact_round_trips import imported as in_another_group
from .test_exact_round_trips import plays_in
from .test_imports import brought
from .test_tables_in_a_group import imported, previewed

# Player, team, points, and whether they won.
TEAMS = ("Mira,1,60,1", "Jo,2,40,0", "Kai,1,60,1", "Lea,2,40,0")
NOTE = "Team: Mira & Kai · Jo & Lea"


@pytest.fixture
def phone(group):
    return phone_of(group.members.get(role="owner").person)


def table(*rows, game="Tichu", head="date,game,player,team,points,won") -> bytes:
    return "\n".join([head, *(f"2024-05-01,{game},{row}" for row in rows)]).encode()


def teams_in(group):
    [play] = group.plays.all()
    return {seat.player.name: seat.team for seat in play.seats.at_table()}, play.notes


def test_teams_of_a_table_play_together(phone, group):
    assert imported(phone, group, table(*TEAMS), "plays.csv") == [
        {"Mira": (60, True), "Jo": (40, False), "Kai": (60, True), "Lea": (40, False)}
    ]
    assert teams_in(group) == ({"Mira": 1, "Jo": 2, "Kai": 1, "Lea": 2}, "")
    assert [seat.player.name for seat in Scorepad(group.plays.get()).seats] == ["Mira & Kai", "Jo & Lea"]
    again_here = previewed(phone, group, table(*TEAMS), "plays.csv")
    assert "Everything in this file is already here." in text_of(again_here)


def test_teams_of_a_table_that_only_says_who_won_play_together(phone, group):
    rows = [row.replace(",60", ",").replace(",40", ",") for row in TEAMS]
    assert imported(phone, group, table(*rows), "plays.csv") == [
        {"Mira": (None, True), "Jo": (None, False), "Kai": (None, True), "Lea": (None, False)}
    ]
    assert teams_in(group) == ({"Mira": 1, "Jo": 2, "Kai": 1, "Lea": 2}, "")


@pytest.mark.parametrize(
    ("rows", "game", "note"),
    [
        (TEAMS, "Azul", NOTE),
        (TEAMS, "A game of our own", NOTE),
        (("Mira,1,60,1", "Jo,2,40,0", "Kai,1,50,0", "Lea,2,40,0"), "Tichu", NOTE),
        (("Mira,1,60,1", "Kai,1,60,1"), "Tichu", "Team: Mira & Kai"),
    ],
    ids=["game without teams", "unknown game", "points of each player", "one team"],
)
def test_teams_that_cannot_share_a_score_sheet_are_noted_once(phone, group, rows, game, note):
    imported(phone, group, table(*rows, game=game), "plays.csv")
    teams, notes = teams_in(group)
    assert (set(teams.values()), notes) == ({0}, note)


@pytest.mark.parametrize(("kind", "name"), [("plays", "plays.csv"), ("bgstats", "a.bgsplay"), ("caravan", "a.json")])
def test_teams_of_a_play_are_the_same_in_another_group(db, kind, name):
    play, _phone = in_teams("1", "2", "1", "2")
    play = over(again(play), anna={"cards": 60}, ben={"cards": 40})
    there = in_another_group(file_for(play.group, kind), name)

    def seats(of):
        return [
            (str(seat), seat.team, seat.points, seat.is_winner, seat.rank) for seat in of.plays.get().seats.at_table()
        ]

    assert seats(there) == seats(play.group)
    # Also from there, where perhaps no more than the totals are known.
    assert plays_in(file_for(in_another_group(file_for(there), "a.json"))) == plays_in(file_for(there))


def with_teams(game) -> bytes:
    """A file of BG Stats in which two teams have played."""
    file = a_file(a_play_of_the_file(game=game, mira="60*", jo="40", kai="60*", lea="40"))
    for seat, team in zip(file["plays"][0]["playerScores"], ("Red", "Blue", "Red", "Blue"), strict=True):
        seat["team"] = team
    return as_bytes(file)


def test_teams_of_bg_stats_play_together(phone, group):
    brought(phone, group, with_teams("Tichu"))
    assert teams_in(group) == ({"Mira": 1, "Jo": 2, "Kai": 1, "Lea": 2}, "")


def test_teams_of_bg_stats_in_a_game_without_teams_are_noted_and_go_out_again(phone, group):
    brought(phone, group, with_teams("Azul"))
    assert teams_in(group) == ({"Mira": 0, "Jo": 0, "Kai": 0, "Lea": 0}, NOTE)
    [play] = exported(phone, group)["plays"]
    assert ([seat["team"] for seat in play["playerScores"]], play["usesTeams"]) == (["Red", "Blue"] * 2, True)
    elsewhere = an_empty_group()
    brought(phone_of(elsewhere.members.get().person), elsewhere, json.dumps(exported(phone, group)).encode())
    assert teams_in(elsewhere) == teams_in(group)
