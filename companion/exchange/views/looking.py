"""The page that shows what a file would bring: it renders what was worked out in the background."""

from datetime import date
from decimal import Decimal

from django.shortcuts import render
from django.utils.translation import gettext as _

from companion.exchange.earlier import program_of
from companion.exchange.forms import ChoicesForm
from companion.exchange.planning import CHANGED, KNOWN, NEW, SAME
from companion.exchange.preview import names_in
from companion.language.texts import say
from companion.models.sheets import games_of
from companion.rules.library import WithLibrary

# So many names are shown; the others stand behind "more".
SHOWN = 6
# So many choices are buttons one below the other; more are a list to choose from.
MOST_BUTTONS = 6


def preview_page(request, upload, form: ChoicesForm):
    """The page with what a file would bring, and why nothing came of it the last time."""
    its, games = upload.preview, WithLibrary(games_of(upload.group))
    counts = its["counts"]
    coming, here = counts.get(NEW, 0) + counts.get(CHANGED, 0), counts.get(KNOWN, 0) + counts.get(SAME, 0)
    context = {
        "group": upload.group,
        "upload": upload,
        "form": form,
        "program": program_of(upload),
        "its": its,
        "coming": coming,
        "ready": coming - counts["asks"],
        "here": here,
        "bar": bar(coming - counts["asks"], counts["asks"], here),
        "outcomes": outcomes(its),
        "first": its["first"] and first(its["first"]),
        "days": [date.fromisoformat(day) for day in its["days"]],
        "people": names(its, "people", form, {}),
        "games": names(its, "games", form, games),
    }
    return render(request, "exchange/preview.html", context, status=422 if upload.refused or form.errors else 200)


def first(play) -> dict:
    """The first play as a template takes it: with a date, and exact numbers."""
    seats = [
        seat | {"points": None if seat["points"] is None else Decimal(str(seat["points"]))} for seat in play["seats"]
    ]
    return play | {"day": date.fromisoformat(play["day"]), "seats": seats}


def outcomes(its) -> list[tuple[str, int]]:
    """In which way so many of what a file holds come in, stay or cannot be read, without what there is none of."""
    how, counts = its["hows"], its["counts"]
    found = [
        (_("With the full score sheet"), how.get("whole", 0)),
        (_("With everyone’s total"), how.get("most", 0) + how.get("fewest", 0)),
        (_("With who won, and the totals that are known"), how.get("winner", 0)),
        (_("Without scores or winner (just logged as played)"), how.get("stopped", 0)),
        (_("Games you own, like or want"), its["marks"]),
        (_("Changed in the file since the last import"), counts.get(CHANGED, 0)),
        (_("Skipped: already imported"), counts.get(KNOWN, 0)),
        (_("Skipped: same day, game and players"), counts.get(SAME, 0)),
        (_("With one person only"), its["alone"]),
        (_("Unreadable"), len(its["faults"])),
    ]
    return [(label, number) for label, number in found if number]


def bar(*parts) -> list[tuple[str, str]]:
    """Where each part of a whole begins and how wide it is, in per cent, as SVG takes them."""
    whole, begin, bars = sum(parts) or 1, 0, []
    for part in parts:
        bars.append((f"{100 * begin / whole:.2f}%", f"{100 * part / whole:.2f}%"))
        begin += part
    return bars


def names(its, kind: str, form: ChoicesForm, games) -> dict:
    """People or games of the file: those to be asked about with their field, and the rest with how many are what."""
    found = names_in(its, kind)
    rest = [told(each, games) for each in found if not each.asks]
    asks = [(told(each, games), form[each.field], len(each.choices) > MOST_BUTTONS) for each in found if each.asks]
    return {**its[kind], "asks": asks, "first": rest[:SHOWN], "more": rest[SHOWN:]}


def told(shown, games) -> dict:
    """A name as its templates take it: games that are known here come with their emblems."""
    return {
        "field": shown.field,
        "name": shown.name,
        "plays": shown.plays,
        "years": shown.years,
        "choice": choice(shown.choice, games),
        "choices": [choice(each, games) for each in shown.choices],
        "is_new": shown.choice[0] == "new",
        "is_out": shown.choice[0] == "out",
    }


def choice(pair: list[str], games) -> dict:
    """Something that a name can mean; what a game is called in the language of the moment."""
    value, label = pair
    game = games.get(value)
    return {"value": value, "label": say(game.title) if game else label, "game": game}
