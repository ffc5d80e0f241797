"""A sheet tried with figures: those that somebody has typed, or such as could come up."""

from random import Random
from typing import Any

from companion.core.language.texts import minus
from companion.core.language.typed import clean_entry
from companion.rules.kit import Stage
from companion.rules.scoring.checking import check
from companion.rules.scoring.result import score_table

NAMES = ("Anna", "Ben", "Chris", "Dora", "Emil", "Fatma", "Gita", "Hugo", "Ida", "Jan", "Kim", "Lena")
FEW = 3
# From which the figures that could come up follow: always the same ones.
LOT = 7


def names_for(game) -> tuple[str, ...]:
    """Return who tries it: three if so many can play, else as close to that as can be; one if all have one card."""
    allowed = game.all_seats
    return NAMES[: 1 if game.together else min(max(FEW, allowed[0]), allowed[-1], len(NAMES))]


def stages_tried(game) -> list[Stage]:
    """The stages in which each field is entered once: the first of its rounds, or all that have names."""
    return list(game.stages[:1] if game.rounds else game.stages)


def really_typed(typed, drawn) -> dict[str, str]:
    """Return what was sent without the figures that nobody has typed: those with which a game was `drawn`."""
    held = held_with(drawn, {})
    own = dict(typed.items())
    for key, (field, stage) in fields_of(drawn).items():
        for place, its in enumerate(held):
            name = f"try-{place}-{key}"
            if key in its[stage] and own.get(name) == field.text(its[stage][key]):
                del own[name]
    return own


def tried(game, typed) -> dict[str, Any]:
    """What the figures that were typed bring, and where there are none, such as could come up."""
    held = held_with(game, typed)
    return scored_with(game, names_for(game), held, is_typed=held != held_with(game, {}))


def held_with(game, typed) -> list[dict]:
    """Return what each seat holds by stage: what was typed, else what could come up."""
    by_lot = Random(LOT)
    held: list[dict] = [{stage.key: {} for stage in stages_tried(game)} for _ in names_for(game)]
    for key, (field, stage) in fields_of(game).items():
        for place, own in enumerate(held):
            its = typed.get(f"try-{place}-{key}")
            # An answer that the question doesn't have any more was given to its former words.
            is_gone = bool(field.answers) and its not in {str(each.value) for each in field.answers}
            before = [each[stage][key] for each in held[:place] if key in each[stage]]
            value = figure(game, field, None if is_gone else its, by_lot, before)
            if value is not None:
                own[stage][key] = value
    return held


def fields_of(game) -> dict[str, tuple]:
    """(field, the key of the first stage that asks for it) of each field, by key."""
    found: dict[str, tuple] = {}
    for stage in stages_tried(game):
        for field in stage.fields:
            found.setdefault(field.key, (field, stage.key))
    return found


def figure(game, field, typed, by_lot, before):
    """What a seat holds of a field: what was typed, right or wrong, else what could be beside what others have."""
    seats = game.all_seats[-1]
    if typed is None:
        if field.has_list:
            return sorted(by_lot.sample(field.values, min(FEW, len(field.values))))
        if not field.is_number:
            value = by_lot.choice(field.choices).value
            if len(before) + 1 == len(names_for(game)) and set(before) == {value}:
                # If all had the same, nobody would see what the others are worth.
                value = next(each.value for each in reversed(field.choices) if each.value != value)
            is_too_much = field.check_supply([("", each) for each in [*before, value]], seats=seats)
            return field.choices[0].value if is_too_much else value
        steps = min(6, max(1, field.max_per_seat(seats) // FEW // field.step))
        # Where there can be less than nothing, some have it.
        return field.step * by_lot.randint(-min(steps, -field.least // field.step) if field.least < 0 else 1, steps)
    return field.read(clean_entry(typed))


def scored_with(game, names, held, *, is_typed) -> dict[str, Any]:
    """What these holdings bring: points and reasons by row, totals, and who wins.

    What is wrong is told of figures that someone has typed, and never of those that could come up.
    """
    options = {each.option.key: True for each in game.expansions}
    seats: list[Any] = [{"player": name, "stages": its} for name, its in zip(names, held, strict=True)]
    table, problems = check(game, {"game": game.slug, "seats": seats, "options": options})
    result = score_table(game.limited_to(1), table)
    items = {item.key: item for stage in stages_tried(game) for item in stage.items}
    lines = [line for standing in result.standings for line in standing.lines]
    return {
        "names": names,
        "fields": [shown(field, stage, held) for field, stage in fields_of(game).values()],
        "worth": {key: item.worth_with(options) for key, item in items.items()},
        "cells": {key: [minus(each) for each in points_by_seat(lines, key, len(names))] for key in items},
        "leaders": {key: leader(lines, key, len(names)) for key in items},
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
    """What a row brings each of so many seats, in all stages together."""
    return [sum(line.points for line in lines if (line.item, line.seat) == (key, seat)) for seat in range(seats)]


def leader(lines, key, seats) -> int | None:
    """Return the seat to which a row brings more than to every other; nothing if several or nobody have most of it."""
    points = points_by_seat(lines, key, seats)
    most = max(points)
    return points.index(most) if most > 0 and points.count(most) == 1 else None


def first_lines(lines, key) -> list:
    """The lines of a row in the first stage that has it."""
    of_row = [line for line in lines if line.item == key]
    return [line for line in of_row if line.stage == of_row[0].stage]


def shown(field, stage, held) -> dict[str, Any]:
    """A field with what stands in it, as it would be typed."""
    return {
        "row": field.key.partition("__")[0],
        "label": field.label,
        "key": field.key,
        "choices": field.answers,
        "values": [field.text(its[stage][field.key]) if field.key in its[stage] else "" for its in held],
    }
