"""What all phones that show the same of a play are told of it, in one language: made once for each revision.

What differs by phone is left out. Of the sheet that is only what each can undo, and a phone that has something to undo
on a card that somebody else has changed asks for that itself. A stage's result marks the reader's own column and brings
a form along, and to which play a phone may go on after the end differs: there each phone asks. What a screen for
everybody shows is the same for all.
"""

from urllib.parse import urlencode

from django.template.loader import render_to_string
from django.utils import translation

from companion.entry.scorepad import Scorepad
from companion.models import Play

from .entry_page import told_dock
from .play_page import has_waiting, is_left, told_to_all
from .tv import watch_context

SHARED = {"cards", "watch"}


def view_of(play, language, *, page, stage="", over="", late="") -> str:
    """What a stream shows, in one word."""
    return urlencode(
        {"play": play.uuid, "language": language, "page": page, "stage": stage, "over": over, "late": late}
    )


def told(view: dict[str, str]) -> tuple[int, str] | None:
    """The revision and the fragment of what `view_of` named; without a fragment where each phone has its own.

    None where the play has gone.
    """
    plays = Play.objects.filter(deleted_at__isnull=True, group__deleted_at__isnull=True).select_related("group")
    play = plays.filter(uuid=view["play"]).first()
    if play is None:
        return None
    with translation.override(view["language"]):
        return play.revision, shown(play, view)


def shown(play, view) -> str:
    pad = Scorepad(play)
    if view["page"] == "watch":
        return render_to_string("plays/tables/_live.html", watch_context(play, pad))
    stage = play.game.stage(view.get("stage"))
    if stage is None:
        return ""
    if view.get("over") and not is_left(pad, stage):
        # Its dock comes back, and in that are forms, with a token each.
        return ""
    if view.get("late") or has_waiting(pad):
        # Who may choose about it is told of it, and no longer once somebody has.
        return ""
    return told_to_all(pad, stage, view["language"]) + (told_dock(pad, stage, {}) if is_left(pad, stage) else "")
