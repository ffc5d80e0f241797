"""What has happened to a play: who changed what from what to what, and when, and how it is put back."""

from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from companion.access.permissions import MEMBER
from companion.core.language.texts import isolated, join_and, listed, say, say_entry
from companion.entry.changes import Change, changes, restores
from companion.entry.covered_bids import is_covered
from companion.entry.descriptions import called, field_texts, unbroken
from companion.entry.linked_changes import goes_back_with
from companion.entry.merging import entries_of
from companion.entry.scorepad import Scorepad
from companion.entry.shared_cards import card_names, teams_of
from companion.models import CardSave, Event
from companion.models.cards import as_entry
from companion.models.event_details import BY, changes_in
from companion.results.decided_ties import with_crown

from . import about
from .about import as_text
from .event_texts import event_text
from .pages.result_page import may_correct
from .photo_changes import PhotosTold


@dataclass(frozen=True)
class Button:
    """What a button sends to put something back: to where, and these fields.

    With it `number` of `total` changes go back. If that is not all of them, `text` says which ones, and `what` the same
    without whose they are. `names`: all whose lines go back with it, if there are others than the one it stands at.
    `asks`: a page asks first, as figures go back.
    """

    url: str
    fields: dict
    number: int = 1
    total: int = 1
    text: str = ""
    what: str = ""
    names: str = ""
    asks: bool = False


class Trail:
    """The changes of a play's cards and all else that happened to it (`happenings`), the newest first.

    Read in a fixed number of queries; told a page at a time, in the words of `person`, who reads it on their phone.
    """

    def __init__(self, play, person):
        self.play, self.person = play, person
        self.seats = {seat.pk: seat for seat in play.seats.select_related("player")}
        at_table = [seat for seat in self.seats.values() if not seat.removed_at]
        self.card_names = card_names(play.game, at_table)
        self.teams = teams_of(play.game, at_table)
        self.cards = {(row.seat_id, row.stage): row for row in CardSave.objects.newest().filter(seat__play=play)}
        self.names = names(play)
        # While an update is under way a newer Caravan may note what this one does not know.
        events = [event for event in play.events.all() if event.kind in Event.Kind.values]
        self.photos = PhotosTold(play, events)
        self.options_events = [event for event in events if event.kind == Event.Kind.OPTIONS]
        self.changes = list(chain.from_iterable(changes(play, events).values()))
        happened = [*events, *(change for change in self.changes if self.asked_in(change))]
        self.happenings = sorted(happened, key=lambda each: each.at, reverse=True)

    def tell(self, happenings) -> list[dict]:
        """These happenings as `{"at", "by", "text", "button"}`."""
        return [
            {
                "at": each.at,
                "by": self.by_in_a_file(each) or self.by(each.person_id),
                "text": self.text(each),
                "button": self.button(each),
            }
            for each in happenings
        ]

    def text(self, happening) -> str:
        """One sentence for what happened."""
        if isinstance(happening, Change):
            return self.change_text(happening)
        if happening.kind == Event.Kind.DISCARD:
            return self.discard_text(happening.details)
        return self.photos.text(happening) if happening.kind == Event.Kind.PHOTO else event_text(self.play, happening)

    def asked_in(self, change) -> list:
        """The fields of a change that were asked for at this table when it was made."""
        options = self.play.game.options_with(self.play.options)
        for event in self.options_events:
            if event.at > change.at:
                options |= {key: was for key, (was, _now) in changes_in(event).items()}
        stage = self.play.whole_game.stage(change.last.stage)
        fields = stage.fields_with(options) if stage else ()
        entered = self.entered_in(stage) if any(field.called for field in fields) else ()
        asked = [field for field in with_crown(fields, change.keys) if field.key in change.keys]
        return [field for field in asked if not is_covered(self.play, stage, field, entered)]

    def entered_in(self, stage) -> list[set[str]]:
        """The keys of what stands on the card of each team in a stage."""
        rows = [[self.cards.get((seat.pk, stage.key)) for seat in team] for team in self.teams]
        return [{key for row in of_team if row for key in row.entries} for of_team in rows]

    def by_in_a_file(self, happening) -> str:
        """Return who did something elsewhere, as the file says that brought the play."""
        return happening.last.by if isinstance(happening, Change) else happening.details.get(BY, "")

    def by(self, person) -> str:
        """Who did something, as far as that is known."""
        if person in self.names:
            return self.names[person]
        if person is None:
            return ""
        if self.person and person == self.person.pk:
            return pgettext("who changed something", "on this phone")
        seat = next((seat for seat in self.seats.values() if seat.person_id == person), None)
        if seat is None:
            return pgettext("who changed something", "on another phone")
        return _("on the phone of %(player)s") % {"player": isolated(seat.player.name)}

    def change_text(self, change) -> str:
        """`Anna, stage 1: water 3 → 4`; as undone if that puts something back, as restored if it undoes an undo."""
        text = self.changes_text(change)
        if not change.puts_back:
            return text
        return (_("Restored: %(change)s") if restores(change) else _("Undone: %(change)s")) % {"change": text}

    def discard_text(self, details) -> str:
        """`Late figures discarded: Anna, stage 1: water 3`, or that something else counts in their place."""
        stage, figures = self.play.whole_game.stage(details.get("stage")), details.get("figures", {})
        fields = with_crown(stage.fields, figures) if stage else ()
        said = [
            unbroken(called(each), say_entry(each, as_entry(figures[each.key])))
            for each in fields
            if each.key in figures
        ]
        change = _("%(player)s, %(stage)s: %(changes)s") % {
            "player": self.name_of(details.get("seat")),
            "stage": say(stage.label) if stage else details.get("stage", ""),
            "changes": listed(said),
        }
        if details.get("differently"):
            return _("Two phones differed, not counted: %(change)s") % {"change": change}
        return _("Late figures discarded: %(change)s") % {"change": change}

    def name_of(self, seat) -> str:
        """Return what the score sheet of a seat is called, by the seat's number; a dash for an unknown one."""
        return isolated(self.card_names.get(seat) or (self.seats[seat].player.name if seat in self.seats else "–"))

    def changes_text(self, change, fields=None) -> str:
        """`Anna, stage 1: water 3 → 4`, of these fields or of all."""
        stage = self.play.whole_game.stage(change.last.stage)
        return _("%(player)s, %(stage)s: %(changes)s") % {
            "player": self.name_of(change.last.seat_id),
            "stage": say(stage.label),
            "changes": listed(field_texts(self.asked_in(change) if fields is None else fields, change)),
        }

    def button(self, happening):
        """What puts this back; nothing where that would change nothing, or where the reader may not."""
        if isinstance(happening, Change):
            return self.button_of_change(happening) if may_correct(self.play) else None
        buttons = {Event.Kind.NOTES: self.button_of_notes, Event.Kind.PHOTO: self.button_of_photo}
        if self.play.is_open:
            buttons |= {
                Event.Kind.OPTIONS: self.button_of_options,
                Event.Kind.SEATS: self.button_of_seat,
                Event.Kind.CLOSE: self.button_of_close,
            }
        button = buttons.get(happening.kind) if self.play.role == MEMBER else None
        return button and button(happening)

    def button_of_change(self, change):
        row = change.last
        if self.play.game.stage(row.stage) is None:
            return None
        newest = self.cards[row.seat_id, row.stage]
        now, own = entries_of(newest), change.lasting_keys(newest.revision)
        if self.seats[row.seat_id].removed_at or all(now.get(key) == change.before[key] for key in own):
            return None
        url, asked = reverse("plays:put_back", args=[self.play.uuid, row.pk]), self.asked_in(change)
        some = self.lasting_in(change)
        text = self.changes_text(change, some) if len(some) < len(asked) else ""
        what = listed(field_texts(some, change)) if text else ""
        fields, names = {"revision": newest.revision}, self.names_with(change)
        return Button(url, fields, len(some), len(asked), text, what, names, asks=True)

    def lasting_in(self, change) -> list:
        """Return the fields of a change that go back with it: nobody has typed anything into them since."""
        own = change.lasting_keys(self.cards[change.last.seat_id, change.last.stage].revision)
        return [field for field in self.asked_in(change) if field.key in own]

    def names_with(self, change) -> str:
        """Return whose lines go back with a change, if there are others than its own."""
        if not self.play.is_closed(self.play.game.stage(change.last.stage)):
            return ""
        together = [change, *goes_back_with(self.pad, change, self.changes)]
        names = [self.name_of(seat) for seat in dict.fromkeys(each.last.seat_id for each in together)]
        return join_and(names) if len(names) > 1 else ""

    @cached_property
    def pad(self) -> Scorepad:
        """The play as it stands now."""
        return Scorepad(self.play)

    def button_of_options(self, event):
        now = self.play.game.options_with(self.play.options)
        if all(now.get(key, was) == was for key, (was, _now) in changes_in(event).items()):
            return None
        newest = self.options_events[0].pk
        return Button(reverse("plays:put_back_options", args=[self.play.uuid, event.pk]), {"newest": newest})

    def button_of_notes(self, event):
        """What the page of the notes sends: the former texts, and those that stand there now."""
        now = {name: as_text(getattr(self.play, name)) for name in about.OF_A_PLAY}
        former = {name: was for name, (was, _now) in changes_in(event).items()}
        if former.items() <= now.items():
            return None
        fields = now | former | {f"{name}_was": text for name, text in now.items()}
        return Button(reverse("plays:notes", args=[self.play.uuid]), fields)

    def button_of_photo(self, event):
        found = self.photos.button(event)
        return found and Button(*found)

    def button_of_seat(self, event):
        """One of the buttons that the page of the seats has too."""
        seat, what = self.seats.get(event.details.get("seat")), event.details["what"]
        fields = {}
        if seat and what == "rename" and seat.player.name == event.details["player"]:
            fields = {"rename": seat.pk, "name": event.details["was"]}
        if seat and what == "remove" and seat.removed_at:
            fields = {"back": seat.pk}
        if seat and what in ("add", "back") and not seat.removed_at:
            fields = {"remove": seat.pk}
        return Button(reverse("plays:seats", args=[self.play.uuid]), fields) if fields else None

    def button_of_close(self, event):
        """Opening the stage again, for the one that was closed last."""
        closed = self.play.game.stages[: self.play.closed_stages]
        if not closed or closed[-1].key != event.details["stage"]:
            return None
        return Button(reverse("plays:reopen_stage", args=[self.play.uuid, closed[-1].key]), {})


def names(play) -> dict:
    """What the group's people are called, by their number: those who have said which name is theirs."""
    players = play.group.players.filter(person__isnull=False)
    return {player.person_id: player.name for player in players}


def reopening_text(play, person) -> str:
    """Return who reopened a stage of an open play last, in one sentence; nothing for the person who did."""
    event = play.events.filter(kind=Event.Kind.REOPEN).order_by("pk").last()
    stage = event and play.whole_game.stage(event.details.get("stage"))
    if not stage or not play.is_open or (person and event.person_id == person.pk):
        return ""
    texts = {"stage": say(stage.label), "player": isolated(name_of_person(play, event.person_id))}
    if texts["player"]:
        return _("%(player)s reopened %(stage)s.") % texts
    return _("%(stage)s was reopened.") % {"stage": capfirst(texts["stage"])}


def deletion_text(play) -> str:
    """Return who deleted a play, in one sentence."""
    event = play.events.filter(kind=Event.Kind.DELETE).order_by("pk").last()
    name = name_of_person(play, event.person_id) if event and event.person_id else ""
    return _("%(player)s deleted the play.") % {"player": isolated(name)} if name else _("The play was deleted.")


def name_of_person(play, person) -> str:
    """Return what a person (their number) is called: their own name in the group, or the first one they count for."""
    at_table = play.seats.at_table().filter(person__isnull=False)
    counted = (seat.player.name for seat in at_table if seat.person_id == person)
    return names(play).get(person) or next(counted, "")
