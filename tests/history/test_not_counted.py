"""Players whom nobody counted, in histories and statistics: they neither play alone, nor lose, draw, nor have 0."""

import pytest
from django.urls import reverse

from companion.entry.scorepad import Scorepad
from companion.history.coop_records import rates_by_option
from companion.history.statistics_rows import history_of
from companion.management.rescoring import rescore_all
from companion.models import NotificationAddress, Play, Seat
from companion.notifications.messages import play_message
from companion.plays.lifecycle import close_stage, finish
from companion.plays.rounds import end_rounds
from companion.results.closest import describe_closest_margin
from companion.results.sharing.contents import build_summary
from companion.statistics.meetings import find_meetings
from companion.statistics.ratings import rate
from companion.statistics.records import find_records
from tests.phones import a_play, again, an_empty_group, at, count, owner_of, owners_phone, phone_of, text_of
from tests.transfer.test_tables_in_a_group import imported

pytestmark = pytest.mark.django_db
TWO = ("Anna", "Ben")


def over(*, game="6-nimmt", names=TWO, rounds=1, **cards) -> Play:
    """Return a finished play in which nobody has counted anything for players who aren't named here."""
    play = a_play(game=game, names=names)
    for stage in play.whole_game.stages[:rounds] if play.game.rounds else play.game.stages:
        count(play, stage=stage.key, **cards)
        close_stage(again(play), stage, person=owner_of(play), anyway=True)
    if play.game.rounds:
        end_rounds(again(play))
    finish(again(play), person=owner_of(play))
    return again(play)


def page_of(play, name, *more) -> str:
    return text_of(owners_phone(play).get(reverse(name, args=[play.group.uuid, *more])))


@pytest.mark.parametrize(
    ("game", "names"),
    [("6-nimmt", TWO), ("targi", TWO), ("hanabi", TWO), ("pandemic", TWO), ("five-tribes-solo", ("Anna",))],
)
class TestNobodyCounted:
    def test_lists_call_it_neither_lost_nor_drawn_nor_won_by_nobody(self, game, names):
        play = over(game=game, names=names)
        for name in ("history:history", "results:history_sheet", "groups:group"):
            text = page_of(play, name)
            assert "not counted" in text
            assert not any(words in text for words in ("loss", "lost", "a draw", "nobody has won"))

    def test_statistics_count_it_neither_solo_nor_co_op(self, game, names):
        play = over(game=game, names=names)
        for text in (page_of(play, "history:games"), page_of(play, "history:group_game", game)):
            assert "of 1" not in text
            assert "1 play" in text

    def test_picture_says_that_nobody_won_and_draws_no_star(self, game, names):
        play = over(game=game, names=names)
        its = build_summary(play, Scorepad(play))
        assert ": Nobody won. Not counted: " in its.sentence
        assert not its.has_star

    def test_end_asks_nobody_to_try_again(self, game, names):
        play = over(game=game, names=names)
        assert "Try again" not in text_of(owners_phone(play).get(at("plays:play", play)))


class TestOneOfTwoCounted:
    @pytest.fixture
    def play(self):
        return over(anna={"heads": 4})

    def test_the_other_played_against_somebody(self, play):
        games, game = page_of(play, "history:games"), page_of(play, "history:group_game", "6-nimmt")
        player = page_of(play, "history:player", play.group.players.get(name="Anna").pk)
        assert not any("Solo:" in text or "Solo 1" in text for text in (games, game, player))
        assert "Anna leads: won 1 of 1" in games
        assert "1 of 1 play won · expected 100%" in player
        assert "1 of 1 4" not in player

    def test_nothing_is_estimated_from_it(self, play):
        assert rate(history_of(play.group)) == {}

    def test_year_knows_both_people(self, play):
        assert "2 people" in page_of(play, "history:year", play.played_on.year)


class TestOneOfThreeCounted:
    @pytest.fixture
    def play(self):
        return over(game="tuareg", names=(*TWO, "Chris"), anna={"water": 4}, ben={"water": 3})

    def test_lead_is_no_record(self, play):
        assert "closest" not in page_of(play, "history:year", play.played_on.year)
        [record] = find_records(history_of(play.group))
        assert record.value == 12

    def test_meeting_is_one_of_three(self, play):
        [played] = history_of(play.group)
        assert played.size == 3
        anna, ben = (play.group.players.get(name=name).pk for name in TWO)
        assert [meeting.only_two for meeting in find_meetings([played], anna, ben)] == [False]

    def test_message_says_of_nobody_that_they_lost_who_was_not_counted(self, play):
        address = NotificationAddress(group=play.group, with_link=False)
        players = play_message(address, Scorepad(play))["play"]["players"]
        assert [(each["points"], each["rank"], each["won"]) for each in players] == [
            (12, 1, True),
            (0, 2, False),
            (None, None, None),
        ]


def test_what_would_have_turned_a_win_is_compared_with_who_was_counted():
    play = over(names=(*TWO, "Chris"), rounds=2, anna={"heads": 4}, ben={"heads": 5})
    assert describe_closest_margin(Scorepad(play)).endswith(", 8 all.")


def test_co_op_rates_leave_out_a_play_that_nobody_counted():
    play = over(game="pandemic")
    assert rates_by_option(play.group, play.game) == []


def test_list_of_what_scoring_again_changes_has_a_dash():
    play = over(anna={"heads": 4})
    Seat.objects.filter(play=play, player__name="Ben").update(points=0, rank=1, is_winner=True)
    [found] = rescore_all()
    assert dict(found.changes())["Ben"].startswith("points 0 → –, rank 1 → –, no longer wins")


@pytest.mark.parametrize(("slug", "title"), [("6-nimmt", "6 nimmt!"), ("unknown", "A game of ours")])
def test_table_that_ranks_everybody_else_leaves_somebody_uncounted(slug, title):
    group, head = an_empty_group(), "play,date,game,title,player,points,rank,won\n"
    rows = [f"1,2026-11-20,{slug},{title},{its}\n" for its in ("Anna,10,2,0", "Ben,5,1,1", "Chris,,,")]
    imported(phone_of(group.members.get().person), group, (head + "".join(rows)).encode(), "plays.csv")
    play = group.plays.get()
    found = [(seat.player.name, seat.points, seat.rank, seat.is_winner) for seat in play.seats.all()]
    assert found == [("Anna", 10, 2, False), ("Ben", 5, 1, True), ("Chris", None, None, False)]
