"""What is asked of the database about the cards of a play; each is compiled once."""

from django.db.models import Exists, OuterRef, Q, Subquery

from companion.models import Holdings, Member, Seat
from companion.server.prepared import prepared, prepared_once

from .merging import WAITING, Fate

SAVES_AT_ONCE = 2000
LATER = Holdings.objects.filter(
    seat=OuterRef("seat"),
    stage=OuterRef("stage"),
    fate=Holdings.Fate.COUNTED,
    revision__gt=OuterRef("revision"),
)
# The rows that are somebody's card: the counted ones that no later one replaces.
IS_NEWEST = Q(~Exists(LATER), fate=Holdings.Fate.COUNTED)
# What a guest has sent too late: to open something again is the members'.
LATE_FROM_A_GUEST = Q(fate__in=[Holdings.Fate.LATE, Holdings.Fate.SETTLED], person__isnull=False) & ~Exists(
    Member.objects.filter(group=OuterRef("seat__play__group"), person=OuterRef("person"))
)


def newest_holdings(**where):
    """The rows that are somebody's card."""
    return Holdings.objects.filter(IS_NEWEST, **where)


@prepared
def seats_at(play):
    """The seats at the table of a play, given by its number, with their players."""
    return Seat.objects.at_table().filter(play=play)


def of_play(play):
    """The saves of the cards of a play, given by its number."""
    return Holdings.objects.filter(seat__play=play)


def of_card(seat, stage):
    """The saves of a card, given by the number of its seat and the key of its stage."""
    return Holdings.objects.filter(seat=seat, stage=stage)


def now_among(saves):
    """The numbers of the newest of each card's saves, and of those that wait for a choice.

    Each card begins with a row of revision 1. So only these and the newest are looked at, however often it was saved.
    """
    its = of_card(OuterRef("seat"), OuterRef("stage")).filter(fate=Fate.COUNTED)
    newest = Subquery(its.order_by("-revision").values("pk")[:1])
    first = saves.filter(fate=Fate.COUNTED, revision=1)
    return first.values(number=newest).union(saves.filter(fate__in=WAITING).values("pk"))


def numbered(numbers):
    """The saves of these numbers, the first one first."""
    return Holdings.objects.filter(pk__in=numbers).order_by("pk")


@prepared_once(SAVES_AT_ONCE)
def rows_now(play):
    """The newest rows of all cards of a play, given by its number, and those that wait for a choice."""
    return numbered(now_among(of_play(play)))


def since(saves, base, save_id):
    """The numbers of those saves of a card which `decide` has to know beside these about one of this id from revision
    `base`: see `History`.
    """
    counted = saves.filter(revision__gte=base, fate=Fate.COUNTED)
    return counted.values("pk").union(saves.filter(save_id=save_id).values("pk"))


@prepared
def card_rows(seat, stage, base, save_id):
    """These saves of a card and those that it is made of, the first one first."""
    its = of_card(seat, stage)
    return numbered(now_among(its).union(since(its, base, save_id)))


@prepared_once(SAVES_AT_ONCE)
def rows_with_card(play, seat, stage, base, save_id):
    """All that a scorepad is made of, and these saves of one of its cards."""
    now = now_among(of_play(play))
    return numbered(now.union(since(of_card(seat, stage), base, save_id)))


def waiting_of(play):
    """The saves of a play's cards that wait until somebody chooses, the oldest first; a queryset."""
    return Holdings.objects.filter(seat__play=play, seat__removed_at=None, fate__in=WAITING).order_by("pk")


@prepared
def unsettled(play, person):
    """The saves of a person that wait for their choice in a play, the oldest first; both are given by their numbers."""
    return waiting_of(play).filter(person=person).select_related("seat__player")


@prepared
def unsettled_for_member(play, person):
    """The same for a member of the group, who also sees what guests have sent too late."""
    return waiting_of(play).filter(Q(person=person) | LATE_FROM_A_GUEST).select_related("seat__player")
