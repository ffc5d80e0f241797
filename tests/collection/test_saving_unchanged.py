"""Every sheet of the library, taken by a group and saved in the maker as it is, stays what it was."""

import json

import pytest

from companion.collection.maker import new_sheet
from companion.collection.sections import apply_sections, sections_in
from companion.models import OwnSheet
from companion.rules.library import LIBRARY, sheet
from tests.collection.making import makers_form
from tests.phones import a_play, owners_phone, text_of
from tests.rules.sheets.test_refusing import FULL

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("key", LIBRARY)
def test_library_sheet_saved_unchanged_stays_equal(key):
    play = a_play()
    phone = owners_phone(play)
    phone.post(f"/groups/{play.group.uuid}/sheets/take", {"slug": key})
    check_saving_changes_nothing(phone, f"/groups/{play.group.uuid}/sheets/{key}/", sheet(key))


def check_saving_changes_nothing(phone, path, original):
    """Save a sheet as its page shows it in each language, and assert that it is still equal to the original."""
    for language in ("en", "de", "ja"):
        phone.post("/language", {"language": language, "next": "/"})
        sent = makers_form(phone.get(path))
        # Without the sheet that the page was drawn from, every section counts as changed.
        del sent["was"]
        made = apply_sections(original, sections_in(sent).values())
        assert json.dumps(made, indent=1) == json.dumps(original, indent=1), language
        assert phone.post(path, {**sent, "save": "1"}).status_code == 302
        assert OwnSheet.objects.get().newest.data == original


def odd(*rows, **more):
    """Return a sheet that says what the maker would leave out, or what its form can't show."""
    return {"format": "caravan.sheet/1", "title": "Odd", "players": [2, 4], "rows": list(rows), **more}


EGGS = {"key": "eggs", "label": "eggs", "kind": "count", "worth": 1}
GOLD = {"key": "gold", "label": "gold", "kind": "points"}
STAGES = [{"key": "one", "label": "one"}, {"key": "two", "label": "one"}]
ONLY_IN_ENGLISH, ONLY_IN_GERMAN = {"en": "eggs"}, {"de": "Eier"}
ODD = {
    "new": new_sheet("Odd"),
    "everything": FULL,
    "defaults": odd(
        GOLD | {"decimals": 0, "least": 0, "noted": False, "stages": ["two", "one"]},
        {"key": "most", "label": "most", "kind": "most", "places": [5], "ties": "all", "fewest": False},
        wins="most",
        played="alone",
        accent="slate",
        emblem="of_another_caravan",
        stages=STAGES,
    ),
    "languages": odd(
        EGGS | {"label": ONLY_IN_ENGLISH}, EGGS | {"key": "e", "label": ONLY_IN_GERMAN}, title={"ja": "奇"}
    ),
    "spaces": odd(EGGS | {"label": "two  spaces "}),
    "order of rows": odd(
        {"key": "bonus", "label": "bonus", "kind": "reach", "rows": ["gold", "eggs"], "at_least": 5, "worth": 1},
        EGGS,
        GOLD,
    ),
    "words alike": odd(
        {
            "key": "medal",
            "label": "medal",
            "kind": "choice",
            "choices": [
                {"key": "a", "label": {"en": "A", "de": "B"}, "worth": 1},
                {"key": "b", "label": {"en": "B", "de": "A"}, "worth": 2},
                {"key": "c", "label": {"en": "B", "de": "A"}, "worth": 2},
            ],
        },
        {
            "key": "sets",
            "label": "sets",
            "kind": "sets",
            "values": [0, 1],
            "things": [{"key": "a", "label": "salt, pepper"}, {"key": "b", "label": "oil"}],
        },
        options=[{"key": "o", "label": "o", "choices": [{"key": "x", "label": "same"}, {"key": "y", "label": "same"}]}],
    ),
    "ties": odd(
        *({**GOLD, "key": f"gold{number}"} for number in range(4)),
        ties=[
            {"row": "gold0", "fewest": True},
            {"row": "gold0"},
            *({"row": f"gold{number}"} for number in range(1, 4)),
        ],
    ),
    "asked at ties": odd(GOLD, ties=[{"asked": "cards", "label": "cards"}, {"asked": "coins", "label": "coins"}]),
    "bids": odd(
        {"key": "bid", "label": "bid", "kind": "bid", "hit": {}, "miss": {"each": 2}, "zero_hit": {}, "tricks": "all"},
        rounds={"number": {"2": 10, "3": 8, "4": 7}, "dealer": False},
    ),
    "together": odd(GOLD, played="together", won={"total": 0}, tiers=[{"least": 0, "label": "none"}]),
    "teams": odd(GOLD, played="teams", teams="equal", rounds={"total": 500, "past": "bust"}),
    "places": odd(GOLD | {"noted": True}, wins="order", draw=True),
}


@pytest.mark.parametrize("name", ODD)
def test_odd_sheet_saved_unchanged_stays_equal(name):
    play, original = a_play(), ODD[name]
    phone = owners_phone(play)
    imported = phone.post(f"/groups/{play.group.uuid}/sheets/import", {"sheet": json.dumps(original), "confirm": "1"})
    assert imported.status_code == 302, text_of(imported)
    check_saving_changes_nothing(phone, imported.url, original)
