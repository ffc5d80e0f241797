"""`manage.py score [FILE]`: score a play without a database. docs/format.md describes both."""

import json
import sys

from django.core.management.base import BaseCommand
from django.utils import translation

from companion.language.texts import say, say_all
from companion.rules import GAMES
from companion.rules.scoring.play_format import NotAPlay, play_from
from companion.rules.scoring.result import score_play

SCORED, BLOCKED, NO_PLAY = 0, 1, 2
ENCODER = json.JSONEncoder(ensure_ascii=False)


class Command(BaseCommand):
    help = "Score a play (a JSON file, or standard input) and print the result as JSON."
    requires_system_checks = []

    def add_arguments(self, parser):
        parser.add_argument("file", nargs="?", help="the play; standard input if left out")
        parser.add_argument("--language", choices=["en", "de", "ja"], default="en", help="of reasons and messages")
        parser.add_argument("--lines", action="store_true", help="a stream of plays, one a line")

    def handle(self, *, file, language, lines, **options):
        try:
            source = open(file, "rb") if file else sys.stdin.buffer  # noqa: SIM115
        except OSError as error:
            sys.exit(self.no_play(f"{file}: {error.strerror}"))
        # JSON is UTF-8, whatever the terminal speaks.
        sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]  # it is a file of text
        with translation.override(language), source:
            sys.exit(self.score_lines(source) if lines else self.score_one(source))

    def score_one(self, source):
        """Print the result of the one play, or why there is none; the exit status."""
        try:
            result = score_play(play_from(source.read()), GAMES)
        except (NotAPlay, OSError) as error:
            return self.no_play(error)
        self.print(as_json(result))
        return BLOCKED if result.is_blocked else SCORED

    def score_lines(self, source):
        """Print one object for each line that is not blank; the exit status."""
        status = SCORED
        for line in source:
            if not line.strip():
                continue
            try:
                result = score_play(play_from(line), GAMES)
                answer, failed = as_json(result), result.is_blocked
            except NotAPlay as error:
                answer, failed = {"error": str(error)}, True
            self.print(answer)
            status = BLOCKED if failed else status
        return status

    def print(self, answer):
        # JSON can spell what no UTF-8 holds, half a pair of surrogates: that goes out as it came, "\ud800".
        text = ENCODER.encode(answer).encode("utf-8", "backslashreplace").decode()
        self.stdout.write(text)

    def no_play(self, why):
        self.stderr.write(f"score: {why}", self.style.NOTICE)
        return NO_PLAY


def as_json(result):
    """The result as the play format prints it."""
    return {
        "game": result.game,
        "seats": [as_seat(standing) for standing in result.standings] or [no_points(name) for name in result.players],
        "winners": list(result.winners),
        "decided_by": result.decided_by,
        **({"draw": True} if result.is_draw else {}),
        "verdict": result.verdict and as_verdict(result.verdict),
        "problems": [as_problem(problem) for problem in result.problems],
    }


def as_seat(standing):
    return {
        "player": standing.player,
        "points": standing.points,
        "rank": standing.rank,
        "lines": [
            {"stage": line.stage, "item": line.item, "points": line.points, "reason": reason}
            for line, reason in zip(standing.lines, say_all(line.reason for line in standing.lines), strict=True)
        ],
        "carries": {stage: dict(carried) for stage, carried in standing.carries.items()},
    }


def no_points(player):
    return {"player": player, "points": None, "rank": None, "lines": [], "carries": {}}


def as_verdict(verdict):
    if verdict.won:
        return {"won": True, "tier": verdict.tier}
    return {"won": False, "why": verdict.why, "tier": None}


def as_problem(problem):
    return {
        "code": problem.code,
        "message": say(problem.message),
        "blocks": problem.blocks,
        "seat": problem.seat,
        "stage": problem.stage,
        "field": problem.field,
    }
