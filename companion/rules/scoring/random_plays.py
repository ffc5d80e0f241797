"""Plays that could have been, drawn by lot from what the fields of a game say: for trying out and for measuring."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from companion.rules.kit import MUCH, Game, Lot, Options, Problem, Stage

from .checking import check
from .play_format import Play
from .result import open_tie_break, score_play

MOST_TRIES = 50
ROUND_OF_TRIES = 100
TOO_MANY_TRIES = 5000


def drawn_play(
    game: Game,
    chance: Random,
    players: Sequence[str],
    *,
    options: Options | None = None,
    skill: list[float] | None = None,
) -> Play:
    """A play with these players in the play format, all its stages counted.

    Nothing in it is impossible, and hardly anything suspicious. Raises ValueError if chance finds no such play.
    """
    play: Play = {
        "game": game.slug,
        "options": options or {},
        "seats": [{"player": name, "stages": {}} for name in players],
    }
    for stage in game.stages:
        starts = game.starting_values(check(game, play)[0], stage.key)
        for tries in range(TOO_MANY_TRIES):
            # What a game forbids beyond its fields is rarer where everybody holds less, but all of a box may be needed.
            fill = 1 if tries > MOST_TRIES and tries % 2 else chance.uniform(0.5, 1) * 0.97 ** (tries % ROUND_OF_TRIES)
            lot = Lot(chance, skill or [1] * len(players), fill=fill)
            for seat, held in zip(play["seats"], drawn_stage(game, stage, play["options"], lot, starts), strict=True):
                seat["stages"][stage.key] = held
            problems = check(game, play)[1]
            if tries > MOST_TRIES:
                leave_out_refused(play, stage, problems)
                problems = check(game, play)[1]
            if not problems or (tries > MOST_TRIES and not any(problem.blocks for problem in problems)):
                break
        else:
            raise ValueError(f"{game.slug}: no possible play found by chance")
    return with_ties_broken(game, chance, play)


def leave_out_refused(play: Play, stage: Stage, problems: Sequence[Problem]) -> None:
    """Take out of a stage what one seat can't hold, or not all seats can, so that chance has to meet the sums alone."""
    for problem in problems:
        if problem.blocks and problem.stage == stage.key and problem.field and problem.code != "wrong_sum":
            for seat in play["seats"]:
                if problem.seat in (None, seat["player"]):
                    seat["stages"][stage.key].pop(problem.field, None)


def drawn_stage(
    game: Game, stage: Stage, options: Options, lot: Lot, starts: Mapping[int, Mapping[str, int]]
) -> list[dict[str, Any]]:
    """What each seat holds at the end of a stage that it began with `starts`; without what only breaks ties."""
    held: list[dict[str, Any]] = [{} for _ in lot.skill]
    for field in stage.fields_with(game.options_with(options)):
        if not field.breaks_ties:
            begun = [starts.get(seat, {}).get(field.key, 0) for seat in range(len(held))]
            for own, value in zip(held, field.draw(lot, begun), strict=True):
                own[field.key] = value
    return held


def with_ties_broken(game: Game, chance: Random, play: Play) -> Play:
    """The play with what its best seats are asked where they tie for the win."""
    while True:
        totals = [standing.points for standing in score_play(play, {game.slug: game}).standings]
        key, tied = open_tie_break(game, check(game, play)[0], totals)
        if key is None:
            return play
        for seat in tied:
            play["seats"][seat]["stages"][game.stages[-1].key][key] = chance.randint(0, MUCH)
