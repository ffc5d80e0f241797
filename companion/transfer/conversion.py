"""Convert a play of another program to our own format: by its rows if they fit, else by totals or winners."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from companion.core.language.folding import fold
from companion.core.language.texts import say
from companion.models import Play
from companion.rules.kit import Game, Number, Result, Stage, decimals_of
from companion.rules.kit.numbers import MOST_DECIMALS
from companion.rules.scoring.checking import FORMAT, is_list_of_keys
from companion.rules.scoring.play_format import NotAPlay
from companion.rules.scoring.result import score_play
from companion.rules.scoring.sharing import AND
from companion.rules.sheets.limits import MOST_OF_A_TOTAL
from companion.rules.sheets.making import END, WINNER
from companion.rules.sheets.rows import NO, YES
from companion.rules.sheets.totals import TOTAL_ROW

from .readers.records import PlayRecord
from .readers.values import parse_points
from .roles import play_details, seat_details
from .score_sheets import ScoreSheet, format_rows
from .similar_names import find_expansion, simplify

LONGEST_NOTES, LONGEST_PLACE = 2000, 100
MOST_LINES = 20


@dataclass(frozen=True)
class Converted:
    """A converted play: its options and each seat's amounts by stage, in our own format.

    `wins`: how it is won if only totals or winners are known, "" if all is known. `extra`: text for the notes that has
    no other place. `teams`: for each seat a name that those who share a score sheet have in common. `uncounted`: the
    stages in which nobody counted each seat.
    """

    state: str
    wins: str
    stages: list[dict[str, Any]]
    options: dict[str, Any]
    extra: str = ""
    teams: tuple[str, ...] = ()
    uncounted: tuple[list[str], ...] = ()

    @property
    def seats(self) -> list[dict[str, Any]]:
        """Return each seat's holdings, its team if it has one, and the stages in which nobody counted it."""
        teams = self.teams or ("",) * len(self.stages)
        uncounted = self.uncounted or ([],) * len(self.stages)
        return [
            {"stages": stages} | ({"team": team} if team else {}) | ({"uncounted": keys} if keys else {})
            for stages, team, keys in zip(self.stages, teams, uncounted, strict=True)
        ]


def convert(record: PlayRecord, sheet: ScoreSheet | None, wins: str, title: str) -> Converted:
    """Return a play of the file as a play of a game that is known here, or of none; `wins`: how it is won.

    `sheet` has the game's rows. `title` is the name in the file, which may be that of an expansion.
    """
    played = {}
    if sheet:
        found = [find_expansion(sheet.game, name) for name in (title, *record.expansions)]
        played = {each.option.key: each for each in found if each}
        options = sheet.game.options_with(dict.fromkeys(played, True))
        for way in (convert_ours, convert_points, convert_rows):
            whole = way(record, sheet, options)
            if whole and is_same_result(record, sheet.game, whole):
                return whole
    known = convert_totals(record, wins) or convert_winners(record)
    if known is None:
        return Converted(Play.State.STOPPED, "winner", [{} for _seat in record.seats], {}, describe_points(record))
    # Of a play without rows there is nothing to tick or to fill: expansions and score sheet go into the notes.
    labels = " · ".join(say(each.option.label) for each in played.values())
    words = labels and _("With: %(expansions)s") % {"expansions": labels}
    return replace(known, extra="\n".join(filter(None, [words, known.extra, format_rows(record)])))


def get_totals(record: PlayRecord) -> list[Number | None]:
    """Return the seats' totals; None if the file has no points, or a number that is too large or too exact."""
    return [seat.total if is_storable(seat.total) else None for seat in record.seats]


def is_storable(total: Number | None) -> bool:
    """Return whether a total is known, and neither too large nor too exact."""
    return total is not None and -MOST_OF_A_TOTAL <= total <= MOST_OF_A_TOTAL and decimals_of(total) <= MOST_DECIMALS


def get_counted(record: PlayRecord) -> list[bool]:
    """Return for each seat whether the file says it was counted; a seat without points, win or loss was not."""
    is_said = any(seat.won is not None for seat in record.seats)
    return [bool(seat.score) or seat.won is not None or not is_said for seat in record.seats]


def get_winners(record: PlayRecord) -> list[bool] | None:
    """Return who won; None if the file says it of nobody."""
    won = [seat.won for seat in record.seats]
    return [bool(each) for each in won] if any(each is not None for each in won) else None


def convert_totals(record: PlayRecord, wins: str) -> Converted | None:
    """Return the totals if all are known, of those who were counted, and those with the most or fewest won."""
    totals, counted = get_totals(record), get_counted(record)
    known = [total for total in totals if total is not None]
    if len(known) < sum(counted) or wins == "winner" or not record.is_over:
        return None
    best = min(known) if wins == "fewest" else max(known)
    if get_winners(record) not in (None, [total == best for total in totals]):
        return None
    stages = [{END: {} if total is None else {TOTAL_ROW: total}} for total in totals]
    return Converted(Play.State.FINISHED, wins, stages, {}, uncounted=get_uncounted(counted))


def convert_winners(record: PlayRecord) -> Converted | None:
    """Return the winners with the totals that are known, or None; points that aren't numbers go into the notes."""
    winners, totals, counted = get_winners(record), get_totals(record), get_counted(record)
    if winners is None or not record.is_over:
        return None
    stages = [
        {END: ({WINNER: YES if won else NO} if is_counted else {}) | ({} if total is None else {TOTAL_ROW: total})}
        for won, total, is_counted in zip(winners, totals, counted, strict=True)
    ]
    is_noted = all(total is not None or not seat.score for seat, total in zip(record.seats, totals, strict=True))
    extra = "" if is_noted else describe_points(record)
    return Converted(Play.State.FINISHED, "winner", stages, {}, extra, uncounted=get_uncounted(counted))


def get_uncounted(counted: Sequence[bool]) -> tuple[list[str], ...]:
    """Return the stages in which nobody counted each seat, by whether it was counted."""
    return tuple([] if is_counted else [END] for is_counted in counted)


def describe_points(record: PlayRecord) -> str:
    """Return the points as the file has them, in the order of the seats: names in notes would outlive their people."""
    scores = [seat.score for seat in record.seats]
    return _("Points: %(points)s") % {"points": " · ".join(each or "–" for each in scores)} if any(scores) else ""


def convert_ours(record: PlayRecord, sheet: ScoreSheet, _options: dict[str, Any]) -> Converted | None:
    """Return the play as we have written it ourselves, if we have."""
    own = record.ours
    if not isinstance(own, dict) or own.get("game") != sheet.game.slug or "totals" in own:
        return None
    seats, options = own.get("seats"), own.get("options")
    if not isinstance(seats, list) or not isinstance(options, dict) or len(seats) != len(record.seats):
        return None
    stages: list[Any] = [seat.get("stages") if isinstance(seat, dict) else None for seat in seats]
    if own.get("state") != Play.State.FINISHED or not all(isinstance(each, dict) for each in stages):
        return None
    teams = tuple(team if isinstance(team := seat.get("team"), str) else "" for seat in seats)
    uncounted = tuple(keys if is_list_of_keys(keys := seat.get("uncounted")) else [] for seat in seats)
    return Converted(Play.State.FINISHED, "", stages, options, teams=teams, uncounted=uncounted)


def convert_points(record: PlayRecord, sheet: ScoreSheet, options: dict[str, Any]) -> Converted | None:
    """Return the rows of a score sheet that hold points, as what scores these points here.

    They have a place if the game has a row of their name, in any language, or of a like one.
    """
    stages = find_stages(record, sheet.game)
    held = sheet.convert_rows(record.rows, stages, len(record.seats), options) if stages else None
    if held is None or not held[1]:
        return None
    seats, points = held
    found = Converted(Play.State.FINISHED, "", seats, options)
    result = score(sheet.game, found)
    if result is None or result.is_blocked:
        return None
    got = [{(line.stage, line.item): line.points for line in each.lines} for each in result.standings]
    scored_points = [[scored.get(row) for scored in got] for row in points]
    return found if scored_points == list(points.values()) else None


def convert_rows(record: PlayRecord, sheet: ScoreSheet, options: dict[str, Any]) -> Converted | None:
    """Return the rows of a score sheet that hold what is counted, if the game has a field of each one's name."""
    played_stages = find_stages(record, sheet.game)
    if not played_stages:
        return None
    stages: list[dict[str, Any]] = [{stage.key: {} for stage in played_stages} for _seat in record.seats]
    for number, label, texts in record.rows:
        place = sheet.fields.get((number, simplify(label)))
        if place is None and not any(texts):
            # It is of an expansion, or of another number of people.
            continue
        if place is None:
            return None
        stage, field = place
        for held, text in zip(stages, texts, strict=True):
            total = parse_points(text)
            if text and not isinstance(total, int):
                return None
            held[stage][field] = total or 0
    return Converted(Play.State.FINISHED, "", stages, options)


def find_stages(record: PlayRecord, game: Game) -> Sequence[Stage]:
    """Return the stages of a game that a score sheet covers: its rounds as far as they were played, else all.

    Return nothing without a score sheet of a play that is over, or if it has a round without rows or too many rounds.
    """
    numbers = {number for number, _label, _texts in record.rows}
    if not numbers or not record.is_over:
        return ()
    if game.rounds and not numbers == set(range(1, len(numbers) + 1)) <= set(range(1, len(game.stages) + 1)):
        return ()
    return game.limited_to(len(numbers)).stages


def score(game: Game, converted: Converted) -> Result | None:
    """Return the result of a play, with numbers instead of names; None if it isn't a play."""
    seats: Any = [{"player": str(number), **held} for number, held in enumerate(converted.seats)]
    try:
        return score_play({"game": game.slug, "options": converted.options, "seats": seats}, {game.slug: game})
    except NotAPlay:
        return None


def is_same_result(record: PlayRecord, game: Game, found: Converted) -> bool:
    """Return whether scoring the play gives the totals and the winners of the file."""
    result = score(game, found)
    if result is None or result.is_blocked:
        return False
    points = [each.points for each in result.standings]
    expected = get_totals(record)
    if not game.has_no_points and any(total not in (None, got) for total, got in zip(expected, points, strict=True)):
        return False
    won = [standing.player in result.winners and not result.is_draw for standing in result.standings]
    return get_winners(record) in (None, won)


def add_teams(record: PlayRecord, game: Game | None, found: Converted, names: Sequence[str]) -> Converted:
    """Return a play with the teams of the file, or with a line for its notes that says who they were.

    `names` are those of the seats. A team has one score sheet, so its players must hold the same.
    """
    labels = [fold(seat.team) for seat in record.seats]
    if found.teams or not any(labels):
        return found
    numbers = {team: str(number) for number, team in enumerate(dict.fromkeys(filter(None, labels)), 1)}
    teamed = replace(found, teams=tuple(numbers.get(team, "") for team in labels))
    sides = {team or f"seat {place}" for place, team in enumerate(teamed.teams)}
    held = dict(zip(teamed.teams, found.stages, strict=True))
    hold_the_same = all(not team or held[team] == own for team, own in zip(teamed.teams, found.stages, strict=True))
    can_be = game and game.teams and len(sides) > 1 and hold_the_same
    if game and can_be and (found.wins or is_same_result(record, game, teamed)):
        return teamed
    members = (AND.join(name for name, own in zip(names, labels, strict=True) if own == team) for team in numbers)
    line = f"Team: {' · '.join(members)}"
    return replace(found, extra="\n".join(filter(None, [found.extra, line])))


def get_note_lines(record: PlayRecord, converted: Converted) -> list[str]:
    """Return the lines of a play's notes with the words that have no other place, however many they are."""
    noted = record.notes.splitlines()
    return [*noted, *(line for line in converted.extra.splitlines() if line not in noted)]


def is_cut(record: PlayRecord, converted: Converted) -> bool:
    """Return whether the notes or the location of a play are longer than they can be."""
    lines = get_note_lines(record, converted)
    too_long = len(lines) > MOST_LINES or len("\n".join(lines).strip()) > LONGEST_NOTES
    return too_long or len(record.place) > LONGEST_PLACE


def build_play(
    record: PlayRecord, converted: Converted, names: Sequence[str], *, slug: str, uuid, totals: bool, zone: ZoneInfo
) -> dict[str, Any]:
    """Return the play in our own format, under these names; `totals`: the game has more rows than are known.

    `zone` is the time zone of the hours of the file. Words that have no other place are added to the notes, which are
    shortened if they are too long.
    """
    began = datetime.fromisoformat(f"{record.day} {record.time or '00:00'}").replace(tzinfo=zone).isoformat()
    return {
        "format": FORMAT,
        "id": str(uuid),
        "game": slug,
        **({"totals": converted.wins} if totals else {}),
        "played_on": record.day,
        **({"began": began} if record.time else {}),
        "options": converted.options,
        "place": record.place[:LONGEST_PLACE],
        **play_details(record.rest),
        **({"minutes": record.minutes} if record.minutes else {}),
        "notes": "\n".join(get_note_lines(record, converted)[:MOST_LINES]).strip()[:LONGEST_NOTES],
        "state": str(converted.state),
        "seats": [
            {"player": name, **seat, **seat_details(record_seat.rest)}
            for name, seat, record_seat in zip(names, converted.seats, record.seats, strict=True)
        ],
    }
