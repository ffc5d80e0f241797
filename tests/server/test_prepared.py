"""Prepared questions: asked with the values of the moment, they answer as the queryset does that they stand for."""

import sqlite3
import threading
from uuid import UUID, uuid4

import pytest
from django.db import IntegrityError, connection
from django.db.models import F, Model
from django.utils import timezone

from companion import sessions
from companion.access import visibility
from companion.cards import descriptions, questions
from companion.models import Group, Holdings, Link, Member, Person, Play, Player, Seat, Session, digest_of
from companion.server.prepared import prepared, prepared_insert, prepared_update
from tests.phones import a_play, count, key_of, owner_of, owners_phone, seat_of, send, watchers_phone

written = []


@prepared
def saves(seat, stage):
    written.append((seat, stage))
    return Holdings.objects.filter(seat=seat, stage=stage).order_by("revision")


@prepared
def named(uuid, names, since, person):
    seats = Seat.objects.filter(play__uuid=uuid, player__name__in=names, play__created_at__gt=since)
    return (seats.filter(person=person) if person else seats).select_related("player")


def test_a_question_is_asked_with_the_values_of_the_moment_and_written_once(play):
    written.clear()
    count(play, anna={"water": 4}, ben={"gold": 2})
    count(play, anna={"water": 3})
    assert [row.amounts["water"] for row in saves(seat_of(play, "Anna").pk, "1")] == [4, 3]
    assert [row.amounts["gold"] for row in saves(seat_of(play, "Ben").pk, "1")] == [2]
    assert saves(seat_of(play, "Ben").pk, "2") == []
    assert saves(-1, "no stage") == []
    assert len(written) <= 1


def test_a_text_that_looks_like_sql_or_like_a_blank_is_only_a_text(play):
    count(play, anna={"water": 4})
    seat = seat_of(play, "Anna").pk
    for stage in ("1' OR '1'='1", "blank 0", "blank 1", "%s"):
        assert saves(seat, stage) == []


def test_it_sees_what_was_stored_since():
    play = a_play(names=("Anna", "Ben"))
    seat = seat_of(play, "Anna").pk
    assert saves(seat, "1") == []
    count(play, anna={"water": 4})
    assert len(saves(seat, "1")) == 1


def test_ids_lists_moments_and_nothing_are_values_too(play, django_assert_num_queries):
    long_ago = timezone.now() - timezone.timedelta(days=9)
    with django_assert_num_queries(1):
        found = named(play.uuid, ["Anna", "Ben"], long_ago, None)
        assert [seat.player.name for seat in found] == ["Anna", "Ben"]
    assert [str(seat) for seat in named(play.uuid, ["Chris"], long_ago, None)] == ["Chris"]
    assert named(play.uuid, ["Chris"], timezone.now(), None) == []
    assert named(uuid4(), ["Chris"], long_ago, None) == []
    assert named(play.uuid, ["Anna"], long_ago, 5) == []


def test_a_value_that_the_sql_does_not_hold_as_it_is_is_refused():
    @prepared
    def longer(name):
        return Person.objects.filter(name__contains=name)

    with pytest.raises(TypeError, match="longer"):
        longer("Anna")


@pytest.mark.django_db(transaction=True)
def test_each_thread_asks_through_its_own_connection(play):
    found = [saves(seat_of(play, "Anna").pk, "1")]

    def ask():
        count(play, anna={"water": 4})
        found.append(saves(seat_of(play, "Anna").pk, "1"))
        connection.close()

    thread = threading.Thread(target=ask)
    thread.start()
    thread.join()
    assert [len(each) for each in found] == [0, 1]


insert = prepared_insert(Holdings)


def a_save(seat, revision=1):
    """A save that is not stored yet, with a value of each kind."""
    held = {"amounts": {"water": 4}, "refused": {"gold": "x'); --"}, "sent": {"water": None}, "is_in": True}
    return Holdings(seat=seat, stage="1", revision=revision, save_id="%s", person=None, **held)


def test_what_is_stored_by_a_prepared_insert_is_what_django_stores(play):
    ours, djangos = a_save(seat_of(play, "Anna")), a_save(seat_of(play, "Ben"))
    insert(ours)
    djangos.save(force_insert=True)
    own = {"id", "seat_id", "at"}
    stored = [without_state(Holdings.objects.get(pk=row.pk)) for row in (ours, djangos)]
    assert [without_state(ours)[name] for name in sorted(own)] == [stored[0][name] for name in sorted(own)]
    assert (ours._state.adding, ours._state.db) == (djangos._state.adding, djangos._state.db)
    for its in stored:
        assert own == {name for name in own if its.pop(name)}
    assert stored[0] == stored[1]


def test_a_prepared_insert_stores_nothing_that_may_not_be(play):
    seat = seat_of(play, "Anna")
    insert(a_save(seat))
    with pytest.raises(IntegrityError):
        insert(a_save(seat))


@prepared_update("revision", "changed_at")
def changed(uuid, place, now):
    return Play.objects.filter(uuid=uuid), {"revision": F("revision") + 2, "place": place, "changed_at": now}


def test_a_prepared_update_changes_what_its_queryset_holds_and_answers_with_what_it_wrote(play):
    other, now = a_play(names=("Anna", "Ben")), timezone.now()
    assert changed(play.uuid, "at home' --", now) == [(play.revision + 2, now)]
    assert changed(play.uuid, "blank 0", now) == [(play.revision + 4, now)]
    assert changed(uuid4(), "nowhere", now) == []
    stored = Play.objects.in_bulk()
    assert (stored[play.pk].place, stored[play.pk].revision) == ("blank 0", play.revision + 4)
    assert (stored[other.pk].place, stored[other.pk].revision) == ("", other.revision)


def test_a_play_that_is_gone_goes_up_no_revision(play):
    Play.objects.filter(pk=play.pk).update(revision=7)
    play.touch()
    assert play.revision == 8
    Holdings.objects.all().delete()
    Play.objects.filter(pk=play.pk).delete()
    with pytest.raises(Play.NotUpdated):
        play.touch()


def values_of(play):
    """Values for each prepared question: people, keys, cards, of which some find something and some nothing."""
    Person.objects.create_visitor()
    keys = [digest_of(key_of(play, kind)) for kind in (Link.Kind.TABLE, Link.Kind.WATCH)]
    people = [None, owner_of(play).pk, Person.objects.last().pk]
    plays = [(person, tuple(few), play.uuid) for person in people for few in ([], keys, keys[1:], ["no key"])]
    unknown = (people[1], tuple(keys), UUID(int=0))
    seat, owner = seat_of(play, "Anna").pk, owner_of(play).pk
    return {
        sessions.session_of: [(row.pk, timezone.now()) for row in Session.objects.all()] + [("none", timezone.now())],
        sessions.session_with_person: [(row.pk, timezone.now()) for row in Session.objects.all()]
        + [("none", timezone.now())],
        sessions.person_of: [(owner,), (-5,)],
        visibility.play_seen_now: [*plays, unknown],
        questions.seats_at: [(play.pk,), (-5,)],
        questions.rows_now: [(play.pk,), (-5,)],
        questions.card_rows: [
            (seat, "1", 0, "none"),
            (seat, "1", 2, "none"),
            (seat, "2", 0, "none"),
            (-5, "1", 0, "none"),
        ],
        questions.rows_with_card: [
            (play.pk, seat, "1", 2, "none"),
            (play.pk, -5, "1", 0, "none"),
            (-5, seat, "1", 0, ""),
        ],
        descriptions.last_of: [
            ([seat], ["1"], owner, [1, 2]),
            ([seat, seat + 1], ["1"], owner, [7]),
            ([seat], ["1"], -5, [1]),
        ],
        questions.unsettled: [(play.pk, owner), (play.pk, -5)],
        questions.unsettled_for_member: [(play.pk, owner), (play.pk, -5)],
    }


def test_each_prepared_question_answers_as_its_queryset(play):
    count(play, anna={"water": 4})
    phone = owners_phone(play)
    for water in ("5", "6"):
        send(phone, play, "Anna", revision=1, water=water)
    send(watchers_phone(play), play, "Anna", water="7")
    Play.objects.filter(pk=play.pk).update(closed_stages=1)
    send(phone, play, "Anna", revision=1, water="8")
    assert Member.objects.count() == 1
    for question, asked in values_of(play).items():
        answers = [as_tuples(question(*values)) for values in asked]
        assert answers == [as_tuples(question.__wrapped__(*values)) for values in asked], question.__qualname__
        assert any(answers), f"{question.__qualname__} finds nothing"


def replans_of(question, values) -> list:
    """What SQLite looks at to plan a question that was asked before, with the values as they are."""
    looked_at = []
    connection.ensure_connection()
    connection.connection.set_authorizer(lambda *what: looked_at.append(what) or sqlite3.SQLITE_OK)
    try:
        question(*values)
        first = len(looked_at)
        question(*values)
    finally:
        connection.connection.set_authorizer(None)
    assert first
    return looked_at[first:]


@pytest.mark.sqlite
def test_sqlite_plans_a_prepared_question_once(play):
    for question, asked in values_of(play).items():
        assert not replans_of(question, asked[0]), question.__qualname__


@prepared
def with_a_sign(name, place):
    its = Seat.objects.annotate(rest=F("position") % 7).exclude(rest=6)
    return its.filter(player__name=name, play__notes="100 % '%s'", play__place=place)


def test_what_stays_in_a_question_may_hold_any_sign():
    play = a_play(names=("Anna", "Ben"))
    Play.objects.filter(pk=play.pk).update(notes="100 % '%s'", place="%s")
    assert [str(seat) for seat in with_a_sign("Anna", "%s")] == ["Anna"]
    assert with_a_sign("%s", "Anna") == []
    Play.objects.filter(pk=play.pk).update(notes="100 %%")
    assert with_a_sign("Anna", "%s") == []


def test_an_outline_says_what_its_object_does_and_makes_it_on_demand(play, django_assert_num_queries):
    asked = (owner_of(play).pk, [], play.uuid)
    [seen] = visibility.play_seen_now(*asked)
    with django_assert_num_queries(1):
        [outline] = visibility.play_seen_now.outlines(*asked)
        told = (outline.revision, outline.deleted_at, outline.member_role, bool(outline.has_seat), outline.link_kind)
        assert told == (seen.revision, None, "owner", seen.has_seat, None)
        assert as_tuples([outline.whole()]) == as_tuples([seen])
    assert visibility.play_seen_now.outlines(None, [], uuid4()) == []


@pytest.mark.parametrize("model", [Play, Group, Seat, Player, Person, Holdings])
def test_what_is_read_often_is_made_as_django_makes_it(play, model):
    count(play, anna={"water": 4})
    names = [field.attname for field in model._meta.concrete_fields]
    values = model.objects.values_list(*names).first()
    for held in (len(names), 3):
        row = "default", names[:held], values[:held]
        ours, djangos = model.from_db(*row), Model.from_db.__func__(model, *row)
        assert without_state(ours) == without_state(djangos)
        assert ours.get_deferred_fields() == djangos.get_deferred_fields() == set(names[held:])
        assert vars(ours._state) == vars(djangos._state)


def as_tuples(rows):
    """What rows hold, with what they annotate and select along."""
    return [row if isinstance(row, tuple) else without_state(row) for row in rows]


def without_state(row):
    along = row._state.fields_cache.items()
    held = {key: value for key, value in vars(row).items() if key != "_state"}
    return held | {name: other and without_state(other) for name, other in along}


def test_an_object_is_made_once_of_a_row_and_anew_of_one_that_has_changed(play):
    count(play, anna={"water": 4}, ben={"gold": 2})
    first, again = (questions.rows_now(play.pk) for _ in range(2))
    assert [one is other for one, other in zip(first, again, strict=True)] == [True, True]
    Holdings.objects.filter(pk=first[0].pk).update(amounts={"water": 5})
    changed, same = questions.rows_now(play.pk)
    assert (changed.amounts, first[0].amounts) == ({"water": 5}, {"water": 4})
    assert same is first[1]
