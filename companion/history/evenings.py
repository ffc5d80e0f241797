"""A history by evenings: what was played on one day at one place, each play in the order of its ranks."""

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

# A lead of so many points or fewer is a close one.
CLOSE = 2
# For so long after an evening its page asks for a photo of it: somebody may still have one.
ASKS_FOR_PHOTO_FOR = datetime.timedelta(days=7)


@dataclass(frozen=True)
class Row:
    """A play as a line of its evening: who won, the others in the order of their ranks, and by how much.

    `margin` is in words; `is_close`: it was a matter of a point or two.
    """

    play: Play
    winners: list[Seat]
    others: list[Seat]
    margin: str
    is_close: bool

    @property
    def is_lost(self) -> bool:
        """Return whether one player, or all together, lost: then everybody's name stands where the winners' would."""
        is_alone = len(self.others) == 1 or bool(self.play.game.is_coop)
        return is_alone and self.play.is_finished and not self.winners and any(seat.rank for seat in self.others)

    @property
    def first(self) -> Seat | None:
        """Return who was drawn to begin; None if nobody was."""
        return next((seat for seat in (*self.winners, *self.others) if seat.is_first), None)


@dataclass(frozen=True)
class Evening:
    """The plays of one day and place, the newest first; `minutes` are all that were measured of them together."""

    day: datetime.date
    place: str
    rows: list[Row]

    @property
    def minutes(self) -> int:
        return sum(row.play.minutes or 0 for row in self.rows)

    @property
    def is_measured(self) -> bool:
        """Whether it is known of each play that was finished how long it took."""
        return all(row.play.minutes for row in self.rows if row.play.is_finished)

    @property
    def photos(self) -> list[Photo]:
        """Those of its plays."""
        return [photo for row in self.rows for photo in row.play.photos.all()]

    @property
    def asks_for_photo(self) -> bool:
        """Whether it has none yet, and somebody may still have one on their phone."""
        return not self.photos and settings.PLAY_PHOTOS > 0 and self.day > this_evening() - ASKS_FOR_PHOTO_FOR

    @property
    def hours(self) -> tuple[int, int]:
        """Hours and minutes beyond them."""
        return divmod(self.minutes, 60)


def for_evenings(plays):
    """These plays, a query, with what their evenings show of them: seats and photos."""
    return plays.prefetch_related(
        Prefetch("seats", Seat.objects.at_table()),
        Prefetch("photos", Photo.objects.visible().defer("digest")),
    )


def evenings_of(plays) -> list[Evening]:
    """The evenings of plays, which come as `for_evenings` gives them and in the order of the history."""
    found: dict[tuple[datetime.date, str], list[Row]] = {}
    for play in plays:
        found.setdefault((play.played_on, play.place), []).append(row_of(play))
    return [Evening(day, place, rows) for (day, place), rows in found.items()]


def row_of(play) -> Row:
    """A play as a line."""
    seats = list(play.seats.all())
    if not play.is_finished:
        return Row(play, [], seats, "", is_close=False)
    seats.sort(key=lambda seat: (seat.rank is None, seat.rank))
    winners = [seat for seat in seats if seat.is_winner]
    others = [seat for seat in seats if not seat.is_winner]
    lead = lead_in(winners, others)
    is_close = lead is not None and -CLOSE <= lead <= CLOSE and len({seat.team or -seat.pk for seat in winners}) == 1
    return Row(play, winners, others, margin_in(play, winners, others, lead), is_close=is_close)


def lead_in(winners, others) -> Number | None:
    """By how many points the winners are before the next; None where nobody won, or nobody else was counted."""
    ranked = [seat for seat in others if seat.rank is not None]
    points = [seat.points for seat in (*winners, *ranked)]
    return winners[0].points - ranked[0].points if winners and ranked and None not in points else None


def margin_in(play, winners, others, lead) -> str:
    """By how much a finished play was won, in words."""
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
    # Where the fewest points win, the lead is as good.
    return ngettext("by %(number)s", "by %(number)s", plural_of(lead)) % {"number": minus(abs(lead))}
