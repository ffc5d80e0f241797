"""The pages that show what an import would do, as it was computed in the background."""

from collections import Counter
from datetime import date
from decimal import Decimal

from django.shortcuts import render
from django.utils.translation import gettext as _

from companion.core.language.texts import say
from companion.models.sheets import games_of
from companion.rules.library import WithLibrary
from companion.transfer.forms import ChoicesForm
from companion.transfer.outcomes import get_program_name
from companion.transfer.photo_imports import load_fates
from companion.transfer.plans import CHANGED, KNOWN, NEW, SAME
from companion.transfer.preview import list_shown_names

# How many names are shown; the others are under "more".
SHOWN = 6
# The most choices that are shown as buttons; more are a select list.
MOST_BUTTONS = 6


def preview_page(request, upload, form: ChoicesForm):
    """Render what an import of a file would do, and why the last one failed."""
    preview, games = upload.preview, WithLibrary(games_of(upload.group))
    counts = preview["counts"]
    first = preview["first"]
    if first:
        # With a date, and exact numbers.
        seats = [each | {"points": each["points"] and Decimal(str(each["points"]))} for each in first["seats"]]
        first = first | {"day": date.fromisoformat(first["day"]), "seats": seats}
    coming, here = counts.get(NEW, 0) + counts.get(CHANGED, 0), counts.get(KNOWN, 0) + counts.get(SAME, 0)
    context = {
        "group": upload.group,
        "upload": upload,
        "form": form,
        "program": get_program_name(upload),
        "preview": preview,
        "coming": coming,
        "ready": coming - counts["asks"],
        "here": here,
        "bar": get_bar(coming - counts["asks"], counts["asks"], here),
        "outcomes": list_outcomes(preview),
        "first": first,
        "days": [date.fromisoformat(day) for day in preview["days"]],
        "people": get_names_context(preview, "people", form, {}),
        "games": get_names_context(preview, "games", form, games),
    }
    return render(request, "transfer/preview.html", context, status=422 if upload.refused or form.errors else 200)


def album_page(request, upload):
    """Render how many photos of a file would be imported for which plays, and why the last import failed."""
    faults, fates = upload.preview["faults"], load_fates(upload)
    counts = Counter(each.fate for each in fates)
    coming, left_out = counts["new"] + counts["back"], counts["no_play"] + len(faults)
    plays = Counter(each.play for each in fates if each.play and each.fate in ("new", "back"))
    context = {
        "group": upload.group,
        "upload": upload,
        "all": len(fates) + len(faults),
        "counts": counts,
        "coming": coming,
        "left_out": left_out,
        "bar": get_bar(coming, left_out, counts["here"]),
        "plays": sorted(plays.items(), key=lambda each: (each[0].played_on, each[0].pk), reverse=True),
        "faults": faults,
    }
    return render(request, "transfer/album.html", context, status=422 if upload.refused else 200)


def list_outcomes(preview) -> list[tuple[str, int]]:
    """Return how many plays and marks of a file are imported in which way, skipped or unreadable, without zeros."""
    how, counts = preview["hows"], preview["counts"]
    found = [
        (_("With the full score sheet"), how.get("whole", 0)),
        (_("With everyone’s total"), how.get("most", 0) + how.get("fewest", 0)),
        (_("With who won, and the totals that are known"), how.get("winner", 0)),
        (_("Without scores or winner (just logged as played)"), how.get("stopped", 0)),
        (_("Games you own, like or want"), preview["marks"]),
        (_("Changed in the file since the last import"), counts.get(CHANGED, 0)),
        (_("Skipped: already imported"), counts.get(KNOWN, 0)),
        (_("Skipped: same day, game and players"), counts.get(SAME, 0)),
        (_("With one person only"), preview["alone"]),
        (_("Unreadable"), len(preview["faults"])),
    ]
    return [(label, number) for label, number in found if number]


def get_bar(*parts) -> list[tuple[str, str]]:
    """Return where each part of a whole starts and how wide it is, in per cent, for SVG."""
    whole, begin, bars = sum(parts) or 1, 0, []
    for part in parts:
        bars.append((f"{100 * begin / whole:.2f}%", f"{100 * part / whole:.2f}%"))
        begin += part
    return bars


def get_names_context(preview, kind: str, form: ChoicesForm, games) -> dict:
    """Return the context of people or games: uncertain ones with their form fields, and the rest."""
    found = list_shown_names(preview, kind)
    rest = [get_match_context(each, games) for each in found if not each["asks"]]
    asks = [
        (get_match_context(each, games), form[each["field"]], len(each["choices"]) > MOST_BUTTONS)
        for each in found
        if each["asks"]
    ]
    return {**preview[kind], "asks": asks, "first": rest[:SHOWN], "more": rest[SHOWN:]}


def get_match_context(described, games) -> dict:
    """Return the context of a name; known games have their emblems."""
    return described | {
        "choice": get_choice(described["choice"], games),
        "choices": [get_choice(each, games) for each in described["choices"]],
        "is_new": described["choice"][0] == "new",
        "is_out": described["choice"][0] == "out",
    }


def get_choice(pair: list[str], games) -> dict:
    """Return the context of a choice; a game has its title in the active language."""
    value, label = pair
    game = games.get(value)
    return {"value": value, "label": say(game.title) if game else label, "game": game}
