"""What was stored with the first release is all there after an update, and reads right."""

import datetime
import gzip
import json
import re
from io import StringIO
from itertools import islice

import pytest
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends import db as django_sessions
from django.contrib.sessions.models import Session as Before
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.test import Client
from django.utils import timezone

from companion.access.identity import BACKEND
from companion.entry.scorepad import Scorepad
from companion.models import (
    Alias,
    Group,
    Ladder,
    Link,
    Mark,
    NamedMark,
    Person,
    Photo,
    Play,
    Player,
    SentPhoto,
    Session,
    digest_of,
)
from companion.results.outcomes import compute_outcomes, differ, stored_outcomes
from tests.builders import scored, tuareg_play
from tests.phones import DAY, at, card_of, count, owners_phone, seat_of, send, text_of
from tests.phones import a_play as a_play_now

pytestmark = pytest.mark.django_db(transaction=True)

FIRST = [("companion", "0001_first")]
LAST_WITH_KEYS = [("companion", "0007_next_play"), ("sessions", "0001_initial")]
ANNA = {"water": 4, "gold": 1, "salt": 3, "millet": 2, "maps": 0}
BEN = {"water": 2, "gold": 4, "salt": 2, "millet": 5, "maps": 1}
NOTHING = dict.fromkeys(("water", "gold", "salt", "millet", "donkeys", "caves", "thieves", "maps"), 0)
EARLIER = datetime.datetime(2026, 11, 20, 21, 30, tzinfo=datetime.UTC)


def migrate(targets):
    """Bring the database to these migrations; the models as they are there."""
    executor = MigrationExecutor(connection)
    executor.migrate(targets)
    return MigrationExecutor(connection).loader.project_state(targets).apps


def newest():
    return MigrationExecutor(connection).loader.graph.leaf_nodes()


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    return tmp_path_factory.mktemp("updated") / "caravan.dump"


@pytest.fixture
def updated(file):
    """A database of the first release with an evening in it, brought up to date: once, then the same rows again."""
    if file.exists():
        call_command("load", str(file), stdout=StringIO())
        return
    try:
        if connection.vendor == "sqlite":
            drop_all_tables()
        play_an_evening(migrate(FIRST))
        # So it stood until keys were stored as digests.
        then = migrate(LAST_WITH_KEYS)
        group = then.get_model("companion", "Group").objects.get()
        then.get_model("companion", "Link").objects.create(
            kind="invite", group=group, key="i" * 32, created_at=EARLIER - datetime.timedelta(days=90)
        )
        know_a_phone(group.members.get(role="owner").person)
        write_down(then)
        tie(then)
        sit(then)
    finally:
        migrate(newest())
    call_command("dump", str(file), stdout=StringIO())


def drop_all_tables():
    """Begin with nothing: that is soon done, and each migration one by one on the way back takes as long as forward."""
    with connection.schema_editor() as editor:
        for table in connection.introspection.table_names():
            editor.execute(editor.sql_delete_table % {"table": editor.quote_name(table)})


def know_a_phone(person):
    """A session as Django itself stores it."""
    data = {SESSION_KEY: str(person.pk), BACKEND_SESSION_KEY: BACKEND}
    data[HASH_SESSION_KEY] = Person(password=person.password).get_session_auth_hash()
    in_a_year = timezone.now() + datetime.timedelta(days=365)
    stored = django_sessions.SessionStore().encode(data)
    Before.objects.create(session_key="s" * 32, session_data=stored, expire_date=in_a_year)


def play_an_evening(then):
    """A finished play, one that is counted, one that was deleted: rows as the first release wrote them."""

    def model(name):
        return then.get_model("companion", name).objects

    anna, ben = (model("Person").create(password="!") for _ in range(2))
    group = model("Group").create(name="Thursday", language="de", options={"tuareg": {"points_water": 6}})
    model("Member").create(group=group, person=anna, role="owner")
    model("Member").create(group=group, person=ben, role="member")
    players = [model("Player").create(group=group, name=name, folded_name=name.lower()) for name in ("Anna", "Ben")]
    finished, counted, deleted = (
        model("Play").create(group=group, game="tuareg", played_on=DAY, created_at=EARLIER, changed_at=EARLIER, **more)
        for more in (
            {"state": "finished", "closed_stages": 2, "revision": 9, "options": {"points_water": 6}},
            {"revision": 3},
            {"deleted_at": EARLIER},
        )
    )
    for play in (finished, counted, deleted):
        for place, player in enumerate(players):
            seat = model("Seat").create(play=play, player=player, position=place, person=anna)
            enter(model, seat, "1", (ANNA, BEN)[place])
            if play == finished:
                enter(model, seat, "2", NOTHING)
                write_result(seat, place)
    model("Link").create(kind="table", play=counted, key="k" * 32)
    model("Event").create(play=finished, kind="finish", person=anna)
    model("Tries").create(key="code:127.0.0.1", count=3)


def enter(model, seat, stage, amounts):
    first = {**amounts, "water": 0}
    for revision, now in enumerate((first, amounts), start=1):
        model("Holdings").create(
            seat=seat, stage=stage, revision=revision, amounts=now, sent=now, is_in=True, save_id=f"{revision}"
        )


def write_result(seat, place):
    result = scored(tuareg_play(anna=(ANNA, NOTHING), ben=(BEN, NOTHING)))
    standing = result.standings[place]
    seat.points, seat.rank = standing.points, standing.rank
    seat.is_winner = standing.player in result.winners
    seat.lines = [{"stage": line.stage, "item": line.item, "points": line.points} for line in standing.lines]
    seat.save()


def write_down(then):
    """Plays with words that can be searched since."""
    group = then.get_model("companion", "Group").objects.create(name="Written down")
    for place, notes in (("Café", "Rain"), ("", "Straße"), ("", "")):
        then.get_model("companion", "Play").objects.create(
            group=group, game="tuareg", played_on=DAY, place=place, notes=notes
        )


def tie(then):
    """A full tie of Targi, one that was decided, and a full tie of Tuareg, as wins were stored then."""
    group = then.get_model("companion", "Group").objects.create(name="Tied", language="en")
    players = then.get_model("companion", "Player").objects
    names = [players.create(group=group, name=name, folded_name=name.lower()) for name in ("Anna", "Ben")]
    for game, ranks in (("targi", (1, 1)), ("targi", (2, 1)), ("tuareg", (1, 1))):
        play = a_play(then, group, game, state="finished")
        for place, (player, rank) in enumerate(zip(names, ranks, strict=True)):
            play.seats.create(player=player, position=place, points=9, rank=rank, is_winner=rank == 1)


# Plays of before the minutes were kept, by their notes; each with the minutes to its start, and its finishes.
TRAILS = {
    "an game night": (0, [75]),
    "finished again the next day": (0, [75, 1500]),
    "as short as can be": (0, [5]),
    "entered afterwards": (0, [4]),
    "as long as can be": (0, [720]),
    "left lying": (0, [721]),
    "came with a file": (None, [75]),
    "never finished here": (0, []),
}
TOOK = {"an game night": 75, "finished again the next day": 75, "as short as can be": 5, "as long as can be": 720}


def sit(then):
    """A group with these plays, and with one that was opened again."""
    group = then.get_model("companion", "Group").objects.create(name="Timed")
    for notes, (start, finishes) in TRAILS.items():
        play = a_play(then, group, "tuareg", state="finished", notes=notes)
        if start is not None:
            note(then, play, "start", start)
        for finish in finishes:
            note(then, play, "finish", finish)
    opened = a_play(then, group, "tuareg", state="open", notes="opened again")
    note(then, opened, "start", 0)
    note(then, opened, "finish", 75)


def a_play(then, group, game, **more):
    return then.get_model("companion", "Play").objects.create(
        group=group, game=game, played_on=DAY, created_at=EARLIER, changed_at=EARLIER, **more
    )


def note(then, play, kind, minutes):
    at_ = EARLIER + datetime.timedelta(minutes=minutes)
    then.get_model("companion", "Event").objects.create(play=play, kind=kind, at=at_)


def of_the_evening(**which):
    return Play.objects.get(group__name="Thursday", **which)


def minutes_of(group):
    """How long the plays of a group took, by their notes."""
    timed = Play.objects.filter(group__name=group, minutes__isnull=False)
    return dict(timed.values_list("notes", "minutes"))


def test_a_finished_play_keeps_its_result_and_what_later_releases_tell_of_it(updated):
    play = of_the_evening(state="finished")
    pad = Scorepad(play)
    assert not differ(compute_outcomes(pad), stored_outcomes(pad))
    assert [seat.took for seat in pad.seats] == [outcome.took for outcome in compute_outcomes(pad)]
    assert play.high_score == max(seat.points for seat in pad.seats)
    page = owners_phone(play).get(at("plays:play", play))
    assert page.status_code == 200
    assert "Anna" in text_of(page) and "Ben" in text_of(page)


def test_a_play_that_was_counted_goes_on_where_it_was(updated):
    play = of_the_evening(state="open", deleted_at=None)
    phone = owners_phone(play)
    assert 'value="4"' in phone.get(at("plays:card", play, play.seats.first().pk, "1")).content.decode()
    answer = send(phone, play, "Anna", **{**ANNA, "water": "5"}, revision=2, save_id="new", done="1")
    assert answer.status_code == 302
    assert [row.amounts["water"] for row in play.seats.first().saves.order_by("revision")] == [0, 4, 5]


def test_its_link_still_leads_to_the_table(updated):
    guest = Client()
    play = of_the_evening(state="open", deleted_at=None)
    assert guest.get("/t/" + "k" * 32).url == at("plays:mine", play)
    assert guest.get(at("plays:mine", play)).status_code == 200
    assert Link.objects.get(kind="table").play == play


def test_its_key_is_stored_no_more_and_its_page_shows_it_all_the_same(updated):
    play = of_the_evening(state="open", deleted_at=None)
    assert "k" * 32 not in repr(list(Link.objects.values()))
    assert "k" * 32 in owners_phone(play).get(at("plays:table", play)).content.decode()


def test_a_phone_that_was_known_still_is(updated):
    phone, play = Client(), of_the_evening(state="finished")
    phone.cookies["caravan"] = "s" * 32
    assert phone.get(at("plays:play", play)).status_code == 200
    assert Session.objects.get(pk=digest_of("s" * 32)).of_person == play.group.members.get(role="owner").person_id
    assert not Before.objects.exists()


def test_an_invitation_of_before_is_good_for_another_month(updated):
    group = of_the_evening(state="finished").group
    assert Client().get("/t/" + "i" * 32).url == f"/groups/{group.uuid}/join"


@pytest.mark.long
def test_the_way_back_gives_links_their_keys_again_and_loses_nothing_but_the_minutes(updated):
    link, plays = Link.objects.get(kind="table"), Play.objects.count()
    try:
        then = migrate([("companion", "0007_next_play")])
        assert then.get_model("companion", "Link").objects.get(pk=link.pk).key == "k" * 32
    finally:
        migrate(newest())
    assert Link.objects.get(pk=link.pk).key == "k" * 32
    assert Play.objects.count() == plays
    assert minutes_of("Timed") == TOOK


def test_the_group_its_people_and_what_it_agreed_on_are_there(updated):
    group = of_the_evening(state="finished").group
    assert (group.name, group.language, group.time_zone) == ("Thursday", "de", "")
    assert group.options == {"tuareg": {"points_water": 6}}
    assert sorted(group.members.values_list("role", flat=True)) == ["member", "owner"]
    assert Person.objects.filter(name=None, folded_name=None).count() == 2
    play = of_the_evening(state="finished")
    for path in ("", "plays", "players", "people", "settings", "games/tuareg"):
        assert owners_phone(play).get(f"/groups/{group.uuid}/{path}").status_code == 200, path


def test_what_was_deleted_is_still_deleted(updated):
    assert of_the_evening(deleted_at=EARLIER).high_score is None


def test_what_was_written_down_before_can_be_searched(updated, file):
    group = Group.objects.get(name="Written down")
    plays = [row for row in rows_in(file, "companion.play") if row["group_id"] == group.pk]
    assert [row["searchable"] for row in plays] == ["cafe\nrain", "strasse", ""]


def rows_in(file, table) -> list[dict]:
    """The rows of a table as they were dumped: whatever is loaded is folded and told its group anew."""
    with gzip.open(file, "rt") as lines:
        for each in json.loads(next(lines))["tables"]:
            rows = [dict(zip(each["fields"], json.loads(line), strict=True)) for line in islice(lines, each["rows"])]
            if each["table"] == table:
                return rows
    raise AssertionError(f"no {table}")


def test_no_migration_is_missing_for_the_models_there_are():
    executor = MigrationExecutor(connection)
    assert executor.migration_plan(newest()) == []


def test_a_full_tie_of_targi_that_was_stored_as_a_win_of_both_is_a_draw(updated):
    tied = Play.objects.filter(group__name="Tied").order_by("pk")
    stored = [[seat.is_winner for seat in play.seats.order_by("pk")] for play in tied]
    assert stored == [[False, False], [False, True], [True, True]]


def test_trails_tell_how_long_plays_took_where_people_can_have_sat_so_long(updated):
    assert minutes_of("Timed") == TOOK


@pytest.mark.long
def test_minutes_that_were_written_since_their_column_came_stay_and_the_rest_is_gone_on_with():
    try:
        then = migrate([("companion", "0018_minutes")])
        sit(then)
        plays = then.get_model("companion", "Play").objects
        plays.filter(notes="an game night").update(minutes=90)
        plays.filter(notes="left lying").update(minutes=60)
    finally:
        migrate(newest())
    assert minutes_of("Timed") == {**TOOK, "an game night": 90, "left lying": 60}


def test_a_photo_that_waited_among_the_photos_is_asked_for_again():
    try:
        then = migrate([("companion", "0036_photos_wait")])
        group, person = (then.get_model("companion", name).objects.create() for name in ("Group", "Person"))
        play = then.get_model("companion", "Play").objects.create(group=group, game_slug="tuareg", played_on=DAY)
        its = {"play": play, "person": person, "width": 0, "height": 0}
        play.photos.create(**its, caption="Anna", digest="waiting-1", state="waiting", deleted_at=EARLIER)
        play.photos.create(**its, caption="Ben", digest="2")
    finally:
        migrate(newest())
    assert [photo.caption for photo in Photo.objects.all()] == ["Ben"]
    assert [(photo.caption, photo.has_failed) for photo in SentPhoto.objects.all()] == [("Anna", True)]


def test_people_of_each_group_get_colours_in_the_order_in_which_they_came():
    try:
        then = migrate([("companion", "0044_start_of_imported_plays")])
        one, other = (then.get_model("companion", "Group").objects.create() for _ in range(2))
        for number in range(10):
            for group in (one, other)[: 1 + (number < 2)]:
                name = f"Anna {number}"
                then.get_model("companion", "Player").objects.create(group=group, name=name, folded_name=name)
    finally:
        migrate(newest())
    colours = [[player.colour for player in Player.objects.filter(group=group.pk)] for group in (one, other)]
    assert colours == [[1, 2, 3, 4, 5, 6, 7, 8, 1, 2], [1, 2]]


def test_points_of_plays_without_points_are_emptied_and_the_others_kept():
    """A play in which only the winner is noted was stored with 0 points for everyone."""
    try:
        then = migrate([("companion", "0039_without_a_former_index")])
        create = {name: then.get_model("companion", name).objects.create for name in ("Group", "Play", "Seat")}
        group = create["Group"]()
        for number, (wins, rows) in enumerate([("winner", []), ("most", [POINTS_ROW])]):
            sheet = group.sheets.create(slug=f"own-{number}")
            version = sheet.versions.create(data={"title": "Go", "wins": wins, "rows": rows})
            its = {"group": group, "game_slug": sheet.slug, "sheet": version, "state": "finished", "high_score": 0}
            play = create["Play"](**its, played_on=DAY, place=wins)
            player = group.players.create(name=wins, folded_name=wins)
            create["Seat"](group=group, play=play, player=player, position=0, points=0, rank=1)
    finally:
        migrate(newest())
    stored = {play.place: (play.high_score, play.seats.get().points) for play in Play.objects.all()}
    assert stored == {"winner": (None, None), "most": (0, 0)}


def test_rows_that_named_their_group_stay_and_older_servers_still_read_new_ones():
    try:
        then = migrate([("companion", "0042_by_of_holdings")])
        create = {model.__name__: model.objects.create for model in then.get_app_config("companion").get_models()}
        group = create["Group"](name="Thursday")
        play = create["Play"](group=group, game_slug="tuareg", played_on=DAY)
        player = group.players.create(name="Anna", folded_name="anna")
        seat = create["Seat"](group=group, play=play, player=player, position=0, team=2)
        create["Holdings"](group=group, seat=seat, stage="1", revision=1, amounts=ANNA, save_id="1")
        create["Event"](group=group, play=play, kind="start")
    finally:
        migrate(newest())
    play = Play.objects.get()
    [seat] = play.seats.all()
    assert (play.group.name, seat.player.name, seat.team) == ("Thursday", "Anna", 2)
    assert (seat.saves.get().amounts, play.events.get().kind) == (ANNA, "start")
    seat.saves.create(stage="1", revision=2, amounts=BEN, save_id="2")
    rows = then.get_model("companion", "Holdings").objects.order_by("revision")
    assert list(rows.values_list("group", "amounts")) == [(group.pk, ANNA), (None, BEN)]


POINTS_ROW = {"key": "total", "label": "total", "kind": "points"}

# While machines are updated one after the other, the release before and this one serve the same database.
RELEASED = "0024_uploads"
BORNE = ("AddField", "AddConstraint", "AddIndex", "RemoveConstraint", "CreateModel", "RunPython", "AlterModelOptions")
# Without an index the same is found.
BORNE += ("RemoveIndex",)
# These are borne only where they ask nothing of the database.
SILENT = ("AlterField", "SeparateDatabaseAndState")
# Points became decimals. An older Caravan on PostgreSQL would show 10.00 and fail in its API, so the host docs say
# to stop all machines for this update. It would also save without saying which save is the card now.
STOPS_ALL = {"0040_exact_points": {"high_score", "points"}, "0049_cards": set()}


def since_the_release():
    """The migrations that the last release does not know, by name."""
    known = MigrationExecutor(connection).loader.disk_migrations
    return {name: migration for (app, name), migration in known.items() if app == "companion" and name > RELEASED}


def sql_of(operation, migration):
    """What an operation asks of the database."""
    before = MigrationExecutor(connection).loader.project_state(migration.dependencies)
    after = before.clone()
    operation.state_forwards("companion", after)
    with connection.schema_editor(collect_sql=True) as editor:
        operation.database_forwards("companion", editor, before, after)
    return editor.collected_sql


def test_the_release_before_bears_every_migration_since():
    for name, migration in since_the_release().items():
        for operation in migration.operations:
            if getattr(operation, "name", "") in STOPS_ALL.get(name, ()):
                continue
            if type(operation).__name__ in SILENT:
                assert not sql_of(operation, migration), f"{name}: {operation.describe()} changes the database"
                continue
            if type(operation).__name__ == "RunSQL":
                assert re.fullmatch(r'DROP INDEX IF EXISTS "\w+"', operation.sql), name
                continue
            assert type(operation).__name__ in BORNE, name
            if type(operation).__name__ == "AddField":
                field = operation.field
                assert field.null or field.has_db_default(), f"{name}: an older Caravan stores no {operation.name}"


def test_no_migration_since_makes_an_index_and_drops_one_in_the_same_transaction():
    """A save that has read would wait for what is made, and what is to go for that save."""
    for name, migration in since_the_release().items():
        kinds = {type(operation).__name__ for operation in migration.operations}
        assert "AddIndex" not in kinds or not kinds & {"RemoveIndex", "RunSQL"}, name


def test_what_is_called_otherwise_in_the_code_is_called_as_before_in_the_database():
    for model in (Play, Mark, NamedMark, Ladder, Alias):
        assert model._meta.get_field("game_slug").column == "game"
    with connection.cursor() as cursor:
        constraints = connection.introspection.get_constraints(cursor, Play._meta.db_table)
    assert constraints["play_of_game"]["columns"][:2] == ["group_id", "game"]


def test_cards_follow_what_was_saved_by_an_earlier_caravan():
    play = a_play_now(names=("Anna", "Ben"))
    count(play, anna={"water": 4}, ben={"water": 1})
    anna = seat_of(play, "Anna")
    try:
        then = migrate([("companion", "0048_marks_of_names")])
        its = {"seat_id": anna.pk, "stage": "1", "save_id": "then"}
        then.get_model("companion", "Holdings").objects.create(revision=2, amounts={"water": 5}, **its)
        then.get_model("companion", "Holdings").objects.create(revision=1, amounts={"water": 6}, fate="late", **its)
    finally:
        migrate(newest())
    assert [card_of(play, name).amounts for name in ("Anna", "Ben")] == [{"water": 5}, {"water": 1}]
    count(play, anna={"water": 7})
    assert (card_of(play, "Anna").revision, anna.cards.count(), anna.saves.count()) == (3, 1, 4)


def test_plays_of_earlier_imports_get_their_variant_roles_and_first_player():
    play, other = a_play_now(names=("Anna", "Ben")), a_play_now(names=("Anna", "Ben"))
    told = {
        "seats": [{"rest": {"role": " Nomad "}}, {"rest": {"startPlayer": 1, "role": 7}}],
        "rest": {"board": "Night"},
    }
    try:
        then = migrate([("companion", "0052_former_seats")])
        upload = then.get_model("companion", "Upload").objects.create(group_id=play.group_id, source="bgstats")
        for its, rest in ((play, told), (other, {"seats": [{}, {}, {}], "rest": {}})):
            then.get_model("companion", "Arrival").objects.create(play_id=its.pk, upload=upload, key="U", rest=rest)
    finally:
        migrate(newest())
    found = [
        (its.variant, [(seat.role, seat.is_first) for seat in its.seats.all()]) for its in Play.objects.order_by("pk")
    ]
    assert found == [("Night", [("Nomad", None), (None, True)]), (None, [(None, None)] * 2)]
