"""Enter in a field does what its form is for, or nothing: it never counts, finishes or starts what nobody asked for."""

from html.parser import HTMLParser

import pytest
from django.test import Client
from django.urls import resolve, reverse

from tests.pages.test_access import WHO_MAY, address, walk
from tests.phones import a_play, owners_phone

TYPED = {"text", "search", "tel", "url", "email", "password", "number", "date", "time"}
NOTHING, SENT = "nothing", "sent"
# By page: where its forms are sent, "" for the page itself, and the button that Enter presses there. `SENT` is the only
# one, which says what the form is for.
PRESSED = {
    **dict.fromkeys(("plays:card", "plays:play"), {("plays:card", "done")}),
    **dict.fromkeys(
        (
            "collection:counter",
            "collection:new_counter",
            "collection:new_totals",
            "plays:tie_break",
            "collection:totals",
        ),
        {("", NOTHING)},
    ),
    **dict.fromkeys(
        (
            "groups:delete_group",
            "groups:edit_player",
            "groups:group_rules",
            "accounts:password",
            "collection:new_sheet",
        ),
        {("", SENT)},
    ),
    **dict.fromkeys(
        (
            "collection:library",
            "plays:notes",
            "notifications:notifications",
            "plays:options",
            "photos:photo",
            "groups:players",
        ),
        {("", SENT)},
    ),
    **dict.fromkeys(("collection:share_sheet", "collection:shared_sheet"), {("collection:carry_sheet", SENT)}),
    **{
        name: {(name, SENT)}
        for name in ("accounts:api_keys", "plays:correct", "history:history", "access:join", "accounts:sign_in")
    },
    "plays:game": {("plays:game", "add")},
    "groups:group": {("plays:start_at_once", NOTHING)},
    "groups:group_settings": {("groups:rename_group", SENT)},
    "plays:home": {("", NOTHING), ("access:join", SENT)},
    "collection:own_sheet": {("collection:own_sheet", "save")},
    "plays:seats": {("", SENT), ("", "rename")},
    "photos:photos": {("photos:add_photos", SENT)},
    "player_aids:timer": {("", SENT)},
}


class Forms(HTMLParser):
    """The forms of a page in which something is typed: {form: the button that Enter presses there}.

    A browser presses the first submit button of the form, wherever it stands, and nothing if that one is disabled.
    """

    def __init__(self, html):
        super().__init__()
        self.open, self.typed, self.default, self.actions = None, set(), {}, {}
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        its = dict(attributes)
        if tag == "form":
            self.open = its.get("id") or len(self.actions)
            self.actions[self.open] = its.get("action") or ""
        form = its.get("form") or self.open
        if form is None:
            return
        if tag == "input" and its.get("type", "text") in TYPED and "hidden" not in its:
            self.typed.add(form)
        elif tag == "button" and its.get("type", "submit") == "submit":
            value = its.get("value") or ""
            pressed = " ".join(filter(None, (its.get("name"), "" if value.isdecimal() else value)))
            self.default.setdefault(form, NOTHING if "disabled" in its else pressed or SENT)

    def handle_endtag(self, tag):
        if tag == "form":
            self.open = None


def pressed_by_enter(response) -> set:
    """Return what Enter presses on a page, for each form: (where it is sent, "" for the page itself, the button)."""
    page = Forms(response.content.decode())
    assert page.typed <= page.actions.keys()
    where = {form: page.actions[form].split("?")[0] for form in page.typed}
    return {(url and resolve(url).view_name, page.default.get(form, SENT)) for form, url in where.items()}


def test_enter_does_on_every_page_what_its_form_is_for_or_nothing():
    shown = [name for name, row in sorted(WHO_MAY.items()) if row.get == 200]
    found = {}
    for name, play, phones in walk(shown, ["owner"]):
        answer = phones["owner"].get(address(name, play, phones["owner"]))
        if "html" in answer.headers["Content-Type"] and (pressed := pressed_by_enter(answer)):
            found[name] = pressed
    assert found == PRESSED


@pytest.mark.django_db
def test_enter_starts_no_game_among_the_people_of_a_group_and_saves_no_totals():
    play = a_play()
    phone, group = owners_phone(play), play.group.uuid
    assert pressed_by_enter(phone.get("/games/tuareg", {"group": group})) == {("plays:game", "add")}
    for page in ("plays:home", "collection:new_totals", "collection:new_counter"):
        answer = phone.get(reverse(page), {"group": group})
        assert ("", NOTHING) in pressed_by_enter(answer)
        assert pressed_by_enter(Client().get(reverse(page))) <= {("", NOTHING), ("access:join", SENT)}
