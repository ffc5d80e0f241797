"""Printable pages: a game's blank score sheet, a play in its current state, and the list of a group's plays.

Browsers print them, on paper or as a PDF. All choices are in the query string.
"""

import unicodedata

from django.conf import settings
from django.db.models import prefetch_related_objects
from django.shortcuts import render
from django.urls import reverse
from django.utils import translation
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from companion.access.games import game_for
from companion.access.groups import group_for, groups_of
from companion.access.links import lasting_url, qr_code
from companion.access.permissions import play_for
from companion.access.visibility import MEMBER
from companion.core.language.texts import say
from companion.entry.scorepad import Scorepad
from companion.history.plays import plays_with_seats, usual_number_of_players, years_of

from . import filled_layout, layout_choice
from .filled import FilledSheet
from .layout_choice import choose_best, choose_layout, fits_twice
from .paper import PAPERS, usual_paper
from .qr_codes import Printed, options_as_text, version_of
from .totals import SEATS, USUAL_SEATS, BlankTotals, any_game

# The most letters of a title on one line.
LETTERS_OF_A_TITLE = 17
# A list of so many plays takes 0.2 s of CPU time.
MOST_IN_A_LIST = 1000


def read_choice(request, name, values, default):
    """Return the one of these values that the query string names, else the default."""
    wanted = request.GET.get(name)
    return next((value for value in values if str(value) == wanted), default)


def paper_of_region(request) -> str:
    """Return the key of the usual paper for the request's language."""
    return usual_paper(request.headers.get("Accept-Language", ""))


def common_context(request, group, path) -> dict:
    """Return the context of all sheets: language (the group's, else the page's), paper, and the way back."""
    languages = dict(settings.LANGUAGES)
    usual = group.language if group and group.language in languages else translation.get_language()
    paper = read_choice(request, "paper", PAPERS, paper_of_region(request))
    return {
        "language": read_choice(request, "language", languages, usual),
        "paper": PAPERS[paper],
        "papers": PAPERS.values(),
        "group": group,
        "back": path,
    }


def offer_papers(request, offered, paper) -> dict:
    """Return the context for the offered papers and the chosen one; the region's if the chosen one is too small."""
    if paper not in offered:
        paper = PAPERS[paper_of_region(request)]
    return {"papers": offered, "paper": paper, "needs_large_paper": len(offered) < len(PAPERS)}


def qr_code_for(request, path, **query) -> str:
    """Return a QR code with an address of the site, or "" if the address may not last as long as the paper."""
    address = lasting_url(request, f"{path}?{urlencode(query)}")
    # Low error correction makes fewer and larger squares. The sheet has its own white border.
    return qr_code(address, border=0, error="l") if address else ""


def title_size(title) -> str:
    """Return the CSS class with which a title fits."""
    letters = sum(1 + (unicodedata.east_asian_width(sign) in "WF") for sign in say(title))
    return "" if letters <= LETTERS_OF_A_TITLE else "long" if letters <= 2 * LETTERS_OF_A_TITLE else "very-long"


@require_safe
def blank(request, slug):
    """Show a game's score sheet with boxes for a pencil; with one of the reader's groups, as that usually plays."""
    group = group_of_query(request)
    game = game_for(request, slug, group)
    context = common_context(request, group, reverse("plays:game", args=[slug]))
    seats = read_choice(request, "players", game.seats, usual_number_of_players(game, group))
    options = game.options_on_paper(group.options.get(slug, {}) if group else {})
    with translation.override(context["language"]):
        context |= offer_papers(request, layout_choice.papers_for(game, options, seats=seats), context["paper"])
        paper = context["paper"]
        can_be_two = fits_twice(game, options, paper, seats=seats)
        copies = read_choice(request, "copies", (1, 2), 1) if can_be_two else 1
        sheet_layout = choose_layout(game, options, paper, seats=seats, copies=copies)
        # The layout is computed in the sheet's language.
        context |= {"pages": sheet_layout.pages, "title_size": title_size(game.title)}
    own = {"group": group.uuid} if group and group.sheets.filter(slug=slug).exists() else {}
    printed = Printed(version_of(game), context["language"], sheet_layout.paper.key, 1, options_as_text(game, options))
    context["pages"] = [
        (page, qr_code_for(request, context["back"], seats=seats, layout=printed._replace(page=page.number), **own))
        for page in context["pages"]
    ]
    context |= {"game": game, "sheet": sheet_layout.sheet, "layout": sheet_layout, "can_be_two": can_be_two}
    context["numbers"] = game.seats
    context["back"] += f"?group={group.uuid}" if group else ""
    context["has_unknown"] = None in options.values()
    return render(request, "results/printing/blank.html", context)


@require_safe
def blank_totals(request):
    """Show a sheet for totals, of any game or of the one in the query string; with a group as in `blank`."""
    group = group_of_query(request)
    slug = request.GET.get("of")
    game = game_for(request, slug, group) if slug else None
    of_game, of_group = {"of": slug} if game else {}, {"group": group.uuid} if group else {}
    context = common_context(request, group, f"{reverse('collection:new_totals')}?{urlencode(of_group | of_game)}")
    seats = read_choice(request, "players", SEATS, USUAL_SEATS)
    with translation.override(context["language"]):
        sheet_layout = choose_best([BlankTotals(game or any_game(), seats=seats)], context["paper"])
        context["pages"] = sheet_layout.pages
    printed = Printed(version_of(any_game()), context["language"], sheet_layout.paper.key, 1)
    qr = qr_code_for(request, reverse("collection:new_totals"), seats=seats, layout=printed, **of_game)
    context["pages"] = [(page, qr) for page in context["pages"]]
    context |= {"game": game, "sheet": sheet_layout.sheet, "layout": sheet_layout, "numbers": SEATS}
    context["title_size"] = title_size(game.title) if game else ""
    return render(request, "results/printing/blank.html", context)


def group_of_query(request):
    """Return the group in the query string if the reader is in it, else None."""
    return next((group for group in groups_of(request) if str(group.uuid) == request.GET.get("group")), None)


@require_safe
def filled(request, uuid):
    """Show a play in its current state to everyone who may see it."""
    play = play_for(request, uuid)
    context = common_context(request, play.group, reverse("plays:play", args=[uuid]))
    gone = play.seats.filter(removed_at__isnull=False).select_related("player")
    sheet = FilledSheet(Scorepad(play))
    with translation.override(context["language"]):
        context |= offer_papers(request, filled_layout.papers_for(sheet), context["paper"])
        fit = filled_layout.fit_on(sheet, context["paper"])
        context["title_size"] = title_size(play.game.title)
    printed = Printed(version_of(play.game), context["language"], context["paper"].key, 1)
    context |= {"play": play, "game": play.game, "sheet": sheet, "gone": gone, "fit": fit}
    # An unnamed group shows its players' names, which guests may not see.
    context["group"] = play.group if play.role == MEMBER else None
    context["qr"] = qr_code_for(request, context["back"], layout=printed)
    return render(request, "results/printing/filled.html", context)


@require_safe
def history(request, uuid):
    """Show what a group has played, all of it or one year, newest first; a year at a time if it is a lot."""
    group = group_for(request, uuid)
    # The name of an unnamed group is built from its players, and is used several times.
    prefetch_related_objects([group], "players")
    years = years_of(group)
    is_long = plays_with_seats(group).count() > MOST_IN_A_LIST
    year = read_choice(request, "year", years, years[0] if is_long else None)
    context = common_context(request, group, reverse("groups:group", args=[uuid]))
    plays = list(plays_with_seats(group, year=year))
    finished = sum(play.is_finished for play in plays)
    context |= {"years": years, "year": year, "is_long": is_long, "plays": plays, "finished": finished}
    context["unfinished"] = len(plays) - finished
    return render(request, "results/printing/history.html", context)
