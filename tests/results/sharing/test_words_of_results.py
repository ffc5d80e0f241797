"""A shared result says who is behind, and how a co-op ended."""

import re

import pytest
from django.urls import reverse

from tests.phones import at, owners_phone, text_of
from tests.results.sharing.test_results import of, of_one_stage, shapes_of

pytestmark = pytest.mark.django_db
SIX = {
    name: {"cards": [2 * number]}
    for number, name in enumerate(("anna", "ben", "chris", "dora", "emil", "friederike"), 3)
}


def named(cards):
    return [name.title() for name in cards]


def test_all_who_share_the_second_rank_are_named():
    play = of_one_stage("no-thanks", anna={"cards": [3]}, ben={"cards": [9]}, chris={"cards": [10], "chips": 1})
    assert of(play).close == "6 ahead of Ben and Chris"


def test_coop_says_that_all_won_together_and_lists_them():
    play = of_one_stage("pandemic", anna={"cured": "yes"})
    text = owners_phone(play).get(at("results:share_result", play)).context["text"]
    assert text.splitlines()[1:] == ["Anna, Ben, and Chris", "Won together"]
    assert of(play).winners == "Won together"


def test_coop_is_not_shared_with_its_winner_only():
    coop, other = (
        of_one_stage("pandemic", anna={"cured": "yes"}),
        of_one_stage("no-thanks", **dict(list(SIX.items())[:3])),
    )
    for play, offers in ((coop, False), (other, True)):
        phone = owners_phone(play)
        assert ("Winner only" in text_of(phone.get(at("results:share_result", play)))) is offers
        assert (
            "Name only the winner" in text_of(phone.get(reverse("results:result_link", args=[play.uuid])))
        ) is offers


def test_box_of_the_text_has_a_line_for_everybody():
    play = of_one_stage("no-thanks", named(SIX), **SIX)
    page = owners_phone(play).get(at("results:share_result", play))
    rows = int(re.search(r'<textarea[^>]* rows="(\d+)"', page.content.decode())[1])
    assert rows == len(page.context["text"].splitlines()) == 7


@pytest.mark.parametrize("shape", ["tall", "wide"])
def test_figures_of_a_coop_stand_at_the_end_of_their_line(shape):
    play = of_one_stage("pandemic", anna={"cured": "yes"})
    [yes] = [each for each in shapes_of(play, shape).shapes if getattr(each, "text", "") == "yes"]
    assert yes.anchor == "end"


@pytest.mark.parametrize("shape", ["tall", "wide"])
def test_name_that_is_short_above_its_column_is_written_in_full_beneath(shape):
    names = ("Anna", "Ben", "Chris", "Dora", "Emil", "Bartholomaeus")
    play = of_one_stage("7-wonders", names, **{name.lower(): {"blue": len(name)} for name in names})
    written = " ".join(each.text for each in shapes_of(play, shape).shapes if each.kind == "writing")
    assert re.search(r"\w+\.? = Bartholomaeus", written)
