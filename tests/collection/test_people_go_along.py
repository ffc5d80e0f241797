"""People chosen on the page of a group, or at home, go along to other games, and sit there."""

import re
from html import unescape

import pytest
from django.urls import reverse

from tests.phones import finished, forms_of, owners_phone

pytestmark = pytest.mark.django_db
CHOSEN = ["Chris", "Zoë & Max"]


@pytest.fixture
def group():
    return finished().group


@pytest.fixture
def phone(group):
    return owners_phone(group.plays.first())


def links_in(answer, path) -> list[str]:
    """Return the addresses on a page that begin with a path."""
    return [unescape(url) for url in re.findall(rf'href="({path}[^"]*)"', answer.content.decode())]


def seated(answer):
    """Return the names in the lines of a form that starts a play or tells of one."""
    [form] = [form for form in forms_of(answer) if "play_id" in form["fields"]]
    lines = [value for name, value in form["fields"].items() if re.fullmatch(r"player(-\d+)?", name)]
    return [name for names in lines for name in names if name]


@pytest.fixture
def library(phone, group):
    answer = phone.post(
        reverse("plays:start_at_once", args=[group.uuid]), {"player": CHOSEN, "other": "1"}, follow=True
    )
    assert answer.redirect_chain[0][0].startswith("/library?")
    return answer


def test_a_game_of_the_library_begins_with_them(phone, library):
    game = links_in(library, "/games/azul?")[0]
    page = phone.get(game)
    assert seated(page) == CHOSEN
    # Back leads to the library with them.
    back = next(url for url in links_in(page, "/library") if "player" in url)
    assert seated(phone.get(links_in(phone.get(back), "/games/azul?")[0])) == CHOSEN


def test_a_sheet_that_is_added_to_the_collection_begins_with_them(phone, library):
    form = next(form for form in forms_of(library) if ("slug", "azul") in form["buttons"])
    page = phone.post(form["action"], form["fields"] | {"slug": "azul"}, follow=True)
    assert seated(page) == CHOSEN


def test_totals_and_their_counter_begin_with_them(phone, library, group):
    [address] = links_in(library, f"/groups/{group.uuid}/totals")
    totals = phone.get(address)
    assert seated(totals) == CHOSEN
    [counter] = links_in(totals, f"/groups/{group.uuid}/totals/counter")
    assert seated(phone.get(counter)) == CHOSEN


def test_home_sends_them_to_the_library_itself(phone):
    assert '<button class="row" formaction="/library">' in phone.get("/").content.decode()
