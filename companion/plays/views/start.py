"""A game's page, which begins with the start of a play."""

import json
from functools import partial
from uuid import uuid4, uuid5

from django.contrib import messages
from django.db import IntegrityError, transaction
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.datastructures import MultiValueDict
from django.utils.http import urlencode
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from companion.access.fields import HiddenUUIDField
from companion.access.games import game_for
from companion.access.groups import changing_group, chosen_group, group_for, groups_of
from companion.access.identity import ensure_person
from companion.access.permissions import changing_play, play_for_member, require_person, unless_gone
from companion.access.rate_limits import may_create_group
from companion.access.visibility import OWNER
from companion.core.language.discs import COLOURS
from companion.core.language.evenings import this_evening
from companion.core.language.languages import activate_for_group
from companion.core.language.texts import listed
from companion.core.language.typed import parse_number, read_names
from companion.groups.colours import colours_to_choose
from companion.history.places import known_places, place_of_today
from companion.history.roles import suggestions_context
from companion.models import Event, Group, Play
from companion.player_aids.filling_cards import fill_in
from companion.player_aids.referees import read_findings
from companion.plays.forms import StartPlayForm
from companion.plays.known_people import last_seated, new_among, people_of, same_again, start_labels
from companion.plays.lifecycle import start
from companion.plays.repeated_starts import earlier_start, is_started_as, is_untouched, proof_of, take_over
from companion.plays.start_form import REARRANGING, Sitting, rearranged, sitting_in, with_someone_new
from companion.plays.teams import teams_page


@require_http_methods(["GET", "POST"])
def show_game(request, slug):
    """What the game is and how it scores; a POST starts a play, or rearranges its names without JavaScript.

    A POST from a referee brings what it knows: the form shows its options, and the play begins with its holdings.
    """
    groups = list(groups_of(request).prefetch_related("players"))
    group = chosen_group(request, groups)
    game = game_for(request, slug, group)
    if group:
        activate_for_group(request, group)
    known = read_findings(game, request.POST.get("referee"), request.POST.get("journal"))
    if group and "teams" in request.GET:
        form = StartPlayForm(as_agreed(group, game, read_names(request.GET), uuid4()), game=game)
        if form.asks_teams:
            return teams_page(request, form, game, group)
    last = last_seated(group, game) if group else []
    same = same_again(game, last)
    if request.method == "POST" and not (REARRANGING | {"keep"}) & set(request.POST):
        form = StartPlayForm(with_someone_new(request.POST), game=game)
        if form.asks_teams or (game.teams and "team" in request.POST and form.non_field_errors()):
            return teams_page(request, form, game, group)
        if play := started(request, form, game, group, known):
            return redirect("plays:play", uuid=play.uuid)
    else:
        here = read_names(request.GET)[: game.seats[-1]]
        initial = proposed(game, group) | {"player": here} | (known["options"] if known else {})
        form = StartPlayForm(game=game, initial=initial)
        if REARRANGING & set(request.POST):
            form = StartPlayForm(rearranged(request.POST, same), game=game)
            form.errors.clear()
    sitting = sitting_in(form.data) if form.is_bound else [Sitting(name) for name in form["player"].value() or []]
    people = people_of(group, last, sitting) if group else []
    known_players = group.players.all() if group else []
    context = {
        "game": game,
        "known": known,
        "form": form,
        "proof": proof_in(form, request),
        "lines": lines_of(form, game, people, sitting, parse_number(request.GET.get("seats", ""))),
        "colours": colours_to_choose(known_players, new_among(sitting, known_players)),
        "places": known_places(group) if group else [],
        **suggestions_context(group, game),
        "group": group,
        "group_id": str(group.uuid) if group else "",
        "groups": groups,
        "setups": [(seats, texts) for seats in game.seats if (texts := game.setup(seats))],
        "people": people,
        "same": same if people else None,
        "labels": json.dumps(start_labels(game, are_typed=not people)),
        "today": this_evening(),
    }
    return render(request, "plays/start/game.html", context, status=422 if form.is_bound and form.errors else 200)


def started(request, form, game, group, known) -> Play | None:
    """The play that the form starts, with what a referee knows of it; None where the form has errors."""
    if not form.is_valid():
        return None
    play_id = form.cleaned_data["play_id"]
    if again := earlier_start(request, play_id, group=group, proof=request.POST.get("proof", "")):
        return started_again(request, again, form, game, known)
    named = HiddenUUIDField(required=False).clean(request.POST.get("group"))
    if named and not group:
        # Whoever is in it no longer starts nothing, and founds no group by that.
        group_for(request, named)
    if not group and not may_create_group(request, play_id):
        form.add_error(None, _("No more new groups can be created from your network today. Please try again tomorrow."))
        return None
    with unless_gone(request, partial(require_person, request)):
        try:
            return start_now(request, form, game, group, known, person=ensure_person(request))
        except IntegrityError:
            # The same form may have come twice in the same moment.
            if again := earlier_start(request, play_id, group=group, proof=request.POST.get("proof", "")):
                return started_again(request, again, form, game, known)
            raise


def started_again(request, play, form, game, known) -> Play:
    """The play that this form has started before, with the people and all else that it says now.

    While nothing has happened in it, it starts anew; later the next page says with whom it has started.
    """
    with changing_play(play_for_member, request, play.uuid) as play:
        group, name = group_for(request, play.group.uuid), form.cleaned_data["group_name"]
        if name and name != group.name and group.role == OWNER:  # type: ignore[attr-defined]  # what it was annotated with
            Group.objects.filter(pk=group.pk).update(name=name)
        if is_started_as(play, form):
            return play
        if is_untouched(play):
            former, started = play, play.events.get(kind=Event.Kind.START)
            former.delete()
            play = start_now(request, form, game, group, known, person=ensure_person(request))
            take_over(play, former, started)
            return play
        text = _("This play had already started with %(names)s. Change players and options under “More”.")
        messages.warning(request, text % {"names": listed(play.seats.at_table())})
        return play


@require_POST
def start_at_once(request, uuid):
    """Start a game with the people who are here, as the group plays it; what is still to be said asks its own page.

    `other` games are looked for in the library, for the same people.
    The page of a group brings one id, of which each game makes its own: to tap another one starts another play.
    """
    group, names = group_for(request, uuid), read_names(request.POST)
    if "other" in request.POST:
        return redirect(
            f"{reverse('collection:library')}?{urlencode({'group': str(group.uuid), 'player': names}, doseq=True)}"
        )
    game = game_for(request, request.POST.get("game", ""), group)
    page = HiddenUUIDField(required=False).clean(request.POST.get("play_id"))
    form = StartPlayForm(as_agreed(group, game, names, uuid5(page, game.slug) if page else ""), game=game)
    is_agreed = game.slug in group.options or not any(option.confirm for option in game.options)
    asks_teams = is_agreed and form.asks_teams
    if is_agreed and not asks_teams and (play := started(request, form, game, group, known=None)):
        return redirect("plays:play", uuid=play.uuid)
    query = {"group": str(group.uuid), "player": names} | ({"teams": 1} if asks_teams else {})
    return redirect(f"{reverse('plays:game', args=[game.slug])}?{urlencode(query, doseq=True)}")


def as_agreed(group, game, names, play_id) -> MultiValueDict:
    """What the form of a game would send if nobody changed anything in it."""
    agreed = game.options_with(group.options.get(game.slug, {}))
    return MultiValueDict(
        {key: [str(value)] for key, value in agreed.items()}
        | {"player": names, "played_on": [this_evening().isoformat()]}
        | {"play_id": [str(play_id)]}
    )


def start_now(request, form, game, group, known, *, person) -> Play:
    """The play that a form without errors starts; raises IntegrityError where there is one of its id."""
    with changing_group(group_for, request, group.uuid) if group else transaction.atomic():
        play = start(
            game,
            person=person,
            group=group,
            names=form.cleaned_data["player"],
            options=form.options,
            played_on=form.cleaned_data["played_on"],
            place=form.cleaned_data["place"],
            colours=form.colours,
            first=form.cleaned_data["first"],
            roles=form.roles,
            variant=form.cleaned_data["variant"],
            teams=form.teams,
            uuid=form.cleaned_data["play_id"],
            language=get_language(),
            time_zone=form.cleaned_data["time_zone"],
            group_name=form.cleaned_data["group_name"],
        )
        if known:
            fill_in(play, known["holdings"], person=person)
    return play


def proposed(game, group):
    """What the form begins with: today, and what the group agreed on last time."""
    remembered = group.options.get(game.slug, {}) if group else {}
    place = place_of_today(group) if group else ""
    return {"play_id": uuid4(), "played_on": this_evening(), "place": place, **game.options_with(remembered)}


def proof_in(form, request) -> str:
    """What the form is known again by if it is sent twice: made with its id, and then brought along with it."""
    return request.POST.get("proof", "") if form.is_bound else proof_of(form["play_id"].value())


def lines_of(form, game, people, sitting, seats=None) -> list[dict]:
    """Return one line for each seat that the game can have, `{"name", "colour", "role"}`, with what was typed.

    A printed sheet asks for its number of `seats`. Who is known has a colour already; names of a first play have the
    colours in their order, until one is chosen.
    """
    names = list(form["player"].value() or [])
    known = {each.name: each for each in sitting}
    names += [""] * ((seats if seats in game.all_seats else game.all_seats[-1]) - len(names))
    return [
        {"name": name, "colour": its.colour or (0 if people else place % COLOURS + 1), "role": its.role}
        for place, name in enumerate(names)
        for its in [known.get(name, Sitting(name))]
    ]
