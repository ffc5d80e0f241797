"""Pebbles: its rows, its tie-break and its words. The source is nobody's rulebook."""

from tests.builders import points_for, scored

# The words that it prints, in German and Japanese.
PRINTED = {
    "Pebbles": ("Kieselsteine", "小石"),
    "end of the day": ("Ende des Tages", "一日の終わり"),
    "finds": ("Funde", "拾い物"),
    "pebbles": ("Kiesel", "小石"),
    "pebble": ("Kiesel", "小石"),
    "shells": ("Muscheln", "貝殻"),
    "cone": ("Kegelschnecke", "イモガイ"),
    "cowrie": ("Kauri", "タカラガイ"),
    "beach": ("Strand", "浜辺"),
    "crab": ("Krabbe", "カニ"),
    "tide": ("Gezeiten", "潮"),
    "low": ("Ebbe", "干潮"),
    "high": ("Flut", "満潮"),
    "swims": ("Bäder", "泳いだ回数"),
    "points for most pebbles": ("Punkte für die meisten Kiesel", "最多の小石の点数"),
}
# What our ruling is called in the glossary.
RULINGS = {"A wet pebble": ("Ein nasser Kiesel", "濡れた小石")}


def play(*, options=None, **players):
    """A play; each player's holdings at the end of the day."""
    seats = [{"player": name.title(), "stages": {"day": held}} for name, held in players.items()]
    return {"game": "pebbles", "options": options or {}, "seats": seats}


def test_whoever_holds_most_pebbles_scores_what_was_agreed():
    day = play(options={"points": 7}, anna={"pebbles": 3}, ben={"pebbles": 2})
    assert points_for("pebbles", day, stage="day") == {"Anna": 7, "Ben": 0}


def test_who_ties_for_most_pebbles_scores_1():
    day = play(anna={"pebbles": 2}, ben={"pebbles": 2})
    assert points_for("pebbles", day, stage="day") == {"Anna": 1, "Ben": 1}


def test_a_find_is_worth_twice_as_much_at_high_tide():
    day = play(anna={"finds": [1, 2]}, ben={"finds": [2], "tide": "high"})
    assert points_for("finds", day, stage="day") == {"Anna": 3, "Ben": 4}


def test_shells_and_crabs_are_worth_what_is_printed_on_them():
    day = play(anna={"shells": ["cone"]}, ben={"beach": [[{"symbol": "crab", "points": 2}]]})
    assert points_for("shells", day, stage="day") == {"Anna": 3, "Ben": 0}
    assert points_for("beach", day, stage="day") == {"Anna": 0, "Ben": 2}


def test_swims_break_a_tie():
    assert scored(play(anna={"swims": 1}, ben={"swims": 2})).winners == ("Ben",)
