"""Plays that could have been, drawn by lot from what the fields of a game say: for trying out and for measuring."""

from collections import Counter
from dataclasses import dataclass
from itertools import count
from random import Random

from .checking import check
from .result import open_tie_break, score_play

# What the box does not limit, nobody usually has more of.
MUCH = 20
MOST_ENTRIES = 3
# At a table of fewer, the box is not emptied either.
FEWEST_SHARERS = 3
MOST_TRIES = 50


@dataclass(frozen=True)
class Lot:
    """What decides who holds how much.

    With the same seed `chance` draws the same. `skill` has a number for each seat: who has twice as much holds about
    twice as much. `fill` is how much of what there is the table holds, from 0 to 1.
    """

    chance: Random
    skill: list[float]
    fill: float

    @property
    def part(self) -> float:
        """What part of the box the table shares."""
        return self.fill * min(1, len(self.skill) / FEWEST_SHARERS)

    def shares(self, number) -> list[int]:
        """So many things, each of which falls to one of the seats."""
        held = Counter(self.chance.choices(range(len(self.skill)), self.skill, k=max(0, number)))
        return [held[seat] for seat in range(len(self.skill))]


def drawn_play(game, chance, players, *, options=None, skill=None) -> dict:
    """A play with these players in the play format, all its stages counted.

    Nothing in it is impossible, and hardly anything suspicious.
    """
    play = {"game": game.slug, "options": options or {}, "seats": [{"player": name, "stages": {}} for name in players]}
    for stage in game.stages:
        starts = game.starting_values(check(game, play)[0], stage.key)
        for tries in count():
            # What a game forbids beyond its fields is rarer where everybody holds less.
            lot = Lot(chance, skill or [1] * len(players), fill=chance.uniform(0.5, 1) * 0.97**tries)
            for seat, held in zip(play["seats"], drawn_stage(game, stage, play["options"], lot, starts), strict=True):
                seat["stages"][stage.key] = held
            problems = check(game, play)[1]
            if not problems or (tries > MOST_TRIES and not any(problem.blocks for problem in problems)):
                break
    return with_ties_broken(game, chance, play)


def drawn_stage(game, stage, options, lot, starts) -> list[dict]:
    """What each seat holds at the end of a stage that it began with `starts`; without what only breaks ties."""
    held = [{} for _ in lot.skill]
    for field in stage.fields_with(game.options_with(options)):
        if not field.breaks_ties:
            begun = [starts.get(seat, {}).get(field.key, 0) for seat in range(len(held))]
            for own, value in zip(held, DRAWN[field.kind](field, lot, begun), strict=True):
                own[field.key] = value
    return held


def with_ties_broken(game, chance, play):
    """The play with what its best seats are asked where they tie for the win."""
    while True:
        totals = [standing.points for standing in score_play(play, {game.slug: game}).standings]
        key, tied = open_tie_break(game, check(game, play)[0], totals)
        if key is None:
            return play
        for seat in tied:
            play["seats"][seat]["stages"][game.stages[-1].key][key] = chance.randint(0, MUCH)


def drawn_counts(field, lot, begun):
    supply = field.supply_for(len(begun))
    if supply is None:
        return [round(lot.chance.triangular(MUCH / 5, MUCH) * each) for each in lot.skill]
    if field.whole_supply:
        number = supply - lot.chance.randint(0, supply // 8)
    else:
        number = round(supply * lot.part * lot.chance.uniform(0.6, 1))
    return [had + more for had, more in zip(begun, lot.shares(number - sum(begun)), strict=True)]


def drawn_tallies(field, lot, begun):
    return [lot.chance.choices(field.values, k=round(lot.chance.uniform(0, MOST_ENTRIES))) for _ in begun]


def drawn_picks(field, lot, begun):
    held = [[] for _ in begun]
    for thing in field.things:
        if lot.chance.random() < lot.part / 2:
            [owner] = lot.chance.choices(held, lot.skill)
            owner.append(thing.key)
    return held


def drawn_rows(field, lot, begun):
    box = Counter({symbol.key: symbol.supply for symbol in field.symbols})
    return [[drawn_row(field, lot, box) for _ in range(field.most_rows)] for _ in begun]


def drawn_row(field, lot, box):
    """A row as players like them: cards of one symbol or each of another, not always whole."""
    wanted = lot.chance.choice(field.symbols).key if lot.chance.random() < 0.4 else None
    row = []
    for _ in range(field.row_length - (lot.chance.random() > lot.fill)):
        left = [key for key in box if box[key]]
        others = [key for key in left if all(key != card["symbol"] for card in row)]
        if left:
            symbol = wanted if wanted in left else lot.chance.choice(others or left)
            box[symbol] -= 1
            row.append({"symbol": symbol, "points": lot.chance.choice(field.points)})
    return row


def drawn_answers(field, lot, begun):
    """Mostly the first answer, which is also meant where none is given."""
    others = field.choices if lot.chance.random() < 0.3 else field.choices[:1]
    return [lot.chance.choice(others).value for _ in begun]


DRAWN = {
    "count": drawn_counts,
    "tally": drawn_tallies,
    "picks": drawn_picks,
    "rows": drawn_rows,
    "one_of": drawn_answers,
}
