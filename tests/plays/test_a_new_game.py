"""A new game is one module (and its tests): no migration, view, URL, form or template knows it."""

import pytest

from companion.models import Play
from companion.rules import GAMES
from tests.lanes import long
from tests.pebbles.pebbles import GAME as PEBBLES
from tests.phones import text_of


@pytest.fixture
def pebbles(monkeypatch):
    """One more game."""
    monkeypatch.setitem(GAMES, "pebbles", PEBBLES)


@pytest.fixture
def play(db, client, pebbles):
    """A play of it by Anna and Ben."""
    options = {"points": "7", "played_on": "2020-11-20"}
    client.post("/games/pebbles", {"player": ["Anna", "Ben"], **options})
    return Play.objects.get(game_slug="pebbles")


def enter(client, play, player, **typed):
    seat = play.seats.get(player__name=player)
    return client.post(f"/plays/{play.uuid}/seats/{seat.pk}/day", {"done": "1", **typed})


def test_stands_on_the_first_page_and_has_one_of_its_own(db, client, pebbles):
    assert "Pebbles" in client.get("/").content.decode()
    page = client.get("/games/pebbles").content.decode()
    assert "Nobody Either" in page
    assert "1–8 players" in page


def test_is_counted_scored_corrected_and_finished(client, play):
    enter(
        client,
        play,
        "Anna",
        pebbles="4",
        shells=["", "cone"],
        finds="2 1",
        beach=["crab 1", "", "crab 2"],
        tide="low",
    )
    enter(client, play, "Ben", pebbles="2", tide="high")
    client.post(f"/plays/{play.uuid}/stages/day/close")
    result = client.get(f"/plays/{play.uuid}/stages/day").content.decode()
    assert "Pebbles" in result
    assert "Most pebbles: 4, ahead of Ben with 2" in result
    ben = play.seats.get(player__name="Ben")
    row = f"/plays/{play.uuid}/stages/day/correct/pebbles"
    refused = client.post(row, {f"seat{ben.pk}-pebbles": "5", f"seat{ben.pk}-revision": "1"})
    assert "Anna 4 and Ben 5 make 9, but there are only 6." in refused.content.decode()
    client.post(row, {f"seat{ben.pk}-pebbles": "1", f"seat{ben.pk}-revision": "1"})
    assert ben.saves.get(revision=2).amounts == {"pebbles": 1, "tide": "high"}
    client.post(f"/plays/{play.uuid}/finish")
    assert [seat.points for seat in play.seats.all()] == [7 + 3 + 3 + 3, 0]


def test_has_a_score_sheet_with_boxes_for_every_kind_of_field(client, pebbles):
    page = client.get("/games/pebbles/sheet?players=3")
    text = text_of(page)
    assert "Pebbles of 9 · 5 for most" in text
    assert "Shells as printed cone 3 · cowrie 4000" in text
    assert "Beach symbol in the corner, points below + + + + + + crab ×4 Beach as printed" in text
    assert "Tide low high" in text
    assert text.count("Still tied: the win is shared.") == 1
    seats, html = 3, page.content.decode()
    assert html.count('class="edge display') == html.count('class="edge answers') == seats
    assert html.split("<b>Finds</b>")[1].split("</tr>")[0].count("<td") == 2 * seats
    assert html.split('class="edge display')[1].split("</table>")[0].count('class="card"') == 6


def test_prints_what_was_played(client, play):
    enter(
        client,
        play,
        "Anna",
        pebbles="4",
        shells=["", "cone"],
        finds="2 1",
        beach=["crab 1", "", "crab 2"],
        tide="low",
    )
    enter(client, play, "Ben", pebbles="2", tide="high")
    text = text_of(client.get(f"/plays/{play.uuid}/sheet"))
    assert "Finds 2 1 +3 · Pebbles 4 7 2 · Shells cone +3 · Beach crab 1 crab 2 – Beach 3 · Tide low high Total" in text
    assert "Pebbles Anna 7 Most pebbles: 4, ahead of Ben with 2 Shells Anna 3 1 shell" in text
    assert "Points for most pebbles: 7" in text


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"pebbles": "7"}, "Anna, pebbles: 7, but there are only 6."),
        ({"finds": "1 3"}, "Anna, finds: each entry is from 1 to 2, not “3”."),
        ({"shells": ["", "pearl"]}, "Anna, shells: “pearl” is unknown."),
        long({"shells": ["", "cone", "cone"]}, "Anna, shells: cone is entered twice."),
        long({"beach": "crab 1, crab 1, crab 1, crab 1"}, "Anna, beach: at most 3 cards in a row."),
        ({"beach": "crab 9"}, "Anna, beach: a card shows from 1 to 2 points, not “9”."),
        long({"tide": "sideways"}, "Anna, tide: “sideways” isn’t one of low and high."),
    ],
)
def test_refuses_what_cannot_be_right_with_a_sentence_and_keeps_the_rest(client, play, typed, sentence):
    rest = {"pebbles": "3"} if "pebbles" not in typed else {"finds": "2"}
    page = enter(client, play, "Anna", **rest, **typed)
    assert page.status_code == 422
    assert sentence in text_of(page)
    row = play.seats.get(player__name="Anna").saves.get()
    assert row.amounts == ({"pebbles": 3} if "pebbles" in rest else {"finds": [2]})
    assert set(row.refused) == set(typed)


def test_a_thing_with_two_owners_is_told_to_both(client, play):
    enter(client, play, "Anna", shells=["", "cone"])
    enter(client, play, "Ben", shells=["", "cone"])
    assert (
        "cone is entered for more than one player: Anna and Ben." in client.get(f"/plays/{play.uuid}/").content.decode()
    )
