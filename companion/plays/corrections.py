"""What changes a play after its stages were closed: corrections of a finished play, and saves that waited."""

from django.db import transaction

from companion.access import phones
from companion.core.refusal import Refusal
from companion.entry.covered_bids import is_covered
from companion.entry.merging import WAITING, Sent, changes_of, entries_of, open_in
from companion.entry.saving import is_scored_on, save_holdings, settle
from companion.entry.scorepad import Scorepad
from companion.entry.shared_cards import card_names
from companion.models import CardSave, Event
from companion.models.cards import as_stored
from companion.results.decided_ties import settle_crown
from companion.results.outcomes import compute_outcomes, store_outcomes
from companion.rules.kit import Problem

from .lifecycle import lock, reopen, reopen_stage
from .rounds import follow_corrections


@transaction.atomic
def score_again(play):
    """Store what a finished play that was corrected comes to now; an open one is scored when it is finished.

    Raises Refusal if something is impossible: the correction must not be stored then.
    """
    lock(play)
    if not play.is_finished:
        return
    settle_crown(play)
    pad = Scorepad(play)
    its_outcomes = compute_outcomes(pad)
    if not its_outcomes:
        raise Refusal([problem for problem in pad.result.problems if problem.blocks])
    store_outcomes(pad, its_outcomes)


def why_not_scored(play) -> list[Problem]:
    """Score a finished play again; return why that can't be done."""
    try:
        score_again(play)
    except Refusal as refusal:
        return refusal.problems
    return []


@transaction.atomic
def count_after_all(row, keys, *, base, person):
    """Let what waits in a row count in these fields, against revision `base` that was shown beside it; once.

    A finished play is scored again. Raises Refusal if that is impossible.
    """
    with follow_corrections(row.seat.play):
        let_count(row, keys, base=base, person=person)
    refuse_impossible(row.seat.play, {(row.stage, key) for key in keys})
    score_again(row.seat.play)


@transaction.atomic
def count_all_late(play, rows, *, person):
    """Let all that came late in these rows of a play count, (row, revision that was shown beside it) each; once.

    A finished play is scored again, with all of them. Raises Refusal if that is impossible.
    """
    stages = {stage.key: (not is_scored_on(play, stage), -place) for place, stage in enumerate(play.game.stages)}
    # What corrects an earlier round comes before the last one is opened again, and that removes the rounds after it.
    with follow_corrections(play):
        for row, base in sorted(rows, key=lambda each: stages[each[0].stage]):
            let_count(row, set(row.changed), base=base, person=person)
    refuse_impossible(play, {(row.stage, key) for row, _base in rows for key in row.changed})
    score_again(play)


def refuse_impossible(play, changed):
    """Raise Refusal if a correction of an open play can't be right; `changed` has the stage and field of each."""
    lock(play)
    keys = {key for key, _field in changed}
    closed = [stage for stage in play.game.stages if stage.key in keys and play.is_open and play.is_closed(stage)]
    pad = Scorepad(play)
    problems = [problem for stage in closed for problem in pad.impossible(stage)]
    if impossible := [each for each in problems if {(each.stage, key) for key in (each.field, *each.beside)} & changed]:
        raise Refusal(impossible)


def let_count(row, keys, *, base, person):
    """Let what waits in a row count, as `count_after_all`, but leave the score of a finished play as it was.

    What came late reopens its stage, and a stopped play too; what clashed with another correction corrects, and so does
    what comes to a finished play, or to a stage after which others were scored.
    """
    play = row.seat.play
    lock(play)
    stage = play.game.stage(row.stage)
    row.refresh_from_db(fields=["fate"])
    if row.fate not in WAITING:
        return
    is_correction = row.fate == CardSave.Fate.CLASH or play.is_finished or is_scored_on(play, stage)
    if is_correction and not play.is_finished:
        reopen(play, person=person)
    elif not is_correction:
        reopen_stage(play, stage, person=person)
    told = set()
    if row.fate == CardSave.Fate.CLASH:
        dropped = {key: mine for key, (mine, _theirs) in open_in(row, newest_of(row)).items() if key not in keys}
        note_discarded(row, dropped, person=person, differently=True)
        told = tell_chosen(row, keys, person=person)
    settle(row)
    if not keys:
        # What counts hasn't changed, but other phones no longer say that something waits.
        play.refresh_pages()
    tell_replaced(row, keys - told, person=person)
    # Done was tapped before someone emptied these fields, so it says nothing about them.
    is_in = row.is_in and row.entries.keys() <= entries_of(newest_of(row)).keys() | keys
    sent = Sent(
        entries={key: entry for key, entry in changes_of(row).items() if key in keys},
        base=base,
        # Who lets them count can take that back.
        save_id=f"{CardSave.KEPT} {row.pk} {person.pk if person else ''}".strip(),
        is_in=is_in,
        correcting=is_correction,
    )
    # Changes lists the figures under the phone that sent them, not under the one that lets them count.
    save_holdings(play, row.seat, stage, sent, person=row.person)


def tell_replaced(row, keys, *, person):
    """Notify the phones whose figures in these fields give way to those of a row that waited."""
    newest = newest_of(row)
    changed = [key for key in keys if newest and key in newest.lasting and newest.now(key) != row.now(key)]
    revisions = {newest.lasting[key] for key in changed} if newest else set()
    counted = CardSave.objects.filter(seat=row.seat, stage=row.stage, fate=CardSave.Fate.COUNTED)
    theirs = counted.filter(revision__in=revisions, person__isnull=False).exclude(person=row.person)
    for number in set(theirs.values_list("person", flat=True)) - {person and person.pk}:
        phones.leave_notice(number, what="replaced", name=name_of_card(row))


def tell_chosen(row, keys, *, person) -> set:
    """Notify the other phones that entered what clashed in a row: its own figures count in `keys`, else the others.

    Return the keys of which they are notified: not those of bids that are still covered.
    """
    newest = newest_of(row)
    if newest is None:
        return set()
    counted = CardSave.objects.filter(seat=row.seat, stage=row.stage, fate=CardSave.Fate.COUNTED)
    owners = dict(counted.filter(revision__in=newest.lasting.values()).values_list("revision", "person"))
    seats = row.seat.play.seats.at_table()
    by = next((seat.player.name for seat in seats if person and seat.person_id == person.pk), "")
    told = open_in(row, newest).keys() - covered_in(row) - {row.IN}
    for key in sorted(told):
        chosen = {"row": row.pk, "field": key, "revision": newest.revision, "is_its": key in keys, "by": by}
        for number in {row.person_id, owners.get(newest.lasting.get(key))} - {None, person and person.pk}:
            phones.leave_notice(number, what="chosen", name=name_of_card(row), **chosen)
    return told


def covered_in(row) -> set:
    """Return the keys of the bids in a row's stage that are covered until everyone has made theirs."""
    pad = Scorepad(row.seat.play)
    stage = pad.game.stage(row.stage)
    entries = [card.entries for card in pad.cards_of(stage)]
    return {field.key for field in pad.fields(stage) if is_covered(pad.play, stage, field, entries)}


def newest_of(row) -> CardSave | None:
    """Return the save that a row's score sheet is now, if there is one."""
    return CardSave.objects.newest().filter(seat=row.seat, stage=row.stage).first()


def note_discarded(row, entries, *, person, differently=False):
    """Keep for the change history what of a row never counts; `differently`: something else counts in its place."""
    figures = {key: as_stored(entry) for key, entry in entries.items() if key != row.IN}
    if figures or not differently:
        details = {"seat": row.seat_id, "stage": row.stage, "figures": figures}
        details |= {"differently": True} if differently else {}
        Event.objects.create(play=row.seat.play, kind=Event.Kind.DISCARD, details=details, person=person)


def note_not_played(row, entries, *, person):
    """Keep for the change history, once, what was entered in a row for a round that isn't played."""
    entered = {key: entry for key, entry in entries.items() if entry is not None}
    figures = {key: as_stored(entry) for key, entry in entered.items()}
    noted = row.seat.play.events.filter(kind=Event.Kind.DISCARD, details__seat=row.seat_id, details__stage=row.stage)
    if figures and not any(event.details["figures"] == figures for event in noted):
        note_discarded(row, entered, person=person)


def name_of_card(row) -> str:
    """Return what the score sheet of a save is called: a team's after all of the team."""
    play = row.seat.play
    return card_names(play.game, list(play.seats.at_table())).get(row.seat_id, row.seat.player.name)


@transaction.atomic
def discard(row, *, person):
    """Drop what waits in a row, once; the change history keeps it, and the phone that sent it is notified."""
    play = row.seat.play
    lock(play)
    row.refresh_from_db(fields=["fate"])
    if row.fate not in WAITING:
        return
    is_clash = row.fate == CardSave.Fate.CLASH
    note_discarded(row, changes_of(row), person=person, differently=is_clash)
    is_told = is_clash and tell_chosen(row, set(), person=person)
    settle(row)
    if not is_told and row.person_id and row.person_id != (person and person.pk):
        phones.leave_notice(row.person_id, what="discarded", name=name_of_card(row))
    # Other phones no longer show what waited. What counts hasn't changed.
    play.refresh_pages()
