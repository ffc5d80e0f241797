"""The sheet of a stage while it is counted: a row for what is counted, a column for each seat."""

from django.template.loader import render_to_string

from companion.cards.results import points_before
from companion.cards.shown import shown_fields
from companion.language.short_names import short_names
from companion.server.kept import once

from .rows import can_turn, house_rules, rows_of
from .saved import MOST_WITHOUT_CROWDING, columns_of


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
    its_forms = [(card, "correction" if correction else f"card-{card.seat.pk}") for card in cards]
    rows = [
        (row, [(card, form, [shown[card.seat.pk, field.key] for field in row.fields]) for card, form in its_forms])
        for row in rows_of(pad, stage)
    ]
    shorts = short_names([card.seat.player.name for card in cards])
    before = {} if correction else points_before(pad, stage)
    columns = [
        its | {"short": short, "before": before.get(its["card"].seat.pk)}
        for its, short in zip(columns_of(pad, stage), shorts, strict=True)
    ]
    context = {
        "play": pad.play,
        "stage": stage,
        "correction": correction,
        "columns": columns,
        "rows": rows,
        "options": pad.options,
        "turns": not correction and can_turn(pad, stage),
        "table_language": table_language,
        "are_many": len(cards) > MOST_WITHOUT_CROWDING,
        "house_rules": [] if correction else house_rules(pad),
    }
    return render_to_string("plays/_sheet.html", context)
