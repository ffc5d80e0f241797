"""What is printed: a game's blank score sheet, a play as it stands, and the list of what a group has played.

The browser prints these pages, on paper or as a PDF. Everything that is chosen stands in the address.
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
from companion.access.links import lasting_address, qr_code
from companion.access.permissions import play_for
from companion.access.visibility import MEMBER
from companion.core.language.texts import say
from companion.entry.scorepad import Scorepad
from companion.history.plays import plays_with_seats, usual_number_of_players, years_of

from . import filled_layout, layout_choice
from .filled import FilledSheet
from .layout_choice import best_of, fits_twice, layout
from .paper import PAPERS, usual_paper
from .qr_codes import Printed, options_as_text, version_of
from .totals import SEATS, USUAL_SEATS, BlankTotals, any_game

# A title of so many letters has room in one line.
LETTERS_OF_A_TITLE = 17
# A list of so many plays takes a fifth of a second of a processor.
MOST_IN_A_LIST = 1000


def chosen(request, name, values, default):
    """What the address chooses among these values; rubbish is passed over."""
    wanted = request.GET.get(name)
    return next((value for value in values if str(value) == wanted), default)


def paper_of_the_place(request) -> str:
    """Return the key of the paper that whoever asks has."""
    return usual_paper(request.headers.get("Accept-Language", ""))


def common(request, group, path) -> dict:
    """What every sheet has: its language (the group's own before the page's), its paper, and the way back."""
    languages = dict(settings.LANGUAGES)
    usual = group.language if group and group.language in languages else translation.get_language()
    paper = chosen(request, "paper", PAPERS, paper_of_the_place(request))
    return {
        "language": chosen(request, "language", languages, usual),
        "paper": PAPERS[paper],
        "papers": PAPERS.values(),
        "group": group,
        "back": path,
    }


def on_papers(request, offered, paper) -> dict:
    """The papers on which a sheet is offered, and the chosen one; that of the place if the chosen one is too small."""
    if paper not in offered:
        paper = PAPERS[paper_of_the_place(request)]
    return {"papers": offered, "paper": paper, "needs_large_paper": len(offered) < len(PAPERS)}


def code(request, path, **query) -> str:
    """A QR code with an address of the site, if that will still lead there when the paper is found again."""
    address = lasting_address(request, f"{path}?{urlencode(query)}")
    # With little to repair it has fewer and larger squares. The sheet leaves white around it.
    return qr_code(address, border=0, error="l") if address else ""


def title_size(title) -> str:
    """The class by which a title has room for its words."""
    letters = sum(1 + (unicodedata.east_asian_width(sign) in "WF") for sign in say(title))
    return "" if letters <= LETTERS_OF_A_TITLE else "long" if letters <= 2 * LETTERS_OF_A_TITLE else "very-long"


@require_safe
def blank(request, slug):
    """A game's score sheet with boxes for a pencil; with a group of whoever asks, as that group usually plays."""
    group = group_of_query(request)
    game = game_for(request, slug, group)
    context = common(request, group, reverse("game", args=[slug]))
    seats = chosen(request, "players", game.seats, usual_number_of_players(game, group))
    options = game.options_on_paper(group.options.get(slug, {}) if group else {})
    with translation.override(context["language"]):
        context |= on_papers(request, layout_choice.papers_for(game, options, seats=seats), context["paper"])
        paper = context["paper"]
        can_be_two = fits_twice(game, options, paper, seats=seats)
        copies = chosen(request, "copies", (1, 2), 1) if can_be_two else 1
        its_layout = layout(game, options, paper, seats=seats, copies=copies)
        # Everything is reckoned before the page has another language.
        context |= {"pages": its_layout.pages, "title_size": title_size(game.title)}
    own = {"group": group.uuid} if group and group.sheets.filter(slug=slug).exists() else {}
    its_paper = Printed(version_of(game), context["language"], its_layout.paper.key, 1, options_as_text(game, options))
    context["pages"] = [
        (page, code(request, context["back"], seats=seats, layout=its_paper._replace(page=page.number), **own))
        for page in context["pages"]
    ]
    context |= {"game": game, "sheet": its_layout.sheet, "layout": its_layout, "can_be_two": can_be_two}
    context["numbers"] = game.seats
    context["back"] += f"?group={group.uuid}" if group else ""
    context["has_unknown"] = None in options.values()
    return render(request, "results/printing/blank.html", context)


@require_safe
def blank_totals(request):
    """A sheet for totals, of any game or of the one that the address names; with a group as on `blank`."""
    group = group_of_query(request)
    slug = request.GET.get("of")
    game = game_for(request, slug, group) if slug else None
    about = {"group": group.uuid} if group else {}
    context = common(request, group, f"{reverse('new_totals')}?{urlencode(about | ({'of': slug} if game else {}))}")
    seats = chosen(request, "players", SEATS, USUAL_SEATS)
    with translation.override(context["language"]):
        its_layout = best_of([BlankTotals(game or any_game(), seats=seats)], context["paper"])
        context["pages"] = its_layout.pages
    its_paper = Printed(version_of(any_game()), context["language"], its_layout.paper.key, 1)
    qr = code(request, reverse("new_totals"), seats=seats, layout=its_paper, **({"of": slug} if game else {}))
    context["pages"] = [(page, qr) for page in context["pages"]]
    context |= {"game": game, "sheet": its_layout.sheet, "layout": its_layout, "numbers": SEATS}
    context["title_size"] = title_size(game.title) if game else ""
    return render(request, "results/printing/blank.html", context)


def group_of_query(request):
    """Return the group that the address names, if whoever asks is in it."""
    return next((group for group in groups_of(request) if str(group.uuid) == request.GET.get("group")), None)


@require_safe
def filled(request, uuid):
    """A play as it stands, for whoever may see it."""
    play = play_for(request, uuid)
    context = common(request, play.group, reverse("play", args=[uuid]))
    gone = play.seats.filter(removed_at__isnull=False).select_related("player")
    sheet = FilledSheet(Scorepad(play))
    with translation.override(context["language"]):
        context |= on_papers(request, filled_layout.papers_for(sheet), context["paper"])
        fit = filled_layout.fit_on(sheet, context["paper"])
        context["title_size"] = title_size(play.game.title)
    its_paper = Printed(version_of(play.game), context["language"], context["paper"].key, 1)
    context |= {"play": play, "game": play.game, "sheet": sheet, "gone": gone, "fit": fit}
    # A group without a name is called after its players, who are no affair of a guest.
    context["group"] = play.group if play.role == MEMBER else None
    context["qr"] = code(request, context["back"], layout=its_paper)
    return render(request, "results/printing/filled.html", context)


@require_safe
def history(request, uuid):
    """What a group has played, all of it or a year, the newest first; where that is very much, a year at a time."""
    group = group_for(request, uuid)
    # A group without a name is called after its players, and its name stands here several times.
    prefetch_related_objects([group], "players")
    years = years_of(group)
    is_long = plays_with_seats(group).count() > MOST_IN_A_LIST
    year = chosen(request, "year", years, years[0] if is_long else None)
    context = common(request, group, reverse("group", args=[uuid]))
    plays = list(plays_with_seats(group, year=year))
    finished = sum(play.is_finished for play in plays)
    context |= {"years": years, "year": year, "is_long": is_long, "plays": plays, "finished": finished}
    context["unfinished"] = len(plays) - finished
    return render(request, "results/printing/history.html", context)
