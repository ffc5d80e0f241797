"""The words games are written in."""

import pytest

from companion.rules.kit import Choice, Item, Option, Stage, gettext, ngettext, pgettext

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


class TestItem:
    def test_it_may_score_under_an_option_alone(self):
        always, with_it = Item("gold", GOLD), Item("water", GOLD, only_with=("expansion", True))
        stage = Stage("end", GOLD, (), (always, with_it))
        assert stage.items_with({"expansion": True}) == (always, with_it)
        assert stage.items_with({"expansion": False}) == (always,)
