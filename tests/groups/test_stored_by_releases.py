"""Caravan reads what an earlier release stored: every page and action works once the database is updated.

`releases` has a dump and a play file of each release, written by that release itself: plays of each game and state,
every kind of event, saves that clashed or came too late, house rules, marks, links and hidden players.
"""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection, transaction

from companion.groups import players
from companion.models import Event, Group, Play
from companion.plays import lifecycle
from tests.models.test_migrations import drop_all_tables
from tests.phones import again, an_empty_group, owner_of
from tests.transfer.test_complete_export import brought_into, file_of, without_ids

from .test_everything_stored import pages_read, read_all_pages, read_the_api

RELEASES = Path(__file__).parent / "releases"
# By release: the last migration that it has, and the key with which its links were sealed.
LAST = {"0.2.0": ("0013_draws", "the-key-of-0.2.0-is-in-this-test-and-nowhere-else-0123456789")}


@pytest.fixture(params=LAST)
def updated(request, settings, transactional_db):
    """A database of a release, brought up to date."""
    last, settings.SECRET_KEY = LAST[request.param]
    if connection.vendor == "sqlite":
        drop_all_tables()
    try:
        call_command("migrate", "sessions", verbosity=0)
        call_command("migrate", "companion", last, verbosity=0)
        call_command("load", str(RELEASES / f"{request.param}.dump"), stdout=StringIO())
    finally:
        call_command("migrate", verbosity=0)


def plays_of_each_kind() -> list[Play]:
    """Return the plays that are there, one of each game and state."""
    plays = Play.objects.filter(deleted_at=None).order_by("-pk")
    return [*{(play.game_slug, play.state): play for play in plays}.values()]


def read_each_play():
    for play in plays_of_each_kind():
        assert "plays:play" in pages_read(play, play.uuid)
    for play in {play.group_id: play for play in plays_of_each_kind()}.values():
        read_all_pages(play)
        read_the_api(play)


@pytest.mark.long
def test_every_page_and_every_action_works_on_what_a_release_stored(updated):
    assert {event.kind for event in Event.objects.all()} >= {*Event.Kind.values} - {"photo"}
    read_each_play()
    thursday = Group.objects.get(name="Thursday")
    anna, zed = (thursday.players.get(name=name) for name in ("Anna", "Zed"))
    for action in (
        lambda: players.rename(anna, "Zoë"),
        lambda: players.merge(anna, zed),
        lambda: players.make_anonymous(anna),
    ):
        with transaction.atomic():
            action()
            details = list(Event.objects.filter(play__group=thursday).values_list("details", flat=True))
            assert "Anna" not in json.dumps(details, ensure_ascii=False)
            read_all_pages(thursday.plays.filter(deleted_at=None).latest("pk"))
            transaction.set_rollback(True)
    for play in plays_of_each_kind():
        lifecycle.delete(again(play), person=owner_of(play))
        lifecycle.restore(again(play), person=owner_of(play))
    with pytest.raises(SystemExit) as end:
        call_command("rescore", "--write", stdout=StringIO())
    assert end.value.code == 0
    for group in Group.objects.filter(deleted_at=None):
        file = file_of(group)
        assert without_ids(file_of(brought_into(an_empty_group(), file))) == without_ids(file)


@pytest.mark.django_db
@pytest.mark.parametrize("release", LAST)
def test_play_file_of_a_release_can_be_imported_and_is_complete(release):
    told = json.loads((RELEASES / f"{release}.json").read_text())
    group = brought_into(an_empty_group(), told)
    now_told = {each["id"]: each for each in file_of(group)}
    assert len(now_told) == len(told)
    for play in told:
        its = now_told[play["id"]]
        assert {key: its[key] for key in play if key != "seats"} == {key: play[key] for key in play if key != "seats"}
        for before, now in zip(play["seats"], its["seats"], strict=True):
            assert {key: now.get(key) for key in before} == before
    for play in plays_of_each_kind():
        assert "plays:play" in pages_read(play, play.uuid)
