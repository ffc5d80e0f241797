"""Ready sheets on a phone: what a tie asks for, what keeps a round from being scored, and a play stored before."""

import pytest

from companion.core.refusal import Refusal
from companion.entry.scorepad import Scorepad
from companion.models import SheetVersion
from companion.models.sheets import cached_game
from companion.plays.lifecycle import close_stage, finish
from companion.plays.pages.save_answers import faulty_seats
from companion.results.closest import closest_margin
from companion.rules.library import LIBRARY
from tests.phones import a_play, again, at, count, owner_of, owners_phone, seat_of, text_of

pytestmark = pytest.mark.django_db


def at_its_end(game, **held):
    """A play of a ready sheet whose only stage is closed."""
    play = a_play(game=game, names=[name.title() for name in held])
    count(play, stage="end", **held)
    close_stage(again(play), again(play).stage, person=owner_of(play), anyway=True)
    return again(play)


@pytest.mark.parametrize(
    ("game", "row", "question", "winner"),
    [
        ("splendor", {"cards": 15}, "The lowest number wins.", "Anna"),
        ("ticket-to-ride", {"tickets": 20}, "The highest number wins.", "Ben"),
    ],
)
def test_tie_asks_for_a_figure_that_was_left_empty(game, row, question, winner):
    play = at_its_end(game, anna=row, ben=row)
    phone, key = owners_phone(play), LIBRARY[game].level_rows[0].row if LIBRARY[game].level_rows else "bought"
    text = text_of(phone.post(at("plays:finish", play), follow=True))
    assert question in text
    fields = {f"seat{seat_of(play, name).pk}-{key}": number for name, number in (("Anna", "3"), ("Ben", "4"))}
    phone.post(at("plays:tie_break", play), fields)
    assert [str(seat) for seat in again(play).seats.filter(is_winner=True)] == [winner]


def test_tie_that_the_first_tie_break_decides_asks_nobody_for_the_second():
    play = at_its_end("everdell", anna={"cards": 70}, ben={"cards": 70})
    phone = owners_phone(play)
    phone.post(
        at("plays:tie_break", play), {f"seat{seat_of(play, n).pk}-events": v for n, v in (("Anna", "4"), ("Ben", "2"))}
    )
    assert again(play).state == "finished"
    assert [str(seat) for seat in again(play).seats.filter(is_winner=True)] == ["Anna"]


def test_wrong_sum_is_told_only_once_everybody_has_counted():
    play = a_play(game="hearts")
    count(play, anna={"taken": 10})
    assert Scorepad(again(play)).impossible(again(play).stage) == []
    with pytest.raises(Refusal):
        close_stage(again(play), again(play).stage, person=owner_of(play), anyway=True)
    assert not again(play).is_closed(again(play).game.stages[0])
    count(play, ben={"taken": 10}, chris={"taken": 10})
    assert [problem.code for problem in Scorepad(again(play)).impossible(again(play).stage)] == ["wrong_sum"]


def test_who_has_none_is_not_marked_where_the_box_holds_less():
    play = a_play(game="five-tribes")
    count(play, stage="end", anna={"ivory": 2}, ben={"ivory": 1}, chris={"ivory": 0})
    assert faulty_seats(Scorepad(again(play)), again(play).stage) == {"Anna", "Ben"}


def test_one_more_round_follows_the_one_in_which_someone_reaches_the_target():
    play = a_play(game="farkle")
    for number, kept in (("1", 9000), ("2", 1000), ("3", 0)):
        assert again(play).stage.key == number
        count(play, stage=number, anna={"kept": kept}, ben={"kept": 500}, chris={"kept": 0})
        close_stage(again(play), again(play).stage, person=owner_of(play))
    assert again(play).stage is None


def test_everyone_is_marked_where_nobody_has_what_one_must_have():
    play = a_play(game="uno")
    count(play, anna={"left": 3, "out": "no"}, ben={"left": 2, "out": "no"}, chris={"left": 1, "out": "no"})
    assert faulty_seats(Scorepad(again(play)), again(play).stage) == {"Anna", "Ben", "Chris"}


def test_play_of_one_number_has_no_near_miss():
    play = at_its_end("memory", anna={"pairs": 20}, ben={"pairs": 16})
    finish(play, person=owner_of(play))
    assert closest_margin(Scorepad(again(play))) is None


def test_play_stored_before_a_check_is_still_opened_and_exported():
    """What its sheet says now cannot be true is shown, and nothing of it is lost."""
    play = a_play(game="hearts", names=("Anna", "Ben", "Clara", "Dora"))
    version = SheetVersion.objects.get(pk=play.sheet_id)
    checks = version.data.pop("checks")
    version.save()
    cached_game.cache_clear()
    play = again(play)
    count(play, anna={"taken": 3}, ben={"taken": 3}, clara={"taken": 3}, dora={"taken": 3})
    close_stage(again(play), again(play).stage, person=owner_of(play), anyway=True)
    version.data["checks"] = checks
    version.save()
    cached_game.cache_clear()
    phone = owners_phone(play)
    for name in ("plays:play", "results:sheet"):
        assert phone.get(at(name, again(play)), follow=True).status_code == 200
    export = phone.get(f"/groups/{play.group.uuid}/export")
    assert b'{"taken": 3}' in b"".join(export)
    assert [row.amounts for row in play.seats.get(position=0).saves.all()][-1] == {"taken": 3}
