"""Totals that are saved again because the first answer was lost: the last save counts."""

from uuid import uuid4

from django.db import transaction
from django.utils.translation import gettext as _

from companion.core.language.texts import listed, minus
from companion.entry.changes import CORRECTION
from companion.entry.merging import Sent
from companion.entry.saving import save_holdings
from companion.entry.scorepad import Scorepad
from companion.models import CardSave, Play
from companion.plays import about, lifecycle
from companion.plays.corrections import score_again
from companion.rules.scoring.checking import same_name

from .totals import TotalsForm, store
from .totals_lines import build_entries


def is_as_last_sent(play, form: TotalsForm) -> bool:
    """Return whether the form was sent before with the same content."""
    sent = CardSave.objects.filter(seat__play=play, save_id__contains=form.MARK).order_by("-pk").first()
    return sent is not None and form.mark in sent.save_id


def is_changed_by_others(play, *, person) -> bool:
    """Return whether someone else has changed a play since this person saved it."""
    theirs = CardSave.objects.filter(seat__play=play).exclude(person=person)
    return theirs.exists() or play.events.exclude(person=person).exists()


def is_same_table(play, form: TotalsForm) -> bool:
    """Return whether a form has the same people, game and way to win as its play."""
    wins = "winner" if form.cleaned_data["tie_is_broken"] else form.cleaned_data["wins"]
    here = {same_name(seat.player.name) for seat in play.seats.at_table()}
    its_game = play.game_slug, play.sheet and play.sheet.data.get("wins")
    return its_game == (form.game and form.game.slug, wins) and here == {same_name(line.player) for line in form.seats}


def describe_figures(play) -> str:
    """Return the people of a play with their points, as a sentence lists them."""
    return listed(
        str(seat) if seat.points is None else f"{seat} {minus(seat.points)}" for seat in play.seats.at_table()
    )


@transaction.atomic
def correct(play, form: TotalsForm, *, person):
    """Correct the figures, day and place of a play to those of a form, with entries in the change history."""
    seats = list(play.seats.at_table())
    was = about.noted(play, seats)
    about.save(play, was=was, now={key: form.cleaned_data[key] for key in ("played_on", "place")}, person=person)
    lifecycle.lock(play)
    stage, lines = play.game.stages[0], {same_name(line.player): line for line in form.seats}
    for seat in seats:
        entries = build_entries(lines[same_name(seat.player.name)], play.sheet.data["wins"])
        sent = Sent(
            entries=dict.fromkeys((field.key for field in stage.fields), None) | entries,
            base=Scorepad(play).card(seat, stage).revision,
            save_id=CORRECTION + form.new_save_id(),
            is_in=None,
            correcting=True,
        )
        save_holdings(play, seat, stage, sent, person=person)
    score_again(play)


@transaction.atomic
def replace(play, form: TotalsForm, *, person) -> Play:
    """Store the form's play under the id of an earlier one, which is deleted and can be restored."""
    play_id, play.uuid = play.uuid, uuid4()
    play.save(update_fields=["uuid"])
    lifecycle.delete(play, person=person)
    form.cleaned_data["play_id"] = play_id
    return store(play.group, form, person=person)


def describe_conflict(form: TotalsForm) -> str:
    """Return the warning about totals that aren't saved because someone else has changed their play."""
    sent = listed(f"{line.player} {line.total}".strip() for line in form.seats)
    return _("Someone else has changed this play since. What you sent wasn’t saved: %(sent)s.") % {"sent": sent}
