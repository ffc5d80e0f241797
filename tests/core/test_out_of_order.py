"""What is answered while the database cannot be reached, is full, or stays locked."""

import sqlite3

import psycopg
import pytest
from django.db import InterfaceError, InternalError, OperationalError, ProgrammingError, connection
from django.test import Client

from companion.models import CardSave
from tests.phones import HTMX, at, owner_of, phone_of, send, text_of


def failing(error, *, only="INSERT"):
    """Let the database answer statements that begin so with an error."""

    def answer(execute, sql, *rest):
        if sql.startswith(only):
            raise error
        return execute(sql, *rest)

    return connection.execute_wrapper(answer)


@pytest.fixture
def phone(play):
    return phone_of(owner_of(play), raise_request_exception=False)


@pytest.mark.parametrize(
    "error",
    [
        OperationalError("database or disk is full"),
        InterfaceError("connection closed"),
        InternalError("cannot execute INSERT in a read-only transaction"),
    ],
)
def test_a_save_that_could_not_be_stored_says_so_and_changes_nothing(play, phone, error):
    with failing(error):
        answer = send(phone, play, "Anna", water="4")
    assert answer.status_code == 503
    assert "wasn’t saved" in text_of(answer)
    assert answer.headers["Retry-After"] == "5"
    assert not CardSave.objects.exists()


def error_of_sqlite(code):
    """An error as Django raises it for this code of SQLite's."""
    error, cause = OperationalError("as SQLite says it"), sqlite3.OperationalError("as SQLite says it")
    cause.sqlite_errorcode, error.__cause__ = code, cause
    return error


def error_of_postgresql(kind, cause):
    """An error as Django raises it for this one of psycopg's."""
    error = kind("as PostgreSQL says it")
    error.__cause__ = cause("as PostgreSQL says it")
    return error


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (error_of_sqlite(sqlite3.SQLITE_BUSY), 503),
        (error_of_sqlite(sqlite3.SQLITE_BUSY_SNAPSHOT), 503),
        (error_of_sqlite(sqlite3.SQLITE_FULL), 503),
        (error_of_sqlite(sqlite3.SQLITE_READONLY), 503),
        (error_of_sqlite(sqlite3.SQLITE_ERROR), 500),
        (error_of_sqlite(sqlite3.SQLITE_ERROR_MISSING_COLLSEQ), 500),
        (error_of_postgresql(OperationalError, psycopg.errors.AdminShutdown), 503),
        (error_of_postgresql(OperationalError, psycopg.errors.DiskFull), 503),
        (error_of_postgresql(InternalError, psycopg.errors.ReadOnlySqlTransaction), 503),
        (error_of_postgresql(OperationalError, psycopg.errors.StatementTooComplex), 500),
        (error_of_postgresql(InternalError, psycopg.errors.InFailedSqlTransaction), 500),
    ],
)
def test_permanent_database_error_is_500_and_passing_one_503(play, phone, error, status):
    with failing(error):
        assert send(phone, play, "Anna", water="4").status_code == status
    assert not CardSave.objects.exists()


def test_missing_table_is_a_permanent_error(play, phone):
    def bad_sql(execute, sql, *rest):
        return execute(sql.replace("companion_", "no_such_") if sql.startswith("INSERT") else sql, *rest)

    with connection.execute_wrapper(bad_sql):
        assert send(phone, play, "Anna", water="4").status_code == 500


def test_the_same_save_counts_once_when_it_is_sent_again(play, phone):
    with failing(OperationalError("database is locked")):
        assert send(phone, play, "Anna", water="4", save_id="one", htmx=True).status_code == 503
    assert send(phone, play, "Anna", water="4", save_id="one", htmx=True).status_code == 200
    assert CardSave.objects.get().amounts == {"water": 4}


@pytest.mark.parametrize(("language", "words"), [("de", "lässt sich nichts laden"), ("ja", "今は読み込めません")])
def test_it_says_so_in_the_phones_language(play, phone, language, words):
    with failing(OperationalError("server closed the connection"), only="SELECT"):
        answer = phone.get(at("plays:play", play), headers={"Accept-Language": language})
    assert answer.status_code == 503
    assert words in text_of(answer)


def test_a_phone_that_asks_for_news_is_told_to_wait(play, phone):
    with failing(OperationalError("the connection is lost"), only="SELECT"):
        answer = phone.get(at("plays:live", play), {"revision": "0", "stage": "1"}, headers=HTMX)
    assert answer.status_code == 503


def test_a_page_that_needs_nothing_stored_is_there_all_the_same(db):
    with failing(OperationalError("the connection is lost"), only="SELECT"):
        assert Client().get("/games/tuareg/sheet").status_code == 200


def test_a_mistake_of_our_own_is_not_called_a_passing_one(play, phone):
    with failing(ProgrammingError("no such column")):
        assert send(phone, play, "Anna", water="4").status_code == 500
