"""What is printed: a game's blank score sheet, a play as it stands, and the list of what a group has played.

The browser prints these pages, on paper or as a PDF. Everything that is chosen stands in the address.
"""

from django.conf import settings
from django.db.models import prefetch_related_objects
from django.shortcuts import render
from django.urls import reverse
from django.utils import translation
from django.views.decorators.http import require_safe

from companion.access.groups import group_for, groups_of
from companion.access.links import lasting_address, qr_code
from companion.access.permissions import play_for
from companion.access.shelf import game_for
from companion.cards.scorepad import Scorepad
from companion.history.plays import played_by, usual_number_of_players, years_of

from .blank import BlankSheet
from .filled import FilledSheet
from .fitting import fit_on
from .paper import PAPERS, ROW_HEIGHTS, fits_twice, layout, usual_paper

# Of a game that goes on until the table says so as many rounds as a page has room for, or so many on several pages.
MOST_ROUNDS, FEWEST_ROUNDS, ROUNDS_ON_PAPER = 24, 6, 12
# A list of so many plays takes a fifth of a second of a processor.
MOST_IN_A_LIST = 1000


def chosen(request, name, values, default):
    """What the address chooses among these values; rubbish is passed over."""
    wanted = request.GET.get(name)
    return next((value for value in values if str(value) == wanted), default)


def common(request, group, path) -> dict:
    """What every sheet has: its language (the group's own before the page's), its paper, and the way back.

    The code of its place, too, where the site has an address that will still lead there when the paper is found again.
    """
    languages = dict(settings.LANGUAGES)
    usual = group.language if group and group.language in languages else translation.get_language()
    paper = chosen(request, "paper", PAPERS, usual_paper(request.headers.get("Accept-Language", "")))
    address = lasting_address(request, path)
    return {
        "language": chosen(request, "language", languages, usual),
        "paper": PAPERS[paper],
        "papers": PAPERS.values(),
        "group": group,
        "back": path,
        "qr": qr_code(address, border=2) if address else "",
    }


@require_safe
def blank(request, slug):
    """A game's score sheet with boxes for a pencil; with a group of whoever asks, as that group usually plays."""
    group = next((group for group in groups_of(request) if str(group.uuid) == request.GET.get("group")), None)
    game = game_for(request, slug, group)
    context = common(request, group, reverse("game", args=[slug]))
    seats = chosen(request, "players", game.seats, usual_number_of_players(game, group))
    options = game.options_on_paper(group.options.get(slug, {}) if group else {})
    with translation.override(context["language"]):
        sheet = sheet_for(game, options, context["paper"], seats=seats)
        can_be_two = fits_twice(sheet, context["paper"])
        copies = chosen(request, "copies", (1, 2), 1) if can_be_two else 1
        its_layout = layout(sheet, context["paper"], copies=copies)
    context |= {"game": game, "sheet": sheet, "layout": its_layout, "can_be_two": can_be_two}
    context["back"] += f"?group={group.uuid}" if group else ""
    context["has_unknown"] = None in options.values()
    return render(request, "sheets/blank.html", context)


def sheet_for(game, options, paper, *, seats) -> BlankSheet:
    """The sheet of a game; of one whose rounds have no number, with as many as there is room for."""
    played = game.rounds.number_with(seats) if game.rounds else len(game.stages)
    if played:
        return BlankSheet(game.as_far_as(played), options, seats=seats)
    for number in range(MOST_ROUNDS, FEWEST_ROUNDS - 1, -1):
        sheet = BlankSheet(game.as_far_as(number), options, seats=seats)
        its_layout = layout(sheet, paper)
        if its_layout.fits and its_layout.row_height in ROW_HEIGHTS:
            return sheet
    return BlankSheet(game.as_far_as(ROUNDS_ON_PAPER), options, seats=seats)


@require_safe
def filled(request, uuid):
    """A play as it stands, for whoever may see it."""
    play = play_for(request, uuid)
    context = common(request, play.group, reverse("play", args=[uuid]))
    gone = play.seats.filter(removed_at__isnull=False).select_related("player")
    sheet = FilledSheet(Scorepad(play))
    with translation.override(context["language"]):
        fit = fit_on(sheet, context["paper"])
    context |= {"play": play, "game": play.game, "sheet": sheet, "gone": gone, "fit": fit}
    return render(request, "sheets/filled.html", context)


@require_safe
def history(request, uuid):
    """What a group has played, all of it or a year, the newest first; where that is very much, a year at a time."""
    group = group_for(request, uuid)
    # A group without a name is called after its players, and its name stands here several times.
    prefetch_related_objects([group], "players")
    years = years_of(group)
    is_long = played_by(group).count() > MOST_IN_A_LIST
    year = chosen(request, "year", years, years[0] if is_long else None)
    context = common(request, group, reverse("group", args=[uuid]))
    plays = list(played_by(group, year=year))
    finished = sum(play.is_finished for play in plays)
    context |= {"years": years, "year": year, "is_long": is_long, "plays": plays, "finished": finished}
    context["unfinished"] = len(plays) - finished
    return render(request, "sheets/history.html", context)
