"""What the trail of a play tells of its photos, and what puts that back."""

from django.urls import reverse
from django.utils import timezone
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from companion.core.language.texts import isolated
from companion.entry.descriptions import LONGEST_SHORT
from companion.models import Event
from companion.models.people import UNDO_DELETE_WITHIN


class PhotosTold:
    """The photos of a play, by the uuids that its events name them by; read only where an event does."""

    def __init__(self, play, events):
        self.play = play
        is_told = any(event.kind == Event.Kind.PHOTO for event in events)
        photos = play.photos.all() if is_told else []
        # What came with a file names them as they are known in every group.
        self.photos = {str(name): photo for photo in photos for name in (photo.known_as, photo.uuid)}

    def text(self, event) -> str:
        """One sentence for what became of photos, with the words of one that is still known."""
        details = event.details
        if details["what"] == "say":
            was, now = (Truncator(words).chars(LONGEST_SHORT) or "–" for words in details["words"])
            return _("Photo caption: %(was)s → %(now)s") % {"was": isolated(was), "now": isolated(now)}
        count = len(details["photos"])
        template = {
            "add": ngettext("%(number)s photo added", "%(number)s photos added", count),
            "remove": ngettext("%(number)s photo removed", "%(number)s photos removed", count),
            "restore": ngettext("%(number)s photo restored", "%(number)s photos restored", count),
            "forget": ngettext("%(number)s photo deleted permanently", "%(number)s photos deleted permanently", count),
            "import": ngettext("%(number)s photo imported", "%(number)s photos imported", count),
            "undo": ngettext(
                "%(number)s photo removed with its import", "%(number)s photos removed with their import", count
            ),
        }[details["what"]]
        text = template % {"number": count}
        words = {photo.caption for photo in self.named_in(event)} - {""}
        return f"{text}: {Truncator(words.pop()).chars(LONGEST_SHORT)}" if len(words) == 1 else text

    def named_in(self, event) -> list:
        return [self.photos[uuid] for uuid in event.details["photos"] if uuid in self.photos]

    def button(self, event) -> tuple[str, dict] | None:
        """Where it is put back, and what is sent there; nothing where that would change nothing, or more than one."""
        what, found = event.details["what"], self.named_in(event)
        if len(found) != 1 or len(event.details["photos"]) != 1:
            return None
        [photo] = found
        if what == "say":
            was, _now = event.details["words"]
            return (
                self.to("photos:photo", photo, caption=was) if not photo.deleted_at and photo.caption != was else None
            )
        if what in ("add", "restore", "import") and not photo.deleted_at:
            return self.to("photos:remove_photo", photo)
        return self.to("photos:restore_photo", photo) if what == "remove" and can_be_put_back(photo) else None

    def to(self, name, photo, **fields) -> tuple[str, dict]:
        return reverse(name, args=[self.play.uuid, photo.uuid]), fields


def can_be_put_back(photo) -> bool:
    """Whether a photo was taken away and the days in which it can come back are not over."""
    return photo.deleted_at is not None and timezone.now() < photo.deleted_at + UNDO_DELETE_WITHIN
