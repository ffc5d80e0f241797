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

# The key in plays of a sheet without a key.
KEY_OF_A_SHEET = "sheet"
SCORED, BLOCKED, NO_PLAY = 0, 1, 2
encoded = json.JSONEncoder(ensure_ascii=False, check_circular=False, default=as_json).encode
quoted = json.encoder.encode_basestring
# The number of cached reasons, most of which recur.
MOST_KNOWN = 30_000
# A placeholder for a player's name, which no text contains.
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
        """Print the result of the single play, or what is wrong with it, and return the exit status."""
        try:
            result = score_play(play_from(source.read()), self.games)
        except (NotAPlay, OSError) as error:
            return self.no_play(error)
        self.print(format_result(result, self.reasons))
        return BLOCKED if result.is_blocked else SCORED

    def score_lines(self, source):
        """Print an object for each line that isn't blank, and return the exit status."""
        status, lines = SCORED, Lines()
        for line in source:
            if not line.strip():
                continue
            try:
                result = score_play(lines.play_from(line), self.games)
                answer, failed = format_result(result, self.reasons), result.is_blocked
            except NotAPlay as error:
                answer, failed = encoded({"error": str(error)}), True
            self.print(answer)
            status = BLOCKED if failed else status
        return status

    def print(self, answer):
        # JSON can escape a lone surrogate, which UTF-8 can't encode: it stays escaped, as "\ud800".
        sys.stdout.buffer.write(answer.encode("utf-8", "backslashreplace") + b"\n")

    def no_play(self, why):
        self.stderr.write(f"score: {why}", self.style.NOTICE)
        return NO_PLAY


def games_with(text):
    """Return the game of a sheet (JSON text). Raises NotAPlay if it is invalid."""
    sheet = play_from(text)
    for fault in sheet_faults(sheet):
        raise NotAPlay(fault.message)
    key = sheet.get("key", KEY_OF_A_SHEET)
    return {key: game_of(sheet, key)}


def format_result(result, reasons):
    """Return the result in the play format as JSON; without the lines' reasons if `reasons` is None.

    Most of it are dozens of lines that differ only in their points: filling them into templates takes a quarter of the
    time of encoding dicts.
    """
    if result.standings:
        are_plain = all(map(str.isalnum, result.players))
        seats = [format_seat(standing, reasons, are_plain) for standing in result.standings]
    else:
        seats = [encoded(no_points(name)) for name in result.players]
    winners = ", ".join(map(quoted, result.winners))
    decided_by = quoted(result.decided_by) if result.decided_by else "null"
    problems = encoded([as_problem(problem) for problem in result.problems]) if result.problems else "[]"
    return (
        f'{{"game": "{result.game}", "seats": [{", ".join(seats)}], "winners": [{winners}], '
        f'"decided_by": {decided_by}, {'"draw": true, ' if result.is_draw else ""}'
        f'"verdict": {format_verdict(result.verdict) if result.verdict else "null"}, "problems": {problems}}}'
    )


def format_seat(standing, reasons, are_plain):
    """Return a scored seat as JSON; `are_plain`: no player's name needs escaping."""
    pieces = line_pieces(tuple([(stage.stage, stage.items) for stage in standing.stages]), reasons is not None).copy()
    numbers = [DIGITS[points[0]] for stage in standing.stages for points in stage.points]
    if reasons is None:
        pieces[1::2] = numbers
    else:
        whys = [points[1] for stage in standing.stages for points in stage.points]
        whys = whys if are_plain else [escape_names(why) for why in whys]
        pieces[1::4], pieces[3::4] = numbers, reasons.of(whys)
    points = "null" if standing.rank is None else DIGITS[standing.points]
    return (
        f'{{"player": {quoted(standing.player)}, "points": {points}, "rank": {standing.rank or "null"}, '
        f'"lines": [{"".join(pieces)}], "carries": {format_carries(standing.carries)}}}'
    )


def escape_names(why):
    """Return a reason with the names of players escaped for JSON."""
    return why if len(why) != 3 else (*why[:2], tuple([quoted(name)[1:-1] for name in why[2]]))


def format_carries(carries):
    """Return what a seat carries over to later stages."""
    if not carries:
        return "{}"
    form = carries_template(tuple([(stage, tuple(left)) for stage, left in carries.items()]))
    return form % tuple([number for left in carries.values() for number in left.values()])


class Reasons(dict):
    """Cached texts of reasons in a language, as JSON. A reason that names players is a template with a %s for each."""

    def __init__(self, language):
        self.language = language

    def of(self, whys):
        """Return the texts of these reasons."""
        return [self[why] if len(why) != 3 else self[why[0], why[1], len(why[2])] % why[2] for why in whys]

    def __missing__(self, why):
        if len(self) >= MOST_KNOWN:
            self.clear()
        text = self[why] = self.form_of(*why) if len(why) == 3 else quoted(self.translate(sentence_of(why)))
        return text

    def form_of(self, sentence, given, number):
        """Return the template of a reason that names so many players."""
        return quoted(self.translate(sentence((NAME,) * number, *given))).replace("%", "%%").replace(NAME, "%s")

    def translate(self, text):
        return say_as(text, language=self.language)


class Digits(dict):
    """Numbers as cached texts."""

    def __missing__(self, number):
        return str(json_number(plain(number)))


DIGITS = Digits({number: str(number) for number in range(-100, 1_000)})


# The keys of stages, items and fields need no escaping.
@lru_cache(maxsize=1_000)
def line_pieces(stages, reasons):
    """Return a template of these stages' lines as a list, in which each second piece is for points or a reason."""
    reason = ', "reason": %s' if reasons else ""
    lines = ", ".join(
        f'{{"stage": "{stage}", "item": "{item}", "points": %s{reason}}}' for stage, items in stages for item in items
    )
    first, *others = lines.split("%s")
    return [first, *(piece for other in others for piece in ("", other))]


@lru_cache(maxsize=1_000)
def carries_template(stages):
    """Return a template of what is carried over from these stages, with placeholders for the numbers."""
    templates = [(stage, ", ".join(f'"{field}": %d' for field in fields)) for stage, fields in stages]
    return f"{{{', '.join(f'"{stage}": {{{fields}}}' for stage, fields in templates)}}}"


def no_points(player):
    return {"player": player, "points": None, "rank": None, "lines": [], "carries": {}}


def format_verdict(verdict):
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
