"""From a play as it came in (imported, piped, stored) to a table to be scored, with all problems at once."""

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
# What every problem of a seat begins with, and what is looked at sign by sign, is no book.
LONGEST_NAME = 1000
# Nobody sits at one play for longer than a day.
MOST_MINUTES = 24 * 60
MOST_NUMBERED = 9_999
# So many games are named to whoever has misspelt one.
MOST_NAMED = 12


def game_in(play: Json, games: Games) -> Game:
    """The game of a play that has the outer shape of one; raises NotAPlay where it has not."""
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
    """The table of a play, holding all that is right in it, and everything that is not."""
    table, problems = check_each(game, play)
    return table, problems + together_problems(game, table, problems)


def check_each(game: Game, play: Play | Table) -> tuple[Table, list[Problem]]:
    """The table of a play and the problems of its parts, each looked at by itself."""
    options, found = check_options(game, play.get("options", {}))
    problems = [*envelope_problems(play), *seats_problems(game, play["seats"], game.seats_with(options)), *found]
    problems += teams_problems(game, [team if is_team(team := seat.get("team")) else "" for seat in play["seats"]])
    limits = {stage.key: stage.asked_with(options).limits(len(play["seats"])) for stage in game.stages}
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


def together_problems(game: Game, table: Table, problems: Iterable[Problem]) -> list[Problem]:
    """What cannot be true of a table as a whole, beyond the problems of its parts."""
    found = [*overdrawn_problems(game, table), *missing_stage_problems(game, table)]
    # A field that could not be right is not in the table: what the game makes of that, for its seat or for all
    # together, would mislead.
    of_the_game = problems_of_game(game, table)
    faults = [*problems, *found] if of_the_game else []
    faulty = {(seat, fault.stage, fault.field) for fault in faults if fault.field for seat in (fault.seat, None)}
    return found + [each for each in of_the_game if (each.seat, each.stage, each.field) not in faulty]


def problems_of_game(game: Game, table: Table) -> Sequence[Problem]:
    """Return what a game itself forbids, of cards that are shared under the name of the first who sits there."""
    if not game.shares_cards:
        return game.problems(table)
    cards, card_of = cards_of(game, table)
    first = {card["player"]: table["seats"][card_of.index(at)]["player"] for at, card in enumerate(cards["seats"])}
    return [replace(each, seat=first.get(each.seat or "", each.seat)) for each in game.problems(cards)]


def is_date(value: Json) -> TypeGuard[str]:
    """Whether this is a day as in 2026-11-20."""
    if not isinstance(value, str) or not re.fullmatch(DATE, value):
        return False
    try:
        return bool(datetime.date.fromisoformat(value))
    except ValueError:
        return False


def is_team(value: Json) -> TypeGuard[str]:
    """Whether this can be what a team is called."""
    return isinstance(value, str) and 0 < len(value) <= LONGEST_NAME


def is_text(value: Json) -> bool:
    """Whether this is a text, however long: a place, a note."""
    return isinstance(value, str)


def is_minutes(value: Json) -> TypeGuard[int]:
    """Whether a play can have taken so many minutes."""
    return type(value) is int and 0 < value <= MOST_MINUTES


def is_moment(value: Json) -> bool:
    """Whether this is a moment with its time zone, as 2026-11-20T19:30:00+00:00."""
    try:
        read = datetime.datetime.fromisoformat(value) if isinstance(value, str) else None
        return read is not None and read.tzinfo is not None and 1900 <= read.year < 2200
    except ValueError:
        return False


def is_number(value: Json) -> bool:
    """Whether this is a whole number from 0 to 9,999."""
    return type(value) is int and 0 <= value <= MOST_NUMBERED


def is_list_of_objects(value: Json) -> bool:
    return isinstance(value, list) and all(isinstance(each, dict) for each in value)


def is_list_of_keys(value: Json) -> TypeGuard[list[str]]:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


# What surrounds the seats and may be left out, and what it may be.
ENVELOPE: Mapping[str, Callable[[Json], object]] = {
    **dict.fromkeys(("id", "after"), lambda value: isinstance(value, str) and re.fullmatch(UUID, value)),
    "played_on": is_date,
    "state": STATES.__contains__,
    "place": is_text,
    "variant": is_role,
    "minutes": is_minutes,
    "notes": is_text,
    # Of no matter for the score: what a group's own file says beside it.
    "version": is_number,
    "began": is_moment,
    "closed": is_number,
    "rounds_over": lambda value: type(value) is bool,
    "by_row": lambda value: type(value) is bool,
    **dict.fromkeys(("events", "photos", "left", "struck"), is_list_of_objects),
    "origin": is_origin,
}
OF_A_PLAY = {*ENVELOPE, "format", "game", "totals", "options", "seats"}
# What a seat came to may be told to whoever reads the play. It is passed over: scoring finds it anew.
BESIDE_STAGES: Mapping[str, Callable[[Json], bool]] = {
    "points": lambda value: value is None or type(value) in (int, float, Decimal),
    "rank": lambda value: type(value) is int and value > 0,
    "winner": lambda value: type(value) is bool,
    # What it is played for by several, where a game has teams.
    "team": is_team,
    # Who begins, the colour of their disc, and what they are in this play.
    "first": lambda value: type(value) is bool,
    "colour": is_colour,
    "role": is_role,
    "done": is_list_of_keys,
    "uncounted": is_list_of_keys,
}
OF_A_TABLE = {"player", "stages"}
OF_A_SEAT = {*BESIDE_STAGES, *OF_A_TABLE}


def envelope_problems(play: Play | Table) -> Iterator[Problem]:
    """Problems of what surrounds the seats, and of what a play does not have."""
    for key, value in play.items():
        if key not in OF_A_PLAY:
            yield Problem("unknown_field", gettext("A play has no field “%(typed)s”.", typed=shortened(key)), field=key)
        elif key in ENVELOPE and not ENVELOPE[key](value):
            text = gettext("“%(typed)s” isn’t a valid value for %(key)s.", key=key, typed=shortened(value))
            yield Problem("bad_value", text, field=key)


def seats_problems(game: Game, seats: Sequence[PlaySeat | SeatOfTable], allowed: range) -> Iterator[Problem]:
    """Too few or too many seats (`allowed`: how many there can be), seats without a name, two seats of one name."""
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
    """Teams of different sizes in a game in which each is of as many; `teams`: of each seat, nothing for none."""
    sizes = {*Counter(team for team in teams if team).values(), *(1 for team in teams if not team)}
    if game.equal_teams and len(sizes) > 1:
        yield Problem("teams", gettext("Each team has the same number of players."))


def same_name(name: str) -> str:
    """What two spellings of one name have in common: trimmed, case-folded."""
    return name.strip().casefold()


def check_options(game: Game, chosen: Json) -> tuple[Options, list[Problem]]:
    """Every option's value, the default where the chosen one cannot be, and the problems."""
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
    """The sentence for an option that cannot have this value."""
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


def told_problems(player: str, seat: Mapping[str, Json]) -> Iterator[Problem]:
    """Problems of what a seat does not have, and of what it is said to have come to."""
    for key in seat:
        if key not in OF_A_SEAT:
            yield Problem("unknown_field", no_field(player, key), seat=player, field=key)
    for key, fits in BESIDE_STAGES.items():
        if key in seat and not fits(seat[key]):
            text = gettext(
                "%(player)s: %(key)s cannot be “%(typed)s”.", player=player, key=key, typed=shortened(seat[key])
            )
            yield Problem("bad_value", text, seat=player, field=key)


def check_seat(limits: Mapping[str, Limits], seat: PlaySeat | SeatOfTable) -> tuple[dict[str, Holdings], list[Problem]]:
    """The cleaned stages of one seat, by key in the game's order, and the problems; `limits`: of every stage."""
    player = seat["player"].strip()
    given: Json = seat.get("stages", {})
    # A seat has a player: with one key more that is all of them.
    problems = [] if len(seat) == 2 and "stages" in seat else list(told_problems(player, seat))
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
    """The cleaned holdings of a seat at a stage's end, without what cannot be right, and the problems."""
    if not isinstance(holdings, dict):
        text = gettext("%(player)s: holdings are an object of fields and values.", player=player)
        return {}, [Problem("wrong_type", text, seat=player, stage=stage)]
    # Nearly everything that is held is a count, and right.
    most, cleaned, problems = limits.of_a_seat, holdings.copy(), []
    others = [key for key, value in holdings.items() if type(value) is not int or not 0 <= value <= most.get(key, -1)]
    for key in others:
        del cleaned[key]
        field = limits.fields.get(key)
        if field is None:
            problems.append(Problem("unknown_field", no_field(player, key), seat=player, stage=stage, field=key))
            continue
        value, fault = field.clean(holdings[key], seats=limits.seats)
        if fault is None:
            cleaned[key] = value
        else:
            problems.append(Problem(fault.code, fault_at(player, field, fault), seat=player, stage=stage, field=key))
    return cleaned, problems


def no_field(player: str, key: str) -> Text:
    """The sentence for a key that nothing is entered under at this place."""
    return gettext("%(player)s: there is no field “%(typed)s” here.", player=player, typed=shortened(key))


def fault_at(player: str, field: Field, fault: Fault) -> Text:
    """The sentence that names seat, field and what is wrong."""
    return gettext("%(player)s, %(field)s: %(fault)s", player=player, field=field.label, fault=fault.text)


def overdrawn_problems(game: Game, table: Table) -> Iterator[Problem]:
    """What all seats of a stage hold together and the box does not."""
    number = len(table["seats"])
    if game.shares_cards:
        table = cards_of(game, table).table
    for stage in game.stages:
        limits = stage.asked_with(table["options"]).limits(number)
        # The box nearly always has enough: who holds how much is put together only where it has not.
        held = [seat["stages"][stage.key] for seat in table["seats"] if stage.key in seat["stages"]]
        for field in limits.overdrawn(held):
            key = field.key
            whose = [(player, own[key]) for _, player, own in seats_in(table, stage.key) if key in own]
            for fault in field.overdrawn(whose, seats=number):
                about = {"field": field.label, "fault": fault.text}
                text = gettext("%(stage)s, %(field)s: %(fault)s", stage=stage.label, **about)
                briefly = gettext("%(field)s: %(fault)s", **about)
                yield Problem(fault.code, text, stage=stage.key, field=key, briefly=briefly)


def missing_stage_problems(game: Game, table: Table) -> Iterator[Problem]:
    """Seats without a stage that others have: they take no part in it."""
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
