"""The page that proposes games for tonight."""

from django.shortcuts import render
from django.views.decorators.http import require_safe

from companion.access.groups import group_for
from companion.access.identity import known_person
from companion.history.forms import TonightForm
from companion.history.tonight import propose_games
from companion.models.sheets import games_in_collection


@require_safe
def tonight(request, uuid):
    """Render the group's games that fit the players and the time."""
    group = group_for(request, uuid)
    games = games_in_collection(group)
    form = TonightForm(request.GET, games=games)
    form.full_clean()
    context = {
        "group": group,
        "tab": "play",
        "tab_is": "true",
        "form": form,
        "proposals": propose_games(group, games, known_person(request), **form.cleaned_data),
    }
    return render(request, "history/tonight.html", context)
