"""What somebody takes along: a group's plays and evenings as files for other programs, and a play for another app."""

from django.contrib import messages
from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from companion.access.errors import wrong_key
from companion.access.groups import changing_group, group_for
from companion.access.identity import known_person
from companion.access.links import link_for, link_of_kind, renew, shared
from companion.access.permissions import play_for
from companion.cards.scorepad import Scorepad
from companion.exchange.gathering import ended_at, files_of, photos_of, record_of, with_pictures, zone_of
from companion.exchange.kinds import KINDS
from companion.exchange.making import for_calendars
from companion.exchange.writers import bgstats
from companion.exchange.writers.photos import zipped
from companion.files.exporting import file_name, is_large
from companion.language.languages import settle_in_for_all
from companion.language.typed import number
from companion.models import Link
from companion.models.starts import plays_of_unknown_start

SECONDS_TO_COME_AGAIN = 60


@require_safe
def take_along(request, uuid):
    """All that a member of a group can take along, and the links that show a result of it."""
    group = group_for(request, uuid)
    links = Link.objects.filter(kind=Link.Kind.RESULT, play__group=group, play__deleted_at__isnull=True)
    links = links.select_related("play__group", "play__sheet__sheet").order_by("-created_at")
    made = group.links.filter(kind=Link.Kind.CALENDAR).first()
    calendar_at = made and calendar_address(request, made)
    photos = [(its.start + 1, its.stop) for its in files_of(photos_of(group))]
    made_files = group.exports.filter(person=known_person(request)).order_by("-pk").defer("packed")
    files = {"kinds": KINDS, "is_large": is_large(group), "files": [(its, KINDS[its.kind]) for its in made_files]}
    context = {"group": group, "links": links, "calendar": calendar_at, "photos": photos}
    return render(request, "exchange/take_along.html", context | files)


@require_POST
def calendar_link(request, uuid):
    """Make the link by which a calendar keeps up with the evenings, renew it, or withdraw it."""
    with changing_group(group_for, request, uuid) as group:
        made = group.links.filter(kind=Link.Kind.CALENDAR).first()
        if "share" in request.POST:
            link_for(Link.Kind.CALENDAR, group=group)
        elif "renew" in request.POST and made:
            renew(made)
            messages.success(request, _("There is a new link. The old one no longer works."))
        elif "withdraw" in request.POST and made:
            made.delete()
            messages.success(request, _("The link no longer works."))
    if "share" in request.POST and is_large(group):
        # A calendar that asks soon finds them there.
        for_calendars(group)
    return redirect("take_along", uuid=uuid)


@require_safe
def shared_calendar(request, key):
    """The evenings of a group for whatever calendar has the link, in the group's language.

    Those of a large group are as they were made last: who asks for the first time is asked to come again.
    """
    link = link_of_kind(Link.Kind.CALENDAR, key)
    if link is None or link.group is None:
        return wrong_key(request)
    settle_in_for_all(request, link.group)
    its = KINDS["evenings"]
    if not is_large(link.group):
        return StreamingHttpResponse(its.write(link.group), content_type=its.content_type)
    if kept := for_calendars(link.group):
        return StreamingHttpResponse(kept.content, content_type=its.content_type)
    return HttpResponse(status=503, headers={"Retry-After": SECONDS_TO_COME_AGAIN})


def calendar_address(request, link) -> str:
    """Where a calendar finds the evenings."""
    url = shared(request, link)["url"]
    return url.replace(reverse("link", args=[link.key]), reverse("shared_calendar", args=[link.key]))


@require_safe
def export_as(request, uuid, kind):
    """The group's plays as a file of this kind; those of a large group are asked for on the page of all files."""
    group = group_for(request, uuid)
    if kind not in KINDS:
        raise Http404
    if is_large(group):
        return redirect("take_along", uuid=uuid)
    its = KINDS[kind]
    return a_file(group, its.ending, its.content_type, its.write(group))


def a_file(group, ending, content_type, content):
    """An answer that is saved under the group's name."""
    name = file_name(group, timezone.localdate(), ending)
    headers = {"Content-Disposition": content_disposition_header(as_attachment=True, filename=name)}
    return StreamingHttpResponse(content, content_type=content_type, headers=headers)


@require_safe
def export_photos(request, uuid):
    """The photos of the group as a zip that can be brought in again: of several files the so-manieth (`file`)."""
    group = group_for(request, uuid)
    photos = photos_of(group)
    files, wanted = files_of(photos) or [slice(0, 0)], number(request.GET.get("file")) or 1
    if not 1 <= wanted <= len(files):
        raise Http404
    its = files[wanted - 1]
    ending = f" photos {wanted}.zip" if len(files) > 1 else " photos.zip"
    return a_file(group, ending, "application/zip", zipped(with_pictures(photos[its], its.start + 1)))


@require_safe
def to_bgstats(request, uuid):
    """On to the app that takes a finished play, with all that it is told of it in the address."""
    play = play_for(request, uuid)
    if not play.is_finished:
        raise Http404
    record = record_of(Scorepad(play), zone_of(play.group), unknown=plays_of_unknown_start([play.pk]))
    is_of_its_day = record.began is not None and record.began.date() == record.day
    return redirect(bgstats.create_play_link(record, ended=ended_at(play) if is_of_its_day else None))
