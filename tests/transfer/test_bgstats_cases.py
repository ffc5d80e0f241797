"""Files as BG Stats makes them, and what becomes of them here: small ones, each of which once went wrong."""

import json
from pathlib import Path

import pytest
from django.urls import reverse

from companion.models import Upload
from tests.phones import an_empty_group, finished, phone_of, text_of

from .test_imports import brought, looked_at, results, undo

CASES = Path(__file__).parent / "cases"


@pytest.fixture
def phone(group):
    return phone_of(group.members.get(role="owner").person)


def case(number: str) -> bytes:
    return (CASES / f"{number}.bgsplay").read_bytes()


def exported(phone, group) -> dict:
    """The group's plays as BG Stats gets them."""
    answer = phone.get(reverse("transfer:export_as", args=[group.uuid, "bgstats"]))
    return json.loads(b"".join(answer.streaming_content))


def holdings(play):
    """What each player holds at the end."""
    return {str(seat): seat.saves.get().amounts for seat in play.seats.at_table()}


def test_score_sheet_of_five_tribes_can_be_looked_at(phone, group):
    page = looked_at(phone, group, case("01"))
    assert page.status_code == 200
    assert "Import 1 play" in text_of(page)
    brought(phone, group, case("01"))
    assert results(group) == [{"Mira": (10, False), "Jo": (12, True)}]


def test_ids_of_the_file_go_out_again_and_come_in_as_known(phone, group):
    brought(phone, group, case("04"))
    told, out = json.loads(case("04")), exported(phone, group)
    for part in ("plays", "games"):
        assert [each["uuid"] for each in out[part]] == [each["uuid"] for each in told[part]]
    assert [each["uuid"] for each in out["players"]] == [each["uuid"] for each in told["players"][:2]]
    page = looked_at(phone, group, json.dumps(out).encode())
    assert "Everything in this file is already here." in text_of(page)
    assert dict(Upload.objects.latest("pk").preview["counts"]) == {"known": 1, "asks": 0}


def test_play_changed_in_bgstats_after_it_was_exported_is_changed_here(phone, group):
    brought(phone, group, case("04"))
    out = exported(phone, group)
    out["plays"][0]["playerScores"][0]["score"] = "11"
    assert "1 play updated." in brought(phone, group, json.dumps(out).encode())
    assert results(group) == [{"Mira": (11, False), "Jo": (12, True)}]


def test_points_of_score_sheet_become_what_brings_them(phone, group):
    page = looked_at(phone, group, case("11"))
    assert page.context["outcomes"] == [("With the full score sheet", 1)]
    brought(phone, group, case("11"))
    [play] = group.plays.all()
    assert holdings(play) == {
        "Mira": {"track": 41, "lines": 1, "columns": 1, "colours": 0},
        "Jo": {"track": 46, "lines": 1, "columns": 1, "colours": 0},
    }
    assert results(group) == [{"Mira": (50, False), "Jo": (55, True)}]


def changed_sheet(label, **scores) -> bytes:
    """The score sheet of Azul with one more row."""
    file = json.loads(case("11"))
    file["plays"][0]["scoresheet"]["rounds"][0]["rows"].append({"label": label, "scores": scores})
    return json.dumps(file).encode()


def test_row_that_brings_nobody_anything_changes_nothing(phone, group):
    brought(phone, group, changed_sheet("Bonus tiles", s1="0", s2=""))
    [play] = group.plays.all()
    assert (play.notes, holdings(play)["Mira"]["track"]) == ("", 41)


def test_score_sheet_that_makes_another_total_is_noted_with_all_rows(phone, group):
    brought(phone, group, changed_sheet("Bonus tiles", s1="3", s2="3"))
    [play] = group.plays.all()
    assert play.notes == (
        "Score sheet: Score track 41 · 46; Horizontal lines 2 · 2; Vertical lines 7 · 7; Bonus tiles 3 · 3"
    )
    assert results(group) == [{"Mira": (50, False), "Jo": (55, True)}]


def test_play_that_nobody_won_has_no_winner(phone, group):
    brought(phone, group, case("12"))
    assert [won for _points, won in results(group)[0].values()] == [False, False]
    assert [seat["winner"] for seat in exported(phone, group)["plays"][0]["playerScores"]] == [False, False]


def test_tie_broken_by_hand_keeps_totals_and_winner(phone, group):
    brought(phone, group, case("13"))
    assert results(group) == [{"Mira": (30, False), "Jo": (30, True), "Kai": (12, False)}]
    told = exported(phone, group)["plays"][0]["playerScores"]
    assert [(seat["score"], seat["winner"]) for seat in told] == [("30", False), ("30", True), ("12", False)]
    assert group.plays.get().notes == ""


def test_missing_score_is_unknown_and_not_0(phone, group):
    brought(phone, group, case("18"))
    assert results(group) == [{"Mira": (30, True), "Jo": (20, False), "Kai": (None, False)}]
    told = exported(phone, group)["plays"][0]["playerScores"]
    assert [seat["score"] for seat in told] == ["30", "20", ""]


def test_score_that_is_no_number_is_noted_beside_those_that_are(phone, group):
    brought(phone, group, case("17"))
    odd = group.plays.order_by("pk").last()
    assert [points for points, _won in results(group)[0].values()] == [170, 132]
    assert results(group)[1] == {"Mira": (None, True), "Jo": (3, False)}
    assert odd.notes == "Points: 6.+8 · 3"


def test_first_play_is_shown_as_it_will_be(phone, group):
    page = looked_at(phone, group, case("13"))
    assert "The first play" in text_of(page)
    assert "Played from 2 Mar 2024 to 2 Mar 2024" in text_of(page)
    first = page.context["first"]
    assert (first["game"], first["place"], first["minutes"]) == ("Testa", "Home", 45)
    assert [(seat["name"], seat["points"], seat["won"]) for seat in first["seats"]] == [
        ("Mira", 30, False),
        ("Jo", 30, True),
        ("Kai", 12, False),
    ]


def test_plays_of_one_person_are_counted_in_the_preview(phone, group):
    file = json.loads(case("17"))
    del file["plays"][1]["playerScores"][1]
    assert ("With one person only", 1) in looked_at(phone, group, json.dumps(file).encode()).context["outcomes"]


def test_ignored_play_is_left_out_with_a_sentence(phone, group):
    page = looked_at(phone, group, case("28"))
    assert "1 play is left out because BG Stats ignores it in its statistics." in text_of(page)
    assert not page.context["coming"]


def test_board_role_start_player_and_time_of_day_go_out_again(phone, group):
    brought(phone, group, case("29"))
    [play] = exported(phone, group)["plays"]
    assert (play["board"], play["rounds"], play["playDate"]) == ("Map B", 4, "2024-03-02 20:15:00")
    assert [(seat.get("role"), seat["startPlayer"]) for seat in play["playerScores"]] == [("Wizard", True), ("", False)]


def test_board_role_start_player_and_time_of_day_are_shown(phone, group):
    brought(phone, group, case("29"))
    page = phone.get(reverse("plays:play", args=[group.plays.get().uuid]))
    assert "Variant or map: Map B · began at 20:15 · Mira began" in text_of(page)
    assert "Role Wizard" in text_of(page)


def test_role_that_changes_in_bgstats_changes_here_and_is_put_back(phone, group):
    brought(phone, group, case("29"))
    file = json.loads(case("29"))
    file["plays"][0]["board"], file["plays"][0]["playerScores"][0]["score"] = "Map C", "13"
    brought(phone, group, json.dumps(file).encode())
    assert exported(phone, group)["plays"][0]["board"] == "Map C"
    undo(phone, group)
    assert exported(phone, group)["plays"][0]["board"] == "Map B"


def test_number_of_a_game_at_boardgamegeek_goes_out_again(phone, group):
    file = json.loads(case("29"))
    file["games"][0]["bggId"] = 13
    brought(phone, group, json.dumps(file).encode())
    assert [game["bggId"] for game in exported(phone, group)["games"]] == [13]


SEAFARERS = {"id": 9, "uuid": "E-9", "name": "Catan: Seafarers", "bggId": 325, "isExpansion": 1}


def with_expansion(game="Catan") -> bytes:
    """A play of this game with Seafarers, at a place with an id."""
    file = json.loads(case("04"))
    file["games"] = [{**file["games"][0], "name": game}, SEAFARERS]
    file["plays"][0]["expansionPlays"] = [{"gameRefId": 9, "bggId": 325}]
    return json.dumps(file).encode()


def expansions_in(file: dict) -> list[tuple]:
    games = {game["id"]: game for game in file["games"]}
    found = [games[each["gameRefId"]] for play in file["plays"] for each in play["expansionPlays"]]
    return [(game["uuid"], game["name"], game["bggId"], game["isExpansion"]) for game in found]


def test_id_of_a_place_goes_out_again(phone, group):
    brought(phone, group, case("04"))
    finished(group=group, owner=group.members.get(role="owner").person)
    # Also if a play that was noted here at the same place comes first.
    group.plays.filter(arrival=None).update(place="Home", played_on="2020-01-01")
    assert [(place["name"], place["uuid"]) for place in exported(phone, group)["locations"]] == [
        ("Home", "10000000-0000-4000-8000-000000000001")
    ]


def test_place_that_was_changed_here_goes_out_under_another_id(phone, group):
    brought(phone, group, case("04"))
    group.plays.update(place="at Dora’s")
    [place] = exported(phone, group)["locations"]
    assert place["name"] == "at Dora’s"
    assert place["uuid"] != "10000000-0000-4000-8000-000000000001"


def test_ids_of_expansions_go_out_again_and_come_in_as_known(phone, group):
    brought(phone, group, with_expansion())
    out = exported(phone, group)
    assert expansions_in(out) == [("E-9", "Catan: Seafarers", 325, 1)]
    assert len(out["games"]) == 2
    assert "Everything in this file is already here." in text_of(looked_at(phone, group, json.dumps(out).encode()))


@pytest.mark.parametrize("game", ["Catan", "Testa"])
def test_expansions_are_the_same_in_another_group(phone, group, game):
    brought(phone, group, with_expansion(game))
    out, elsewhere = exported(phone, group), an_empty_group()
    there = phone_of(elsewhere.members.get().person)
    brought(there, elsewhere, json.dumps(out).encode())
    assert expansions_in(exported(there, elsewhere)) == expansions_in(out)
    assert elsewhere.plays.get().notes == group.plays.get().notes
