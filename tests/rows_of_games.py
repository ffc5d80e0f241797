"""Values for the rows of every game: the least, the most and one between, with all switches and none."""

from companion.rules import GAMES
from companion.rules.library import LIBRARY
from companion.rules.sheets.order import PLACE

EVERY_GAME = {**GAMES, **LIBRARY}
NAMES, TEAMS = ("Anna", "Ben", "Chris", "Dora", "Emil"), (1, 2, 1, 2)


def switches_of(game):
    """Return the keys of the yes-or-no options that are “no” by default."""
    return tuple(option.key for option in game.options if option.default is False)


def settings_of(game):
    """Return the switches that are ticked: none, and all if a row or the number of players depends on one."""
    is_other = bool(game.expansions) or any(
        stage.fields_with(game.options_with({})) != stage.fields_with(all_ticked(game)) for stage in stages_of(game)
    )
    return [(), switches_of(game)] if is_other else [()]


def all_ticked(game):
    """Return the options of a game with every switch ticked."""
    return game.options_with(dict.fromkeys(switches_of(game), True))


def stages_of(game):
    """Return the stages of a game, of rounds the first one."""
    return (game.limited_to(1) if game.rounds else game).stages


def number_of_seats(game):
    """As many as needed for the least, the most and one between at once, where so many can play."""
    numbers = [number for number in game.seats if not game.teams or number == 4]
    return next((number for number in numbers if number >= 3), numbers[-1])


def cases_of(field, seats):
    """(what is stored, keys) of the least, of the most, and of something between that a field can hold."""
    match field.kind:
        case "count":
            # No place is beyond the number of seats.
            least, most = field.least, seats if field.key == PLACE else field.max_per_seat(seats)
            return [(str(number), number) for number in dict.fromkeys((least, most, (least + most) // 2))]
        case "tally":
            low, high = str(field.values[0]), str(field.values[-1])
            return [(low, [low]), (high, [high]), (f"{high} {low}", [high, low])]
        case "one_of":
            return [(str(choice.value), [str(choice.value)]) for choice in field.choices]
        case "picks":
            first, *_, last = [thing.key for thing in field.things]
            return [(first, [first]), ("", [""]), (last, [last])]
        case "rows":
            symbols = [(symbol.key, points) for symbol in field.symbols for points in field.points]
            return [(f"{key} {points}", [f"{key} {points}"]) for key, points in (symbols[0], symbols[-1])]
    raise AssertionError(f"nothing is known of the kind {field.kind}")


def asked_of(game, stage, seats, options):
    """(row, field, what is stored, keys) of all that is entered in a stage; what breaks ties has its own page."""
    laid = {field.key: f"part-{at}" for at, part in enumerate(stage.parts, 1) if part.pad for field in part.fields}
    for field in stage.fields_with(game.options_with(options)):
        if field.breaks_ties:
            continue
        if field.key in laid:
            most = field.max_per_seat(seats)
            for number in (1, most):
                yield laid[field.key], field.key, str(number), [field.key] * number
        else:
            for stored, keys in cases_of(field, seats):
                yield field.key, field.key, stored, keys


def rounds_of(found, columns):
    """Yield what can be entered at once, one of each field in a column, in as many rounds as that takes."""
    waiting = list(found)
    while waiting:
        now, taken, later = [], {}, []
        for each in waiting:
            column = taken.get(each[1], 0)
            (now if column < columns else later).append((column, each))
            taken[each[1]] = column + 1
        yield now
        waiting = [each for _, each in later]
