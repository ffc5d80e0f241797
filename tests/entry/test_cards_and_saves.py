"""However a play went, its cards are the newest saves that count, and nothing else."""

import contextlib
import random
from collections import Counter
from importlib import import_module

import pytest
from django.db import connection, transaction
from django.urls import reverse

from companion.core.refusal import Refusal
from companion.entry.changes import change_with, put_back
from companion.entry.merging import WAITING, Sent
from companion.entry.saving import save_holdings, settle
from companion.entry.undo import undo_step
from companion.groups.founding import delete_for_good
from companion.models import Card, CardSave, Person
from companion.plays import lifecycle, seats
from companion.plays.corrections import count_after_all, score_again
from tests.phones import a_play, again, an_empty_group, owner_of, owners_phone, phone_of, send_plays

pytestmark = pytest.mark.postgresql

FIELDS, STEPS = ("water", "gold", "hand_value"), 120


class Evening:
    """A play to which anything happens that can, by two phones, drawn from a seed."""

    def __init__(self, seed):
        self.drawn = random.Random(seed)
        self.play = a_play(names=("Anna", "Ben", "Chris", "Dora"))
        self.people = [owner_of(self.play), Person.objects.create_visitor()]
        self.happened = Counter()

    def go_on(self):
        """Let one thing happen; what is refused leaves all as it was."""
        what = self.drawn.choice(
            [self.save] * 6 + [self.undo, self.back, self.choose, self.seat, self.stage] * 2 + [self.end]
        )
        self.play, self.person = again(self.play), self.drawn.choice(self.people)
        before = CardSave.objects.count()
        with contextlib.suppress(Refusal), transaction.atomic():
            what()
        self.happened[what.__name__] += CardSave.objects.count() - before

    def seats(self):
        return list(self.play.seats.all())

    def saves(self, **which):
        return list(CardSave.objects.filter(seat__play=self.play, **which).order_by("pk"))

    def save(self):
        """A phone sends a card that it started from a revision that may be old, once more or for the first time."""
        seat = self.drawn.choice(self.play.seats.at_table())
        stage = self.drawn.choice(self.play.game.stages[: self.play.closed_stages + 1]).key
        now = max((its.revision for its in self.saves(seat=seat, stage=stage, fate="counted")), default=0)
        sent = Sent(
            entries={key: self.drawn.choice([None, 1, 2, 3]) for key in self.drawn.sample(FIELDS, 2)},
            base=self.drawn.randint(max(0, now - 2), now),
            save_id=f"{seat.pk} {stage} {self.drawn.randint(1, 30)}",
            is_in=self.drawn.choice([True, False, None]),
            correcting=self.drawn.random() < 0.3,
        )
        save_holdings(self.play, seat, self.play.game.stage(stage), sent, person=self.person)
        score_again(self.play)

    def undo(self):
        row = self.drawn.choice(self.saves(fate="counted", person=self.person) or [None])
        if row and row.changed:
            key, stage = self.drawn.choice(sorted(row.changed)), self.play.game.stage(row.stage)
            undo_step(self.play, row.seat, stage, revision=row.revision, key=key, person=self.person)

    def back(self):
        row = self.drawn.choice(self.saves(fate="counted") or [None])
        if row and (change := change_with(self.play, pk=row.pk)):
            put_back(self.play, change, base=row.revision, person=self.person)

    def choose(self):
        row = self.drawn.choice(self.saves(fate__in=WAITING) or [None])
        if row and self.drawn.random() < 0.3:
            settle(row)
        elif row:
            count_after_all(row, set(row.changed), base=row.revision, person=self.person)

    def seat(self):
        seat = self.drawn.choice(self.seats())
        (seats.put_back if seat.removed_at else seats.take_away)(self.play, seat, person=self.person)

    def stage(self):
        """The open stage is closed, or one that was is opened again, or a tie is broken in another way."""
        way = self.drawn.choice(["close", "close", "reopen", "options"])
        if way == "options":
            tie_break = self.drawn.choice(["hand-sum", "best-card"])
            lifecycle.change_options(self.play, self.play.options | {"tie_break": tie_break}, person=self.person)
        elif way == "close" and self.play.stage:
            lifecycle.close_stage(self.play, self.play.stage, person=self.person, anyway=True)
        elif way == "reopen" and self.play.closed_stages:
            stage = self.play.game.stages[self.drawn.randrange(self.play.closed_stages)]
            lifecycle.reopen_stage(self.play, stage, person=self.person)

    def end(self):
        if not self.play.is_open:
            lifecycle.reopen(self.play, person=self.person)
        else:
            self.drawn.choice([lifecycle.stop, lifecycle.finish])(self.play, person=self.person)


def newest() -> set[int]:
    """The saves that are cards, as the log alone says it."""
    last: dict = {}
    for row in CardSave.objects.filter(fate="counted").order_by("revision"):
        last[row.seat_id, row.stage] = row.pk
    return {(*card, row) for card, row in last.items()}


def cards():
    return set(Card.objects.values_list("seat", "stage", "last"))


@pytest.mark.parametrize("seed", range(4))
def test_cards_are_the_newest_saves_that_count_whatever_happens(seed):
    evening = Evening(seed)
    for _ in range(STEPS):
        evening.go_on()
        assert cards() == newest()
    assert {row.fate for row in evening.saves()} >= {"counted", "clash", "late", "settled"}
    assert {event.kind for event in evening.play.events.all()} >= {"close", "reopen", "seats"}
    assert min(evening.happened[what] for what in ("save", "undo", "back", "choose", "stage")) > 0


def test_cards_of_a_file_are_the_newest_of_its_saves_and_all_go_with_their_group():
    evening, group = Evening(0), an_empty_group()
    for _ in range(STEPS):
        evening.go_on()
    file = owners_phone(evening.play).get(reverse("transfer:export_group", args=[evening.play.group.uuid]))
    assert send_plays(phone_of(group.members.get().person), group, b"".join(file.streaming_content)).status_code == 302
    assert cards() == newest()
    assert Card.objects.filter(seat__play__group=group, last__revision__gt=1).exists()
    for each in (evening.play.group, group):
        delete_for_good(each)
        assert cards() == newest()
    assert not CardSave.objects.exists()


def test_cards_of_an_earlier_release_are_found_from_its_saves():
    evening = Evening(0)
    for _ in range(STEPS):
        evening.go_on()
    before = cards()
    Card.objects.all().delete()
    import_module("companion.migrations.0049_cards").fill(None, connection.schema_editor())
    assert cards() == before != set()
