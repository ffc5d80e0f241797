"""Help during the game: a game's referees, and each of them on its page."""

from uuid import UUID

from django.http import Http404
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from companion.access.identity import person_of
from companion.access.permissions import changing_play, play_for
from companion.help.filling_cards import fill_in, table_at
from companion.help.referees import catalogue, done, read_journal, resumed, script_of, with_dice
from companion.rules import GAMES
from companion.rules.referees import referee_of, referees_of


def rules_of(slug):
    """The rules of the game of an address, or a 404."""
    if slug not in GAMES:
        raise Http404
    return GAMES[slug]


def play_of(request, slug):
    """The play of this game that the address names and this phone may enter holdings of; None where it names none."""
    if "play" not in request.GET:
        return None
    try:
        play = play_for(request, UUID(request.GET["play"]))
    except ValueError:
        raise Http404 from None
    if play.game != slug:
        raise Http404
    return play


@require_safe
def referees(request, slug):
    """What can help while a game is played."""
    rules, play = rules_of(slug), play_of(request, slug)
    return render(request, "help/referees.html", {"game": rules, "play": play, "referees": referees_of(slug)})


@require_http_methods(["GET", "POST"])
def referee(request, slug, key):
    """A referee. The phone does all by itself; without JavaScript each step is a POST that carries its journal."""
    rules, its_referee, play = rules_of(slug), referee_of(slug, key), play_of(request, slug)
    if its_referee is None:
        raise Http404
    table = table_at(rules, play)
    at = resumed(its_referee, table, read_journal(request.POST.get("journal")))
    if request.method == "POST":
        if play and "keep" in request.POST:
            return keep(request, play, its_referee.ask(at["state"])["keep"])
        at = after(its_referee, table, at, request.POST)
    context = {
        "game": rules,
        "play": play,
        "referee": its_referee,
        "script": script_of(its_referee),
        "table": table,
        "texts": catalogue(its_referee, table),
        "journal": at["journal"],
        "is_cut": at["is_cut"],
        "events": at["events"],
        "page": its_referee.ask(at["state"]),
    }
    return render(request, "help/referee.html", context)


def keep(request, play, known):
    """Put what the referee knows into the cards of its play, which is then to be completed."""
    if known:
        person = person_of(request)
        with changing_play(play_for, request, play.uuid) as play:
            fill_in(play, known["holdings"], person=person)
    return redirect("play", uuid=play.uuid)


def after(its_referee, table, at, sent):
    """How the referee stands after what a form asked for: typed counters first, then a step, or one taken back."""
    if "anew" in sent:
        return resumed(its_referee, table, [])
    if "undo" in sent:
        return resumed(its_referee, table, at["journal"][:-1])
    for counter in its_referee.ask(at["state"])["counters"]:
        typed = sent.get(f"set-{counter['key']}", "")
        if typed.isdecimal() and len(typed) < 5 and int(typed) != counter["value"]:
            at = done(its_referee, at, {"set": counter["key"], "to": int(typed)})
    if "action" in sent:
        for action in read_journal(f"[{sent['action']}]") or []:
            at = done(its_referee, at, with_dice(its_referee, at["state"], action))
    return at
