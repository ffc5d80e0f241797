"""The way of a save from its view to its answer: how many of our modules it enters, and what it asks of the database.

Printed with `pytest -s`. A *move* leads from one module to another. It begins where the view does: what
decorates it, as the one that acknowledges what came from an outbox, stands outside.
"""

import inspect
import sys
from collections import Counter
from pathlib import Path

from django.db import connection
from django.test.utils import CaptureQueriesContext

import companion
from companion.plays.views import cards
from tests.phones import FIELDS, HTMX, card_at, guests_phone, owners_phone

HERE = Path(companion.__file__).parent
VIEW = inspect.unwrap(cards.card).__code__
# What every page stands on: the games themselves, texts, tables, and what is asked of the database and how.
GROUND = {"rules", "core", "models", "templatetags"}
OF_A_TRANSACTION = ("SAVEPOINT", "RELEASE", "BEGIN", "COMMIT")


class Way:
    """Which modules of ours are entered while the view of a card answers, and how often one leads to another."""

    def __init__(self):
        self.moves, self.entered, self.path = Counter(), Counter(), []

    def __call__(self, frame, event, _argument):
        code = frame.f_code
        if event not in ("call", "return") or not code.co_filename.startswith(str(HERE)) or code.co_name == "<module>":
            return
        if not self.path and code is not VIEW:
            return
        if event == "return":
            self.path.pop()
            return
        module = frame.f_globals["__name__"]
        self.entered[module] += 1
        if self.path and self.path[-1] != module:
            self.moves[self.path[-1], module] += 1
        self.path.append(module)

    @property
    def above_ground(self):
        return {module for module in self.entered if module.split(".")[1] not in GROUND} - {"companion.access.sessions"}


class Saving:
    """Five fields of Anna's card, sent by htmx again and again, each time one more water."""

    def __init__(self, play, phone):
        self.phone, self.address, self.water = phone, card_at(play, "Anna"), 0
        for _ in range(2):
            self.save()

    def save(self):
        typed = dict.fromkeys(FIELDS["1"], "1") | {"water": str(self.water + 1)}
        sent = typed | {"revision": self.water, "save_id": f"save{self.water}", "done": ""}
        answer = self.phone.post(self.address, sent, headers=HTMX)
        assert answer.status_code == 200
        self.water += 1

    def way(self) -> Way:
        way = Way()
        sys.setprofile(way)
        try:
            self.save()
        finally:
            sys.setprofile(None)
        return way

    def questions(self) -> list[str]:
        """What the whole request asks the database, without where a transaction or a part of it begins and ends."""
        with CaptureQueriesContext(connection) as captured:
            self.save()
        asked = [each["sql"] for each in captured.captured_queries]
        return [sql for sql in asked if not sql.startswith(OF_A_TRANSACTION)]


def test_a_save_asks_seven_questions(play):
    assert len(Saving(play, owners_phone(play)).questions()) <= 7


def test_a_guests_save_asks_no_more(play):
    assert len(Saving(play, guests_phone(play)).questions()) <= 7


def test_it_enters_few_modules_and_goes_to_and_fro_little(play):
    way = Saving(play, owners_phone(play)).way()
    for module, times in way.entered.most_common():
        print(f"{times:4} {module}")
    print(f"{len(way.above_ground)} of {len(way.entered)} modules, {sum(way.moves.values())} moves")
    assert len(way.above_ground) <= 10
    # The way to SQLite is one of ours, too. How the rules divide their own work is theirs.
    assert len([module for module in way.entered if ".rules." not in module]) <= 25
    moves = (number for pair, number in way.moves.items() if not all(".rules." in module for module in pair))
    assert sum(moves) <= 215
