"""The sheet of a stage while it is counted: a row for what is counted, a column for each seat."""

import json

from django.template.defaultfilters import capfirst
from django.utils.html import format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from companion.core.language.hyphens import hyphenate
from companion.core.language.short_names import short_names
from companion.core.language.texts import isolated, minus, say
from companion.core.memory_cache import once, once_for_all
from companion.core.placeholders import render_fragment, render_with
from companion.entry.shown_fields import ShownField, shown_fields
from companion.results.score_grid import points_before
from companion.rules.sheets.lists import Listed

from .entry_rows import COUNTS, can_turn, house_rules, order_of, rows_of
from .save_answers import before_of, columns_of


def colour_of(seat) -> str:
    """The class with the colour of who sits there."""
    return f"p{seat.player.colour}"


def inputs_of(row, card, form, fields) -> SafeString:
    """The inputs of a cell in which figures are typed; nothing of any other."""
    looks, found = {"is_below_zero": row.range.get("least", 0) < 0}, []
    if not row.is_typed and row.kind != COUNTS:
        return mark_safe("")
    for shown in fields:
        own = {"form": form, "name": shown.name, "value": shown.value, "label": capfirst(shown.label)}
        if row.is_typed:
            own |= {"player": isolated(card.seat.player.name), "value": minus(shown.value)}
            own |= {"start": "" if shown.start is None else minus(shown.start), "start_typed": shown.start}
        else:
            own["label"] = hyphenate(own["label"])
        looks |= {"has_start": shown.start is not None, "is_wrong": shown.is_wrong}
        found.append(render_with(row.cell, own, **looks))
    return mark_safe("".join(found))


@once_for_all
def said_of_rows(pad, stage, _language, table_language) -> list[tuple]:
    """Return (row, attributes, head) of each row of a stage, as they are whatever is counted."""
    context = {"options": pad.options, "table_language": table_language}
    return [
        (row, attributes_of(row), render_fragment("plays/_row_head.html", context | {"row": row}))
        for row in rows_of(pad, stage)
    ]


def attributes_of(row) -> SafeString:
    """Return what the page's scripts know of a row."""
    said = {"row": row.key, "label": hyphenate(say(row.label)), **row.range}
    said |= {"zero": row.zero} if row.zero else {}
    said |= {"sums": " ".join(map(str, row.sums))} if row.sums else {}
    said |= {"unless": row.unless} if row.unless else {}
    said |= {"ruled-by": " ".join(row.ruled_by)} if row.ruled_by else {}
    said |= {"listed": ""} if isinstance(row.fields[0], Listed) else {}
    said |= {"during": ""} if row.is_noted else {}
    said |= {"called": say(row.item.label)} if row.is_called else {}
    said |= {"brings": json.dumps(row.brings)} if row.brings else {}
    return format_html_join("", ' data-{}="{}"', said.items())


@once
def sheet(pad, stage, _language, table_language) -> str:
    """The sheet as it stands, which is the same on all phones of a table that speak a language."""
    return sheet_with(pad, stage, table_language, forms={})


def sheet_with(pad, stage, table_language, *, forms, correction=False) -> str:
    """The sheet; in the columns of these seats with what was typed into their `forms`.

    A `correction` is one form for all columns; else each has its own.
    """
    cards = pad.cards_of(stage)
    shown: dict[tuple, ShownField] = {}
    for card in cards:
        starts = pad.starts(card.seat, stage)
        form = forms.get(card.seat)
        fields = form.shown if form else shown_fields(pad, card, pad.fields(stage), starts=starts)
        shown |= {(card.seat.pk, each.kit.key): each for each in fields}
    its_forms = [(card, "correction" if correction else f"card-{card.seat.pk}") for card in cards]
    rows: list[tuple] = []
    for row, attributes, head in said_of_rows(pad, stage, get_language(), table_language):
        cells = [(card, form, [shown[card.seat.pk, each.key] for each in row.fields]) for card, form in its_forms]
        its = [(*cell, inputs_of(row, *cell), cell[0].seat.pk, colour_of(cell[0].seat)) for cell in cells]
        rows.append((row, attributes, head, its))
    shorts = short_names([card.seat.player.name for card in cards])
    before = {} if correction else points_before(pad, stage)
    columns = [
        its | {"short": short, "before": before_of(its["card"].seat, before.get(its["card"].seat.pk))}
        for its, short in zip(columns_of(pad, stage, swapped=False), shorts, strict=True)
    ]
    context = {
        "play": pad.play,
        "stage": stage,
        "correction": correction,
        "has_limits": any({"least", "greatest"} & row.range.keys() for row, *_ in rows),
        "has_steps": any("step" in row.range for row, *_ in rows),
        "columns": columns,
        "rows": rows,
        "order": order_of(pad) if not correction and can_turn(pad, stage) else "",
        "table_language": table_language,
        "house_rules": [] if correction else house_rules(pad),
    }
    return render_fragment("plays/_sheet.html", context)
