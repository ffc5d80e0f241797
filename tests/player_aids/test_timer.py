"""The timer without JavaScript: its state is in the address, and goes by the clock."""

import re
import time

import pytest
from django.test import Client

from companion.rules import GAMES

PAGE = "/games/tuareg/timer"


def shown(answer):
    """The time that stands on the page, or None."""
    found = re.search(r'<p class="clock"( hidden)?>.*?>(\d+:\d\d)<', answer.content.decode())
    return None if found[1] else found[2]


def refreshes(answer):
    return 'http-equiv="refresh"' in answer.content.decode()


@pytest.mark.django_db
class TestTimer:
    @pytest.mark.parametrize("slug", GAMES)
    def test_every_game_has_one(self, slug):
        assert shown(Client().get(f"/games/{slug}/timer")) is None

    def test_it_starts_with_a_tap(self):
        answer = Client().get(PAGE, {"minutes": "5"}, follow=True)
        assert shown(answer) in ("5:00", "4:59")
        assert refreshes(answer)

    def test_it_is_right_when_the_page_is_loaded_later(self):
        ends = int(time.time()) + 3 * 60 + 30
        assert shown(Client().get(PAGE, {"ends": ends})).startswith("3:2")

    def test_it_pauses_and_goes_on(self):
        ends = int(time.time()) + 600
        answer = Client().get(PAGE, {"ends": ends, "pause": "1"})
        assert re.search(r"left=(600|59\d)$", answer.url)
        answer = Client().get(PAGE, {"left": "90"})
        assert shown(answer) == "1:30"
        assert not refreshes(answer)
        answer = Client().get(PAGE, {"left": "90", "resume": "1"}, follow=True)
        assert shown(answer) in ("1:30", "1:29")

    def test_it_says_when_the_time_is_up(self):
        answer = Client().get(PAGE, {"ends": int(time.time()) - 5})
        assert shown(answer) == "0:00"
        assert re.search(r'id="over">', answer.content.decode())
        assert not refreshes(answer)

    @pytest.mark.parametrize(
        "sent", [{"minutes": "0"}, {"minutes": "x"}, {"ends": "-1"}, {"left": "1e9"}, {"pause": "1"}]
    )
    def test_what_no_page_of_ours_sends_starts_nothing(self, sent):
        answer = Client().get(PAGE, sent)
        assert answer.status_code == 200
        assert shown(answer) is None

    def test_nobody_waits_longer_than_a_day(self):
        assert shown(Client().get(PAGE, {"ends": "9" * 18})) == "1440:00"
