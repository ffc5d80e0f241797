"""The kinds of field: what they read, what they refuse, and what all seats together cannot hold."""

import re
from decimal import Decimal
from pathlib import Path

import jsonschema
import pytest
from django.utils import translation

from companion import rules
from companion.core.language.texts import say
from companion.rules.kit import (
    MOST,
    Choice,
    Count,
    Field,
    OneOf,
    Picks,
    Rows,
    Symbol,
    Tally,
    Thing,
    gettext,
    read_number,
    shortened,
)
from tests.lanes import long

GOLD = Count(key="gold", label=gettext("gold"), supply=10)
MAPS = Count(key="maps", label=gettext("maps"), supply={2: 3, 3: 2})
COINS = Count(key="coins", label=gettext("coins"))
BAZAAR = Tally(key="bazaar", label=gettext("bazaar"), values=(4, 5, 6, 7), most=5)
DJINNS = Picks(
    key="djinns",
    label=gettext("djinns"),
    things=(Thing("al-amin", gettext("Al-Amin"), 5), Thing("enki", gettext("Enki"), 8)),
)
DISPLAY = Rows(
    key="rows",
    label=gettext("rows"),
    symbols=(Symbol("well", gettext("well"), 3), Symbol("camp", gettext("camp"), 9)),
    points=(0, 1, 2, 3),
    most_rows=3,
    row_length=4,
)
WELL = {"symbol": "well", "points": 1}
OUT = OneOf(
    key="eliminated",
    label=gettext("eliminated"),
    choices=(Choice("no", gettext("no")), Choice("gold", gettext("could not pay"))),
)
FIELDS = (GOLD, MAPS, COINS, BAZAAR, DJINNS, DISPLAY, OUT)


def fault(field, value, *, seats=2):
    """The code and the sentence of what is wrong with a value."""
    cleaned, fault = field.clean(value, seats=seats)
    assert cleaned is None
    return fault.code, str(fault.text)


def cleaned(field, value, *, seats=2):
    value, fault = field.clean(value, seats=seats)
    assert fault is None
    return value


class TestReadingNumbers:
    @pytest.mark.parametrize(
        ("typed", "number"),
        [
            ("4", 4),
            (" 4 ", 4),
            ("0", 0),
            ("007", 7),
            ("3+2+4", 9),
            ("3 + 2 + 4", 9),
            ("3+2+", 5),
            ("３＋２＋４", 9),
            ("　４　", 4),
            ("-3", -3),
            ("−3", -3),
            ("－３", -3),
            ("123456789012", 123456789012),
            ("+5", 5),
            ("–3", -3),
            ("3-4", -1),
            ("3 + 2 − 1", 4),
            ("86+84+", 170),
            ("10+-3", 7),
            ("5 + −2 + −1", 2),
            ("٣", 3),
            ("5×2+3×1", 13),
            ("6 x 4 − 2*3", 18),
            ("4.0", 4),
            ("1.250", 1250),
            ("1,250", 1250),
            ("1 250", 1250),
            ("1'250'000", 1250000),
        ],
    )
    def test_numbers_and_sums_are_read(self, typed, number):
        assert read_number(typed) == number
        assert type(read_number(typed)) is int

    @pytest.mark.parametrize(
        ("typed", "number"),
        [
            ("10.5", "10.5"),
            ("10,5", "10.5"),
            ("０．５", "0.5"),
            (",25", "0.25"),
            ("-0.1+0.3", "0.2"),
            ("10.5+-3", "7.5"),
            ("1.250,75", "1250.75"),
        ],
    )
    def test_decimals_are_read_exactly(self, typed, number):
        assert read_number(typed) == Decimal(number)

    @pytest.mark.parametrize("typed", ["", "  ", "　", "\n"])
    def test_nothing_typed_is_missing(self, typed):
        assert read_number(typed) is None

    @pytest.mark.parametrize(
        "typed",
        [
            "four",
            "0.125",
            "1,2,3",
            "1.250,500",
            "8/4",
            "5×",
            "×5",
            "5××2",
            "3++2",
            "+",
            "--3",
            "5--3",
            "3-+2",
            "3+-",
            "5-",
            "1e3",
            "4 5",
            "∞",
            "9" * 31,
        ],
    )
    def test_what_is_no_number_stays_as_it_was_typed(self, typed):
        assert read_number(f" {typed} ") == typed


class TestSayingWhatWasTyped:
    @pytest.mark.parametrize(
        ("value", "said"),
        [
            ("four", "four"),
            (-3, "−3"),
            (1.5, "1.5"),
            (Decimal("10.5"), "10.5"),
            (True, "true"),
            (None, "null"),
            ([1, [2]], "[…]"),
            ({"a": 1}, "{…}"),
            (float("inf"), "∞"),
            (float("-inf"), "−∞"),
            ("a\nb\x1b[1m", "a b [1m"),
            ("\ud800", " "),
            ("x" * 20, "x" * 20),
            ("x" * 21, "x" * 19 + "…"),
        ],
    )
    def test_it_fits_in_a_sentence(self, value, said):
        assert shortened(value) == said

    def test_even_the_largest_number_does(self):
        assert shortened(10**5000) == "∞"
        assert shortened(-(10**5000)) == "−∞"


TOTAL = Count(key="total", label=gettext("total"), least=-999, most=Decimal("999.99"), decimals=2)


class TestDecimals:
    @pytest.mark.parametrize("value", [Decimal("10.5"), 10.5, Decimal("-0.25"), Decimal("999.99")])
    def test_as_many_decimals_as_count_are_taken_exactly(self, value):
        assert TOTAL.clean(value, seats=2) == (Decimal(str(value)), None)
        assert type(TOTAL.clean(value, seats=2)[0]) is Decimal

    def test_whole_numbers_are_whole(self):
        assert type(cleaned(TOTAL, Decimal("10.00"))) is int
        assert TOTAL.text(cleaned(TOTAL, 10.0)) == "10"

    @pytest.mark.parametrize(
        ("value", "code"),
        [(Decimal("0.125"), "fraction"), (1000, "too_large"), (-1000, "too_small"), ("8/4", "wrong_type")],
    )
    def test_anything_else_is_refused(self, value, code):
        assert fault(TOTAL, value)[0] == code

    def test_a_sum_that_cannot_be_worked_out_is_told_what_can(self):
        assert "a sum like 8+4" in fault(TOTAL, TOTAL.read("8/4"))[1]

    def test_fields_without_decimals_stay_whole(self):
        assert fault(COINS, COINS.read("1,5")) == ("fraction", "“1.5” is not a whole number.")

    def test_decimals_are_shown_as_the_language_writes_them(self):
        with translation.override("de"):
            assert say(TOTAL.format_value(Decimal("-10.5"))) == "−10,5"
        assert say(TOTAL.format_value(Decimal("10.5"))) == "10.5"


class TestCount:
    def test_it_takes_whole_numbers_up_to_the_supply(self):
        assert [cleaned(GOLD, value) for value in (0, 1, 10, 4.0)] == [0, 1, 10, 4]
        assert type(cleaned(GOLD, 4.0)) is int

    def test_more_than_the_supply_is_refused_with_the_limit(self):
        assert fault(GOLD, 11) == ("too_many", "11, but there are only 10.")

    def test_the_supply_may_depend_on_the_seats(self):
        assert cleaned(MAPS, 3, seats=2) == 3
        assert fault(MAPS, 3, seats=3) == ("too_many", "3, but there are only 2.")

    def test_without_a_supply_999_is_the_most(self):
        assert MOST == 999
        assert cleaned(COINS, 999) == 999
        assert fault(COINS, 1000) == ("too_large", "at most 999.")

    @pytest.mark.parametrize("field", [GOLD, long(COINS)])
    @pytest.mark.parametrize(
        ("value", "code"),
        [
            (-1, "negative"),
            (-0.5, "negative"),
            (float("-inf"), "negative"),
            (1.5, "fraction"),
            (True, "wrong_type"),
            (False, "wrong_type"),
            (None, "wrong_type"),
            ("4", "wrong_type"),
            ([4], "wrong_type"),
            ({"4": 4}, "wrong_type"),
            (float("nan"), "wrong_type"),
        ],
    )
    def test_what_is_no_count_is_refused(self, field, value, code):
        assert fault(field, value)[0] == code

    @pytest.mark.parametrize("value", [float("inf"), 1e308], ids=str)
    def test_a_huge_number_is_refused(self, value):
        assert fault(GOLD, value) == ("too_many", "∞, but there are only 10.")
        assert fault(COINS, value)[0] == "too_large"

    def test_a_number_of_5000_digits_is_refused(self):
        assert fault(GOLD, 10**5000) == ("too_many", "∞, but there are only 10.")

    def test_all_seats_together_cannot_hold_more_than_there_is(self):
        assert GOLD.check_supply([("Anna", 6), ("Ben", 4), ("Chris", 0)], seats=3) == []
        [(code, text)] = GOLD.check_supply([("Anna", 6), ("Ben", 5), ("Chris", 0)], seats=3)
        assert (code, str(text)) == ("too_many", "Anna 6, Ben 5 make 11, but there are only 10.")

    def test_what_has_no_supply_is_never_overdrawn(self):
        assert COINS.check_supply([("Anna", 999), ("Ben", 999)], seats=2) == []
        assert MAPS.check_supply([("Anna", 9), ("Ben", 9)], seats=7) == []

    def test_one_may_have_a_name_of_its_own(self):
        gems = Count(key="red", label=gettext("red gems"), one=gettext("red gem"))
        assert [str(gems.named(number)) for number in (0, 1, 2)] == ["red gems", "red gem", "red gems"]
        assert str(GOLD.named(1)) == "gold"


class TestTally:
    @pytest.mark.parametrize("typed", ["4 7 5", "4, 7, 5", "4+7+5", "４，７、５", " 4\n7;5 "])
    def test_it_reads_numbers_however_they_are_separated(self, typed):
        assert BAZAAR.read(typed) == [4, 7, 5]

    def test_nothing_typed_is_missing(self):
        assert BAZAAR.read("  ") is None

    def test_it_takes_a_list_of_its_values(self):
        assert cleaned(BAZAAR, [4, 4, 7, 6, 5]) == [4, 4, 7, 6, 5]
        assert cleaned(BAZAAR, []) == []

    @pytest.mark.parametrize(
        ("value", "code"),
        [
            (4, "wrong_type"),
            ("4", "wrong_type"),
            ({"4": 4}, "wrong_type"),
            (None, "wrong_type"),
            ([3], "bad_entry"),
            ([8], "bad_entry"),
            (["4"], "bad_entry"),
            ([4.5], "bad_entry"),
            ([[4]], "bad_entry"),
            ([None], "bad_entry"),
            ([4, 4, 4, 4, 4, 4], "too_many"),
        ],
    )
    def test_what_is_no_list_of_its_values_is_refused(self, value, code):
        assert fault(BAZAAR, value)[0] == code

    def test_true_is_not_one(self):
        assert fault(Tally(key="ones", label=gettext("ones"), values=(1,), most=3), [True])[0] == "bad_entry"

    def test_the_refusal_names_the_entry_and_the_limits(self):
        assert fault(BAZAAR, [4, 9])[1] == "each entry is from 4 to 7, not “9”."
        assert fault(BAZAAR, [4] * 6)[1] == "at most 5 entries."

    def test_seats_do_not_limit_each_other(self):
        assert BAZAAR.check_supply([("Anna", [4] * 5), ("Ben", [4] * 5)], seats=2) == []


class TestPicks:
    def test_it_reads_keys(self):
        assert DJINNS.read("al-amin, enki") == ["al-amin", "enki"]
        assert DJINNS.read("al-amin、enki") == ["al-amin", "enki"]
        assert DJINNS.read("") is None

    def test_it_takes_known_things(self):
        assert cleaned(DJINNS, ["enki", "al-amin"]) == ["enki", "al-amin"]

    @pytest.mark.parametrize(
        ("value", "code", "sentence"),
        [
            ("enki", "wrong_type", "this is a list, one entry for each."),
            (["aladdin"], "unknown_entry", "“aladdin” is unknown."),
            ([["enki"]], "unknown_entry", "“[…]” is unknown."),
            ([None], "unknown_entry", "“null” is unknown."),
            (["enki", "enki"], "twice", "Enki is entered twice."),
        ],
    )
    def test_what_is_no_list_of_known_things_is_refused(self, value, code, sentence):
        assert fault(DJINNS, value) == (code, sentence)

    def test_a_thing_has_one_owner(self):
        held = [("Anna", ["enki"]), ("Ben", ["al-amin", "enki"]), ("Chris", [])]
        [(code, text)] = DJINNS.check_supply(held, seats=3)
        assert (code, str(text)) == ("two_owners", "Enki is entered for more than one player: Anna, Ben.")
        assert DJINNS.check_supply(held[:1], seats=3) == []


class TestRows:
    def test_it_reads_rows_of_cards(self):
        assert DISPLAY.read("well 1, camp 3 / camp 0") == [
            [WELL, {"symbol": "camp", "points": 3}],
            [{"symbol": "camp", "points": 0}],
        ]
        assert DISPLAY.read(" \n ") is None

    def test_it_takes_short_rows_anywhere(self):
        rows = [[WELL], [], [WELL, WELL]]
        assert cleaned(DISPLAY, rows) == rows

    def test_it_gives_back_cards_of_its_own(self):
        given = [[dict(WELL)]]
        cleaned(DISPLAY, given)[0][0]["points"] = 3
        assert given == [[WELL]]

    @pytest.mark.parametrize(
        ("value", "code", "sentence"),
        [
            ([WELL], "wrong_type", "this is a list of rows, each a list of cards."),
            (4, "wrong_type", "this is a list of rows, each a list of cards."),
            ([[]] * 4, "too_many", "at most 3 rows."),
            ([[WELL] * 5], "too_many", "at most 4 cards in a row."),
            ([["well"]], "wrong_type", "a card has a symbol and points."),
            ([[{"symbol": "well"}]], "wrong_type", "a card has a symbol and points."),
            ([[{**WELL, "colour": 1}]], "wrong_type", "a card has a symbol and points."),
            ([[{"symbol": "tent", "points": 1}]], "unknown_entry", "“tent” is unknown."),
            ([[{"symbol": ["well"], "points": 1}]], "unknown_entry", "“[…]” is unknown."),
            ([[{**WELL, "points": 4}]], "bad_entry", "a card shows from 0 to 3 points, not “4”."),
            ([[{**WELL, "points": True}]], "bad_entry", "a card shows from 0 to 3 points, not “true”."),
        ],
    )
    def test_what_is_no_display_is_refused(self, value, code, sentence):
        assert fault(DISPLAY, value) == (code, sentence)

    def test_the_box_limits_each_symbol_at_all_seats_together(self):
        assert DISPLAY.check_supply([("Anna", [[WELL, WELL]]), ("Ben", [[WELL]])], seats=2) == []
        [(code, text)] = DISPLAY.check_supply([("Anna", [[WELL, WELL]]), ("Ben", [[WELL], [WELL]])], seats=2)
        assert (code, str(text)) == ("too_many", "well is entered 4 times, but the game has only 3.")


class TestOneOf:
    def test_it_reads_the_value_of_a_choice(self):
        assert OUT.read(" gold ") == "gold"
        assert OUT.read("") is None

    def test_it_takes_one_of_its_choices(self):
        assert cleaned(OUT, "no") == "no"
        assert cleaned(OUT, "gold") == "gold"

    @pytest.mark.parametrize(
        ("value", "typed"), [("yes", "yes"), ("", ""), (None, "null"), (True, "true"), (0, "0"), (["no"], "[…]")]
    )
    def test_anything_else_is_refused_with_what_can_be(self, value, typed):
        assert fault(OUT, value) == ("unknown_entry", f"“{typed}” isn’t one of no, gold.")

    def test_seats_do_not_limit_each_other(self):
        assert OUT.check_supply([("Anna", "gold"), ("Ben", "gold")], seats=2) == []


class TestAskedOnlyWithAnOption:
    WATER = Count(key="water", label=gettext("water"), only_with=("expansion", True))

    def test_it_is_asked_with_that_value_alone(self):
        assert self.WATER.is_asked({"expansion": True})
        assert not self.WATER.is_asked({"expansion": False})
        assert GOLD.is_asked({})


class TestSchema:
    @pytest.mark.parametrize("field", FIELDS, ids=lambda field: field.key)
    def test_it_is_a_schema(self, field):
        jsonschema.Draft202012Validator.check_schema(field.schema())

    @pytest.mark.parametrize(
        ("field", "value"),
        [
            *[(GOLD, value) for value in (0, 10, 11, 4.0, -1, 1.5, True, None, "4", [])],
            *[(COINS, value) for value in (999, 1000)],
            *[(BAZAAR, value) for value in ([], [4, 7], [3], ["4"], [4.5], [4] * 6, 4, None)],
            *[(DJINNS, value) for value in ([], ["enki"], ["enki"] * 2, ["aladdin"], [1], "enki")],
            *[(OUT, value) for value in ("no", "gold", "yes", "", None, True, 0, ["no"])],
            *[(DISPLAY, value) for value in ([], [[]], [[WELL]], [[WELL] * 5], [[]] * 4, [WELL], [[{}]], 1)],
            (DISPLAY, [[{"symbol": "tent", "points": 1}]]),
            (DISPLAY, [[{"symbol": "well", "points": 4}]]),
            (DISPLAY, [[{**WELL, "colour": 1}]]),
        ],
    )
    def test_it_takes_what_the_field_takes(self, field, value):
        taken = field.clean(value, seats=2)[1] is None
        assert jsonschema.Draft202012Validator(field.schema()).is_valid(value) == taken

    def test_the_largest_supply_of_any_number_of_seats_is_its_limit(self):
        assert MAPS.schema()["maximum"] == 3


class TestEveryKind:
    """A field answers for itself: nothing else asks of which kind it is."""

    def test_a_kind_that_leaves_a_question_open_is_none(self):
        class Stars(Field):
            kind = "stars"

            def read(self, typed):
                return typed.count("*")

        with pytest.raises(TypeError, match="clean.*draw.*schema"):
            Stars(key="stars", label=gettext("stars"))

    @pytest.mark.parametrize(
        ("field", "typed", "parts"),
        [
            (GOLD, "4", ["4"]),
            (DJINNS, "al-amin enki", ["al-amin", "enki"]),
            (DISPLAY, "well 1, camp 2 / camp 0", ["well 1", "camp 2", "", "", "camp 0", *[""] * 7]),
            (DISPLAY, "", [""] * 12),
        ],
        ids=lambda case: getattr(case, "key", None),
    )
    def test_what_stands_in_its_inputs_is_one_text_and_comes_apart_again(self, field, typed, parts):
        assert field.split_inputs(typed) == parts
        assert field.read(field.join_inputs(parts)) == field.read(typed)

    def test_more_than_a_display_has_places_for_stands_in_none(self):
        assert DISPLAY.split_inputs("well 1, well 1, well 1, well 1, camp 9 / / / camp 1")[:5] == [*["well 1"] * 4, ""]
        assert len(DISPLAY.split_inputs("well 1, well 1, well 1, well 1, camp 9 / / / camp 1")) == 12

    def test_nobody_compares_a_kind(self):
        kinds = (Count, Tally, Picks, Rows, OneOf)
        words, classes = ("|".join(getattr(kind, name) for kind in kinds) for name in ("kind", "__name__"))
        asked = re.compile(
            rf"""\bkind\b.*["']({words})["']|(has|get)attr\((\w+\.)*(field|kit)\b|isinstance\(.*\b({classes})\b"""
        )
        house = Path(rules.__file__).parent.parent
        modules = [path for path in house.rglob("*.py") if path.parent.name != "kit"]
        scripts = [*(house.parent / "static/js").rglob("*.js")]
        assert len(modules) > 100 and len(scripts) > 20
        assert [str(path) for path in modules + scripts if asked.search(path.read_text())] == []

    def test_seats_are_looked_at_together_only_where_the_box_limits_what_they_hold(self):
        shared = {seats: [field.key for field in FIELDS if field.is_shared(seats)] for seats in (1, 2, 7)}
        assert shared == {1: ["djinns", "rows"], 2: ["gold", "maps", "djinns", "rows"], 7: ["gold", "djinns", "rows"]}
        road = OneOf(key="road", label=gettext("longest road"), choices=OUT.choices, holders={2: 1})
        assert (road.is_shared(2), road.is_shared(3)) == (True, False)

    @pytest.mark.parametrize(
        ("field", "rows", "across", "is_number", "needs_script", "one_owner_each"),
        [
            (GOLD, 1, 2, True, False, False),
            (BAZAAR, 1, 2, False, True, False),
            (DJINNS, 2, 2, False, False, True),
            (DISPLAY, 3, 4, False, True, False),
            (OUT, 1, 2, False, False, False),
        ],
    )
    def test_each_tells_what_paper_and_phones_need(self, field, rows, across, is_number, needs_script, one_owner_each):
        assert (field.rows_on_paper, field.boxes_across) == (rows, across)
        assert (field.is_number, field.needs_script) == (is_number, needs_script)
        assert field.one_owner_each == one_owner_each

    def test_what_nobody_holds_is_worth_asking_of_a_whole_supply_alone(self):
        whole = Count(key="salt", label=gettext("salt"), supply={2: 8}, whole_supply=True)
        assert whole.count_unclaimed([3, 4], seats=2) == 1
        assert whole.count_unclaimed([4, 4], seats=2) == 0
        assert GOLD.count_unclaimed([0, 0], seats=2) == 0

    def test_two_values_of_things_are_told_apart_by_what_comes_and_goes(self):
        a, b, *_ = [thing.key for thing in DJINNS.things]
        assert DJINNS.diff([a], [a, b]) == ([], [b])
        assert DJINNS.diff(None, [b]) == ([], [b])
        assert GOLD.diff(1, 2) == (1, 2)
