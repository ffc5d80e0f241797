"""Plays of which only the totals are known."""

from uuid import uuid4

from django.http import Http404
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from companion.access.groups import changing_group, group_for
from companion.access.identity import person_of
from companion.access.shelf import game_for
from companion.language.evenings import this_evening
from companion.language.typed import clean_name
from companion.plays.starting import earlier_start
from companion.shelf.totals import TotalsForm, lately_here, store


@require_http_methods(["GET", "POST"])
def totals(request, uuid):
    """Enter an evening of which only the totals are known."""
    group = group_for(request, uuid)
    slug = request.POST.get("of", request.GET.get("of", ""))
    game = game_for(request, slug, group) if slug else None
    if game and game.together:
        raise Http404
    wins = "fewest" if game and game.fewest_wins else "most"
    initial = {"played_on": this_evening(), "wins": wins, "title": clean_name(request.GET.get("game", ""))}
    initial["play_id"] = uuid4()
    sent = request.POST if request.method == "POST" else None
    form = TotalsForm(sent, game=game, people=lately_here(group, game), initial=initial)
    if form.is_valid():
        with changing_group(group_for, request, uuid) as group:
            play = earlier_start(request, form.cleaned_data["play_id"], group=group)
            play = play or store(group, form, person=person_of(request))
        return redirect("play", uuid=play.uuid)
    context = {"group": group, "game": game, "form": form, "players": group.players.filter(is_hidden=False)}
    return render(request, "shelf/totals.html", context, status=422 if form.is_bound else 200)
