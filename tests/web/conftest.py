"""Every test of pages has a database; most begin with a play, and the phone of who started it."""

import pytest

from tests.web.phones import a_play, owners_phone


@pytest.fixture(autouse=True)
def _database(db):
    """Tests that need several threads are marked `django_db(transaction=True)`."""


@pytest.fixture
def quick_passwords(settings):
    """In use a password is hashed a million times over; here once will do."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def by_https(settings):
    """The settings of a site, which tests otherwise do without."""
    settings.SECURE_HSTS_SECONDS = 365 * 24 * 3600
    settings.SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
    settings.SESSION_COOKIE_SECURE = settings.CSRF_COOKIE_SECURE = settings.LANGUAGE_COOKIE_SECURE = True
    settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME = "__Host-caravan", "__Host-csrftoken"
    return settings


@pytest.fixture
def play():
    return a_play()


@pytest.fixture
def phone(play):
    return owners_phone(play)
