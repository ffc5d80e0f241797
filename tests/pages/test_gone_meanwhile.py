"""What is deleted for good while a request about it is under way: it is answered as if it had come later."""

import pytest
from django.contrib.auth import SESSION_KEY
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import DEFAULT_DB_ALIAS, IntegrityError, connection
from django.urls import reverse

from companion.account import leaving
from companion.groups import founding
from companion.models import Person, Play
from companion.server import replicas
from tests.lanes import each_third, moments
from tests.pages.test_access import WHO_MAY, address, fitting
from tests.pages.test_twice import ALL, card, undo
from tests.phones import a_play, at, closed, guests_phone, owner_of, owners_phone, send

pytestmark = pytest.mark.django_db(transaction=True)

FROM_GUESTS = {"card": (a_play, card), "undo": (a_play, undo), **{name: ALL[name] for name in ("put_back", "close")}}


def the_group(play):
    founding.delete_for_good(play.group)


def the_person(play):
    person = owner_of(play)
    the_group(play)
    leaving.delete(person)


class After:
    """Does something after this many moments at which somebody else can: a question was asked, no transaction is open.

    What is asked within one has no moments of its own, since nobody comes between: to count those too would try the
    moment after them again and again.
    """

    def __init__(self, number, something):
        self.left, self.something = number, something

    def __call__(self, execute, sql, params, many, context):
        result = execute(sql, params, many, context)
        if self.something and sql.startswith("SELECT") and not connection.in_atomic_block:
            self.left -= 1
            if not self.left:
                something, self.something = self.something, None
                something()
        return result


def ask_at_every_moment(name, goes, ask):
    """Ask anew for each of the lane's moments, with a play of its own each time."""
    for number in moments():
        play = fitting(name)
        phone = owners_phone(play)
        place = address(name, play, phone)
        meanwhile = After(number, lambda play=play: goes(play))
        with connection.execute_wrapper(meanwhile):
            answer = ask(phone, place)
        assert answer.status_code < 500
        if meanwhile.something:
            return


@pytest.mark.parametrize("name", each_third([name for name, row in WHO_MAY.items() if row.post]))
@pytest.mark.parametrize("goes", [the_group, pytest.param(the_person, marks=pytest.mark.long)])
def test_a_change_of_what_goes_is_no_error(name, goes):
    ask_at_every_moment(name, goes, lambda phone, place: phone.post(place, WHO_MAY[name].send))


@pytest.mark.parametrize("name", each_third([name for name, row in WHO_MAY.items() if row.get]))
def test_a_look_at_what_goes_is_no_error(name):
    ask_at_every_moment(name, the_group, lambda phone, place: phone.get(place))


def test_nor_is_a_look_that_is_answered_from_a_replica(settings, monkeypatch):
    # One that has heard of everything.
    monkeypatch.setattr(replicas, "REPLICA", DEFAULT_DB_ALIAS)
    settings.MIDDLEWARE = [*settings.MIDDLEWARE, "companion.server.replicas.replicas"]
    ask_at_every_moment("history", the_group, lambda phone, place: phone.get(place))


def test_the_way_back_of_somebody_who_goes_for_good_is_no_error():
    ask_at_every_moment("recovery", the_person, lambda phone, place: phone.get(place))


@pytest.mark.parametrize("name", FROM_GUESTS)
def test_a_guest_who_leaves_for_good_on_another_phone_changes_nothing_any_more(name):
    begin, what = FROM_GUESTS[name]
    for number in moments():
        play = begin()
        sent, phone = what(play), guests_phone(play)
        send(phone, play, "Ben", water="1")
        person = Person.objects.get(pk=phone.session[SESSION_KEY])
        meanwhile = After(number, lambda person=person: leaving.delete(person))
        with connection.execute_wrapper(meanwhile):
            answer = phone.post(*sent)
        assert answer.status_code < 500
        if meanwhile.something:
            return


@pytest.mark.postgresql
def test_a_play_that_comes_into_another_group_at_the_same_moment_is_looked_for_once_more():
    play = closed()
    phone = owners_phone(play)
    url = reverse("import_plays", args=[play.group.uuid])
    file = b"".join(phone.get(reverse("export_group", args=[play.group.uuid])).streaming_content)
    Play.objects.all().delete()
    refusals = ["one"]

    def turned_down_once(execute, sql, params, many, context):
        if sql.startswith('INSERT INTO "companion_play"') and refusals:
            raise IntegrityError(refusals.pop())
        return execute(sql, params, many, context)

    with connection.execute_wrapper(turned_down_once):
        answer = phone.post(url, {"file": SimpleUploadedFile("plays.json", file)})
    assert (answer.status_code, refusals) == (302, [])
    assert Play.objects.get().uuid == play.uuid


@pytest.mark.postgresql
def test_what_fails_while_nothing_is_gone_is_an_error_of_ours():
    play = a_play()
    phone = owners_phone(play)

    def turned_down(execute, sql, params, many, context):
        if sql.startswith("INSERT"):
            raise IntegrityError
        return execute(sql, params, many, context)

    with connection.execute_wrapper(turned_down), pytest.raises(IntegrityError):
        send(phone, play, "Anna", water="4")


def test_a_look_that_fails_while_nothing_is_gone_is_an_error_of_ours():
    play = a_play()
    phone = owners_phone(play)

    def broken(execute, sql, params, many, context):
        if '"companion_seat"' in sql:
            raise ZeroDivisionError
        return execute(sql, params, many, context)

    with connection.execute_wrapper(broken), pytest.raises(ZeroDivisionError):
        phone.get(at("watch", play))
