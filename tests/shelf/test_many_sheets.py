"""However many sheets a group has, and however many plays of them, its pages ask no more questions."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from companion.models import Play
from companion.models.sheets import made_before
from companion.plays import lifecycle
from companion.shelf.making import make, new_sheet
from tests.phones import a_play, again, count, owner_of, owners_phone

pytestmark = pytest.mark.django_db


@pytest.fixture
def first():
    return a_play(names=("Anna", "Ben"))


def play_of_its_own(first, number):
    """A finished play of one more sheet of the group."""
    person = owner_of(first)
    own = make(first.group, new_sheet(f"Game {number}"), person=person)
    about = {"person": person, "group": first.group, "options": {}, "played_on": first.played_on}
    play = lifecycle.start(own.newest.game, names=["Anna", "Ben"], **about)
    count(play, stage="end", anna={"r1": number}, ben={"r1": 1})
    lifecycle.close_stage(again(play), play.game.stages[0], person=person)
    lifecycle.finish(again(play), person=person)


def asked(phone, path):
    made_before.cache_clear()
    with CaptureQueriesContext(connection) as queries:
        assert phone.get(path, follow=True).status_code == 200, path
    return len(queries)


def test_the_pages_of_a_group_the_start_the_entry_and_the_history_ask_no_more(first):
    group, phone = first.group, owners_phone(first)
    play_of_its_own(first, 2)
    own = group.sheets.get()
    data = {"player": ["Anna", "Ben"], "played_on": "2026-11-20", "group": str(group.uuid)}
    phone.post(f"/games/{own.slug}", data)
    play, its = Play.objects.latest("pk"), f"/groups/{group.uuid}/"
    paths = [
        *(its, f"{its}games", f"{its}plays", f"{its}people", f"{its}games/{own.slug}", f"{its}sheets/{own.slug}/"),
        *(f"/games/{own.slug}?group={group.uuid}", f"/library?group={group.uuid}", f"/plays/{play.uuid}/"),
        *(f"{its}players/{group.players.first().pk}", f"{its}totals?of={own.slug}"),
    ]
    for path in paths:
        asked(phone, path)
    before = {path: asked(phone, path) for path in paths}
    for number in range(3, 7):
        play_of_its_own(first, number)
    for path in paths:
        asked(phone, path)
    assert {path: asked(phone, path) for path in paths} == before
