"""A play as it stands now: its seats, the card of each, and what they score."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cached_property

from django.utils.translation import get_language

from companion.core.language.texts import figure_in
from companion.core.memory_cache import Cache, once, once_for_all
from companion.models import CardSave, Play, Seat
from companion.rules.kit import Problem, Stage, Table
from companion.rules.kit.typed import Refused
from companion.rules.scoring import play_format
from companion.rules.scoring.checking import check, fault_at
from companion.rules.scoring.result import result_of

from .answers import is_entered
from .counted import known_of, uncounted_stages
from .merging import History
from .shared_cards import holders, of_cards


@dataclass(frozen=True)
class Card:
    """What a seat has entered for a stage: the newest holdings that count, or nothing yet (revision 0)."""

    seat: Seat
    stage: Stage
    revision: int = 0
    entries: dict = field(default_factory=dict)
    starts: dict = field(default_factory=dict)
    is_in: bool = False

    @property
    def key(self):
        """What tells it apart from the others of its play."""
        return self.seat.pk, self.stage.key

    @cached_property
    def amounts(self) -> dict:
        """What can be right, by field."""
        return {key: entry for key, entry in self.entries.items() if not isinstance(entry, Refused)}

    @cached_property
    def refused(self) -> dict:
        """What cannot be right, as it was typed, by field."""
        return {key: entry.typed for key, entry in self.entries.items() if isinstance(entry, Refused)}

    @property
    def is_empty(self):
        return not self.entries and not self.is_in

    @property
    def is_counting(self):
        return not self.is_in and not self.is_empty

    def typed(self, field):
        """What stands in the field as text: the amount, what was refused as it was typed, or nothing."""
        if field.key in self.refused:
            return self.refused[field.key]
        amount = self.amounts.get(field.key)
        if amount is None:
            return ""
        return figure_in(amount, get_language()) if isinstance(amount, Decimal) else field.text(amount)

    def shown(self, field):
        """What stands in the field as people read it, a dash for nothing."""
        if field.key in self.refused:
            return self.refused[field.key]
        return field.format_value(self.amounts[field.key]) if field.key in self.amounts else "–"


# What was worked out from plays as they are at a revision, and from their games and players, whatever the revision:
# about 30 kB each in a language.
KNOWN, LASTING = Cache(200), Cache(100)


class Scorepad:
    """The seats and cards of a play, read in two queries unless they are given, and what follows from them.

    `rows` are the newest rows of its cards; there may be older ones of a card before it, and such as wait.
    `everybody` are all who sit there, `seats` those that hold a card, and `card_of` says which of these holds whose.
    """

    def __init__(self, play: Play, seats=None, rows=None):
        self.play = play
        self.game = play.game
        self.everybody = Seat.objects.at_table_of(play.pk) if seats is None else seats
        self.rows = CardSave.objects.current_in(play.pk) if rows is None else rows
        self.seats, self.card_of = self.everybody, list(range(len(self.everybody)))
        if self.game.shares_cards:
            self.seats, self.card_of = holders(self.game, self.everybody, self.rows)
        self.newest = {(row.seat_id, row.stage): row for row in self.rows if row.fate == CardSave.Fate.COUNTED}
        self.cards = {
            (seat.pk, stage.key): self._card(seat, stage, self.newest.get((seat.pk, stage.key)))
            for seat in self.seats
            for stage in self.game.stages
        }

    def with_rows(self, rows):
        """The scorepad as it is with these rows, too; nothing is read again."""
        return Scorepad(self.play, self.everybody, [*self.rows, *rows]) if rows else self

    @cached_property
    def known(self) -> dict:
        """What was worked out (`once`) of this revision, with these names, seats and options: for one phone as for all.

        What it says of a seat is its number, its place and its player's name, and never whose phone it is. Each game
        that is made has a verdict of its own: that of a sheet which is made anew has other stages, too.
        """
        play, rows = self.play, tuple(sorted(row.pk for row in self.newest.values()))
        as_stored = play.revision, play.changed_at, play.state, play.closed_stages
        return KNOWN.of((*self._who_plays_what, *as_stored, rows)) if play.pk else {}

    @cached_property
    def lasting(self) -> dict:
        """What was worked out (`once_for_all`) from the game, its options and players: it holds for every revision."""
        return LASTING.of(self._who_plays_what) if self.play.pk else {}

    @cached_property
    def _who_plays_what(self) -> tuple:
        play, seats = self.play, tuple((seat.pk, seat.player.name) for seat in self.seats)
        game = self.game.verdict, len(self.game.stages), play.sheet_id, str(play.options)
        return play.uuid, *game, seats, len(self.everybody)

    def history(self, seat, stage) -> History:
        """The rows of a card that were read."""
        return History(row for row in self.rows if (row.seat_id, row.stage) == (seat.pk, stage.key))

    def _card(self, seat, stage, row):
        if row is None:
            return Card(seat, stage)
        entries = row.entries
        for field_ in self.fields(stage) if row.refused else ():
            if field_.key in row.refused:
                value, fault = self._clean(field_, row.refused[field_.key])
                if fault is None:
                    # What was too many is right since a seat came or went.
                    entries[field_.key] = value
        return Card(seat, stage, row.revision, entries, row.starts, row.is_in)

    def _clean(self, field_, typed):
        return field_.clean(field_.read(typed), seats=len(self.everybody))

    def card(self, seat, stage) -> Card:
        return self.cards[seat.pk, stage.key]

    def cards_of(self, stage) -> list[Card]:
        """The cards of a stage in the order of the seats."""
        return [self.card(seat, stage) for seat in self.seats]

    @once_for_all
    def fields(self, stage):
        """The fields that are entered at the end of a stage; tie-breaks are asked apart, when they decide."""
        return [field for field in self.asked[stage.key] if not field.breaks_ties]

    @property
    @once_for_all
    def asked(self) -> dict:
        """All fields that these options ask for, by stage."""
        return {stage.key: stage.fields_with(self.options) for stage in self.game.stages}

    @property
    @once_for_all
    def options(self):
        return self.game.options_with(self.play.options)

    def missing(self, stage):
        """The seats whose card is not in."""
        return [card.seat for card in self.cards_of(stage) if not card.is_in]

    def is_complete(self, stage) -> bool:
        """Whether a stage can be scored: it was closed, or every card is in and nothing in it is impossible."""
        return self.play.is_closed(stage) or (not self.missing(stage) and not self.impossible(stage))

    def as_play(self, stages, as_it_is=None) -> play_format.Play:
        """The play in the play format, with these stages; a seat that came later has none of those before.

        Of the stage `as_it_is` everyone has a card: who has entered nothing holds nothing.
        """
        seats = [self._seat_of_play(seat, stages, as_it_is) for seat in self.everybody]
        return {"game": self.game.slug, "options": self.play.options, "seats": seats}

    def _seat_of_play(self, seat, stages, as_it_is) -> play_format.PlaySeat:
        cards = [card for stage in stages if (card := self.cards.get((seat.pk, stage.key)))]
        begun = [card.stage for card in cards if card.revision or card.stage == as_it_is]
        its: play_format.PlaySeat = {
            "player": seat.player.name,
            "stages": {stage.key: self._holdings(seat, stage) for stage in begun},
        }
        if self.game.teams and seat.team:
            its["team"] = str(seat.team)
        if uncounted := uncounted_stages(self, cards):
            its["uncounted"] = uncounted
        return its

    def checked(self, stages, as_it_is=None) -> tuple[Table, list[Problem]]:
        """What the rules are given of these stages (`as_play`), with a seat a card, and what is wrong in them."""
        table, problems = check(self.game, self.as_play(stages, as_it_is))
        return of_cards(self, table, problems) if self.game.shares_cards else (table, problems)

    def _holdings(self, seat, stage):
        asked = {field.key for field in self.asked[stage.key]}
        return {key: value for key, value in self.card(seat, stage).amounts.items() if key in asked}

    @property
    @once
    def scored_stages(self):
        """The stages whose points may be shown: closed ones, and the open one once every card is in."""
        stages = []
        for stage in self.game.stages:
            if not self.is_complete(stage):
                break
            stages.append(stage)
        return stages

    @property
    def result(self):
        """The score of all stages whose points may be shown."""
        return self.result_up_to(None)

    @once
    def result_up_to(self, last):
        """The score as it stood after a stage (None: after the last that counts)."""
        return result_of(self.game, *self.checked(self.stages_up_to(last)))

    @once
    def table_up_to(self, last) -> Table:
        """What the rules are given for the score after a stage."""
        return self.checked(self.stages_up_to(last))[0]

    def stages_up_to(self, last):
        stages = self.scored_stages
        return stages[: stages.index(last) + 1] if last in stages else stages

    @once
    def impossible(self, stage) -> list[Problem]:
        """What cannot be true in the cards of a stage, as far as they are entered.

        What is only known once all cards are in, or that of its seat, is not told before.
        """
        return self._impossible(stage, {seat.player.name for seat in self.missing(stage)})

    def impossible_as_it_is(self, stage) -> list[Problem]:
        """What cannot be true in the cards of a stage if they count as they are: who has none holds nothing."""
        return self._impossible(stage, set(), as_it_is=stage)

    def _impossible(self, stage, missing: set[str], as_it_is=None) -> list[Problem]:
        _, problems = self.checked([*self.before(stage), stage], as_it_is)
        blocking = [each for each in problems if each.blocks and each.stage in (None, stage.key)]
        is_open = [each.needs_all and (each.seat in missing if each.seat else bool(missing)) for each in blocking]
        return [*self.refused(stage), *(each for each, early in zip(blocking, is_open, strict=True) if not early)]

    def before(self, stage) -> list[Stage]:
        """The closed stages before one, if what is right in it depends on them."""
        earlier = self.game.stages[: self.game.stages.index(stage)] if self.game.looks_back else ()
        return [each for each in earlier if self.play.is_closed(each)]

    def refused(self, stage):
        """A problem for each thing that was typed and cannot be right."""
        return [
            self.refusal(card.seat, stage, field_, card.refused[field_.key])
            for card in self.cards_of(stage)
            for field_ in self.fields(stage)
            if field_.key in card.refused
        ]

    def refusal(self, seat, stage, field_, typed) -> Problem:
        """Why what was typed into a field cannot be right."""
        fault = self._clean(field_, typed)[1]
        name = seat.player.name
        return Problem(fault.code, fault_at(name, field_, fault), seat=name, stage=stage.key, field=field_.key)

    @once
    def starts(self, seat, stage) -> Mapping[str, int]:
        """What a seat holds when a stage begins, by field; empty where nothing was carried into it."""
        before = [each for each in self.game.stages[: self.game.stages.index(stage)] if each in self.scored_stages]
        if not before:
            return {}
        left = self.game.starting_values(self.table_up_to(before[-1]), stage.key).get(self.seats.index(seat), {})
        return known_of(self.card(seat, before[-1]), left)

    @once
    def sums(self, card) -> list[list]:
        """(item, line) of what this card alone scores, for each part of its stage; nothing of a blank or noted row."""
        parts = card.stage.parts
        if card.is_empty or not any(item.alone for item in card.stage.items):
            return [[] for _ in parts] or [[]]
        blank = set() if card.is_in else {each.key for each in self.fields(card.stage)} - card.entries.keys()
        all_items = card.stage.items_with(self.options)
        items = {item.key: item for item in all_items if item.alone and not item.noted and is_entered(item, blank)}
        table, _ = self.checked([card.stage])
        lines = [line for line in self.game.score(table) if self.seats[line.seat] == card.seat and line.item in items]
        told = [(items[line.item], line) for line in lines]
        if not parts:
            return [told]
        keys = [{field_.key for field_ in part.fields} for part in parts]
        return [[(item, line) for item, line in told if set(item.counted_from) <= own] for own in keys]
