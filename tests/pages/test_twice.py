"""Twice is once: whatever changes a play is sent again, and by several phones in the same moment."""

from typing import NamedTuple
from uuid import uuid5

import pytest
from django.urls import reverse

from companion.models import CardSave
from companion.plays import lifecycle
from companion.plays.lifecycle import close_stage, delete, finish, stop
from tests.lanes import IS_LONG, chosen
from tests.pages.test_access import WHO_MAY
from tests.phones import (
    DAY,
    a_play,
    again,
    at,
    closed,
    count,
    finished,
    guests_phone,
    instructions,
    owner_of,
    owners_phone,
    seat_of,
    send,
    together,
)
from tests.photos.samples import a_photo, photo_of, sent_photo_of
from tests.plays.test_plays import OPTIONS
from tests.urls import names_below

TIED = {"anna": {"water": 4}, "ben": {"water": 4}}


class Sent(NamedTuple):
    """A form: the address, and its fields."""

    url: str
    fields: dict


# Each begins with a play, and gives what is sent there.


def card(play, **typed):
    return Sent(
        at("plays:card", play, seat_of(play, "Anna").pk, "1"), {"revision": 0, "save_id": "x", "water": "4"} | typed
    )


def kept(play, **choice):
    count(play, anna={"water": 4})
    count(play, anna={"water": 5})
    send(owners_phone(play), play, "Anna", revision=1, water="6")
    return Sent(
        at("plays:waiting_save", play, CardSave.objects.get(seat__play=play, fate="clash").pk), {"revision": 2} | choice
    )


def late(play):
    send(owners_phone(play), play, "Anna", water="6")
    return Sent(
        at("plays:waiting_save", play, CardSave.objects.get(seat__play=play, fate="late").pk),
        {"revision": 0, "count": "1"},
    )


def late_of_all(play):
    rows = [late(play).url.rsplit("/")[-1]]
    send(owners_phone(play), play, "Ben", water="1")
    rows += [row.pk for row in CardSave.objects.filter(seat__play=play, fate="late").exclude(pk__in=rows)]
    return Sent(at("plays:count_all", play), {"row": [f"{row} 0" for row in rows]})


def undo(play):
    count(play, anna={"water": 4})
    return Sent(at("plays:undo", play, seat_of(play, "Anna").pk, "1"), {"revision": 1, "field": "water"})


def put_back(play):
    count(play, anna={"water": 4})
    row = CardSave.objects.filter(seat__play=play).last()
    return Sent(at("plays:put_back", play, row.pk), {"revision": row.revision})


def put_back_options(play):
    owners_phone(play).post(at("plays:options", play), OPTIONS | {"points_water": "7"})
    event = play.events.get(kind="options")
    return Sent(at("plays:put_back_options", play, event.pk), {"newest": event.pk})


def correct(play):
    prefix = f"seat{seat_of(play, 'Anna').pk}"
    fields = {f"{prefix}-water": "3", f"{prefix}-revision": "1", f"{prefix}-save_id": "x"}
    return Sent(at("plays:correct", play, "1", "water"), fields)


def strike(play):
    return Sent(at("plays:strike", play, "1"), {"struck": instructions(owners_phone(play), play)[0]})


def seats(play, button, player, **fields):
    if button == "back":
        owners_phone(play).post(at("plays:seats", play), {"remove": seat_of(play, player).pk, "yes": 1})
    return Sent(at("plays:seats", play), {button: seat_of(play, player).pk} | fields)


def restore(play):
    delete(play, person=owner_of(play))
    return Sent(at("plays:restore", play), {})


def reopen_stopped(play):
    stop(play, person=owner_of(play))
    return Sent(at("plays:reopen", play), {})


def tie_break(play):
    hands = {f"seat{seat_of(play, name).pk}-hand_value": str(place) for place, name in enumerate(("Anna", "Ben"))}
    return Sent(at("plays:tie_break", play), hands)


def go_on(play):
    """Another phone has started the rematch of a play in which this one has entered Ben's column."""
    owners_phone(play).post(at("plays:mine", play), {"seat": seat_of(play, "Ben").pk})
    lifecycle.rematch(play, person=None, played_on=DAY)
    return Sent(at("plays:go_on", play), {})


def count_here(play):
    guests_phone(play).post(at("plays:mine", play), {"seat": seat_of(play, "Ben").pk})
    return Sent(at("plays:count_here", play), {})


def rematch(play):
    return Sent(at("plays:rematch", play), {"play_id": uuid5(play.uuid, "again"), "played_on": "2020-11-20"})


def of_rounds():
    """A play of rounds whose first one was counted."""
    play = a_play(game="6-nimmt")
    count(play, anna={}, ben={}, chris={})
    close_stage(again(play), again(play).game.stages[0], person=owner_of(play))
    return again(play)


def to(address, /, *args, **fields):
    return lambda play: Sent(at(address, play, *args), fields)


def of_photo(address, *, is_gone=False, **fields):
    return lambda play: Sent(at(address, play, photo_of(play, is_gone=is_gone).uuid), fields)


def a_failed_photo(play):
    photo = sent_photo_of(play, person=owner_of(play), has_failed=True)
    return Sent(at("photos:waiting_photo", play, photo.uuid), {})


ALL = {
    "plays:card": (a_play, card),
    "plays:card, done": (a_play, lambda play: card(play, done="1")),
    "plays:card, nothing": (a_play, lambda play: card(play, water="", done="nothing")),
    "plays:card, refused": (a_play, lambda play: card(play, water="many")),
    "plays:waiting_save, counted": (a_play, lambda play: kept(play, choose_water="mine")),
    "plays:waiting_save, dropped": (a_play, lambda play: kept(play, drop="1")),
    "plays:waiting_save, late": (closed, late),
    "plays:waiting_save, in a finished play": (finished, late),
    "plays:count_all, late": (closed, late_of_all),
    "plays:undo": (a_play, undo),
    "plays:put_back": (a_play, put_back),
    "plays:put_back, corrected": (closed, put_back),
    "plays:put_back_options": (a_play, put_back_options),
    "plays:options": (a_play, to("plays:options", **(OPTIONS | {"points_water": "9"}))),
    "plays:notes": (a_play, to("plays:notes", place="at home", notes="Rain", place_was="", notes_was="")),
    "plays:close": (a_play, to("plays:close", "1", anyway="1")),
    "plays:strike": (closed, strike),
    "plays:end_rounds": (of_rounds, to("plays:end_rounds")),
    "plays:reopen_stage": (closed, to("plays:reopen_stage", "1")),
    "plays:correct": (lambda: closed(cards=TIED), correct),
    "results:result_link": (finished, to("results:result_link", share="1", winner="1")),
    "plays:finish": (lambda: closed(stages=2), to("plays:finish", shared="1")),
    "plays:tie_break": (lambda: closed(stages=2, cards=TIED, done=True), tie_break),
    "plays:reopen": (finished, to("plays:reopen")),
    "plays:reopen, after stopping": (a_play, reopen_stopped),
    "plays:stop": (a_play, to("plays:stop")),
    "plays:delete": (a_play, to("plays:delete")),
    "plays:restore": (a_play, restore),
    "plays:rematch": (finished, rematch),
    "plays:go_on": (finished, go_on),
    "plays:count_here": (a_play, count_here),
    "plays:seats, added": (a_play, to("plays:seats", name="Dora", place="3")),
    "plays:seats, moved": (a_play, lambda play: seats(play, "up", "Chris", place="2")),
    "plays:seats, renamed": (a_play, lambda play: seats(play, "rename", "Ben", name="Bea")),
    "plays:seats, removed": (a_play, lambda play: seats(play, "remove", "Ben", yes="1")),
    "plays:seats, back": (a_play, lambda play: seats(play, "back", "Ben")),
    "photos:add_photos": (
        a_play,
        lambda play: Sent(at("photos:add_photos", play), {"photo": a_photo(), "caption": "All of us"}),
    ),
    "photos:photo": (a_play, of_photo("photos:photo", caption="All of us")),
    "photos:waiting_photo": (a_play, a_failed_photo),
    "photos:remove_photo": (a_play, of_photo("photos:remove_photo")),
    "photos:restore_photo": (a_play, of_photo("photos:restore_photo", is_gone=True)),
    "photos:forget_photo": (a_play, of_photo("photos:forget_photo", is_gone=True)),
    "plays:order": (a_play, lambda play: Sent(at("plays:order", play), {"by_row": "1"})),
    "plays:mine": (a_play, lambda play: Sent(at("plays:mine", play), {"seat": seat_of(play, "Ben").pk})),
}
# Every day what counts, closes or ends a play, and one thing of each other kind.
DAILY = [
    *(
        "plays:card",
        "plays:waiting_save, counted",
        "plays:undo",
        "plays:put_back, corrected",
        "plays:close",
        "plays:strike",
        "plays:correct",
        "plays:finish",
        "plays:tie_break",
    ),
    *("plays:reopen", "plays:delete", "plays:rematch", "plays:seats, added", "photos:add_photos"),
]
# These hand out something new each time, and nothing of the play changes.
NEW_EACH_TIME = {"plays:table_code", "plays:renew_link"}
STORED_NOWHERE = {"plays:cursor"}


def stored(play):
    """What is stored of a play and what it led to, but times, numbers, and saves that told nothing new."""
    now = again(play)
    return {
        "play": (now.state, now.closed_stages, bool(now.deleted_at), now.options, now.struck, now.by_row),
        "words": (now.place, now.notes),
        "seats": [
            (str(seat), bool(seat.removed_at), bool(seat.person_id), seat.points, seat.rank)
            for seat in now.seats.select_related("player")
        ],
        "events": sorted(event.kind for event in now.events.all()),
        "holdings": [
            (str(row.seat), row.stage, row.revision, row.amounts, row.refused, row.is_in, row.fate)
            for row in CardSave.objects.filter(seat__play=play).exclude(fate="same").order_by("pk")
        ],
        "photos": [(photo.caption, bool(photo.deleted_at)) for photo in now.photos.order_by("pk")],
        "photos on their way": now.sent_photos.count(),
        "links to the result": list(now.links.filter(kind="result").values_list("winner_only")),
        "plays of the group": now.group.plays.count(),
        "names of the group": sorted(now.group.players.values_list("name", flat=True)),
    }


def test_everything_that_is_sent_to_a_play_is_tried():
    sent = {name for name in names_below("plays/<uuid:uuid>/") if WHO_MAY[name].post is not None}
    assert sent - NEW_EACH_TIME - STORED_NOWHERE == {name.partition(",")[0] for name in ALL}


@pytest.mark.parametrize("name", chosen(ALL, daily=DAILY))
def test_sent_again_it_changes_nothing_more(name):
    begin, what = ALL[name]
    play = begin()
    phone, sent = owners_phone(play), what(play)
    before = stored(play)
    answers = [phone.post(*sent)]
    after = stored(play)
    assert after != before
    answers += [phone.post(*sent) for _ in range(2)]
    assert stored(play) == after
    assert {answer.status_code for answer in answers} <= {302, 422}


# SQLite lets one after another change anything: every day it is asked where several can at once.
@pytest.mark.postgresql(alone=not IS_LONG)
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("name", chosen(ALL, daily=DAILY))
def test_sent_by_several_phones_in_the_same_moment_it_happens_once(name):
    begin, what = ALL[name]
    one, many = begin(), begin()
    owners_phone(one).post(*what(one))
    phones, sent = [owners_phone(many) for _ in range(5)], what(many)
    answers = together(*(lambda phone=phone: phone.post(*sent) for phone in phones))
    assert {answer.status_code for answer in answers} <= {302, 422}
    assert stored(many) == stored(one)


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_a_play_that_is_started_several_times_at_once_starts_once():
    play_id = "7f1bd5c3-0df4-4f25-8a22-1be4b36ee0d1"
    form = OPTIONS | {"player": ["Anna", "Ben"], "played_on": "2020-11-20", "play_id": play_id, "start": "1"}
    earlier = finished()
    phones = [owners_phone(earlier) for _ in range(5)]
    answers = together(*(lambda each=each: each.post(reverse("plays:game", args=["tuareg"]), form) for each in phones))
    assert {answer.url for answer in answers} == {reverse("plays:play", args=[play_id])}
    assert earlier.group.plays.count() == 2


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_a_new_name_that_sits_down_at_several_tables_at_once_is_one_player():
    play = a_play()
    tables = [play, *(lifecycle.rematch(play, person=owner_of(play), played_on=DAY) for _ in range(5))]
    phones = [owners_phone(each) for each in tables]
    pairs = zip(phones, tables, strict=True)
    answers = together(
        *(lambda phone=phone, its=its: phone.post(at("plays:seats", its), {"name": "Dora"}) for phone, its in pairs)
    )
    assert {answer.status_code for answer in answers} == {302}
    assert play.group.players.get(name="Dora").seats.count() == len(tables)


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_what_excludes_each_other_leaves_the_play_whole():
    play = closed(stages=2, cards={"anna": {"water": 4}}, done=True)
    phones = [owners_phone(play) for _ in range(6)]
    one, two, three = (at(name, play) for name in ("plays:finish", "plays:stop", "plays:options"))
    four, five, six = at("plays:reopen_stage", play, "2"), at("plays:seats", play), at("plays:reopen", play)
    answers = together(
        lambda: phones[0].post(one, {"shared": "1"}),
        lambda: phones[1].post(two),
        lambda: phones[2].post(three, OPTIONS | {"points_water": "9"}),
        lambda: phones[3].post(four),
        lambda: phones[4].post(five, {"name": "Dora"}),
        lambda: phones[5].post(six),
    )
    assert {answer.status_code for answer in answers} <= {200, 302, 422}
    now = again(play)
    assert (now.seats.exclude(points=None).count() > 0) == now.is_finished
    if now.is_open and now.stage is None:
        finish(now, person=owner_of(now))
    assert owners_phone(play).get(at("plays:play", play)).status_code == 200
