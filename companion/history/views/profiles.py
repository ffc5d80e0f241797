"""The pages of a player, of oneself, of two players and of games within a group, and the marks members put on games."""

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
from companion.history.game_page import game_profile
from companion.history.games_page import games_of_group
from companion.history.marks import marks_on, set_mark
from companion.history.own_page import own_profile
from companion.history.pair_page import pair_profile
from companion.history.player_page import player_profile
from companion.history.rating import is_being_rated
from companion.models import Mark


@require_safe
def show_player(request, uuid, player):
    """What a player of the group has played and what came of it."""
    player = player_for(request, uuid, player)
    if "rating" in request.GET:
        return rating_progress(player.group)
    context = {**player_profile(player.group, player, **how_many(request)), "tab": "people", "tab_is": "true"}
    return render(request, "history/profiles/player.html", context)


def rating_progress(group):
    """What a page hears that waits for ratings: it is shown anew once they are there."""
    return HttpResponse(status=204) if is_being_rated(group) else HttpResponseClientRefresh()


def how_many(request) -> dict:
    """How many games a page lists: all where its address says so."""
    return {"most": None} if "all" in request.GET else {}


@require_safe
def show_own_plays(request):
    """What the person asking has played in all their groups."""
    person = require_person(request)
    groups = list(groups_of(request).prefetch_related("players"))
    return render(request, "history/own.html", own_profile(person, groups, **how_many(request)))


@require_safe
def show_pair(request, uuid, one, other):
    """Two players of the group against each other."""
    one, other = player_for(request, uuid, one), player_for(request, uuid, other)
    if one == other:
        raise Http404
    context = {**pair_profile(one.group, one, other), "tab": "people", "tab_is": "true"}
    return render(request, "history/profiles/pair.html", context)


@require_safe
def show_games(request, uuid):
    """The games of the group, and what each has come to."""
    group = group_for(request, uuid)
    return render(
        request, "history/games.html", {**games_of_group(group, **how_many(request)), "group": group, "tab": "games"}
    )


@require_safe
def show_game(request, uuid, slug):
    """Who in the group is good at a game, what was scored in it, and what the members think of it."""
    group = group_for(request, uuid)
    if "rating" in request.GET:
        return rating_progress(group)
    game = game_for(request, slug, group)
    profile = game_profile(group, game, seats=parse_number(request.GET.get("of")))
    context = {**profile, "marks": marks_on(group, slug, known_person(request)), "tab_is": "true"}
    return render(request, "history/profiles/game.html", context)


@require_POST
def mark(request, uuid, slug):
    """Mark the game as owned, liked, wanted or played, or take a mark back."""
    with changing_group(group_for, request, uuid) as group:
        game = game_for(request, slug, group)
        for wish in ("set", "unset"):
            if request.POST.get(wish) in Mark.Kind.values:
                set_mark(group, game.slug, request.POST[wish], person=ensure_person(request), on=wish == "set")
    return redirect("history:group_game", uuid=uuid, slug=slug)
