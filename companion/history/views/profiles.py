"""The pages of players, pairs and games of a group, and the marks that members put on games."""

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRefresh

from companion.access.games import game_for
from companion.access.groups import changing_group, group_for, groups_of
from companion.access.identity import ensure_person, known_person
from companion.access.names import player_for
from companion.access.permissions import require_person
from companion.core.language.typed import parse_number
from companion.history.game_page import game_context
from companion.history.games_page import games_context
from companion.history.marks import marks_on_game, set_mark
from companion.history.own_page import own_context
from companion.history.pair_page import pair_context
from companion.history.player_page import player_context
from companion.history.rating import is_being_rated
from companion.models import Mark


@require_safe
def show_player(request, uuid, player):
    """Render a player's page."""
    player = player_for(request, uuid, player)
    if "rating" in request.GET:
        return rating_progress(player.group)
    context = {**player_context(player.group, player, **read_limit(request)), "tab": "people", "tab_is": "true"}
    return render(request, "history/profiles/player.html", context)


def rating_progress(group):
    """Return the response for a page that waits for ratings: it is refreshed once they are computed."""
    return HttpResponse(status=204) if is_being_rated(group) else HttpResponseClientRefresh()


def read_limit(request) -> dict:
    """Return the limit of a list of games as a keyword argument: none if the URL requests all."""
    return {"most": None} if "all" in request.GET else {}


@require_safe
def show_own_plays(request):
    """Render the reader's own page."""
    person = require_person(request)
    groups = list(groups_of(request).prefetch_related("players"))
    return render(request, "history/own.html", own_context(person, groups, **read_limit(request)))


@require_safe
def show_pair(request, uuid, one, other):
    """Render the page of two players of the group."""
    one, other = player_for(request, uuid, one), player_for(request, uuid, other)
    if one == other:
        raise Http404
    context = {**pair_context(one.group, one, other), "tab": "people", "tab_is": "true"}
    return render(request, "history/profiles/pair.html", context)


@require_safe
def show_games(request, uuid):
    """Render the games of the group."""
    group = group_for(request, uuid)
    return render(
        request, "history/games.html", {**games_context(group, **read_limit(request)), "group": group, "tab": "games"}
    )


@require_safe
def show_game(request, uuid, slug):
    """Render a game's page in the group."""
    group = group_for(request, uuid)
    if "rating" in request.GET:
        return rating_progress(group)
    game = game_for(request, slug, group)
    profile = game_context(group, game, seats=parse_number(request.GET.get("of")))
    context = {**profile, "marks": marks_on_game(group, slug, known_person(request)), "tab_is": "true"}
    return render(request, "history/profiles/game.html", context)


@require_POST
def mark(request, uuid, slug):
    """Mark the game as owned, liked, wanted or known, or remove a mark."""
    with changing_group(group_for, request, uuid) as group:
        game = game_for(request, slug, group)
        for wish in ("set", "unset"):
            if request.POST.get(wish) in Mark.Kind.values:
                set_mark(group, game.slug, request.POST[wish], person=ensure_person(request), on=wish == "set")
    return redirect("history:group_game", uuid=uuid, slug=slug)
