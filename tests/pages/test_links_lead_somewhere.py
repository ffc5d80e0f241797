"""A guest and a watcher may follow every link and send every form that the pages of a play offer them."""

import re
from html import unescape

import pytest
from django.db import transaction

from companion.plays import lifecycle
from tests.phones import (
    a_play,
    again,
    at,
    closed,
    count,
    finished,
    forms_of,
    guests_phone,
    owner_of,
    owners_phone,
    send,
    text_of,
    watchers_phone,
)

TIE = {"anna": {"water": 4}, "ben": {"water": 4}, "chris": {}}
LOOKED_AT = re.compile(r'(?:href|hx-get)="([^"]*)"')
# The same for everybody, of any play.
FILES_AND_RULES = ("/static/", "/games/", "/referees/")
REFUSED = (403, 404, 405, 410)


def links_on(page) -> set:
    """Return the addresses of this host to which a page leads, but for files."""
    found = {unescape(address).partition("#")[0] for address in LOOKED_AT.findall(page.content.decode())}
    return {address for address in found if address.startswith("/") and not address.startswith(FILES_AND_RULES)}


def is_refused(phone, form, button) -> bool:
    """Return whether a form is refused when it is sent with one of its buttons; nothing of it stays."""
    name, value = button
    fields = form["fields"] | ({name: value or ""} if name else {})
    with transaction.atomic():
        answer = phone.post(form["action"], fields)
        transaction.set_rollback(True)
    return answer.status_code in REFUSED


def shape_of(address) -> str:
    """Return what the addresses of all rows and seats have in common: one of these pages is read."""
    return re.sub(r"(?<=/correct/)\w+|(?<=/seats/)\d+|\?.*", "", address)


def dead_ends(phone, starts) -> set:
    """Return what is offered from some pages of a play on, but refused."""
    of_the_play = "/".join(starts[0].split("/")[:3])
    to_read, refused = list(starts), set()
    seen = {shape_of(address) for address in starts}
    while to_read:
        address = to_read.pop()
        page = phone.get(address, follow=True)
        if page.status_code in REFUSED:
            refused.add(address)
        if not address.startswith(of_the_play) or "html" not in page.headers.get("Content-Type", ""):
            continue
        for link in links_on(page):
            if shape_of(link) not in seen:
                seen.add(shape_of(link))
                to_read.append(link)
        for form in forms_of(page):
            if form["action"].startswith(of_the_play) and shape_of(form["action"]) + " sent" not in seen:
                seen.add(shape_of(form["action"]) + " sent")
                buttons = form["buttons"] or [(None, None)]
                refused |= {(form["action"], *each) for each in buttons if is_refused(phone, form, each)}
    return refused


def counting():
    """A play in which the guest has entered something else than the owner, and Chris is blank."""
    play = a_play()
    count(play, anna={"water": 4}, ben={"gold": 1})
    send(guests_phone(play), play, "Anna", water="5")
    return play


def between_stages():
    return closed(cards=TIE)


def tied_for_the_win():
    return closed(stages=2, cards=TIE, done=True)


def ended():
    return finished(cards=TIE | {"ben": {"water": 3}})


def tied_and_ended():
    return finished(cards=TIE)


def stopped():
    play = between_stages()
    lifecycle.stop(again(play), person=owner_of(play))
    return again(play)


STATES = (counting, between_stages, tied_for_the_win, ended, tied_and_ended, stopped)


@pytest.mark.parametrize("state", STATES)
def test_guest_is_offered_nothing_that_is_refused(state):
    play = state()
    results = [at("plays:stage", play, stage.key) for stage in play.game.stages if play.is_closed(stage)]
    assert dead_ends(guests_phone(play), [at("plays:play", play), *results]) == set()


@pytest.mark.parametrize("state", STATES)
def test_watcher_is_offered_nothing_that_is_refused(state):
    play = state()
    assert dead_ends(watchers_phone(play), [at("plays:watch", play)]) == set()


def test_guest_reads_what_breaks_a_tie_and_is_not_asked_for_it():
    play = tied_for_the_win()
    result = guests_phone(play).get(at("plays:stage", play, "2"))
    assert "Tie for first place." in text_of(result)
    assert at("plays:tie_break", play) not in result.content.decode()
    assert at("plays:tie_break", play) in owners_phone(play).get(at("plays:stage", play, "2")).content.decode()
