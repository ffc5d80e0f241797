"""The database goes, or takes no more writes, at any moment of a save: the phone is told so, and sends it again."""

import datetime
import os
import socket

import psycopg
import pytest
from django.conf import settings
from django.db import connection
from django.utils import timezone

from companion.models import CardSave
from tests.lanes import long
from tests.phones import FIELDS, HTMX, a_play, card_at, change_session, owner_of, phone_of, text_of

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db(transaction=True)]
A_MONTH_AGO = datetime.timedelta(days=40)


def ended():
    """The server ends the connection, as when it is stopped."""
    with psycopg.connect(os.environ["DATABASE_URL"]) as other:
        other.execute("SELECT pg_terminate_backend(%s, 5000)", [connection.connection.info.backend_pid])


def cut_off():
    """The connection ends without a word, as by a proxy or with a machine."""
    with socket.socket(fileno=os.dup(connection.connection.fileno())) as line:
        line.shutdown(socket.SHUT_RDWR)


def read_only():
    """It writes no more, as a PostgreSQL that has not become the primary yet."""
    if connection.vendor == "sqlite":
        connection.connection.execute("PRAGMA query_only = 1")
        return
    connection.connection.execute("SET default_transaction_read_only = on")
    if connection.in_atomic_block:
        connection.connection.execute("SET TRANSACTION READ ONLY")


def at_question(number, happens, *, after):
    """Let this happen before or after the question of that number, and note the questions in the list that it has."""

    def answer(execute, sql, *rest):
        answer.asked.append(sql)
        is_now = len(answer.asked) == number
        if is_now and not after:
            happens()
        answered = execute(sql, *rest)
        if is_now and after:
            happens()
        return answered

    answer.asked = []
    return answer


def a_phone_with_a_card():
    """The card of somebody whose phone comes for the first time today, so that their session is written, too."""
    play = a_play()
    phone = phone_of(owner_of(play), raise_request_exception=False)
    change_session(phone, renewed_at=(timezone.now() - A_MONTH_AGO).isoformat())
    card = dict.fromkeys(FIELDS["1"], "") | {"revision": 0, "save_id": "one", "water": 4}
    address = card_at(play, "Anna")
    return play, lambda: phone.post(address, card, headers=HTMX)


def outcomes(happens, *, after):
    """What such a save is answered as this happens at its first question, its second, and so on, and that play."""
    for number in range(1, 30):
        play, save = a_phone_with_a_card()
        connection.ensure_connection()
        question = at_question(number, happens, after=after)
        with connection.execute_wrapper(question):
            answer = save()
        # A server closes what is of no use with the end of a request.
        connection.close()
        if len(question.asked) < number:
            return
        yield answer, play, save


CAN_HAPPEN = [
    *[(read_only, False), long(read_only, True)],
    *([(ended, False), (cut_off, True), long(ended, True), long(cut_off, False)] if settings.ON_POSTGRESQL else []),
]


@pytest.mark.parametrize(("happens", "after"), CAN_HAPPEN)
def test_whenever_that_is_the_save_is_answered_503_and_counts_once_when_it_is_sent_again(happens, after):
    statuses = []
    for answer, play, save in outcomes(happens, after=after):
        statuses.append(answer.status_code)
        assert answer.status_code == 200 or "wasn’t saved" in text_of(answer)
        assert save().status_code == 200
        assert CardSave.objects.get(seat__play=play).amounts == {"water": 4}
    # After its last question a save may be there already.
    assert len(statuses) > 5
    assert set(statuses[:-1]) == {503}
    assert statuses[-1] in (200, 503)


# What a PostgreSQL, and PgBouncer (08P01), say by number of what passes by itself.
PASSING = {
    "08006": "a connection is lost",
    "08P01": "the pooler has no connection, or lost one",
    "25006": "it is no primary, or not yet",
    "40001": "what a standby shows is about to go",
    "40P01": "two wait for each other",
    "53100": "the disk is full",
    "53300": "too many are connected",
    "55P03": "a lock is not to be had",
    "57014": "it was taken back",
    "57P01": "an administrator ends it",
    "57P02": "another process of it has crashed",
    "57P03": "it starts just now",
    "58030": "the disk does not answer",
    "XX000": "something within",
}


class TestWhatPostgresqlSays:
    __test__ = settings.ON_POSTGRESQL

    @pytest.mark.parametrize("number", PASSING)
    @pytest.mark.parametrize("where", ["INSERT", long('UPDATE "companion_session"')])
    def test_of_what_passes_is_no_mistake_of_ours(self, number, where):
        def answer(execute, sql, *rest):
            if sql.startswith(where):
                sql, rest = f"DO $$ BEGIN RAISE 'so' USING ERRCODE = '{number}'; END $$", [None, *rest[1:]]
            return execute(sql, *rest)

        _, save = a_phone_with_a_card()
        with connection.execute_wrapper(answer):
            assert save().status_code == 503
        assert save().status_code == 200


@pytest.mark.sqlite
def test_who_signs_out_meanwhile_is_still_told_so(play):
    phone = phone_of(owner_of(play), raise_request_exception=False)
    change_session(phone, renewed_at=(timezone.now() - A_MONTH_AGO).isoformat())

    def answer(execute, sql, *rest):
        if sql.startswith('UPDATE "companion_session"'):
            execute('DELETE FROM "companion_session"', None, *rest[1:])
        return execute(sql, *rest)

    with connection.execute_wrapper(answer):
        assert phone.get("/").status_code == 400
