"""The words games are written in."""

from dataclasses import replace

import pytest

from companion.rules import GAMES
from companion.rules.kit import (
    Choice,
    Game,
    Item,
    Option,
    Stage,
    Text,
    each,
    each_number,
    gettext,
    ngettext,
    pgettext,
    reason,
)

GOLD = pgettext("Tuareg", "gold")


class TestTextInEnglish:
    def test_parameters_are_put_in(self):
        assert str(gettext("%(player)s, %(field)s", player="Ben 5%", field=GOLD)) == "Ben 5%, gold"

    def test_several_are_listed(self):
        assert str(gettext("ahead of %(others)s", others=("Ben", GOLD))) == "ahead of Ben, gold"

    @pytest.mark.parametrize(("number", "said"), [(1, "1 map"), (2, "2 maps"), (0, "0 maps")])
    def test_the_number_chooses_the_form(self, number, said):
        assert str(ngettext("%(number)s map", "%(number)s maps", number)) == said


class TestOption:
    def test_a_number_lies_between_its_limits(self):
        option = Option("points", gettext("points"), 5, low=1, high=99)
        assert [value for value in (0, 1, 99, 100, 5.0, True, "5", None) if option.allows(value)] == [1, 99]

    def test_a_switch_has_its_choices_alone(self):
        option = Option("expansion", gettext("expansion"), False, (Choice(False, GOLD), Choice(True, GOLD)))
        assert option.allows(True)
        assert option.allows(False)
        assert not any(option.allows(value) for value in (0, 1, "true", None, []))


def coins(held, table):
    """A coin is worth 1."""
    return held.get("coins", 0), gettext("coins"), held.get("coins", 0)


def first_seat_alone(seats, table):
    """A rule that forgets somebody."""
    return [coins(held, table) for _, _, held in seats[:1]]


def table_of(*holdings, **options):
    return {"options": options, "seats": [{"player": str(held), "stages": {"end": held}} for held in holdings]}


class TestItem:
    def test_it_may_score_under_an_option_alone(self):
        always = Item("gold", GOLD, each(coins), GOLD)
        with_it = Item("water", GOLD, each(coins), GOLD, only_with=("expansion", True))
        stage = Stage("end", GOLD, (), (always, with_it))
        assert stage.items_with({"expansion": True}) == (always, with_it)
        assert stage.items_with({"expansion": False}) == (always,)
        assert len(stage.lines(table_of({}, {}, expansion=False))) == 2

    def test_there_is_a_line_of_it_for_every_seat_that_has_counted(self):
        stage = Stage("end", GOLD, (), (Item("coins", GOLD, each(coins), GOLD),))
        table = table_of({"coins": 3}, {}, {"coins": 1})
        table["seats"][1]["stages"] = {}
        assert [(line.seat, line.points) for line in stage.lines(table)] == [(0, 3), (2, 1)]

    def test_it_may_follow_from_one_number_of_every_seat_and_is_worked_out_once_for_each(self):
        worked_out = []

        def doubled(number):
            worked_out.append(number)
            return 2 * number, gettext("coins"), number

        stage = Stage("end", GOLD, (), (Item("coins", GOLD, each_number("coins", doubled), GOLD),))
        table = table_of({"coins": 3}, {}, {"coins": 3}, {"coins": 0})
        assert [(line.seat, line.points, line.amount) for line in stage.lines(table)] == [
            (0, 6, 3),
            (1, 0, 0),
            (2, 6, 3),
            (3, 0, 0),
        ]
        assert worked_out == [3, 0]

    def test_a_rule_that_forgets_a_seat_is_no_rule(self):
        stage = Stage("end", GOLD, (), (Item("coins", GOLD, first_seat_alone, GOLD),))
        assert stage.lines(table_of({"coins": 3}))
        with pytest.raises(ValueError, match="shorter"):
            stage.lines(table_of({"coins": 3}, {}))

    def test_what_it_brings_may_depend_on_an_option(self):
        item = Item("coins", GOLD, each(coins), lambda options: gettext("%(points)s each", points=options["points"]))
        assert str(item.worth_with({"points": 2})) == "2 each"


class TestReason:
    def test_its_sentence_is_made_when_somebody_reads_it(self):
        made = []

        @reason
        def why(number: int) -> Text:
            made.append(number)
            return ngettext("%(number)s coin", "%(number)s coins", number)

        item = Item("coins", GOLD, each(lambda held, table: (held["coins"], why(held["coins"]))), GOLD)
        [line] = Stage("end", GOLD, (), (item,)).lines(table_of({"coins": 3}))
        assert (line.points, made) == (3, [])
        assert (str(line.reason), made) == ("3 coins", [3])

    def test_a_rule_may_give_the_sentence_itself(self):
        [line] = Stage("end", GOLD, (), (Item("coins", GOLD, each(coins), GOLD),)).lines(table_of({"coins": 3}))
        assert line.reason == gettext("coins")


class TestGame:
    def test_a_part_that_is_not_spelt_right_is_no_part_of_it(self):
        parts = {name: getattr(GAMES["targi"], name) for name in Game.__dataclass_fields__}
        assert Game(**parts) == GAMES["targi"]
        for misspelt in ("problem", "setups", "verdicts_"):
            with pytest.raises(TypeError, match=misspelt):
                Game(**parts, **{misspelt: lambda table: []})

    @pytest.mark.parametrize("part", ["title", "seats", "stages", "how_it_scores", "last_round", "setup"])
    def test_what_every_game_has_cannot_be_left_out(self, part):
        parts = {name: getattr(GAMES["targi"], name) for name in Game.__dataclass_fields__ if name != part}
        with pytest.raises(TypeError, match=part):
            Game(**parts)

    def test_what_nobody_named_has_nothing_to_say(self):
        game = replace(GAMES["targi"])
        assert not game.problems(table_of({}))
        assert not game.carries(table_of({}))
        assert game.verdict(table_of({}), [0]) is None
