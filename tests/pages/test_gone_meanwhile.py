"""What is deleted for good while a request about it is under way: it is answered as if it had come later."""

import pytest
from django.contrib.auth import SESSION_KEY
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import DEFAULT_DB_ALIAS, IntegrityError, connection
from django.urls import reverse

from companion.accounts import leaving
from companion.core import replicas
from companion.groups import founding
from companion.models import Person, Play
from tests.lanes import each_third, moments
from tests.pages.test_access import WHO_MAY, address, fitting
from tests.pages.test_twice import ALL
from tests.phones import a_play, at, closed, guests_phone, owner_of, owners_phone, send

pytestmark = pytest.mark.django_db(transaction=True)

FROM_GUESTS = {name: ALL[name] for name in ("plays:put_back", "plays:close")}
# A request that is one transaction from its first question to its last has no moment at which somebody could come.
IN_ONE_TRANSACTION = {
    "get": {"plays:table"},
    "post": {
        *(
            "collection:take_sheet",
            "history:mark_game",
            "groups:role",
            "groups:remove_member",
            "groups:leave",
            "groups:my_name",
            "groups:claim_player",
            "groups:hide_player",
        ),
        *(
            "groups:make_anonymous",
            "groups:remove_player",
            "groups:restore_group",
            "photos:waiting_photo",
            "photos:remove_photo",
            "photos:restore_photo",
        ),
        *(
            "photos:forget_photo",
            "plays:card",
            "plays:undo",
            "plays:reopen",
            "plays:reopen_stage",
            "plays:stop",
            "plays:restore",
            "plays:rematch",
            "plays:table_code",
        ),
        "plays:order",
    },
}
# Nor has one that asks the database nothing.
ASKS_NOTHING = {
    "get": {
        *(
            "core:set_language",
            "core:manifest",
            "collection:carry_sheet",
            "api:api_groups",
            "api:api_group",
            "api:api_plays",
            "api:api_statistics",
        ),
        *("api:api_play", "api:api_picture"),
    },
    "post": {"core:set_language", "player_aids:referee"},
}
CANNOT_BE_OVERTAKEN = {method: IN_ONE_TRANSACTION[method] | ASKS_NOTHING[method] for method in ("get", "post")}


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

    @property
    def has_happened(self) -> bool:
        return self.something is None


def overtaken_at_every_moment(ask):
    """Ask anew for each of the lane's moments, until a request is over before it; each has the first of them.

    `ask` is given a number, asks once, and gives what was to happen after so many moments and the answer.
    """
    for number in moments():
        meanwhile, answer = ask(number)
        assert answer.status_code < 500
        if not meanwhile.has_happened:
            assert number > 1, "nobody came between: is it one transaction now, or does nothing happen any more?"
            return


def ask_at_every_moment(name, goes, ask):
    """The same with a play of its own each time, about which the phone of its owner asks."""

    def ask_once(number):
        play = fitting(name)
        phone = owners_phone(play)
        place = address(name, play, phone)
        meanwhile = After(number, lambda: goes(play))
        with connection.execute_wrapper(meanwhile):
            return meanwhile, ask(phone, place)

    overtaken_at_every_moment(ask_once)


def overtaken(method):
    """The names of what is asked by this method and can be overtaken; every day each third of them."""
    names = [name for name, row in WHO_MAY.items() if getattr(row, method)]
    return each_third([name for name in names if name not in CANNOT_BE_OVERTAKEN[method]])


@pytest.mark.parametrize("name", overtaken("post"))
@pytest.mark.parametrize("goes", [the_group, pytest.param(the_person, marks=pytest.mark.long)])
def test_a_change_of_what_goes_is_no_error(name, goes):
    ask_at_every_moment(name, goes, lambda phone, place: phone.post(place, WHO_MAY[name].send))


@pytest.mark.parametrize("name", overtaken("get"))
def test_a_look_at_what_goes_is_no_error(name):
    ask_at_every_moment(name, the_group, lambda phone, place: phone.get(place))


def test_what_cannot_be_overtaken_is_answered_before_anything_goes():
    wrong = []
    for method, names in CANNOT_BE_OVERTAKEN.items():
        for name in sorted(names):
            play = fitting(name)
            phone = owners_phone(play)
            place, row = address(name, play, phone), WHO_MAY[name]
            meanwhile = After(1, lambda play=play: the_group(play))
            with connection.execute_wrapper(meanwhile):
                answer = phone.post(place, row.send) if method == "post" else phone.get(place)
            if meanwhile.has_happened or answer.status_code != getattr(row, method):
                wrong.append((name, method, answer.status_code))
    assert wrong == []


def test_nor_is_a_look_that_is_answered_from_a_replica(settings, monkeypatch):
    # One that has heard of everything.
    monkeypatch.setattr(replicas, "REPLICA", DEFAULT_DB_ALIAS)
    settings.MIDDLEWARE = [*settings.MIDDLEWARE, "companion.core.replicas.replicas"]
    ask_at_every_moment("history:history", the_group, lambda phone, place: phone.get(place))


def test_the_way_back_of_somebody_who_goes_for_good_is_no_error():
    ask_at_every_moment("accounts:recovery", the_person, lambda phone, place: phone.get(place))


@pytest.mark.parametrize("name", FROM_GUESTS)
def test_a_guest_who_leaves_for_good_on_another_phone_changes_nothing_any_more(name):
    begin, what = FROM_GUESTS[name]

    def ask_once(number):
        play = begin()
        sent, phone = what(play), guests_phone(play)
        send(phone, play, "Ben", water="1")
        person = Person.objects.get(pk=phone.session[SESSION_KEY])
        meanwhile = After(number, lambda: leaving.delete(person))
        with connection.execute_wrapper(meanwhile):
            return meanwhile, phone.post(*sent)

    overtaken_at_every_moment(ask_once)


@pytest.mark.postgresql
def test_a_play_that_comes_into_another_group_at_the_same_moment_is_looked_for_once_more():
    play = closed()
    phone = owners_phone(play)
    url = reverse("transfer:import_plays", args=[play.group.uuid])
    file = b"".join(phone.get(reverse("transfer:export_group", args=[play.group.uuid])).streaming_content)
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
        if "companion_seat" in sql:
            raise ZeroDivisionError
        return execute(sql, params, many, context)

    with connection.execute_wrapper(broken), pytest.raises(ZeroDivisionError):
        phone.get(at("plays:watch", play))
