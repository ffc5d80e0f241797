"""Pages of player aids: the list of a game's, and each of them."""

from uuid import UUID

from django.http import Http404
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from companion.access.games import game_for
from companion.access.identity import ensure_person
from companion.access.permissions import changing_play, play_for
from companion.player_aids.filling_cards import fill_in
from companion.player_aids.referees import facts_for, pictures_of, read_findings, script_of
from companion.rules.player_aids import referee_of, referees_of


def play_of(request, slug):
    """Return the play of this game in the query string, if this phone may change it; None without one."""
    if "play" not in request.GET:
        return None
    try:
        play = play_for(request, UUID(request.GET["play"]))
    except ValueError:
        raise Http404 from None
    if play.game_slug != slug:
        raise Http404
    return play


@require_safe
def show_referees(request, slug):
    """Show the player aids of a game."""
    game, play = game_for(request, slug), play_of(request, slug)
    referees = referees_of(slug, play.seats.count() if play else None)
    return render(request, "player_aids/referees.html", {"game": game, "play": play, "referees": referees})


@require_http_methods(["GET", "POST"])
def show_referee(request, slug, key):
    """Show a player aid, which the phone runs by itself. A POST stores what it knows on the cards of its play."""
    game, referee, play = game_for(request, slug), referee_of(slug, key), play_of(request, slug)
    if referee is None:
        raise Http404
    if request.method == "POST":
        if play is None:
            # Without a play, starting one stores it.
            return redirect(request.get_full_path())
        return store_findings(request, play, read_findings(game, key, request.POST.get("journal"), play))
    context = {
        "pictures": pictures_of(game, referee),
        "game": game,
        "play": play,
        "referee": referee,
        "script": script_of(referee),
        "table": facts_for(game, play),
    }
    return render(request, "player_aids/referee.html", context)


def store_findings(request, play, known):
    """Store what a player aid knows on the cards of its play, and redirect there."""
    if known:
        person = ensure_person(request)
        with changing_play(play_for, request, play.uuid) as play:
            fill_in(play, known["holdings"], person=person)
    return redirect("plays:play", uuid=play.uuid)
