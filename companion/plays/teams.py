"""Who plays with whom: asked once it is known who plays, where a game has teams."""

from django.shortcuts import render
from django.utils.http import urlencode

from companion.core.language.typed import parse_number
from companion.models import Seat
from companion.plays.repeated_starts import proof_of
from companion.rules.scoring.checking import same_name

# What the form of a start has beside what it passes on.
NOT_PASSED_ON = {"csrfmiddlewaretoken", "team", "start"}


def teams_page(request, form, game, group):
    """Ask who plays with whom, and bring all else that was sent along."""
    names = list(form["player"].value() or [])
    names = [name for name in names if name.strip()]
    typed = [parse_number(each) or 0 for each in form.data.getlist("team")]
    passed_on = [(key, value) for key in form.data if key not in NOT_PASSED_ON for value in form.data.getlist(key)]
    if group:
        passed_on = [*((key, value) for key, value in passed_on if key != "group"), ("group", group.uuid)]
    if "proof" not in form.data:
        passed_on.append(("proof", proof_of(form["play_id"].value())))
    teams = typed if len(typed) == len(names) else proposed_teams(group, game, names)
    context = {
        "game": game,
        "group": group,
        "faults": form.non_field_errors(),
        "passed_on": passed_on,
        "query": urlencode(({"group": group.uuid} if group else {}) | {"player": names}, doseq=True),
        "people": list(zip(names, teams, strict=True)),
        "teams": range(1, max(2, len(names) // 2) + 1),
    }
    return render(request, "plays/start/teams.html", context, status=422 if context["faults"] else 200)


def proposed_teams(group, game, names) -> list[int]:
    """The teams in which these people played the game last, else two who sit by turns."""
    if group:
        newest = group.plays.filter(game_slug=game.slug, deleted_at=None).order_by("-played_on", "-pk")[:1]
        seats = Seat.objects.at_table().filter(play=newest.values("pk"))
        before = {seat.player.folded_name: seat.team for seat in seats}
        if all(same_name(name) in before for name in names) and any(before.values()):
            return [before[same_name(name)] for name in names]
    return [place % 2 + 1 for place in range(len(names))]
