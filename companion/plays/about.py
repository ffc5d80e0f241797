"""The notes on a play beside its counts: when and where it was, its variant, each player's role and who began."""

from django.db import transaction

from companion.models import Event, Play

OF_A_PLAY = ("played_on", "place", "minutes", "notes", "variant")


def noted(play, seats) -> dict:
    """Return what is noted of a play and its seats, by the names that their form has for it.

    A word that was stored before the game proposed it is what it is stored as now.
    """
    game, first = play.game, next((str(seat.pk) for seat in seats if seat.is_first), "")
    of_play = {name: getattr(play, name) for name in OF_A_PLAY}
    of_play["variant"] = game.variants.key_for(play.variant or "")
    return of_play | {"first": first} | {role_of(seat): game.roles.key_for(seat.role or "") for seat in seats}


def role_of(seat) -> str:
    """Return what a form calls the role of a seat."""
    return f"role-{seat.pk}"


@transaction.atomic
def save(play, *, was, now, person) -> dict:
    """Store what differs (`now`, by name) from what its page showed (`was`).

    Changes that someone else has made meanwhile stay and are returned.
    """
    play = Play.objects.select_for_update().get(pk=play.pk)
    seats = list(play.seats.at_table())
    here = noted(play, seats)
    changed = {key: its for key, its in now.items() if key in here and its != was[key] and its != here[key]}
    theirs = {key: here[key] for key in changed if here[key] != was[key]}
    if not changed or theirs:
        return theirs
    of_play = {key: its for key, its in changed.items() if key in OF_A_PLAY}
    if of_play:
        details = {key: [as_text(here[key]), as_text(its)] for key, its in of_play.items()}
        Event.objects.create(play=play, kind=Event.Kind.NOTES, details=details, person=person)
    for seat in seats:
        change_seat(seat, changed, person=person)
    play.touch(**of_play)
    return {}


def change_seat(seat, changed, *, person):
    """Store the role of a seat, and whether it began, if they have changed."""
    happened = []
    if role_of(seat) in changed:
        was, seat.role = seat.role or "", changed[role_of(seat)] or None
        happened.append({"what": "role", "was": was, "role": seat.role or ""})
    begins = str(seat.pk) == changed.get("first", str(seat.pk) if seat.is_first else "")
    if begins != bool(seat.is_first):
        seat.is_first = begins or None
        happened.append({"what": "first" if begins else "not_first"})
    for its in happened:
        details = {"seat": seat.pk, "player": seat.player.name, **its}
        Event.objects.create(play=seat.play, kind=Event.Kind.SEATS, details=details, person=person)
    if happened:
        seat.save(update_fields=["role", "is_first"])


def as_text(value) -> str:
    """Return what a change history keeps of a value."""
    return "" if value is None else str(value)
