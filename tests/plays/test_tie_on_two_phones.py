"""Two phones answer the same tie: nothing is overwritten that one of them never touched, nothing is lost."""

import pytest

from companion.models import CardSave
from companion.plays.lifecycle import close_stage, reopen_stage
from tests.phones import a_play, again, at, card_of, count, form_to, owner_of, owners_phone, seat_of, text_of


@pytest.fixture
def play():
    """A play of Targi in which Anna and Ben have equal points."""
    play = a_play(game="targi", names=("Anna", "Ben"))
    count(play, stage=play.stage.key, anna={"tokens": 3}, ben={"tokens": 3})
    close_stage(again(play), play.stage, person=owner_of(play))
    return again(play)


def page_of(play):
    """Return the form data that the page sends if nothing is typed."""
    return form_to("", owners_phone(play).get(at("plays:tie_break", play)))


def save(play, page, **figures):
    """Send the page with these figures, each by player and field: `anna_gold="3"`."""
    typed = {}
    for name, figure in figures.items():
        name, _, key = name.partition("_")
        typed[f"seat{seat_of(play, name.title()).pk}-{key}"] = figure
    return owners_phone(play).post(at("plays:tie_break", play), page | typed, follow=True)


def figures(play, key):
    play = again(play)
    return [card_of(play, name, stage=play.game.stages[-1].key).entries.get(key) for name in ("Anna", "Ben")]


def finished_with_both(play):
    save(play, page_of(play), anna_gold="2", ben_gold="2")
    save(play, page_of(play), anna_goods="3", ben_goods="3")
    assert again(play).is_finished


def test_figures_that_two_phones_edit_are_both_stored(play):
    finished_with_both(play)
    first, second = page_of(play), page_of(play)
    save(play, first, anna_gold="3")
    save(play, second, ben_gold="4")
    assert figures(play, "gold") == [3, 4]
    assert [seat.is_winner for seat in play.seats.all()] == [False, True]


def test_same_figure_that_two_phones_edit_is_asked_about(play):
    finished_with_both(play)
    first, second = page_of(play), page_of(play)
    save(play, first, anna_gold="3")
    text = text_of(save(play, second, anna_gold="4"))
    assert figures(play, "gold") == [3, 2]
    assert "Someone else corrected the same count in the meantime." in text
    [row] = CardSave.objects.filter(seat__play=play, fate="clash")
    assert row.entries["gold"] == 4


@pytest.mark.parametrize(("anna", "ben", "is_over"), [("2", "2", False), ("3", "1", True)])
def test_first_answer_of_a_second_phone_is_asked_about_also_once_the_play_is_over(play, anna, ben, is_over):
    first, second = page_of(play), page_of(play)
    save(play, first, anna_gold=anna, ben_gold=ben)
    assert again(play).is_finished == is_over
    answer = save(play, second, anna_gold="1", ben_gold=ben)
    assert "Someone else corrected the same count in the meantime." in text_of(answer)
    assert figures(play, "gold") == [int(anna), int(ben)]
    [row] = CardSave.objects.filter(seat__play=play, fate="clash")
    assert (row.seat, row.entries["gold"]) == (seat_of(play, "Anna"), 1)
    assert 'name="choose_gold"' in answer.content.decode()


def test_same_answer_of_a_second_phone_leads_on(play):
    first, second = page_of(play), page_of(play)
    save(play, first, anna_gold="2", ben_gold="2")
    text = text_of(save(play, second, anna_gold="2", ben_gold="2"))
    assert "Enter for each player: goods." in text
    assert "Enter a number for each player" not in text
    assert not CardSave.objects.filter(seat__play=play, fate="clash").exists()


def test_answer_stays_if_the_stage_is_counted_again_meanwhile(play):
    page = page_of(play)
    reopen_stage(again(play), play.game.stages[-1], person=owner_of(play))
    assert "is being counted again, with your changes." in text_of(save(play, page, anna_gold="2", ben_gold="1"))
    assert figures(play, "gold") == [2, 1]
