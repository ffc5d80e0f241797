"""Plays of which only the totals are known."""

from functools import partial
from urllib.parse import urlencode
from uuid import uuid4

from django.contrib import messages
from django.db import transaction
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from companion.access.fields import HiddenUUIDField
from companion.access.games import game_for
from companion.access.groups import changing_group, chosen_group, group_for, groups_of
from companion.access.identity import ensure_person
from companion.access.permissions import changing_play, play_for_member, require_person, unless_gone
from companion.access.rate_limits import may_create_group
from companion.collection.repeated_totals import (
    correct,
    describe_conflict,
    describe_figures,
    is_as_last_sent,
    is_changed_by_others,
    is_same_table,
    replace,
)
from companion.collection.totals import WINS, WITHOUT_POINTS, TotalsForm, describe_titles, newest_seats, store, wins_of
from companion.core.language.discs import COLOURS, Disc
from companion.core.language.evenings import this_evening
from companion.core.language.languages import activate_for_group
from companion.core.language.texts import show_deleted
from companion.core.language.typed import clean_name, parse_number, read_names
from companion.groups.colours import colours_to_choose
from companion.history.places import known_places, place_of_today
from companion.models import Play
from companion.plays.known_people import new_among, people_of
from companion.plays.repeated_starts import earlier_start, proof_of
from companion.plays.start_form import Sitting
from companion.rules.scoring.checking import same_name
from companion.rules.sheets.totals import MOST_PLAYERS

LINES_AT_FIRST = 3


@require_http_methods(["GET", "POST"])
def new_totals(request, template="collection/totals.html"):
    """Enter the totals of a play for one of the reader's groups, or for a new one, which is created with it.

    With another `template`, they are counted up during the game.
    """
    groups = list(groups_of(request))
    group = chosen_group(request, groups)
    named = HiddenUUIDField(required=False).clean(request.POST.get("group"))
    if named and not group:
        # Don't create a new group for someone who has left this one.
        group_for(request, named)
    if group:
        activate_for_group(request, group)
    return enter_totals(request, group, groups, template=template)


@require_http_methods(["GET", "POST"])
def totals(request, uuid, template="collection/totals.html"):
    """Enter the totals of a play for this group, or count them up with another `template`."""
    return enter_totals(request, group_for(request, uuid), template=template)


def enter_totals(request, group, groups=(), *, template):
    """Render the form of totals, or store its play and redirect to it; `groups` can be chosen."""
    slug = request.POST.get("of", request.GET.get("of", ""))
    game = game_for(request, slug, group) if slug else None
    titles, title = describe_titles(group), clean_name(request.GET.get("game", ""))
    wins = wins_of(game) if game or title not in titles else titles[title][0]
    known = {wins: known for known, wins in WITHOUT_POINTS.items()}
    initial = {
        "played_on": this_evening(),
        "place": place_of_today(group) if group else "",
        "known": known.get(wins, "points"),
        "title": title,
        "play_id": uuid4(),
    }
    sent = request.POST if request.method == "POST" else None
    last, names = newest_seats(group, game), read_names(request.GET)[:MOST_PLAYERS]
    first_people = names or [str(seat) for seat in last][: game.all_seats[-1] if game else None]
    form = TotalsForm(sent, group=group, game=game, people=first_people, initial=initial)
    if form.is_valid() and (play := save_play(request, form, group)):
        return redirect("plays:play", uuid=play.uuid)
    sitting = [Sitting(line.player, line.colour) for line in form.lines if line.player]
    players = group.players.all() if group else []
    people = people_of(group, last, sitting) if group else []
    context = {
        "group": group,
        "groups": groups,
        "game": game,
        "form": form,
        # The totals and their counter are two pages of the same play, with one draft for those whom the address names.
        "draft_of": draft_of(group, game, title),
        "names": names,
        "query": build_query(game, title, group if groups else None, names),
        "proof": request.POST.get("proof", "") if sent else proof_of(initial["play_id"]),
        "people": people,
        "colours": colours_to_choose(players, new_among(sitting, players)),
        "lines": lines_with_discs(form, people),
        # Lines appear as the one before is filled. Links on printed sheets have the number of players.
        "at_first": parse_number(request.GET.get("seats")) or LINES_AT_FIRST,
        "titles": {} if game else titles,
        "wins": wins_of(game),
        "usual": dict(WINS)[wins_of(game)],
        "places": known_places(group) if group else [],
        "today": this_evening(),
    }
    return render(request, template, context, status=422 if form.is_bound else 200)


def draft_of(group, game, title) -> str:
    """Return the key of the drafts for a game, or for a title, in a group."""
    about = (game.slug, "") if game else ("", title)
    return " ".join([reverse("collection:new_totals"), str(group.uuid) if group else "", *about])


def build_query(game, title, group, names) -> str:
    """Return the query of a page for totals with the game, the chosen group, and the players."""
    params = {"of": game and game.slug, "game": "" if game else title, "group": group and group.uuid, "player": names}
    query = urlencode({name: value for name, value in params.items() if value}, doseq=True)
    return f"?{query}" if query else ""


def lines_with_discs(form, people) -> list[tuple]:
    """Return each line of the form with its player's disc; in a first play they have the colors in turn."""
    discs = {same_name(person["name"]): person["disc"] for person in people}
    return [
        (line, discs.get(same_name(line.player)) or Disc(0 if people else line.place % COLOURS + 1, ""))
        for line in form.lines
    ]


def save_play(request, form, group) -> Play | None:
    """Store the form's play, or find the one that was stored before; None if a new group isn't allowed."""
    play_id, proof = form.cleaned_data["play_id"], request.POST.get("proof", "")
    if again := earlier_start(request, play_id, group=group, proof=proof):
        return save_again(request, again, form)
    if not group and not may_create_group(request, play_id):
        form.add_error(None, _("No more new groups can be created from your network today. Please try again tomorrow."))
        return None
    if group:
        with changing_group(group_for, request, group.uuid) as group:
            again = earlier_start(request, play_id, group=group)
            if again is None:
                return store(group, form, person=ensure_person(request))
        return save_again(request, again, form)
    person = ensure_person(request)
    with unless_gone(request, partial(require_person, request)), transaction.atomic():
        return store(None, form, person=person, language=get_language())


def save_again(request, play, form) -> Play:
    """Update the play that the form has stored before; messages describe the outcome."""
    with changing_play(play_for_member, request, play.uuid) as play:
        person, before = ensure_person(request), describe_figures(play)
        if is_as_last_sent(play, form):
            return play
        if is_changed_by_others(play, person=person):
            messages.warning(request, describe_conflict(form))
            return play
        if is_same_table(play, form):
            correct(play, form, person=person)
            if before != describe_figures(play):
                text = _("You had already saved this play with %(figures)s. It is corrected now.")
                messages.info(request, text % {"figures": before})
            return play
        new = replace(play, form, person=person)
    text = _("You had already saved this play with %(figures)s. That one was deleted.") % {"figures": before}
    show_deleted(request, text, put_back=reverse("plays:restore", args=[play.uuid]))
    return new
