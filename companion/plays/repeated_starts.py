"""A start that is sent again, because its first answer never came: the same form is the same play."""

import datetime

from django.core.signing import Signer
from django.http import Http404
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from companion.access.identity import known_person, sign_in
from companion.access.permissions import play_for_member
from companion.core.language.typed import parse_number
from companion.core.publishing import end_streams_of_play, publish_revision
from companion.models import Event, Play
from companion.rules.scoring.checking import same_name

# So long a phone that learned nothing of its first start is known again by the form that it sent.
KNOWN_AGAIN_WITHIN = datetime.timedelta(hours=1)
# A play that stands for a former one begins so many revisions later than that, which are more than any play gets; and
# so often one may, as a column of revisions has room for.
FROM_START_TO_START, MOST_STARTS = 10_000_000, 200


def proof_of(play_id) -> str:
    """What a form with a new play's id brings along to be known again by: nobody can make it up from the id, which
    everybody at the table learns."""
    return Signer(salt="companion.starting").signature(str(play_id))


def earlier_start(request, play_id, *, group=None, proof="") -> Play | None:
    """The play that this form has started before, for a member of its group; None where there is none yet.

    A 404 where the play is none of whoever asks, or of another group than the form says.
    """
    play = Play.objects.filter(uuid=play_id).first() if play_id else None
    if play is None:
        return None
    if play.created_at > timezone.now() - KNOWN_AGAIN_WITHIN and constant_time_compare(proof, proof_of(play_id)):
        know_again(request, play)
    if group and play.group_id != group.pk:
        raise Http404
    return play_for_member(request, play_id)


def know_again(request, play):
    """Make somebody who is known by a cookie at most, or not at all, whoever started this play by the same form.

    Their cookie went with the answer that was lost. Who has another way back takes that one.
    """
    starter = play.events.get(kind=Event.Kind.START).person
    person = known_person(request)
    if starter and starter != person and not starter.can_sign_in and not (person and person.can_sign_in):
        sign_in(request, starter)


def is_started_as(play, form) -> bool:
    """Return whether a play is what a form starts: the same people, options, day and all else."""
    its, game, seats = form.cleaned_data, play.game, list(play.seats.at_table())
    names = [same_name(name) for name in its["player"]]
    roles = [game.roles.key_for(role) or "" for role in form.roles]
    begins = same_name(its["first"]) if its["first"] else ""
    return (
        [names, form.teams or [0] * len(names), roles, [name for name in names if name == begins]]
        == [
            [seat.player.folded_name for seat in seats],
            [seat.team for seat in seats],
            [seat.role or "" for seat in seats],
            [seat.player.folded_name for seat in seats if seat.is_first],
        ]
        and (play.options, play.played_on, play.place) == (form.options, its["played_on"], its["place"])
        and (play.game_slug, play.variant or "") == (form.game.slug, game.variants.key_for(its["variant"]) or "")
    )


def is_untouched(play) -> bool:
    """Return whether nothing has happened in a play since it started, and nobody else can have come to it."""
    starts, since = divmod(play.revision, FROM_START_TO_START)
    return since == 1 and starts < MOST_STARTS and play.is_open and not play.links.exists()


def was_started_again(play, *, since) -> bool:
    """Return whether a play stands for one that a page with this revision, a text, shows with other columns."""
    revision = parse_number(since) or play.revision
    return revision // FROM_START_TO_START < play.revision // FROM_START_TO_START


def take_over(play, former, started):
    """Let a play stand for the `former` one, which had `started` so (an event) and is deleted.

    Names that came with the former start alone leave the group. Pages that show the former play come anew.
    """
    start, new = play.events.get(kind=Event.Kind.START), started.details.get("new", [])
    play.group.players.filter(pk__in=new, seats=None, person=None).delete()
    left = play.group.players.filter(pk__in=new).values_list("pk", flat=True)
    play.revision = former.revision + FROM_START_TO_START
    start.details = {"new": [*left, *start.details.get("new", [])]}
    start.save(update_fields=["details"])
    play.save(update_fields=["revision"])
    # Each page asks: one that already has the new revision would get no answer.
    end_streams_of_play(play)
    publish_revision(play)
