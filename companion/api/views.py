"""The API's views. They only read what the key's person may see."""

from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from companion.access.groups import group_for, groups_of
from companion.access.permissions import play_for_member
from companion.core.language.evenings import this_evening
from companion.entry.scorepad import Scorepad
from companion.entry.scorepads import scorepads
from companion.history.own_plays import OwnPlays
from companion.history.plays import Position
from companion.history.statistics_rows import history_of
from companion.photos.answers import picture_response

from .answers import describe_group, describe_play, own_statistics, statistics_of, summarize_group, summarize_play
from .by_key import by_key

PLAYS_AT_ONCE = 100


@require_safe
@by_key
def groups(request):
    """Return the person's groups."""
    return {"groups": [summarize_group(group) for group in groups_of(request).prefetch_related("players")]}


@require_safe
@by_key
def me(request):
    """Return the person's statistics over all their groups."""
    its_groups = list(groups_of(request).prefetch_related("players"))
    return own_statistics(OwnPlays(request.user, its_groups), its_groups, this_evening().year)


@require_safe
@by_key
def group(request, uuid):
    """Return a group with its players."""
    return describe_group(group_for(request, uuid))


@require_safe
@by_key
def plays(request, uuid):
    """Return a page of a group's plays, newest first; `next` is the URL of the next page."""
    its_group = group_for(request, uuid)
    found = its_group.plays.filter(deleted_at__isnull=True).order_by("-played_on", "-pk").select_related("sheet__sheet")
    if after := Position.read(request.GET.get("after")):
        found = found.filter(after.later)
    page = list(found[: PLAYS_AT_ONCE + 1])
    shown = page[:PLAYS_AT_ONCE]
    return {
        "plays": [summarize_play(pad, its_group) for pad in scorepads(shown)],
        "next": address_after(request, uuid, shown[-1]) if len(page) > len(shown) else None,
    }


@require_safe
@by_key
def play(request, uuid):
    """Return a play with the rows of its score sheet and its photos."""
    its_play = play_for_member(request, uuid)
    return describe_play(Scorepad(its_play), its_play.group, request.build_absolute_uri)


@require_safe
@by_key
def picture(request, uuid, photo, size):
    """Return a photo of a play as a JPEG."""
    return picture_response(request, play_for_member(request, uuid), photo, size)


@require_safe
@by_key
def statistics(request, uuid):
    """Return the wins of all players of a group."""
    return statistics_of(history_of(group_for(request, uuid)))


def address_after(request, uuid, last) -> str:
    """Return the URL of the plays after this one."""
    position = Position(last.played_on, last.pk)
    return request.build_absolute_uri(f"{reverse('api:api_plays', args=[uuid])}?{urlencode({'after': str(position)})}")
