"""Plays for tests: a test's body shows only what matters to it."""

from companion.rules import GAMES
from companion.rules.scoring.result import score_play


def tuareg_play(*, options=None, **players):
    """A play of Tuareg; each player's holdings of stage 1, or a pair: those of stage 1 and of stage 2.

    >>> tuareg_play(anna={"gold": 4}, ben=({"gold": 2}, {}))["seats"][1]
    {'player': 'Ben', 'stages': {'1': {'gold': 2}, '2': {}}}
    """
    return _play("tuareg", "12", options, players)


def tuareg_end(*, options=None, **players):
    """A play of Tuareg in which nobody has anything in stage 1; each player's holdings of stage 2."""
    return tuareg_play(options=options, **{name: ({}, holdings) for name, holdings in players.items()})


def basari_play(**players):
    """A play of Basari; each player's holdings of stage 1, or of as many stages as there are in a tuple.

    >>> basari_play(anna={"red": 4}, ben=({"red": 2}, {}), chris={})["seats"][1]
    {'player': 'Ben', 'stages': {'1': {'red': 2}, '2': {}}}
    """
    return _play("basari", "123", {}, players)


def targi_play(*, options=None, **players):
    """A play of Targi; each player's holdings at the end.

    >>> targi_play(anna={"tokens": 4}, ben={})["seats"][0]
    {'player': 'Anna', 'stages': {'end': {'tokens': 4}}}
    """
    return _play("targi", ["end"], options, players)


def five_tribes_play(**players):
    """A play of Five Tribes; each player's holdings at the end of the game, None where they are not entered.

    >>> five_tribes_play(anna={"gold": 4}, ben=None)["seats"][1]
    {'player': 'Ben', 'stages': {}}
    """
    return _play("five-tribes", ["end"], {}, {name: () if held is None else held for name, held in players.items()})


def solo_play(*, options=None, **held):
    """A play of Five Tribes Solo by Anna, and what she holds at its end."""
    return _play("five-tribes-solo", ["end"], options, {"anna": held})


def _play(game, stages, options, players):
    return {
        "game": game,
        "options": options or {},
        "seats": [
            {"player": name.title(), "stages": dict(zip(stages, _by_stage(holdings), strict=False))}
            for name, holdings in players.items()
        ],
    }


def _by_stage(holdings):
    return (holdings,) if isinstance(holdings, dict) else holdings


def scored(play):
    """The result of a play."""
    return score_play(play, GAMES)


def points_of(play):
    """Each player's points."""
    return {standing.player: standing.points for standing in scored(play).standings}


def ranks_of(play):
    """Each player's rank."""
    return {standing.player: standing.rank for standing in scored(play).standings}


def points_for(item, play, *, stage="1"):
    """What each player scores for an item of a stage."""
    return {
        standing.player: line.points
        for standing in scored(play).standings
        for line in standing.lines
        if (line.stage, line.item) == (stage, item)
    }


def reason_for(item, play, *, player, stage="1"):
    """Why a player scores what they score for an item of a stage, in English."""
    [reason] = [
        str(line.reason)
        for standing in scored(play).standings
        for line in standing.lines
        if (standing.player, line.stage, line.item) == (player, stage, item)
    ]
    return reason


def messages_of(play, *, blocks=True):
    """The sentences of the problems that block (or of those that do not), in English."""
    return [str(problem.message) for problem in scored(play).problems if problem.blocks == blocks]


def where(problem):
    """What a problem is and where: code, seat, stage, field."""
    return problem.code, problem.seat, problem.stage, problem.field
