"""Options that two phones change at once, of a play and of its group's house rules."""

import pytest

from companion.models import Group
from tests.phones import a_play, again, at, forms_of, owners_phone, text_of

pytestmark = pytest.mark.django_db

CONFLICT = "Someone else has changed the options in the meantime."


@pytest.fixture
def play():
    return a_play()


@pytest.fixture
def phone(play):
    return owners_phone(play)


def opened(phone, page) -> dict:
    """Return what the page's form sends if nothing is typed."""
    return next(form["fields"] for form in forms_of(phone.get(page)) if "points_water" in form["fields"])


class TestPlay:
    def test_saving_one_option_leaves_another_that_was_changed_since(self, play, phone):
        page = at("plays:options", play)
        here, there = opened(phone, page), opened(phone, page)
        phone.post(page, there | {"points_water": "9", "maps": "every-stage"})
        phone.post(page, here | {"points_gold": "7"})
        options = again(play).options
        assert (options["points_water"], options["maps"], options["points_gold"]) == (9, "every-stage", 7)

    def test_option_that_was_changed_otherwise_since_stays_and_is_shown(self, play, phone):
        page = at("plays:options", play)
        here, there = opened(phone, page), opened(phone, page)
        phone.post(page, there | {"points_water": "9"})
        answer = phone.post(page, here | {"points_water": "8", "points_gold": "7"}, follow=True)
        assert CONFLICT in text_of(answer)
        options = again(play).options
        assert (options["points_water"], options["points_gold"]) == (9, 5)

    def test_same_change_twice_is_one(self, play, phone):
        page = at("plays:options", play)
        here, there = opened(phone, page), opened(phone, page)
        phone.post(page, there | {"points_water": "9"})
        answer = phone.post(page, here | {"points_water": "9"}, follow=True)
        assert CONFLICT not in text_of(answer)
        assert play.events.filter(kind="options").count() == 1


class TestHouseRules:
    def test_saving_one_option_leaves_another_that_was_changed_since(self, play, phone):
        page = f"/groups/{play.group.uuid}/rules/tuareg"
        here, there = opened(phone, page), opened(phone, page)
        phone.post(page, there | {"points_water": "9"})
        phone.post(page, here | {"points_gold": "7"})
        options = Group.objects.get().options["tuareg"]
        assert (options["points_water"], options["points_gold"]) == (9, 7)

    def test_option_that_was_changed_otherwise_since_stays(self, play, phone):
        page = f"/groups/{play.group.uuid}/rules/tuareg"
        here, there = opened(phone, page), opened(phone, page)
        phone.post(page, there | {"points_water": "9"})
        assert CONFLICT in text_of(phone.post(page, here | {"points_water": "8"}, follow=True))
        assert Group.objects.get().options["tuareg"]["points_water"] == 9
