"""Plays in the database, the phones that show them, and what a person sees and sends there."""

import datetime
import json
import re
import threading
from html import unescape
from html.parser import HTMLParser

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, transaction
from django.db.models import F
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from companion.access.links import link_for
from companion.access.sessions import SessionStore
from companion.entry.merging import Sent
from companion.entry.saving import save_holdings
from companion.entry.scorepad import Scorepad
from companion.groups import founding
from companion.models import CardSave, Group, Link, Person, Play, Seat
from companion.plays import lifecycle
from companion.rules import GAMES
from companion.rules.library import LIBRARY

DAY = datetime.date(2026, 11, 20)
HTMX = {"HX-Request": "true"}
GOODS = ("water", "gold", "salt", "millet")
FIELDS = {"1": (*GOODS, "maps"), "2": (*GOODS, "donkeys", "caves", "thieves", "maps")}
THREE = ("Anna", "Ben", "Chris")
PASSWORD = "eine Handvoll Datteln"


# Plays


def a_play(*, game="tuareg", names=THREE, owner=None, group=None, options=None, played_on=DAY, language="en") -> Play:
    """A play that its owner has started, of Tuareg unless said otherwise."""
    return lifecycle.start(
        GAMES[game] if game in GAMES else LIBRARY[game],
        person=owner or Person.objects.create_visitor(),
        group=group,
        names=list(names),
        options=options or {},
        played_on=played_on,
        language=language,
    )


def an_empty_group() -> Group:
    """A group that its owner has founded, in which nobody has played yet."""
    return founding.create_group(Person.objects.create_visitor(), language="en")


def again(play) -> Play:
    """The play as it is stored now."""
    return Play.objects.get(pk=play.pk)


def owner_of(play) -> Person:
    return Person.objects.get(memberships__group=play.group_id, memberships__role="owner")


def seat_of(play, name) -> Seat:
    return Seat.objects.get(play=play, player__name=name)


def count(play, *, stage="1", is_in=True, **cards):
    """Enter cards without a phone: `count(play, anna={"water": 4})`."""
    play, person = again(play), owner_of(play)
    for name, amounts in cards.items():
        card = card_of(play, name.title(), stage=stage)
        save_id = f"count {card.revision}"
        sent = Sent(entries=amounts, base=card.revision, save_id=save_id, is_in=is_in, correcting=True)
        with transaction.atomic():
            save_holdings(play, card.seat, play.game.stage(stage), sent, person=person)


def card_of(play, name, *, stage="1"):
    """What a seat has entered now."""
    play = again(play)
    return Scorepad(play).card(seat_of(play, name), play.game.stage(stage))


def closed(*, stages=1, cards=None, second=None, done=False, **of_the_play) -> Play:
    """A play whose first `stages` are closed, with these cards at the end of stage 1 and of stage 2.

    Nobody has counted whoever isn't named; if `done`, they have nothing.
    """
    play = a_play(**of_the_play)
    person = owner_of(play)
    for stage, held in list(zip("12", (cards, second), strict=True))[:stages]:
        if held:
            count(play, stage=stage, **held)
        lifecycle.close_stage(again(play), play.game.stage(stage), person=person, anyway=True)
        if done:
            CardSave.objects.filter(seat__play=play, stage=stage, amounts={}, refused={}).update(is_in=True)
    return again(play)


def finished(**of_the_play) -> Play:
    """A play that was played to its end; whoever isn't named has nothing."""
    play = closed(stages=2, done=True, **of_the_play)
    lifecycle.finish(play, person=owner_of(play))
    return again(play)


def pass_time(play, *, seconds):
    """Let everything that has happened to the play be so much longer ago."""
    for happened in (CardSave.objects.filter(seat__play=play), play.events):
        happened.update(at=F("at") - datetime.timedelta(seconds=seconds))


# Phones


def phone_of(person, *, confirmed=True, **client) -> Client:
    """A phone on which the person has just signed in; if not `confirmed`, a good while ago."""
    phone = Client(**client)
    ago = datetime.timedelta(minutes=0 if confirmed else 11)
    # As Django's `login` leaves it, which stores it three times on its way.
    session = SessionStore()
    session[SESSION_KEY] = str(person.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = person.get_session_auth_hash()
    session["confirmed_at"] = (timezone.now() - ago).isoformat()
    session.create()
    phone.cookies[settings.SESSION_COOKIE_NAME] = session.session_key
    return phone


def phone_with_cookie(name, value) -> Client:
    """A phone that sends this cookie, whatever is in it: the client's own jar takes no control characters."""
    return Client(headers={"cookie": f'{name}="{value.replace(chr(0), chr(92) + "000")}"'})


def change_session(phone, /, **values):
    """Let the phone's session hold these values."""
    session = phone.session
    session.update(values)
    session.save()


def owners_phone(play) -> Client:
    return phone_of(owner_of(play))


def guests_phone(play) -> Client:
    """A phone that has opened the table's link and nothing else."""
    phone = Client()
    phone.get(link_of(play))
    return phone


def watchers_phone(play) -> Client:
    """A phone that has opened the play's watch link and nothing else."""
    phone = Client()
    phone.get(link_of(play, Link.Kind.WATCH))
    return phone


def key_of(play, kind=Link.Kind.TABLE) -> str:
    """The key of the play's table link, or of its watch link."""
    return link_for(kind, play=play).key


def link_of(play, kind=Link.Kind.TABLE):
    """The address under the table's QR code, or of the watch link."""
    return reverse("access:link", args=[key_of(play, kind)])


def kept(person=None, *, name="Anna") -> Person:
    """A person, a new one unless said otherwise, who signs in with a name and `PASSWORD`."""
    person = person or Person()
    person.name = name
    person.set_password(PASSWORD)
    person.save()
    return person


def together(*tasks):
    """What these answer in the same moment, each in a thread and database connection of its own."""
    answers, errors = [], []

    def run(task):
        try:
            answers.append(task())
        except Exception as error:
            errors.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=[task]) for task in tasks]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    return answers


def steps_of(task) -> int:
    """How many steps of its own SQLite takes for a task."""
    steps = []
    connection.connection.set_progress_handler(lambda: steps.append(1), 1)
    try:
        task()
    finally:
        connection.connection.set_progress_handler(None, 1)
    return len(steps)


def at(name, play, *args):
    """The address of a page of the play."""
    return reverse(name, args=[play.uuid, *args])


def card_at(play, name, *, stage="1"):
    return at("plays:card", play, seat_of(play, name).pk, stage)


def send(phone, play, name, *, stage="1", htmx=False, revision=0, save_id="", done="", **typed):
    """Send a seat's card with what was typed, every field of it as a browser does."""
    data = dict.fromkeys(FIELDS[stage], "") | {"revision": revision, "save_id": save_id, "done": done} | typed
    return phone.post(card_at(play, name, stage=stage), data, headers=HTMX if htmx else {})


def send_plays(phone, group, content):
    """Send a file of plays to be imported, as a form of a browser does."""
    file = SimpleUploadedFile("plays.json", content, "application/json")
    return phone.post(reverse("transfer:import_plays", args=[group.uuid]), {"file": file})


# What is to be seen


def text_of(response) -> str:
    """The words of a page or fragment as they are read, in one line and undivided."""
    body = response.content.decode().replace("\u00ad", "")
    body = re.sub(r"<(script|style|title)\b.*?</\1>", " ", body, flags=re.DOTALL)
    # It isolates a name from what is around it, and divides no words.
    body = re.sub(r"</?bdi\b[^>]*>", "", body)
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", body)).split())


class Inputs(HTMLParser):
    """The forms of a page: each with its action, its fields and values, and the values of its buttons."""

    def __init__(self, html):
        super().__init__()
        self.forms, self.select = [], None
        # What stands elsewhere on the page and names its form.
        self.elsewhere = []
        self.feed(html)
        for form, name, value in self.elsewhere:
            for its in self.forms:
                if its["id"] == form:
                    its["fields"].setdefault(name, []).append(value or "")

    def handle_starttag(self, tag, attributes):
        its = dict(attributes)
        if tag == "form":
            self.forms.append({"action": its.get("action", ""), "id": its.get("id"), "fields": {}, "buttons": []})
        elif tag == "select":
            self.select = its.get("name"), its.get("form")
        elif tag == "option" and "selected" in its:
            self.add(self.select[0], its.get("value"), self.select[1])
        elif tag == "button" and self.forms:
            self.forms[-1]["buttons"].append((its.get("name"), its.get("value")))
        elif tag == "input" and (its.get("type") not in ("radio", "checkbox") or "checked" in its):
            self.add(its.get("name"), its.get("value"), its.get("form"))

    def add(self, name, value, form=None):
        if not name or name == "csrfmiddlewaretoken":
            return
        if form:
            self.elsewhere.append((form, name, value))
        elif self.forms:
            self.forms[-1]["fields"].setdefault(name, []).append(value or "")


def fields_of(response) -> dict:
    """Every field of a page's forms, but the language's: its value, or the list of them where it stands repeatedly."""
    fields = {}
    for form in forms_of(response):
        for name, values in form["fields"].items():
            fields.setdefault(name, []).extend(values)
    return {name: values[0] if len(values) == 1 else values for name, values in fields.items()}


def forms_of(response) -> list[dict]:
    """The page's forms without the one that switches the language."""
    forms = Inputs(response.content.decode()).forms
    return [form for form in forms if form["action"] != reverse("core:set_language")]


def form_to(action, response) -> dict:
    """The fields of the page's form that is sent to this address."""
    [form] = [form for form in forms_of(response) if form["action"] == action]
    return form["fields"]


def instructions(phone, play, *, stage="1") -> list[str]:
    """The keys of what the table does after a stage, as its result sends them back."""
    return re.findall(
        r'name="(?:struck|open)" value="(\w+)"', phone.get(at("plays:stage", play, stage)).content.decode()
    )


def open_card(page) -> str | None:
    """The name above the column in which the cursor stands on a play's page, None where it stands nowhere."""
    body = page.content.decode()
    found = re.search(r'data-opens="(\d+)"', body)
    return found and unescape(re.search(rf'<form id="card-{found[1]}".*?<h2[^>]*>([^<]+)</h2>', body, re.DOTALL)[1])


def column(play, name, page, *, stage="1") -> dict:
    """What stands in a seat's column of a page, by field."""
    fields = form_to(card_at(play, name, stage=stage), page)
    return {key: values[0] for key, values in fields.items() if key not in ("save_id", "typed_by", "revision")}


def card_in(answer) -> tuple[int, dict]:
    """The first card in an answer or page as its script reads it: its revision, and the text in each field with any."""
    mark = answer.content.decode().partition('class="mark"')[2]
    values = re.search(r'data-values="([^"]*)"', mark)[1]
    return int(re.search(r'name="revision" value="(\d+)"', mark)[1]), json.loads(unescape(values))
