"""Random valid plays for demo groups, tests and benchmarks.

Each field draws its values. Problems that `check` then finds are repaired one number at a time.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from companion.rules.kit import MUCH, Field, Game, Lot, Number, Options, Problem, Stage, Table

from .checking import check
from .play_format import Play
from .result import open_tie_break, score_play, score_table

MOST_DRAWS = 50
MOST_REPAIRS = 30
# Rounds of a game that has no fixed end.
OPEN_ROUNDS = 10
# Problems that more of something, or another answer, solves.
NEED_MORE = ("nobody", "one_side", "goes_down")


def random_play(
    game: Game,
    chance: Random,
    players: Sequence[str],
    *,
    options: Options | None = None,
    skill: list[float] | None = None,
) -> Play:
    """Return a random play of these players in the play format, complete to its end.

    It has no blocking problems and hardly any others. A game with an open number of rounds has a few. Raises ValueError
    if the repairs find no valid play.
    """
    play: Play = {
        "game": game.slug,
        "options": options or {},
        "seats": [{"player": name, "stages": {}} for name in players],
    }
    table = check(game, play)[0]
    for number, stage in enumerate(game.stages, 1):
        game_so_far, starts = game.limited_to(number), game.starting_values(table, stage.key)
        table = draw_stage(game_so_far, stage, play, chance, skill or [1] * len(players), starts)
        if game.rounds and is_over(game_so_far, table, number):
            game = game_so_far
            break
    return break_ties(game, chance, play)


def is_over(game: Game, table: Table, played: int) -> bool:
    """Return whether a game of rounds ends after this many, or has enough of them if nothing ends it."""
    players, rounds = len(table["seats"]), game.rounds
    if rounds and rounds.number_with(players) is None and rounds.total_with(players) is None:
        return played >= OPEN_ROUNDS
    return game.is_over(played, [each.points for each in score_table(game, table).standings], players)


def draw_stage(
    game: Game, stage: Stage, play: Play, chance: Random, skill: list[float], starts: Mapping[int, Mapping[str, int]]
) -> Table:
    """Draw what each seat of a play holds at the end of a stage, repair it, and return the table."""
    for tries in range(MOST_DRAWS):
        # Problems beyond single fields are rarer if everyone holds less.
        lot = Lot(chance, skill, fill=chance.uniform(0.5, 1) * 0.97**tries)
        for seat, held in zip(play["seats"], draw_holdings(game, stage, play["options"], lot, starts), strict=True):
            seat["stages"][stage.key] = held
        for _ in range(MOST_REPAIRS):
            table, problems = check(game, play)
            blocking = [problem for problem in problems if problem.blocks]
            if not blocking:
                break
            for problem in blocking:
                repair(play, stage, problem, chance)
        if not problems or (not blocking and tries > MOST_DRAWS / 2):
            return table
    raise ValueError(f"{game.slug}: no possible play found by chance")


def draw_holdings(
    game: Game, stage: Stage, options: Options, lot: Lot, starts: Mapping[int, Mapping[str, int]]
) -> list[dict[str, Any]]:
    """Return what each seat holds at the end of a stage, without tiebreakers; `starts` has what it began with."""
    held: list[dict[str, Any]] = [{} for _ in lot.skill]
    for field in stage.fields_with(game.options_with(options)):
        if not field.breaks_ties:
            begun = [starts.get(seat, {}).get(field.key, 0) for seat in range(len(held))]
            for own, value in zip(held, field.draw(lot, begun), strict=True):
                own[field.key] = value
    return held


def repair(play: Play, stage: Stage, problem: Problem, chance: Random) -> None:
    """Change numbers that a problem is about, so that it is solved or smaller."""
    held = [seat["stages"][stage.key] for seat in play["seats"] if problem.seat in (None, seat["player"])]
    fields = [field for field in stage.fields if field.key in {problem.field, *problem.beside} & {*held[0]}]
    chance.shuffle(held)
    # Remove what needs something else, or add that.
    is_more = problem.code in NEED_MORE or (problem.code == "needs" and chance.random() < 0.5)
    if problem.code == "needs":
        fields = [field for field in fields if (field.key == problem.field) is not is_more] or fields
    elif problem.code == "excludes":
        fields = [field for field in fields if field.key == problem.field] or fields
    if problem.code == "same":
        spread(held, fields[0], chance)
    elif problem.code == "wrong_sum" and fields[0].answers:
        change(held, fields[0], problem.off)
    elif problem.code == "wrong_sum":
        shift(held, fields[0], problem.off, len(play["seats"]))
    elif is_more:
        field = chance.choice(fields)
        held[0][field.key] = more_of(field, held[0][field.key], chance, len(play["seats"]))
    elif problem.code in ("needs", "only_one", "excludes"):
        having = [own for own in held if any(less_of(field, own[field.key], 0) != own[field.key] for field in fields)]
        for own in having[1:] if problem.code == "only_one" else having:
            own |= {field.key: less_of(field, own[field.key], 0) for field in fields}
    else:
        for own in held:
            if lower := [field for field in fields if less_of(field, own[field.key], 1) != own[field.key]]:
                field = chance.choice(lower)
                own[field.key] = less_of(field, own[field.key], 1)


def shift(held: Sequence[dict[str, Any]], field: Field, off: Number, seats: int) -> None:
    """Lower a number of some seats by `off` in total, as far as possible."""
    most = field.max_per_seat(seats) or 0
    for own in held:
        number = own[field.key]
        own[field.key] = min(max(number - off, field.least), most)
        off -= number - own[field.key]


def spread(held: Sequence[dict[str, Any]], field: Field, chance: Random) -> None:
    """Give each seat a number or an answer of its own."""
    values: list[Any] = [each.value for each in field.answers[1:]]
    values = values or list(range(1, int(field.max_per_seat(len(held)) or 0) + 1))
    nothing = [field.answers[0].value if field.answers else 0] * len(held)
    for own, value in zip(held, [*chance.sample(values, min(len(held), len(values))), *nothing], strict=False):
        own[field.key] = value


def change(held: Sequence[dict[str, Any]], field: Field, off: Number) -> None:
    """Let so many seats more say no, or fewer if it is below 0."""
    before, now = (field.answers[-1].value, field.answers[0].value)[:: 1 if off > 0 else -1]
    for own in [own for own in held if own[field.key] == before][: abs(int(off))]:
        own[field.key] = now


def less_of(field: Field, value: Any, halves: int) -> Any:
    """Return a number or list reduced to `halves` halves, or the first answer."""
    if field.is_number:
        return max(field.least, int(value * halves / 2) // field.step * field.step)
    return field.answers[0].value if field.answers else value[: len(value) * halves // 2]


def more_of(field: Field, value: Any, chance: Random, seats: int) -> Any:
    """Return a higher number, or a random answer."""
    if field.is_number:
        most = min(field.max_per_seat(seats) or 0, value + MUCH)
        return chance.randrange(value, int(most) + 1, field.step) if value < most else value
    return chance.choice(field.answers).value


def break_ties(game: Game, chance: Random, play: Play) -> Play:
    """Return the play with the tiebreakers that its best seats are asked for."""
    while True:
        totals = [standing.points for standing in score_play(play, {game.slug: game}).standings]
        key, tied = open_tie_break(game, check(game, play)[0], totals)
        if key is None:
            return play
        for seat in tied:
            play["seats"][seat]["stages"][game.stages[-1].key][key] = chance.randint(0, MUCH)
