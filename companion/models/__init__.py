"""What is stored. The words are those of the design: a group's players have seats in plays, and cards with holdings."""

from .games import Ladder, Mark
from .imports import Import
from .links import Link, TableCode, Tries, new_key
from .people import Group, Member, Passkey, Person, Player, Removal
from .plays import Event, Holdings, Play, Seat

__all__ = [
    "Event",
    "Group",
    "Holdings",
    "Import",
    "Ladder",
    "Link",
    "Mark",
    "Member",
    "Passkey",
    "Person",
    "Play",
    "Player",
    "Removal",
    "Seat",
    "TableCode",
    "Tries",
    "new_key",
]
