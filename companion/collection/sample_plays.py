"""A sample play of a sheet: with figures that someone typed, or generated ones."""

from random import Random
from typing import Any

from companion.core.language.texts import minus
from companion.core.language.typed import clean_entry
from companion.rules.kit import Stage
from companion.rules.scoring.checking import check
from companion.rules.scoring.result import score_table

NAMES = ("Anna", "Ben", "Chris", "Dora", "Emil", "Fatma", "Gita", "Hugo", "Ida", "Jan", "Kim", "Lena")
FEW = 3
# The generated figures are always the same.
SEED = 7


def names_for(game) -> tuple[str, ...]:
    """Return the sample players: three, or as close to that as the game allows; one if all share a column."""
    allowed = game.all_seats
    return NAMES[: 1 if game.together else min(max(FEW, allowed[0]), allowed[-1], len(NAMES))]


def sample_stages(game) -> list[Stage]:
    """Return the stages in which each field is entered once: the first round, or all named stages."""
    return list(game.stages[:1] if game.rounds else game.stages)


def drop_generated(typed, drawn) -> dict[str, str]:
    """Return the sent figures without the generated ones, with which the game was `drawn`."""
    holdings = fill_holdings(drawn, {})
    own = dict(typed.items())
    for key, (field, stage) in fields_of(drawn).items():
        for place, its in enumerate(holdings):
            name = f"try-{place}-{key}"
            if key in its[stage] and own.get(name) == field.text(its[stage][key]):
                del own[name]
    return own


def score_sample(game, typed) -> dict[str, Any]:
    """Return the result of the typed figures; missing ones are generated."""
    holdings = fill_holdings(game, typed)
    return score_holdings(game, names_for(game), holdings, is_typed=holdings != fill_holdings(game, {}))


def fill_holdings(game, typed) -> list[dict]:
    """Return what each seat holds by stage: typed figures, else generated ones."""
    random = Random(SEED)
    holdings: list[dict] = [{stage.key: {} for stage in sample_stages(game)} for _ in names_for(game)]
    for key, (field, stage) in fields_of(game).items():
        for place, own in enumerate(holdings):
            its = typed.get(f"try-{place}-{key}")
            # An answer that was removed belongs to the question's former words.
            is_gone = bool(field.answers) and its not in {str(each.value) for each in field.answers}
            before = [each[stage][key] for each in holdings[:place] if key in each[stage]]
            value = read_or_generate(game, field, None if is_gone else its, random, before)
            if value is not None:
                own[stage][key] = value
    return holdings


def fields_of(game) -> dict[str, tuple]:
    """Return {key: (field, key of the first stage with it)}."""
    found: dict[str, tuple] = {}
    for stage in sample_stages(game):
        for field in stage.fields:
            found.setdefault(field.key, (field, stage.key))
    return found


def read_or_generate(game, field, typed, random, before):
    """Return a seat's typed value, valid or not, else a generated one that is possible beside the values `before`."""
    seats = game.all_seats[-1]
    if typed is None:
        if field.has_list:
            return sorted(random.sample(field.values, min(FEW, len(field.values))))
        if not field.is_number:
            value = random.choice(field.choices).value
            if len(before) + 1 == len(names_for(game)) and set(before) == {value}:
                # If all had the same value, the points of the others wouldn't be shown.
                value = next(each.value for each in reversed(field.choices) if each.value != value)
            is_too_much = field.check_supply([("", each) for each in [*before, value]], seats=seats)
            return field.choices[0].value if is_too_much else value
        steps = min(6, max(1, field.max_per_seat(seats) // FEW // field.step))
        # If figures can be negative, some are.
        return field.step * random.randint(-min(steps, -field.least // field.step) if field.least < 0 else 1, steps)
    return field.read(clean_entry(typed))


def score_holdings(game, names, holdings, *, is_typed) -> dict[str, Any]:
    """Return the result of these holdings: points and reasons by row, totals, and winners.

    Problems are shown of typed figures only.
    """
    options = {each.option.key: True for each in game.expansions}
    seats: list[Any] = [{"player": name, "stages": its} for name, its in zip(names, holdings, strict=True)]
    table, problems = check(game, {"game": game.slug, "seats": seats, "options": options})
    result = score_table(game.limited_to(1), table)
    items = {item.key: item for stage in sample_stages(game) for item in stage.items}
    lines = [line for standing in result.standings for line in standing.lines]
    return {
        "names": names,
        "fields": [field_context(field, stage, holdings) for field, stage in fields_of(game).values()],
        "worth": {key: item.worth_with(options) for key, item in items.items()},
        "cells": {key: [minus(each) for each in points_by_seat(lines, key, len(names))] for key in items},
        "leaders": {key: find_leader(lines, key, len(names)) for key in items},
        "reasons": {
            key: [(names[line.seat], minus(line.points), line.reason) for line in first_lines(lines, key)]
            for key in items
        },
        "totals": [minus(standing.points) for standing in result.standings],
        "winners": [standing.player for standing in result.standings if standing.player in result.winners],
        "verdict": result.verdict,
        "problems": [problem.briefly or problem.message for problem in problems if problem.blocks and is_typed],
    }


def points_by_seat(lines, key, seats) -> list:
    """Return a row's points for each seat, in all stages together."""
    return [sum(line.points for line in lines if (line.item, line.seat) == (key, seat)) for seat in range(seats)]


def find_leader(lines, key, seats) -> int | None:
    """Return the seat with the most points from a row; None if there isn't just one."""
    points = points_by_seat(lines, key, seats)
    most = max(points)
    return points.index(most) if most > 0 and points.count(most) == 1 else None


def first_lines(lines, key) -> list:
    """Return the lines of a row in the first stage that has it."""
    of_row = [line for line in lines if line.item == key]
    return [line for line in of_row if line.stage == of_row[0].stage]


def field_context(field, stage, holdings) -> dict[str, Any]:
    """Return a field with each seat's value as it is typed."""
    return {
        "row": field.key.partition("__")[0],
        "label": field.label,
        "key": field.key,
        "choices": field.answers,
        "values": [field.text(its[stage][field.key]) if field.key in its[stage] else "" for its in holdings],
    }
