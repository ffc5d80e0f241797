"""Which columns of a play's sheet a phone fills in, and which are filled in on another one."""

from companion.core.memory_cache import once
from companion.groups.members import belongs_to_other
from companion.models import Event


def entered_here(pad, person) -> list:
    """The seats whose columns this phone fills in one after the other: its own, else those that no phone has."""
    own = [seat for seat in pad.seats if person and seat.person_id == person.pk]
    return own or [seat for seat in pad.seats if seat.person_id is None]


def beginner_of(pad, stage):
    """Return the seat that bids first in a stage, as far as the play says who begins: left of the dealer; else None."""
    if pad.game.shares_cards or not any(field.called for field in pad.fields(stage)):
        return None
    place = pad.game.stages.index(stage)
    if pad.game.keeps_dealer:
        # The first seat deals the first round, as the table is told after it.
        return pad.seats[(place + 1) % len(pad.seats)]
    return None if place else next((seat for seat in pad.seats if seat.is_first), None)


def asked_in_order(pad, stage, seats) -> list:
    """Return these seats in the order in which a stage asks them: as they sit, from the one that bids first."""
    beginner = beginner_of(pad, stage)
    place = pad.seats.index(beginner) if beginner else 0
    return [seat for seat in [*pad.seats[place:], *pad.seats[:place]] if seat in seats]


def entered_elsewhere(pad, person) -> list:
    """The seats whose columns another phone fills in: those that others have chosen.

    For a phone that has chosen some, that includes the columns nobody has chosen, if a phone is at the table that has
    chosen none: it fills them in.
    """
    has_chosen = person and any(seat.person_id == person.pk for seat in pad.seats)
    is_left = has_chosen and any(seat.person_id is None for seat in pad.seats) and has_others(pad, person)
    return [seat for seat in pad.seats if belongs_to_other(seat, person) or (is_left and seat.person_id is None)]


def offered_here(pad, person, stage) -> list:
    """Return the seats that others fill in and this phone may take over: its former ones while one of them is missing.

    Else all that are missing.
    """
    elsewhere, missing = entered_elsewhere(pad, person), pad.missing(stage)
    former = [seat for seat in elsewhere if person and seat.former_id == person.pk]
    its = [seat for seat in elsewhere if seat in missing]
    return former if any(seat in its for seat in former) else its


def has_others(pad, person) -> bool:
    """Return whether someone who has chosen no column started the play or has counted in it, beside this person."""
    have_chosen = {seat.person_id for seat in pad.everybody}
    return bool({starter_of(pad), *(row.person_id for row in pad.rows)} - have_chosen - {None, person.pk})


@once
def starter_of(pad) -> int | None:
    """The number of the person who has started the play; None where nobody here has."""
    return pad.play.events.filter(kind=Event.Kind.START).values_list("person", flat=True).first()


def owners_of(pad, seats) -> dict[int, str]:
    """On whose phone each of these seats is counted: the first name at the table that is counted there.

    Columns that nobody has chosen have no name.
    """
    return {
        seat.pk: next(each.player.name for each in pad.seats if each.person_id == seat.person_id)
        for seat in seats
        if seat.person_id is not None
    }
