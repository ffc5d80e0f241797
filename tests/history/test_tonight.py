"""What shall we play tonight: what fits, what was not played for long, and what the members say."""

import datetime
import re
from dataclasses import replace

import pytest

from companion.models import Mark
from companion.plays import lifecycle
from companion.rules import GAMES
from tests.lanes import each_third
from tests.phones import DAY, a_play, fields_of, owner_of, owners_phone, text_of

pytestmark = pytest.mark.postgresql

REAL = dict(GAMES)
# What stands on the shelf of these tests, whatever other games there are: for how many, and the minutes from–to.
SHELF = {
    "tuareg": (range(2, 6), (20, 45)),
    "basari": (range(3, 6), (30, 30)),
    "targi": (range(2, 3), (60, 60)),
    "five-tribes": (range(2, 5), (40, 80)),
    "five-tribes-solo": (range(1, 2), (40, 80)),
}


@pytest.fixture(autouse=True)
def shelf(db, monkeypatch):
    for slug in [*GAMES]:
        monkeypatch.delitem(GAMES, slug)
    for slug, (seats, minutes) in SHELF.items():
        monkeypatch.setitem(GAMES, slug, replace(REAL[slug], seats=seats, minutes=minutes))


def page_of(play, **wishes):
    return owners_phone(play).get(f"/groups/{play.group.uuid}/tonight", wishes)


def proposed(play, **wishes):
    """The games that are proposed, in their order."""
    return [each.game.slug for each in page_of(play, **wishes).context["proposals"]]


def played(play, game, *, days, names=("Anna", "Ben", "Chris"), state="finished"):
    day = DAY - datetime.timedelta(days=days)
    its_play = a_play(game=game, owner=owner_of(play), group=play.group, names=names, played_on=day)
    its_play.touch(state=state)
    return its_play


class TestWhatFits:
    @pytest.mark.parametrize("players", each_third(range(1, 6)))
    def test_only_games_for_so_many(self, play, players):
        wanted = {slug for slug, game in GAMES.items() if players in game.seats}
        assert set(proposed(play, players=players)) == wanted

    def test_only_what_there_is_time_for(self, play):
        assert set(proposed(play, players=3, minutes=45)) == {"tuareg", "basari"}
        assert set(proposed(play, players=3, minutes=60)) == {"tuareg", "basari", "five-tribes"}

    def test_more_players_take_longer(self, play):
        assert "five-tribes" in proposed(play, players=2, minutes=45)
        assert "five-tribes" not in proposed(play, players=4, minutes=60)
        assert "60 min" in text_of(page_of(play, players=3, minutes=60))

    def test_game_of_unknown_length_is_proposed_for_any_time_and_says_none(self, play, monkeypatch):
        monkeypatch.setitem(GAMES, "basari", replace(GAMES["basari"], minutes=None))
        page = page_of(play, players=3, minutes=20)
        assert "basari" in [each.game.slug for each in page.context["proposals"]]
        [row] = [row for row in re.findall(r"<li.*?</li>", page.content.decode(), re.DOTALL) if "Basari" in row]
        assert "min" not in row

    def test_without_wishes_all_games_stand_there(self, play):
        assert set(proposed(play)) == set(GAMES)

    def test_where_nothing_fits_it_says_so(self, play):
        page = page_of(play, players=1, minutes=30)
        assert "Nothing fits." in text_of(page)

    def test_the_wishes_stay_in_the_form(self, play):
        fields = fields_of(page_of(play, players=3, minutes=60, owned="1"))
        assert fields == {"players": "3", "minutes": "60", "owned": "1"}

    @pytest.mark.parametrize("wishes", [{"players": "x"}, {"players": "99", "minutes": "-1"}, {"minutes": "9" * 400}])
    def test_what_no_page_of_ours_asks_is_passed_over(self, play, wishes):
        assert set(proposed(play, **wishes)) == set(GAMES)


class TestOrder:
    @pytest.mark.parametrize("state", ["open", "stopped"])
    def test_what_was_not_played_to_the_end_was_not_played(self, play, state):
        played(play, "basari", days=30, state=state)
        assert "last played" not in text_of(page_of(play))

    def test_what_was_never_played_is_first_and_then_what_was_played_longest_ago(self, play):
        play.touch(state="finished")
        played(play, "basari", days=30)
        played(play, "five-tribes", days=10)
        played(play, "five-tribes", days=50)
        assert proposed(play, players=3) == ["basari", "five-tribes", "tuareg"]
        assert proposed(play)[:2] == ["targi", "five-tribes-solo"]

    def test_of_what_was_never_played_the_wanted_is_first(self, play):
        play.touch(state="finished")
        Mark.objects.create(group=play.group, person=owner_of(play), game_slug="five-tribes", kind="wanted")
        assert proposed(play, players=3) == ["five-tribes", "basari", "tuareg"]

    def test_a_deleted_play_was_not_played(self, play):
        play.touch(state="finished")
        lifecycle.delete(play, person=owner_of(play))
        assert "last played" not in text_of(page_of(play))

    def test_it_says_when_it_was_played_last(self, play):
        play.touch(state="finished")
        assert "last played on 20 Nov 2026 · 30 min" in text_of(page_of(play, players=3))


class TestMarks:
    def test_what_the_members_say_stands_there(self, play):
        for kind in ("owned", "liked", "wanted", "played"):
            Mark.objects.create(group=play.group, person=owner_of(play), game_slug="tuareg", kind=kind)
        assert "1 owns it · 1 likes it · 1 wants to play it · 1 knows it" in text_of(page_of(play))

    def test_only_what_somebody_owns(self, play):
        assert proposed(play, owned="1") == []
        Mark.objects.create(group=play.group, person=owner_of(play), game_slug="basari", kind="owned")
        Mark.objects.create(group=play.group, person=owner_of(play), game_slug="targi", kind="liked")
        assert proposed(play, owned="1") == ["basari"]


class TestOneTable:
    def test_each_game_can_be_started_and_looked_at(self, play):
        page = page_of(play).content.decode()
        for slug in GAMES:
            assert f'href="/games/{slug}?group={play.group.uuid}"' in page
            assert f'href="/groups/{play.group.uuid}/games/{slug}"' in page

    def test_the_group_leads_there(self, play):
        page = owners_phone(play).get(f"/groups/{play.group.uuid}/").content.decode()
        assert f'href="/groups/{play.group.uuid}/tonight"' in page

    def test_it_asks_the_database_as_often_however_much_was_played(self, play, django_assert_num_queries):
        phone = owners_phone(play)
        for _ in range(2):
            with django_assert_num_queries(6):
                phone.get(f"/groups/{play.group.uuid}/tonight")
            for days in range(5):
                played(play, "basari", days=days)
