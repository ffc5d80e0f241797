"""The page on which the counts of a closed stage are corrected: its sheet, with the cursor where the fault is."""

from django.urls import reverse
from django.utils.translation import gettext as _

from companion.core.language.texts import say

from .assets import styles_of
from .entry_grid import sheet_with
from .entry_page import language_of_table
from .entry_rows import rows_of


def correction_context(pad, stage, item, seat, *, forms, faults) -> dict:
    """What the page shows: the columns with what was typed into their `forms`, and what cannot be right."""
    rows = rows_of(pad, stage)
    counted_from = set(item.counted_from)
    row = next((row.key for row in rows if counted_from & {field.key for field in row.fields}), rows[0].key)
    several = len(pad.game.stages) > 1
    return {
        "play": pad.play,
        "game": pad.game,
        "stage": stage,
        "address": reverse("plays:correct", args=[pad.play.uuid, stage.key, item.key]),
        "seat": seat,
        "row": row,
        "sheet": sheet_with(pad, stage, language_of_table(pad.play), forms=forms, correction=True),
        "sheet_rows": rows,
        "styles": styles_of(pad),
        "first_panel": "",
        "seats": len(pad.seats),
        "hidden": [
            (form.name(name), value)
            for form in forms.values()
            for name, value in (("revision", form.revision), ("save_id", form.save_id))
        ],
        "faults": faults,
        "score_again": _("Rescore %(stage)s") % {"stage": say(stage.label)} if several else _("Rescore"),
    }
