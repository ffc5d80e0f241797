"""Database models. A group's players have seats in plays, and cards with holdings."""

from .api_keys import ApiKey
from .cards import Card, CardSave
from .exports import Export
from .games import Ladder, Mark, NamedMark
from .imports import Import
from .links import Link, TableCode, Tries, fresh_key, new_key
from .notifications import NotificationAddress
from .people import Group, Member, OutsideAccount, Passkey, Person, Player, Removal
from .photos import Photo
from .plays import Event, Play, Seat
from .sealing import digest_of
from .sent_photos import SentPhoto
from .sessions import Session
from .sheets import OwnSheet, SheetVersion
from .uploads import Alias, Arrival, Upload

__all__ = [
    "Alias",
    "ApiKey",
    "Arrival",
    "Event",
    "Export",
    "Group",
    "Card",
    "CardSave",
    "Import",
    "Ladder",
    "Link",
    "Mark",
    "Member",
    "NamedMark",
    "NotificationAddress",
    "OwnSheet",
    "OutsideAccount",
    "Passkey",
    "Person",
    "Photo",
    "Play",
    "Player",
    "Removal",
    "Seat",
    "SentPhoto",
    "Session",
    "SheetVersion",
    "TableCode",
    "Tries",
    "Upload",
    "digest_of",
    "fresh_key",
    "new_key",
]
