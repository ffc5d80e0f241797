"""The sheet of a stage while it is counted: a row for what is counted, a column for each seat."""

from companion.cards.results import points_before
from companion.cards.shown import shown_fields
from companion.language.short_names import short_names
from companion.server.compiled import fragment
from companion.server.kept import once

from .rows import can_turn, house_rules, rows_of
from .saved import faulty_seats, how_far


def colour_of(seat) -> str:
    """The class with the colour of who sits there."""
    return f"p{seat.player.colour}"


@once
def sheet(pad, stage, _language, table_language) -> str:
    """The sheet as it stands, which is the same on all phones of a table that speak a language."""
    return sheet_with(pad, stage, table_language, forms={})


def sheet_with(pad, stage, table_language, *, forms, correction=False) -> str:
    """The sheet; in the columns of these seats with what was typed into their `forms`.

    A `correction` is one form for all columns; else each has its own.
    """
    cards = pad.cards_of(stage)
    shown: dict[tuple, tuple] = {}
    for card in cards:
        starts = pad.starts(card.seat, stage)
        prefix, form = f"{card.seat.pk}-", forms.get(card.seat)
        fields = form.shown if form else shown_fields(pad, card, pad.fields(stage), starts=starts)
        shown |= {(card.seat.pk, each.kit.key): (each, prefix + each.kit.key) for each in fields}
    rows = [
        (row, [(card, [shown[card.seat.pk, field.key] for field in row.fields]) for card in cards])
        for row in rows_of(pad, stage)
    ]
    context = {
        "play": pad.play,
        "stage": stage,
        "correction": correction,
        "columns": list(zip(cards, short_names([card.seat.player.name for card in cards]), strict=True)),
        "rows": rows,
        "before": {} if correction else points_before(pad, stage),
        "options": pad.options,
        "turns": not correction and can_turn(pad, stage),
        "colour_of": colour_of,
        "table_language": table_language,
        "faulty": faulty_seats(pad, stage),
        "how_far": how_far(pad, stage),
        "house_rules": [] if correction else house_rules(pad),
    }
    return fragment("plays/_sheet.html", context)
