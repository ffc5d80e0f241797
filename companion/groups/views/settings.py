"""A group's settings: name, language, time zone and house rules."""

from django.contrib import messages
from django.db.models import Prefetch
from django.http import Http404
from django.shortcuts import redirect, render
from django.utils.translation import get_language, get_language_info
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from companion.access.games import game_for
from companion.access.groups import changing_group, group_for, group_for_owner
from companion.access.permissions import OWNER
from companion.core.language.texts import show_problems
from companion.core.language.time_zones import city_of, usual_name
from companion.core.refusal import Refusal
from companion.groups.forms import GroupLocaleForm, GroupNameForm
from companion.groups.house_rules import forget_options, remember_options
from companion.groups.options_form import OptionsForm
from companion.history.plays import first_and_last_day
from companion.models import NotificationAddress, Seat
from companion.models.sheets import games_in_collection


@require_safe
def settings(request, uuid):
    """Render the settings: name, language, time zone, house rules, members, import and export, and leaving."""
    group = group_for(request, uuid)
    current = {"language": group.language or get_language(), "time_zone": usual_name(group.time_zone)}
    return settings_page(request, group, GroupLocaleForm(initial=current))


def settings_page(request, group, form):
    """Render the settings with this form, which only owners see; others see the values."""
    games = [game for game in games_in_collection(group) if game.options]
    context = {
        "group": group,
        "is_owner": group.role == OWNER,
        "is_notified": NotificationAddress.objects.filter(group=group, off_at=None).exists(),
        "name_form": GroupNameForm(initial={"name": group.name}),
        "deleted": group.plays.deleted().prefetch_related(Prefetch("seats", Seat.objects.at_table())),
        "days": first_and_last_day(group),
        "form": form,
        "language": get_language_info(group.language or get_language())["name_local"],
        "city": city_of(usual_name(group.time_zone), get_language()),
        "games": [{"game": game, "is_printed": agreed_options(group, game) == game.options_with({})} for game in games],
    }
    return render(request, "groups/settings.html", context, status=422 if form.errors else 200)


def agreed_options(group, game) -> dict:
    """Return the value of each option of a game in this group."""
    return game.options_with(group.options.get(game.slug, {}))


@require_POST
def locale(request, uuid):
    """Set the group's language and time zone."""
    group = group_for_owner(request, uuid)
    form = GroupLocaleForm(request.POST)
    if not form.is_valid():
        return settings_page(request, group, form)
    with changing_group(group_for_owner, request, uuid) as group:
        group.language, group.time_zone = form.cleaned_data["language"], form.cleaned_data["time_zone"]
        group.save(update_fields=["language", "time_zone"])
    messages.success(request, _("Saved."))
    return redirect("groups:group_settings", uuid=uuid)


@require_http_methods(["GET", "POST"])
def house_rules(request, uuid, slug):
    """Edit the options for the group's next play of a game."""
    group = group_for(request, uuid)
    game = game_for(request, slug, group)
    if not game.options:
        raise Http404
    form = OptionsForm(request.POST or None, game=game, initial=agreed_options(group, game))
    if request.method == "POST" and ("printed" in request.POST or form.is_valid()):
        try:
            with changing_group(group_for, request, uuid) as group:
                if "printed" in request.POST:
                    forget_options(group, game)
                else:
                    remember_options(group, game, form.changes_of(agreed_options(group, game)))
            messages.success(request, _("Saved. New plays will use these settings."))
        except Refusal as refusal:
            show_problems(request, refusal.problems)
            return redirect("groups:group_rules", uuid=uuid, slug=slug)
        return redirect("groups:group_settings", uuid=uuid)
    context = {"group": group, "game": game, "form": form}
    return render(request, "groups/rules.html", context, status=422 if form.errors else 200)
