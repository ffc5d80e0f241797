"""Queries written in SQL return what Django's own return that stand for the same, on both databases."""

import ast
from datetime import timedelta
from pathlib import Path
from uuid import uuid4

import pytest
from django.db.models import Q, Subquery
from django.utils import timezone

import companion
from companion.access.permissions import GROUP_SEEN, find_play_seen_with
from companion.access.sessions import find_session_with_person
from companion.access.visibility import plays_seen_with
from companion.entry.merging import WAITING, Fate
from companion.models import CardSave, Link, Person, Play, Player, Seat, Session, digest_of
from companion.models.sheets import version_for
from companion.plays import seats
from tests.phones import (
    a_play,
    again,
    closed,
    count,
    guests_phone,
    key_of,
    owner_of,
    owners_phone,
    seat_of,
    send,
    watchers_phone,
)

pytestmark = pytest.mark.postgresql

CODE = Path(companion.__file__).parent
TESTED = {
    find_session_with_person,
    find_play_seen_with,
    Seat.objects.at_table_of,
    CardSave.objects.current_in,
    CardSave.objects.current_in_with_card,
    Play.next_revision,
}


def held(row, names=None) -> dict:
    """The fields of a row, all unless some are named."""
    return {name: getattr(row, name) for name in names or [field.attname for field in row._meta.concrete_fields]}


def calls_raw(function) -> bool:
    names = {getattr(node, "attr", getattr(node, "id", "")) for node in ast.walk(function)}
    return bool(names & {"raw", "read_rows"})


def test_every_query_in_sql_is_tested_here_and_there_are_few():
    trees = [ast.parse(path.read_text()) for path in CODE.rglob("*.py")]
    functions = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    assert {each.name for each in functions if calls_raw(each)} == {each.__name__ for each in TESTED}
    assert len(TESTED) <= 6


def test_person_of_a_session_is_read_with_its_data(play):
    owners_phone(play)
    guest = guests_phone(play)
    send(guest, play, "Anna", water="4")
    nobodys = guest.session
    nobodys.create()
    names = list(held(owner_of(play)))
    expired = Session.objects.filter(of_person=owner_of(play).pk).first()
    found = []
    for until in (timezone.now() + timedelta(days=1), timezone.now() - timedelta(seconds=1)):
        Session.objects.filter(pk=expired.pk).update(expire_date=until)
        for digest in [*Session.objects.values_list("pk", flat=True), digest_of("none")]:
            session = Session.objects.filter(pk=digest, expire_date__gt=timezone.now())
            twin = Person.objects.filter(pk=Subquery(session.values("of_person")[:1]))
            twin = twin.annotate(session_data=Subquery(session.values("session_data")[:1])).first()
            its = find_session_with_person(digest)
            expected = twin and (held(twin, names), twin.session_data)
            assert (its and (held(its[0], names), its[1])) == expected
            found.append(its is not None)
    assert (found.count(True), found.count(False)) == (3, 5)


def test_play_is_read_with_its_group_and_what_lets_a_phone_see_it():
    play, other = a_play(options={"points_water": 6}), a_play()
    send(guests_phone(play), play, "Anna", water="4")
    keys = [digest_of(key_of(play, kind)) for kind in (Link.Kind.TABLE, Link.Kind.WATCH)]
    people = [None, owner_of(play).pk, Person.objects.last().pk, owner_of(other).pk]
    seats.add(again(play), "Dora", person=owner_of(play))
    play.seats.filter(player__name="Anna").update(person=people[2])
    play.seats.filter(player__name="Dora").update(person=people[3], removed_at=timezone.now())
    more = {"notes": "100 % '%s'", "minutes": 9, "high_score": "2.5", "sheet": version_for(play.group, "agricola")}
    Play.objects.filter(pk=play.pk).update(closed_stages=1, **more)
    found = []
    for deleted_at in (None, timezone.now()):
        Play.objects.filter(pk=play.pk).update(deleted_at=deleted_at)
        for person in people:
            for few in ([], keys, keys[:1], keys[1:], ["no key"]):
                twin = plays_seen_with(person, few).select_related("group").get(uuid=play.uuid)
                seen = find_play_seen_with(person, few, play.uuid)
                assert held(seen) == held(twin)
                assert held(seen.group, GROUP_SEEN) == held(twin.group, GROUP_SEEN)
                assert held(seen.group) == held(twin.group)
                lets_in = seen.member_role, bool(seen.has_seat), seen.link_kind
                assert lets_in == (twin.member_role, twin.has_seat, twin.link_kind)
                found.append(lets_in)
    assert set(found) >= {(None, False, None), ("owner", False, None), (None, True, None), (None, False, "table")}
    assert find_play_seen_with(people[1], keys, uuid4()) is None
    type(play.group).objects.filter(pk=play.group_id).update(deleted_at=timezone.now())
    assert find_play_seen_with(people[1], keys, play.uuid) is None


def test_next_revision_of_a_play_is_stored_with_its_moment(play):
    was, moment = again(play), timezone.now() + timedelta(minutes=3)
    was.changed_at = moment
    assert was.next_revision() == was.revision + 1
    assert (again(play).revision, again(play).changed_at) == (was.revision + 1, moment)
    assert Play.objects.filter(pk=play.pk, changed_at=moment).exists()
    Play.objects.filter(pk=play.pk).delete()
    with pytest.raises(Play.NotUpdated):
        was.next_revision()


@pytest.fixture
def saved():
    """A play of two closed stages with cards saved several times, clashes, a late save, and a seat that was removed."""
    play = closed(names=("Anna", "Ben", "Chris"), cards={"anna": {"water": 4}, "ben": {"gold": 2}})
    Play.objects.filter(pk=play.pk).update(closed_stages=0)
    phone = owners_phone(play)
    for water in ("5", "6"):
        send(phone, play, "Anna", revision=1, water=water)
    send(guests_phone(play), play, "Anna", revision=1, water="7")
    count(play, stage="2", anna={"water": 1})
    count(play, chris={"water": 1})
    Play.objects.filter(pk=play.pk).update(closed_stages=1)
    send(watchers_phone(play), play, "Ben", water="7")
    send(phone, play, "Ben", revision=1, gold="8")
    play.seats.filter(player__name="Chris").update(removed_at=timezone.now())
    count(a_play(), anna={"water": 2})
    return play


def test_seats_of_a_play_are_read_with_their_players_in_order(saved):
    saved.seats.filter(player__name="Anna").update(position=9, is_first=True, points="2.5", lines=[{"stage": "1"}])
    Player.objects.filter(name="Ben").update(is_hidden=True, colour=3, person=owner_of(saved))
    found, twin = Seat.objects.at_table_of(saved.pk), Seat.objects.at_table().filter(play=saved)
    assert [str(seat) for seat in found] == ["Ben", "Anna"]
    assert fields_of(found) == fields_of(twin)
    assert fields_of([seat.player for seat in found]) == fields_of([seat.player for seat in twin])
    assert Seat.objects.at_table_of(-5) == []


def fields_of(rows) -> list[dict]:
    return [held(row) for row in rows]


def twin_of(play, wanted=None):
    """The newest rows of a play's cards, those that wait, and those that are wanted beside."""
    newest = Q(pk__in=CardSave.objects.newest().values("pk"))
    rows = newest | Q(fate__in=WAITING) | wanted if wanted else newest | Q(fate__in=WAITING)
    return CardSave.objects.filter(rows, seat__play=play).order_by("pk")


def test_rows_of_a_play_are_the_newest_of_each_card_and_what_waits(saved):
    found = CardSave.objects.current_in(saved.pk)
    assert fields_of(found) == fields_of(twin_of(saved))
    assert {row.fate for row in found} == {"counted", "clash", "late"}
    assert len(found) < CardSave.objects.filter(seat__play=saved).count()
    assert CardSave.objects.current_in(-5) == []


@pytest.mark.parametrize(("base", "save_id"), [(0, "none"), (1, "none"), (2, "none"), (9, "none"), (9, "count 0")])
def test_rows_for_a_save_are_those_and_the_ones_since_it_started(saved, base, save_id):
    anna = seat_of(saved, "Anna").pk
    for seat, stage in ((anna, "1"), (anna, "2"), (seat_of(saved, "Ben").pk, "1"), (-5, "1"), (anna, "no stage")):
        since = Q(fate=Fate.COUNTED, revision__gte=base) | Q(save_id=save_id)
        twin = twin_of(saved, since & Q(seat=seat, stage=stage))
        found = CardSave.objects.current_in_with_card(saved.pk, seat, stage, base=base, save_id=save_id)
        assert fields_of(found) == fields_of(twin)
