"""Whose every row is: what a group owns says so in each table, and questions about it name the group."""

import os
import re
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest
from django.apps import apps
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import DEFAULT_DB_ALIAS, connection
from django.test.utils import CaptureQueriesContext, override_settings
from django.urls import reverse
from django.utils import timezone

from companion.access.visibility import plays_seen_with
from companion.cards.questions import newest_holdings
from companion.files import staging
from companion.groups.players import shared_plays, with_plays
from companion.models import Event, Group, Holdings, Link, Person, Play, Seat
from companion.models.filling import PARTS, fill
from companion.upkeep.spreading import EVERYWHERE, spread_models
from companion.upkeep.tidying import OLD, tidy
from tests.groups.test_delete_group import a_full_group
from tests.phones import DAY, a_play, at, card_at, finished, owner_of, owners_phone, phone_of, send
from tests.photos.samples import a_photo
from tests.postgresql import a_database, a_server
from tests.working import done

ROOT = Path(__file__).resolve().parent.parent.parent
OF_NO_GROUP = {"Group", "Person", "Passkey", "ApiKey", "Session", "Tries"}
PART_OF = {name: (key, path) for name, key, _, path in PARTS}
TABLES = re.compile(r'(?:FROM|JOIN|INTO|UPDATE) "(companion_\w+)"')
SPREAD = {model._meta.db_table for model in spread_models()}
NAMES_A_GROUP = re.compile(r'(?:"group_id"|"companion_group"\."id") (?:= |IN \()\d')
# All questions of these pages that go to every server: what they are after, and a piece of their SQL.
CROSSING = {
    "a group by its address": r'FROM "companion_group" .* "companion_group"\."uuid" = ',
    "a play by its address": r'FROM "companion_play" .*"companion_play"\."uuid" = ',
    "the groups of a person": r'FROM "companion_group" INNER JOIN "companion_member" .*"person_id" = \d+ AND '
    r'"companion_group"\."deleted_at" IS NULL\)',
    "the groups that a person has deleted": r'FROM "companion_group" INNER JOIN "companion_member" .*"deleted_at" > ',
    "the open plays of a person": r'FROM "companion_play" .*"companion_play"\."state" = \'open\'',
}


def models():
    return {model.__name__: model for model in apps.get_app_config("companion").get_models()}


def model_of(name):
    return apps.get_model("companion", name)


def test_every_table_that_a_group_owns_carries_its_group():
    carrying = {name for name, model in models().items() if any(field.name == "group" for field in model._meta.fields)}
    assert set(models()) - carrying == OF_NO_GROUP
    assert {model.__name__ for model in spread_models()} == carrying - set(EVERYWHERE) | {"Group"}


def test_whatever_a_group_does_is_stored_as_its_own():
    for group in (a_full_group(), a_full_group()):
        for name, model in models().items():
            if name in PART_OF and name != "Link":
                key, path = PART_OF[name]
                rows = model.objects.filter(**{f"{key}__{path}": group})
                assert set(rows.values_list("group", flat=True)) == {group.pk}, name
        its_links = Link.objects.filter(play__group=group)
        assert set(its_links.values_list("group", flat=True)) == {group.pk}


def test_what_is_imported_is_the_groups_from_its_first_row():
    source, group = finished(cards={"anna": {"water": 4}}).group, a_play().group
    phone = phone_of(owner_of(source.plays.first()))
    file = b"".join(phone.get(reverse("export_group", args=[source.uuid])).streaming_content)
    reader = phone_of(group.members.get(role="owner").person)
    reader.post(reverse("import_plays", args=[group.uuid]), {"file": SimpleUploadedFile("plays.json", file)})
    play = group.plays.latest("pk")
    assert play.is_finished
    rows = [*play.seats.all(), *play.events.all(), *Holdings.objects.filter(seat__play=play)]
    assert {row.group_id for row in rows} == {group.pk}
    assert len(rows) > 4


def test_what_an_older_caravan_has_written_is_filled_in_once():
    play = finished(cards={"anna": {"water": 4}})
    other = a_play()
    for model in (Seat, Holdings, Event):
        model.objects.update(group=None)
    count = sum(model.objects.count() for model in (Seat, Holdings, Event))
    assert fill(model_of, DEFAULT_DB_ALIAS) == count
    assert fill(model_of, DEFAULT_DB_ALIAS) == 0
    for each in (play, other):
        assert set(Holdings.objects.filter(seat__play=each).values_list("group", flat=True)) <= {each.group_id}
        assert set(each.seats.values_list("group", flat=True)) == {each.group_id}


def test_what_an_older_caravan_brings_in_is_not_taken_for_that_of_where_it_waits():
    its_import = staging.begin(a_play().group)
    play = Play.objects.create(group=its_import.staging, game_slug="tuareg", played_on=DAY)
    player = its_import.staging.players.create(name="Anna")
    Seat.objects.create(play=play, player=player, position=0)
    Seat.objects.update(group=None)
    fill(model_of, DEFAULT_DB_ALIAS)
    assert Seat.objects.filter(group=None).get().play == play


def test_a_row_of_an_older_caravan_hands_its_group_on_all_the_same():
    play = a_play()
    Seat.objects.update(group=None)
    send(owners_phone(play), play, "Anna", water=3)
    assert Holdings.objects.latest("pk").group_id == play.group_id


def crosses(sql) -> bool:
    """Whether a statement asks for what groups own, and names none."""
    if not set(TABLES.findall(sql)) & SPREAD:
        return False
    return '"group_id"' not in sql if sql.startswith("INSERT") else not NAMES_A_GROUP.search(sql)


def crossing(asked) -> set[str]:
    """Those of the statements that cross groups."""
    return {each["sql"] for each in asked.captured_queries if crosses(each["sql"])}


def asked_by_an_evening():
    """The statements that cross groups on the pages of a group, of a play, and at home, and as a card is saved."""
    play = finished(cards={"anna": {"water": 4}})
    person, group = owner_of(play), play.group
    opened, phone = a_play(owner=person, group=group), owners_phone(play)
    of_group = ("group", "history", "games", "people", "players", "tonight", "group_settings", "export_group")
    pages = [reverse(name, args=[group.uuid]) for name in of_group]
    pages += [
        reverse("year", args=[group.uuid, play.played_on.year]),
        reverse("group_game", args=[group.uuid, play.game_slug]),
        reverse("player", args=[group.uuid, group.players.first().pk]),
        *(at(name, each) for name in ("play", "trail", "sheet", "seats", "table") for each in (play, opened)),
        f"{at('live', opened)}?revision=0",
        card_at(opened, "Anna"),
        "/",
    ]
    with CaptureQueriesContext(connection) as asked, override_settings(BY_GROUP=True):
        for page in pages:
            phone.get(page)
        send(phone, opened, "Anna", water=3)
    return crossing(asked)


def asked_by_a_photo():
    """The statements that cross groups from when a photo is sent, by way of the task that draws it, to its end."""
    play = finished()
    phone = owners_phone(play)
    with CaptureQueriesContext(connection) as asked, override_settings(BY_GROUP=True):
        phone.post(at("add_photos", play), {"photo": a_photo(), "caption": "All of us"})
        assert phone.get(at("photos", play), {"waiting": 0}).status_code == 200
        done()
        photo = play.photos.get().uuid
        phone.get(at("photos", play))
        phone.get(at("picture", play, photo, "small"))
        phone.post(at("photo", play, photo), {"caption": "Anna"})
        for name in ("remove_photo", "restore_photo", "remove_photo", "forget_photo"):
            phone.post(at(name, play, photo))
    assert not play.photos.exists()
    return crossing(asked)


@pytest.mark.sqlite
def test_the_questions_that_cross_groups_are_these_and_no_others():
    found = asked_by_an_evening()
    named = {sql: [name for name, piece in CROSSING.items() if re.search(piece, sql, re.S)] for sql in found}
    assert not [sql for sql, names in named.items() if not names]
    assert {name for names in named.values() for name in names} == set(CROSSING)


@pytest.mark.long
@pytest.mark.sqlite
@pytest.mark.usefixtures("beside")
def test_no_question_about_a_photo_crosses_groups_but_for_its_play():
    found = asked_by_a_photo()
    assert found
    assert not [sql for sql in found if not re.search(CROSSING["a play by its address"], sql, re.S)]


@override_settings(BY_GROUP=True)
def test_a_question_within_a_question_names_the_group_of_the_row_around_it():
    play = a_play()
    seen, cards = plays_seen_with(owner_of(play).pk, ["key"]), newest_holdings(seat__play=play)
    both = shared_plays(*play.group.players.all()[:2])
    for rows, table in ((seen, "play"), (cards, "holdings"), (with_plays(play.group), "player"), (both, "play")):
        assert f'"U0"."group_id" = "companion_{table}"."group_id"' in str(rows.query)


def test_tidy_never_compares_people_with_rows_of_other_servers():
    Person.objects.create_visitor()
    Person.objects.update(created_at=timezone.now() - 2 * OLD)
    with CaptureQueriesContext(connection) as asked:
        assert tidy(write=False)["empty identities"] == 1
    asked_for = [each["sql"] for each in asked.captured_queries if 'FROM "companion_person"' in each["sql"]]
    assert asked_for
    assert not [sql for sql in asked_for if SPREAD & set(TABLES.findall(sql))]


def command(name, *words, **settings):
    run = subprocess.run(
        [sys.executable, "manage.py", name, *words], cwd=ROOT, env=settings, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    return run.stdout


# What Citus refuses in a table that is spread: a key that may be the same on two servers, or one to a row of another.
UNIQUE_ELSEWHERE = """
    SELECT indexrelid::regclass::text FROM pg_index WHERE indrelid = %s::regclass AND indisunique AND NOT EXISTS (
        SELECT FROM pg_attribute WHERE attrelid = indrelid AND attnum = ANY (indkey) AND attname = %s
    )
"""
POINTING = "SELECT conname FROM pg_constraint WHERE contype = 'f' AND conrelid::regclass::text LIKE 'companion%'"


def refused_by_citus(address) -> list:
    with psycopg.connect(address) as database:
        found = database.execute(POINTING).fetchall()
        for model in spread_models():
            column = "id" if model is Group else "group_id"
            found += database.execute(UNIQUE_ELSEWHERE, [model._meta.db_table, column]).fetchall()
    return found


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_a_postgresql_whose_keys_all_have_the_group_in_them_serves_as_before(tmp_path):
    with a_server() as address:
        said = {**os.environ, "DATABASE_URL": a_database(address, "spread"), "CARAVAN_DATA": str(tmp_path)}
        command("migrate", "-v0", **said)
        command("demo", **said)
        keys = command("spread", "--write", **said)
        assert "PRIMARY KEY (group_id, id)" in keys
        assert "create_distributed_table" not in keys
        assert refused_by_citus(said["DATABASE_URL"]) == []
        command("demo", **said, BY_GROUP="1")
        command("rescore", **said, BY_GROUP="1")
        command("tidy", "--write", **said, BY_GROUP="1")
        command("dump", str(tmp_path / "all.dump"), **said, BY_GROUP="1")
        with_citus = command("spread", "--citus", **said)
        assert "create_distributed_table('companion_holdings', 'group_id'" in with_citus
        assert "create_reference_table('companion_link')" in with_citus
