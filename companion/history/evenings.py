"""Plays grouped by game night, a day at one place, each with its players in the order of their ranks."""

import datetime
from dataclasses import dataclass

from django.conf import settings
from django.db.models import Prefetch
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from companion.core.language.evenings import this_evening
from companion.core.language.texts import minus, plural_of
from companion.models import Photo, Play, Seat
from companion.rules.kit import Number

# A lead of at most this many points is a close one.
CLOSE = 2
# For this long after a game night its page asks for a photo.
PHOTO_REQUEST_PERIOD = datetime.timedelta(days=7)


@dataclass(frozen=True)
class Row:
    """A play as a line of its game night: the winners, the others by rank, and the margin in words."""

    play: Play
    winners: list[Seat]
    others: list[Seat]
    margin: str
    is_close: bool

    @property
    def is_lost(self) -> bool:
        """Return whether a solo player, or everyone in a co-op, lost; then all names come first."""
        is_alone = len(self.others) == 1 or bool(self.play.game.is_coop)
        return is_alone and self.play.is_finished and not self.winners and any(seat.rank for seat in self.others)

    @property
    def first(self) -> Seat | None:
        """The first player; None if unknown."""
        return next((seat for seat in (*self.winners, *self.others) if seat.is_first), None)


@dataclass(frozen=True)
class Evening:
    """The plays of one day and place, newest first."""

    day: datetime.date
    place: str
    rows: list[Row]

    @property
    def minutes(self) -> int:
        """The measured minutes of all plays together."""
        return sum(row.play.minutes or 0 for row in self.rows)

    @property
    def is_measured(self) -> bool:
        """Return whether the duration of every finished play is known."""
        return all(row.play.minutes for row in self.rows if row.play.is_finished)

    @property
    def photos(self) -> list[Photo]:
        """The photos of its plays."""
        return [photo for row in self.rows for photo in row.play.photos.all()]

    @property
    def needs_photo(self) -> bool:
        """Return whether it is recent, has no photo yet, and the server allows photos."""
        return not self.photos and settings.PLAY_PHOTOS > 0 and self.day > this_evening() - PHOTO_REQUEST_PERIOD

    @property
    def hours(self) -> tuple[int, int]:
        """The duration as (hours, minutes)."""
        return divmod(self.minutes, 60)


def with_seats_and_photos(plays):
    """Return these plays, a queryset, with the seats and photos that their game nights show."""
    return plays.prefetch_related(
        Prefetch("seats", Seat.objects.at_table()),
        Prefetch("photos", Photo.objects.visible().defer("digest")),
    )


def group_by_evening(plays) -> list[Evening]:
    """Return the game nights of plays, which come from `with_seats_and_photos` in the order of the history."""
    found: dict[tuple[datetime.date, str], list[Row]] = {}
    for play in plays:
        found.setdefault((play.played_on, play.place), []).append(build_row(play))
    return [Evening(day, place, rows) for (day, place), rows in found.items()]


def build_row(play) -> Row:
    """Return a play as a line."""
    seats = list(play.seats.all())
    if not play.is_finished:
        return Row(play, [], seats, "", is_close=False)
    seats.sort(key=lambda seat: (seat.rank is None, seat.rank))
    winners = [seat for seat in seats if seat.is_winner]
    others = [seat for seat in seats if not seat.is_winner]
    lead = compute_lead(winners, others)
    is_close = lead is not None and -CLOSE <= lead <= CLOSE and len({seat.team or -seat.pk for seat in winners}) == 1
    return Row(play, winners, others, describe_margin(play, winners, others, lead), is_close=is_close)


def compute_lead(winners, others) -> Number | None:
    """Return the winners' lead in points; None if nobody won, nobody else has a rank, or points are unknown."""
    ranked = [seat for seat in others if seat.rank is not None]
    points = [seat.points for seat in (*winners, *ranked)]
    return winners[0].points - ranked[0].points if winners and ranked and None not in points else None


def describe_margin(play, winners, others, lead) -> str:
    """Return in words by how much a finished play was won."""
    if all(seat.rank is None for seat in (*winners, *others)):
        return pgettext("of a play", "not counted")
    if len(winners) + len(others) == 1:
        return _("solo") if winners else _("solo loss")
    if play.game.is_coop:
        return _("co-op win") if winners else _("co-op loss")
    if not winners:
        return _("a draw") if play.game.full_tie_is_draw else _("nobody has won")
    if len({seat.team or -seat.pk for seat in winners}) > 1:
        return _("shared win")
    if lead is None:
        return "" if others else _("shared win")
    if lead == 0:
        return _("tie-break")
    # If the fewest points win, the lead is negative.
    return ngettext("by %(number)s", "by %(number)s", plural_of(lead)) % {"number": minus(abs(lead))}
