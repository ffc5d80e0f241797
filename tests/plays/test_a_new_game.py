"""A new game is one module (and its tests): no migration, view, URL, form or template knows it."""

import importlib.util

import pytest

from companion.models import Play
from companion.rules import GAMES
from tests.phones import text_of

MODULE = '''
"""Pebbles: whoever holds most pebbles scores 5; each shell is worth what is printed on it."""

from companion.rules.kit import (
    Choice, Count, Game, Item, OneOf, Option, Picks, Rows, Stage, Symbol, Tally, Thing, each, gettext
)

PEBBLES = Count(key="pebbles", label=gettext("pebbles"), supply={2: 6, 3: 9})
FINDS = Tally(key="finds", label=gettext("finds"), values=(1, 2), most=5, during=True)
SHELLS = Picks(key="shells", label=gettext("shells"), things=(Thing("cowrie", gettext("cowrie"), 3),))
BEACH = Rows(
    key="beach",
    label=gettext("beach"),
    symbols=(Symbol("crab", gettext("crab"), supply=4),),
    points=(1, 2),
    most_rows=2,
    row_length=3,
)
TIDE = OneOf(
    key="tide",
    label=gettext("tide"),
    choices=(Choice("low", gettext("low")), Choice("high", gettext("high"))),
)


def most_pebbles(seats, table):
    most = max(seat.held.get("pebbles", 0) for seat in seats)
    counts = [seat.held.get("pebbles", 0) for seat in seats]
    points = table["options"]["points"]
    return [(points if count == most > 0 else 0, gettext("%(count)s pebbles", count=count), count) for count in counts]


def shells(held, table):
    number = len(held.get("shells", []))
    return 3 * number, gettext("shells"), number


def finds(held, table):
    return sum(held.get("finds", [])), gettext("finds")


def worth_of_most(options):
    return gettext("%(points)s for most", points=options["points"])


AS_PRINTED = gettext("as printed")
GAME = Game(
    slug="pebbles",
    title=gettext("Pebbles"),
    publisher="Nobody",
    designer="Nobody Either",
    year=2026,
    seats=range(2, 4),
    minutes=(5, 5),
    age=4,
    accent="oasis",
    stages=(
        Stage(
            "day",
            gettext("day"),
            (FINDS, PEBBLES, SHELLS, BEACH, TIDE),
            (
                Item("pebbles", PEBBLES.label, most_pebbles, worth_of_most, compared=True),
                Item("shells", SHELLS.label, each(shells), AS_PRINTED),
                Item("finds", FINDS.label, each(finds), AS_PRINTED),
            ),
        ),
    ),
    options=(Option("points", gettext("points for most pebbles"), 5, confirm=True),),
    how_it_scores=(gettext("Whoever holds most pebbles scores."),),
    last_round=gettext("When it gets dark, everybody has one more turn."),
    setup=lambda seats: [gettext("Lay the pebbles ready")],
)
'''


@pytest.fixture
def pebbles(tmp_path, monkeypatch):
    """A sixth game, from a module that was written a moment ago."""
    path = tmp_path / "pebbles.py"
    path.write_text(MODULE)
    spec = importlib.util.spec_from_file_location("pebbles", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setitem(GAMES, "pebbles", module.GAME)


@pytest.fixture
def play(db, client, pebbles):
    """A play of it by Anna and Ben."""
    options = {"points": "7", "played_on": "2020-11-20"}
    client.post("/games/pebbles", {"player": ["Anna", "Ben"], **options})
    return Play.objects.get(game="pebbles")


def enter(client, play, player, **typed):
    seat = play.seats.get(player__name=player)
    return client.post(f"/plays/{play.uuid}/seats/{seat.pk}/day", {"done": "1", **typed})


def test_stands_on_the_first_page_and_has_one_of_its_own(db, client, pebbles):
    assert "Pebbles" in client.get("/").content.decode()
    page = client.get("/games/pebbles").content.decode()
    assert "Nobody Either" in page
    assert "2–3 players" in page


def test_is_counted_scored_corrected_and_finished(client, play):
    enter(
        client,
        play,
        "Anna",
        pebbles="4",
        shells=["", "cowrie"],
        finds="2 1",
        beach=["crab 1", "", "crab 2"],
        tide="low",
    )
    enter(client, play, "Ben", pebbles="2")
    client.post(f"/plays/{play.uuid}/stages/day/close")
    result = client.get(f"/plays/{play.uuid}/stages/day").content.decode()
    assert "Pebbles" in result
    assert "4 pebbles" in result
    ben = play.seats.get(player__name="Ben")
    row = f"/plays/{play.uuid}/stages/day/correct/pebbles"
    refused = client.post(row, {f"seat{ben.pk}-pebbles": "5", f"seat{ben.pk}-revision": "1"})
    assert "Anna 4 and Ben 5 make 9, but there are only 6." in refused.content.decode()
    client.post(row, {f"seat{ben.pk}-pebbles": "1", f"seat{ben.pk}-revision": "1"})
    assert ben.holdings.get(revision=2).amounts == {"pebbles": 1}
    client.post(f"/plays/{play.uuid}/finish")
    assert [seat.points for seat in play.seats.all()] == [7 + 3 + 3, 0]


def test_has_a_score_sheet_with_boxes_for_every_kind_of_field(client, pebbles):
    page = client.get("/games/pebbles/sheet?players=3")
    text = text_of(page)
    assert "Pebbles of 9 · 5 for most" in text
    assert "Shells as printed cowrie 3" in text
    assert "Beach crab ×4" in text
    assert "Tide low high" in text
    assert text.count("Equal totals share the win.") == 1
    seats, html = 3, page.content.decode()
    assert html.count('class="tally"') == html.count('class="display"') == html.count('class="answers"') == seats
    for kind, boxes in (("tally", 7), ("display", 6)):
        assert html.split(f'class="{kind}"')[1].split("</table>")[0].count("<td") == boxes


def test_prints_what_was_played(client, play):
    enter(
        client,
        play,
        "Anna",
        pebbles="4",
        shells=["", "cowrie"],
        finds="2 1",
        beach=["crab 1", "", "crab 2"],
        tide="low",
    )
    enter(client, play, "Ben", pebbles="2")
    text = text_of(client.get(f"/plays/{play.uuid}/sheet"))
    assert "Finds 2 1 +3 – +0 Pebbles 4 +7 2 +0 Shells cowrie +3 – +0 Beach crab 1 crab 2 – Tide low –" in text
    assert "Pebbles Anna 7 4 pebbles Ben 0 2 pebbles" in text
    assert "points for most pebbles: 7" in text


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"pebbles": "7"}, "Anna, pebbles: 7, but there are only 6."),
        ({"finds": "1 3"}, "Anna, finds: each entry is from 1 to 2, not “3”."),
        ({"shells": ["", "pearl"]}, "Anna, shells: “pearl” is not known."),
        ({"shells": ["", "cowrie", "cowrie"]}, "Anna, shells: cowrie is there twice."),
        ({"beach": "crab 1, crab 1, crab 1, crab 1"}, "Anna, beach: at most 3 cards in a row."),
        ({"beach": "crab 9"}, "Anna, beach: a card shows from 1 to 2 points, not “9”."),
        ({"tide": "sideways"}, "Anna, tide: “sideways” is none of low and high."),
    ],
)
def test_refuses_what_cannot_be_right_with_a_sentence_and_keeps_the_rest(client, play, typed, sentence):
    rest = {"pebbles": "3"} if "pebbles" not in typed else {"finds": "2"}
    page = enter(client, play, "Anna", **rest, **typed)
    assert page.status_code == 422
    assert sentence in page.content.decode().replace("&quot;", '"')
    row = play.seats.get(player__name="Anna").holdings.get()
    assert row.amounts == ({"pebbles": 3} if "pebbles" in rest else {"finds": [2]})
    assert set(row.refused) == set(typed)


def test_a_thing_with_two_owners_is_told_to_both(client, play):
    enter(client, play, "Anna", shells=["", "cowrie"])
    enter(client, play, "Ben", shells=["", "cowrie"])
    assert "cowrie has two owners: Anna and Ben." in client.get(f"/plays/{play.uuid}/").content.decode()
