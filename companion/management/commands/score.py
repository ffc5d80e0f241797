"""`manage.py score [FILE]`: score a play without a database. docs/reference/play-format.md describes both."""

import json
import sys
from functools import lru_cache
from pathlib import Path
from secrets import token_hex

from django.core.management.base import BaseCommand
from django.utils import translation

from companion.core.language.texts import say, say_as
from companion.rules.kit import as_json, json_number, plain, sentence_of
from companion.rules.library import EVERY_GAME
from companion.rules.scoring.play_format import Lines, NotAPlay, play_from
from companion.rules.scoring.result import score_play
from companion.rules.sheets import game_of, sheet_faults

# What a play calls the game of a sheet that has no key.
KEY_OF_A_SHEET = "sheet"
SCORED, BLOCKED, NO_PLAY = 0, 1, 2
encoded = json.JSONEncoder(ensure_ascii=False, check_circular=False, default=as_json).encode
quoted = json.encoder.encode_basestring
# Most reasons are given again and again; so many are known by heart.
MOST_KNOWN = 30_000
# Stands for a player's name, and in no word of a game.
NAME = token_hex()


class Command(BaseCommand):
    help = "Score a play (a JSON file or standard input) and print the result as JSON."
    requires_system_checks = []

    def add_arguments(self, parser):
        parser.add_argument("file", nargs="?", help="file with the play (default: standard input)")
        parser.add_argument(
            "--language", choices=["en", "de", "ja"], default="en", help="language of explanations and errors"
        )
        parser.add_argument("--lines", action="store_true", help="score many plays, one per line")
        parser.add_argument("--sheet", help="sheet file (plays refer to it by its key)")
        parser.add_argument("--no-reasons", action="store_true", help="omit explanations (faster)")

    def handle(self, *, file, language, lines, no_reasons, sheet, **options):
        self.reasons = None if no_reasons else Reasons(language)
        try:
            given = Path(sheet).read_bytes() if sheet else None
            source = open(file, "rb") if file else sys.stdin.buffer  # noqa: SIM115
        except OSError as error:
            sys.exit(self.no_play(f"{error.filename}: {error.strerror}"))
        with translation.override(language), source:
            try:
                self.games = EVERY_GAME if given is None else games_with(given)
            except NotAPlay as error:
                sys.exit(self.no_play(f"{sheet}: {say(error.text)}"))
            sys.exit(self.score_lines(source) if lines else self.score_one(source))

    def score_one(self, source):
        """Print the result of the one play, or why there is none; the exit status."""
        try:
            result = score_play(play_from(source.read()), self.games)
        except (NotAPlay, OSError) as error:
            return self.no_play(error)
        self.print(as_text(result, self.reasons))
        return BLOCKED if result.is_blocked else SCORED

    def score_lines(self, source):
        """Print one object for each line that is not blank; the exit status."""
        status, lines = SCORED, Lines()
        for line in source:
            if not line.strip():
                continue
            try:
                result = score_play(lines.play_from(line), self.games)
                answer, failed = as_text(result, self.reasons), result.is_blocked
            except NotAPlay as error:
                answer, failed = encoded({"error": str(error)}), True
            self.print(answer)
            status = BLOCKED if failed else status
        return status

    def print(self, answer):
        # JSON can spell what no UTF-8 holds, half a pair of surrogates: that goes out as it came, "\ud800".
        sys.stdout.buffer.write(answer.encode("utf-8", "backslashreplace") + b"\n")

    def no_play(self, why):
        self.stderr.write(f"score: {why}", self.style.NOTICE)
        return NO_PLAY


def games_with(text):
    """The one game of a sheet that is given as JSON text; raises NotAPlay where something is wrong with it."""
    sheet = play_from(text)
    for fault in sheet_faults(sheet):
        raise NotAPlay(fault.message)
    key = sheet.get("key", KEY_OF_A_SHEET)
    return {key: game_of(sheet, key)}


def as_text(result, reasons):
    """The result as the play format prints it; without the reasons of its lines, where `reasons` are None.

    Most of it are lines, dozens in a play, that differ in their points alone: they are filled into forms, in a
    quarter of the time it takes to make dictionaries of them and have those encoded.
    """
    if result.standings:
        are_plain = all(map(str.isalnum, result.players))
        seats = [seat_text(standing, reasons, are_plain) for standing in result.standings]
    else:
        seats = [encoded(no_points(name)) for name in result.players]
    winners = ", ".join(map(quoted, result.winners))
    decided_by = quoted(result.decided_by) if result.decided_by else "null"
    problems = encoded([as_problem(problem) for problem in result.problems]) if result.problems else "[]"
    return (
        f'{{"game": "{result.game}", "seats": [{", ".join(seats)}], "winners": [{winners}], '
        f'"decided_by": {decided_by}, {'"draw": true, ' if result.is_draw else ""}'
        f'"verdict": {verdict_text(result.verdict) if result.verdict else "null"}, "problems": {problems}}}'
    )


def seat_text(standing, reasons, are_plain):
    """A seat that was scored; `are_plain`: no player's name has a sign that JSON could write otherwise."""
    # Between any two blanks stands what is always the same.
    pieces = form_of_lines(tuple([(stage.stage, stage.items) for stage in standing.stages]), reasons is not None).copy()
    numbers = [DIGITS[points[0]] for stage in standing.stages for points in stage.points]
    if reasons is None:
        pieces[1::2] = numbers
    else:
        whys = [points[1] for stage in standing.stages for points in stage.points]
        whys = whys if are_plain else [escaped(why) for why in whys]
        pieces[1::4], pieces[3::4] = numbers, reasons.of(whys)
    points = "null" if standing.rank is None else DIGITS[standing.points]
    return (
        f'{{"player": {quoted(standing.player)}, "points": {points}, "rank": {standing.rank or "null"}, '
        f'"lines": [{"".join(pieces)}], "carries": {carries_text(standing.carries)}}}'
    )


def escaped(why):
    """A reason with the names of players as they stand in JSON."""
    return why if len(why) != 3 else (*why[:2], tuple([quoted(name)[1:-1] for name in why[2]]))


def carries_text(carries):
    """What a seat keeps for the stages that follow."""
    if not carries:
        return "{}"
    form = form_of_carries(tuple([(stage, tuple(left)) for stage, left in carries.items()]))
    return form % tuple([number for left in carries.values() for number in left.values()])


class Reasons(dict):
    """What reasons say in a language, as JSON texts: each is said when it is first asked for.

    Of one that names players it is a form, with blanks for as many names, which are filled in as they are.
    """

    def __init__(self, language):
        self.language = language

    def of(self, whys):
        """What each of these reasons says."""
        return [self[why] if len(why) != 3 else self[why[0], why[1], len(why[2])] % why[2] for why in whys]

    def __missing__(self, why):
        if len(self) >= MOST_KNOWN:
            self.clear()
        said = self[why] = self.form_of(*why) if len(why) == 3 else quoted(self.said(sentence_of(why)))
        return said

    def form_of(self, sentence, given, number):
        """What a reason says that names so many players, as a form."""
        return quoted(self.said(sentence((NAME,) * number, *given))).replace("%", "%%").replace(NAME, "%s")

    def said(self, text):
        return say_as(text, language=self.language)


class Digits(dict):
    """Numbers as texts, of which those that points mostly are need not be written each time."""

    def __missing__(self, number):
        return str(json_number(plain(number)))


DIGITS = Digits({number: str(number) for number in range(-100, 1_000)})


# The keys of stages, items and fields are plain words.
@lru_cache(maxsize=1_000)
def form_of_lines(stages, reasons):
    """The lines of these stages, each with its items, in pieces: each second is a blank, for points or a reason."""
    reason = ', "reason": %s' if reasons else ""
    lines = ", ".join(
        f'{{"stage": "{stage}", "item": "{item}", "points": %s{reason}}}' for stage, items in stages for item in items
    )
    first, *others = lines.split("%s")
    return [first, *(piece for other in others for piece in ("", other))]


@lru_cache(maxsize=1_000)
def form_of_carries(stages):
    """What is kept of these stages, each with its fields, with blanks for the numbers."""
    kept = [(stage, ", ".join(f'"{field}": %d' for field in fields)) for stage, fields in stages]
    return f"{{{', '.join(f'"{stage}": {{{fields}}}' for stage, fields in kept)}}}"


def no_points(player):
    return {"player": player, "points": None, "rank": None, "lines": [], "carries": {}}


def verdict_text(verdict):
    if verdict.won:
        return f'{{"won": true, "tier": {encoded(verdict.tier)}}}'
    return f'{{"won": false, "why": {encoded(verdict.why)}, "tier": null}}'


def as_problem(problem):
    return {
        "code": problem.code,
        "message": say(problem.message),
        "blocks": problem.blocks,
        "seat": problem.seat,
        "stage": problem.stage,
        "field": problem.field,
    }
