"""Validation of a play (imported, piped or stored): build its table and collect all problems."""

import datetime
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import islice
from typing import TypeGuard

from companion.rules.kit import (
    Fault,
    Field,
    Game,
    Games,
    Holdings,
    Limits,
    Option,
    Options,
    Problem,
    SeatOfTable,
    Table,
    Text,
    gettext,
    ngettext,
    seats_in,
    shortened,
)
from companion.rules.sheets.totals import WINS, only_totals

from .origin import is_origin
from .play_format import Json, NotAPlay, Play, PlaySeat, is_colour, is_role
from .sharing import cards_of

FORMAT = "caravan.play/1"
STATES = ("open", "finished", "stopped")
UUID = "[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"
DATE = "[0-9]{4}-[0-9]{2}-[0-9]{2}"
# Names are part of many messages and are checked character by character.
LONGEST_NAME = 1000
# Nobody sits at one play for longer than a day.
MOST_MINUTES = 24 * 60
MOST_NUMBERED = 9_999
# The number of games in the message for an unknown one.
MOST_NAMED = 12


def find_game(play: Json, games: Games) -> Game:
    """Return the game of a play. Raises NotAPlay if the outer shape isn't that of a play."""
    if not isinstance(play, dict):
        raise NotAPlay(gettext("a play is a JSON object"))
    if play.get("format", FORMAT) != FORMAT:
        typed = shortened(play["format"])
        raise NotAPlay(gettext("the format is not %(format)s but %(typed)s", format=FORMAT, typed=typed))
    if "game" not in play:
        raise NotAPlay(gettext("the play names no game"))
    if not isinstance(play["game"], str) or play["game"] not in games:
        some = list(islice(games, MOST_NAMED + 1))
        typed, known = shortened(play["game"]), ", ".join([*some[:MOST_NAMED], *(["…"] if some[MOST_NAMED:] else [])])
        raise NotAPlay(gettext("unknown game %(typed)s; known are %(known)s", typed=typed, known=known))
    seats = play.get("seats")
    if not isinstance(seats, list) or not all(
        isinstance(seat, dict) and isinstance(seat.get("player"), str) for seat in seats
    ):
        raise NotAPlay(gettext("the seats are not a list of objects with a player"))
    if max([len(seat["player"]) for seat in seats], default=0) > LONGEST_NAME:
        raise NotAPlay(gettext("a player’s name is longer than %(most)s characters", most=LONGEST_NAME))
    game = games[play["game"]]
    if "totals" not in play:
        return game
    if not isinstance(play["totals"], str) or play["totals"] not in WINS:
        raise NotAPlay(gettext("totals are none of %(wins)s", wins=", ".join(WINS)))
    return only_totals(game, play["totals"])


def check(game: Game, play: Play | Table) -> tuple[Table, list[Problem]]:
    """Return the table of a play, with its valid parts, and all problems."""
    table, problems = check_parts(game, play)
    return table, problems + table_problems(game, table, problems)


def check_parts(game: Game, play: Play | Table) -> tuple[Table, list[Problem]]:
    """Return the table of a play, and the problems of its parts, each checked by itself."""
    options, found = check_options(game, play.get("options", {}))
    problems = [*envelope_problems(play), *seats_problems(game, play["seats"], game.seats_with(options)), *found]
    problems += teams_problems(game, [team if is_team(team := seat.get("team")) else "" for seat in play["seats"]])
    limits = {stage.key: stage.active_with(options).limits(len(play["seats"])) for stage in game.stages}
    seats: list[SeatOfTable] = []
    for seat in play["seats"]:
        stages, found = check_seat(limits, seat)
        problems += found
        at_table: SeatOfTable = {"player": seat["player"].strip(), "stages": stages}
        if is_team(team := seat.get("team")):
            at_table["team"] = team
        if seat.get("first") is True:
            at_table["first"] = True
        if is_colour(colour := seat.get("colour")):
            at_table["colour"] = colour
        if is_role(role := seat.get("role")):
            at_table["role"] = role
        if is_list_of_keys(uncounted := seat.get("uncounted")):
            at_table["uncounted"] = uncounted
        seats.append(at_table)
    return {"options": options, "seats": seats}, problems


def table_problems(game: Game, table: Table, problems: Iterable[Problem]) -> list[Problem]:
    """Return the problems of a table as a whole."""
    found = [*supply_problems(game, table), *missing_stage_problems(game, table)]
    # An invalid value isn't in the table, so what the game reports for that field, of its seat or of all, would
    # mislead.
    from_game = problems_of_game(game, table)
    faults = [*problems, *found] if from_game else []
    faulty = {(seat, fault.stage, fault.field) for fault in faults if fault.field for seat in (fault.seat, None)}
    return found + [each for each in from_game if (each.seat, each.stage, each.field) not in faulty]


def problems_of_game(game: Game, table: Table) -> Sequence[Problem]:
    """Return the problems that the game itself reports; those of a shared card have the name of its first player."""
    if not game.shares_cards:
        return game.problems(table)
    cards, card_of = cards_of(game, table)
    first = {card["player"]: table["seats"][card_of.index(at)]["player"] for at, card in enumerate(cards["seats"])}
    return [replace(each, seat=first.get(each.seat or "", each.seat)) for each in game.problems(cards)]


def is_date(value: Json) -> TypeGuard[str]:
    """Return whether a value is a date such as 2026-11-20."""
    if not isinstance(value, str) or not re.fullmatch(DATE, value):
        return False
    try:
        return bool(datetime.date.fromisoformat(value))
    except ValueError:
        return False


def is_team(value: Json) -> TypeGuard[str]:
    """Return whether a value can be the name of a team."""
    return isinstance(value, str) and 0 < len(value) <= LONGEST_NAME


def is_text(value: Json) -> bool:
    """Return whether a value is a text of any length, such as a location or a note."""
    return isinstance(value, str)


def is_minutes(value: Json) -> TypeGuard[int]:
    """Return whether a value is a possible duration of a play in minutes."""
    return type(value) is int and 0 < value <= MOST_MINUTES


def is_moment(value: Json) -> bool:
    """Return whether a value is a time with a time zone, such as 2026-11-20T19:30:00+00:00."""
    try:
        read = datetime.datetime.fromisoformat(value) if isinstance(value, str) else None
        return read is not None and read.tzinfo is not None and 1900 <= read.year < 2200
    except ValueError:
        return False


def is_number(value: Json) -> bool:
    """Return whether a value is a whole number from 0 to 9,999."""
    return type(value) is int and 0 <= value <= MOST_NUMBERED


def is_list_of_objects(value: Json) -> bool:
    return isinstance(value, list) and all(isinstance(each, dict) for each in value)


def is_list_of_keys(value: Json) -> TypeGuard[list[str]]:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


# The optional keys of a play, with their checks.
ENVELOPE: Mapping[str, Callable[[Json], object]] = {
    **dict.fromkeys(("id", "after"), lambda value: isinstance(value, str) and re.fullmatch(UUID, value)),
    "played_on": is_date,
    "state": STATES.__contains__,
    "place": is_text,
    "variant": is_role,
    "minutes": is_minutes,
    "notes": is_text,
    # Only in a group's own files, without effect on the score.
    "version": is_number,
    "began": is_moment,
    "closed": is_number,
    "rounds_over": lambda value: type(value) is bool,
    "by_row": lambda value: type(value) is bool,
    **dict.fromkeys(("events", "photos", "left", "struck"), is_list_of_objects),
    "origin": is_origin,
}
OF_A_PLAY = {*ENVELOPE, "format", "game", "totals", "options", "seats"}
# The optional keys of a seat, with their checks. Scoring ignores the results among them.
BESIDE_STAGES: Mapping[str, Callable[[Json], bool]] = {
    "points": lambda value: value is None or type(value) in (int, float, Decimal),
    "rank": lambda value: type(value) is int and value > 0,
    "winner": lambda value: type(value) is bool,
    "team": is_team,
    "first": lambda value: type(value) is bool,
    "colour": is_colour,
    "role": is_role,
    "done": is_list_of_keys,
    "uncounted": is_list_of_keys,
}
OF_A_TABLE = {"player", "stages"}
OF_A_SEAT = {*BESIDE_STAGES, *OF_A_TABLE}


def envelope_problems(play: Play | Table) -> Iterator[Problem]:
    """Yield problems of the keys besides the seats, and of unknown keys."""
    for key, value in play.items():
        if key not in OF_A_PLAY:
            yield Problem("unknown_field", gettext("A play has no field “%(typed)s”.", typed=shortened(key)), field=key)
        elif key in ENVELOPE and not ENVELOPE[key](value):
            text = gettext("“%(typed)s” isn’t a valid value for %(key)s.", key=key, typed=shortened(value))
            yield Problem("bad_value", text, field=key)


def seats_problems(game: Game, seats: Sequence[PlaySeat | SeatOfTable], allowed: range) -> Iterator[Problem]:
    """Yield problems of the number of seats (`allowed`: the possible numbers), missing names and equal names."""
    low, high = allowed[0], allowed[-1]
    if len(seats) not in allowed:
        text = gettext(
            "%(game)s is for %(low)s to %(high)s players, not %(count)s.",
            game=game.title,
            low=low,
            high=high,
            count=len(seats),
        )
        if low == high:
            text = ngettext(
                "%(game)s is for %(number)s player, not %(count)s.",
                "%(game)s is for %(number)s players, not %(count)s.",
                low,
                game=game.title,
                count=len(seats),
            )
        yield Problem("seats", text)
    by_name = {same_name(seat["player"]): seat["player"].strip() for seat in seats}
    if "" in by_name:
        yield Problem("no_name", gettext("A seat has no name."))
    if len(by_name) < len(seats):
        times = Counter(same_name(seat["player"]) for seat in seats)
        for name in (by_name[folded] for folded in by_name if folded and times[folded] > 1):
            yield Problem("same_name", gettext("Two players are called %(player)s.", player=name), seat=name)


def teams_problems(game: Game, teams: Sequence[object]) -> Iterator[Problem]:
    """Yield a problem for teams of different sizes, if the game wants equal ones; `teams`: each seat's team, or ""."""
    sizes = {*Counter(team for team in teams if team).values(), *(1 for team in teams if not team)}
    if game.equal_teams and len(sizes) > 1:
        yield Problem("teams", gettext("Each team has the same number of players."))


def same_name(name: str) -> str:
    """Return the form in which spellings of a name are compared: trimmed and case-folded."""
    return name.strip().casefold()


def check_options(game: Game, chosen: Json) -> tuple[Options, list[Problem]]:
    """Return the value of every option, the default for an invalid one, and the problems."""
    if not isinstance(chosen, dict):
        return game.options_with({}), [Problem("wrong_type", gettext("Options are an object of names and values."))]
    good, problems = {}, []
    for key, value in chosen.items():
        option = game.option(key)
        if option is None:
            text = gettext("There is no option “%(typed)s”.", typed=shortened(key))
            problems.append(Problem("unknown_option", text, field=key))
        elif not option.allows(value):
            problems.append(Problem("bad_option", option_fault(option, value), field=key))
        else:
            good[key] = value
    return game.options_with(good), problems


def option_fault(option: Option, value: Json) -> Text:
    """Return the message for an invalid value of an option."""
    if option.choices:
        return gettext(
            "%(option)s: “%(typed)s” isn’t one of %(choices)s.",
            option=option.label,
            typed=shortened(value),
            choices=tuple(shortened(choice.value) for choice in option.choices),
        )
    return gettext(
        "%(option)s: “%(typed)s” isn’t a whole number from %(low)s to %(high)s.",
        option=option.label,
        typed=shortened(value),
        low=option.low,
        high=option.high,
    )


def seat_problems(player: str, seat: Mapping[str, Json]) -> Iterator[Problem]:
    """Yield problems of unknown keys of a seat, and of the values besides its stages."""
    for key in seat:
        if key not in OF_A_SEAT:
            yield Problem("unknown_field", no_field_text(player, key), seat=player, field=key)
    for key, fits in BESIDE_STAGES.items():
        if key in seat and not fits(seat[key]):
            text = gettext(
                "%(player)s: %(key)s cannot be “%(typed)s”.", player=player, key=key, typed=shortened(seat[key])
            )
            yield Problem("bad_value", text, seat=player, field=key)


def check_seat(limits: Mapping[str, Limits], seat: PlaySeat | SeatOfTable) -> tuple[dict[str, Holdings], list[Problem]]:
    """Return the cleaned stages of a seat in the game's order, and the problems; `limits` has those of every stage."""
    player = seat["player"].strip()
    given: Json = seat.get("stages", {})
    # Fast path: only the player and the stages.
    problems = [] if len(seat) == 2 and "stages" in seat else list(seat_problems(player, seat))
    if not isinstance(given, dict):
        text = gettext("%(player)s: stages are an object of stage and holdings.", player=player)
        return {}, [*problems, Problem("wrong_type", text, seat=player)]
    problems += [
        Problem(
            "unknown_stage",
            gettext("%(player)s: there is no stage “%(typed)s”.", player=player, typed=shortened(key)),
            seat=player,
            stage=key,
        )
        for key in given
        if key not in limits
    ]
    stages = {}
    for key, of_stage in limits.items():
        if key in given:
            stages[key], found = check_holdings(key, of_stage, given[key], player)
            problems += found
    return stages, problems


def check_holdings(stage: str, limits: Limits, holdings: Json, player: str) -> tuple[Holdings, list[Problem]]:
    """Return the cleaned holdings of a seat in a stage, without invalid values, and the problems."""
    if not isinstance(holdings, dict):
        text = gettext("%(player)s: holdings are an object of fields and values.", player=player)
        return {}, [Problem("wrong_type", text, seat=player, stage=stage)]
    # Fast path: nearly all values are valid counts.
    most, cleaned, problems = limits.max_per_seat, holdings.copy(), []
    others = [key for key, value in holdings.items() if type(value) is not int or not 0 <= value <= most.get(key, -1)]
    for key in others:
        del cleaned[key]
        field = limits.fields.get(key)
        if field is None:
            problems.append(Problem("unknown_field", no_field_text(player, key), seat=player, stage=stage, field=key))
            continue
        value, fault = field.clean(holdings[key], seats=limits.seats)
        if fault is None:
            cleaned[key] = value
        else:
            problems.append(Problem(fault.code, fault_at(player, field, fault), seat=player, stage=stage, field=key))
    return cleaned, problems


def no_field_text(player: str, key: str) -> Text:
    """Return the message for an unknown field."""
    return gettext("%(player)s: there is no field “%(typed)s” here.", player=player, typed=shortened(key))


def fault_at(player: str, field: Field, fault: Fault) -> Text:
    """Return the message of a fault with player and field."""
    return gettext("%(player)s, %(field)s: %(fault)s", player=player, field=field.label, fault=fault.text)


def supply_problems(game: Game, table: Table) -> Iterator[Problem]:
    """Yield a problem for each field of which all seats together hold more than the box has."""
    number = len(table["seats"])
    if game.shares_cards:
        table = cards_of(game, table).table
    for stage in game.stages:
        limits = stage.active_with(table["options"]).limits(number)
        # The box nearly always has enough; who holds how much is collected only if not.
        held = [seat["stages"][stage.key] for seat in table["seats"] if stage.key in seat["stages"]]
        for field in limits.exceeded_fields(held):
            key = field.key
            whose = [(player, own[key]) for _, player, own in seats_in(table, stage.key) if key in own]
            for fault in field.check_supply(whose, seats=number):
                about = {"field": field.label, "fault": fault.text}
                text = gettext("%(stage)s, %(field)s: %(fault)s", stage=stage.label, **about)
                briefly = gettext("%(field)s: %(fault)s", **about)
                yield Problem(fault.code, text, stage=stage.key, field=key, briefly=briefly)


def missing_stage_problems(game: Game, table: Table) -> Iterator[Problem]:
    """Yield a problem for each seat without a stage that others have; it isn't scored there."""
    if game.shares_cards:
        table = cards_of(game, table).table
    if min([len(seat["stages"]) for seat in table["seats"]], default=0) == len(game.stages):
        return
    for stage in game.stages:
        has_it = [stage.key in seat["stages"] for seat in table["seats"]]
        for seat, has in zip(table["seats"], has_it, strict=True):
            if not has and any(has_it):
                text = gettext("%(player)s: %(stage)s is not entered yet.", player=seat["player"], stage=stage.label)
                yield Problem("missing_stage", text, blocks=False, seat=seat["player"], stage=stage.key)
