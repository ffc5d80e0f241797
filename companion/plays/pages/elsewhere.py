"""What another program has noted of a play beside what a play holds: its board, hour, first player and roles."""

from django.utils.translation import gettext as _

from companion.language.texts import isolated
from companion.models import Arrival


def noted_elsewhere(play, seats) -> list[str]:
    """Return who was drawn to begin, and what came with a play from another program, a sentence or name each."""
    drawn = [_("%(player)s began") % {"player": isolated(seat.player.name)} for seat in seats if seat.is_first]
    rest = Arrival.objects.filter(play=play).values_list("rest", flat=True).first()
    if not rest:
        return drawn
    board, time = text_in(rest.get("rest", {}), "board"), text_in(rest, "time")
    told = [_("Board: %(board)s") % {"board": isolated(board)}] if board else []
    told += [_("began at %(time)s") % {"time": time}] if time else []
    for seat, its in zip(seats, rest.get("seats", ()), strict=False):
        of_seat, name = its.get("rest", {}), isolated(seat.player.name)
        if of_seat.get("startPlayer") in (True, 1):
            told.append(_("%(player)s began") % {"player": name})
        if role := text_in(of_seat, "role"):
            told.append(f"{name}: {isolated(role)}")
    return told + [sentence for sentence in drawn if sentence not in told]


def text_in(told, name: str) -> str:
    """Return a text of what a program has told; nothing where it is none."""
    value = told.get(name)
    return value if isinstance(value, str) else ""
