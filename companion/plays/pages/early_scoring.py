"""The question before a stage is scored to which something belongs that nobody has counted yet."""

from zlib import crc32

from companion.core.language.discs import discs_of
from companion.core.language.texts import say
from companion.entry.counted import holds_counts
from companion.entry.covered_bids import is_covered
from companion.entry.merging import Fate, open_in
from companion.groups.members import belongs_to_other
from companion.models import Event
from companion.results.score_grid import points_before

from .columns import owners_of
from .entry_rows import rows_of
from .save_answers import as_shown


def early_question(pad, stage, person) -> dict | None:
    """Return the question before this stage is scored as a page shows it, with the `names` of who is missing.

    `asked` tells what it says from what another one does, as when someone has counted meanwhile.
    """
    question = what_is_open(pad, stage, person)
    if question is None:
        return None
    names = [each["seat"].player.name for each in question.get("missing", ())]
    return question | {"names": names, "asked": fingerprint_of(question)}


def fingerprint_of(question) -> str:
    """Return what tells one question from another: who lacks which rows, what is contested, or what one alone has."""
    blank = [(each["seat"].pk, [say(label) for label in each["still"]]) for each in question.get("missing", ())]
    clashes = [
        (each["seat"].pk, *[say(each[name]) for name in ("row", "counts", "other")]) for each in question["contested"]
    ]
    alone = [(each["seat"].pk, each["has"]) for each in question.get("seats", ())]
    faults = [say(problem.message) for problem in question["impossible"]]
    return f"{crc32(repr((blank, clashes, alone, faults)).encode()):x}"


def what_is_open(pad, stage, person) -> dict | None:
    """Ask about what is missing before this stage is scored; None where everything is counted that everyone has.

    `missing` has who is not finished; `loses_place`: nothing of one of them is counted, who would get no place in spite
    of the points they have `so_far`. They are waited for if all of them are counted on other phones (`owners`).
    `contested` is what another phone has entered differently and nobody has chosen yet, `beside` what of that is of
    nobody who is missing. Where there is neither it is a row that one alone has (`alone`). `impossible`: why it can't
    be scored as it is, if so.
    """
    rows, missing = rows_of(pad, stage), pad.missing(stage)
    about = {"play": pad.play, "game": pad.game, "stage": stage, "rows": len(rows)}
    about["impossible"] = pad.impossible_as_it_is(stage)
    about["contested"] = about["beside"] = contested(pad, stage)
    if missing:
        is_waited = all(belongs_to_other(seat, person) for seat in missing)
        owners = list(dict.fromkeys(owners_of(pad, missing).values())) if is_waited else []
        cards = [pad.card(seat, stage) for seat in missing]
        has_places = len(pad.seats) > 1
        lines = [
            of_card(pad, card)
            | {"still": still_blank(card, rows)}
            | {"loses_place": has_places and not holds_counts(pad, stage, card.entries)}
            | {"so_far": points_before(pad, stage).get(card.seat.pk)}
            for card in cards
        ]
        # A column that lacks nothing but a choice stands among those already, or its bid is still covered.
        chosen = {each["seat"] for each in about["contested"]}
        blank = [each for each in lines if each["still"]]
        lines = blank or [each for each in lines if each["seat"] not in chosen]
        for line in lines:
            line["contested"] = [each for each in about["contested"] if each["seat"] == line["seat"]]
        named = [each["seat"] for each in lines]
        beside = [each for each in about["contested"] if each["seat"] not in named]
        loses_place = any(line["loses_place"] for line in lines)
        return about | {"missing": lines, "owners": owners, "beside": beside, "loses_place": loses_place}
    if about["contested"]:
        return about
    return about | alone if (alone := counted_alone(pad, stage)) else None


def contested(pad, stage) -> list[dict]:
    """Return the figures that two phones entered differently, if nobody has chosen yet which one is right.

    Each is `{"seat", "disc", "person", "row", "counts", "other"}`: the figure that counts now, and the one that waits
    for the choice of the `person` who has sent it. Bids are left out until everyone has bid.
    """
    entries = [card.entries for card in pad.cards_of(stage)]
    fields = {field.key: field for field in pad.fields(stage) if not is_covered(pad.play, stage, field, entries)}
    found = []
    for row in pad.rows:
        if (row.fate, row.stage) != (Fate.CLASH, stage.key):
            continue
        card = next((each for each in pad.cards_of(stage) if each.seat.pk == row.seat_id), None)
        clashes = open_in(row, card) if card else {}
        found += [
            of_card(pad, card)
            | {"person": row.person_id, "row": fields[key].label}
            | {"counts": as_shown(fields[key], now), "other": as_shown(fields[key], other)}
            for key, (other, now) in clashes.items()
            if key in fields
        ]
    return found


def asked_elsewhere(pad, stage, person) -> list[dict]:
    """Return those of the `contested` figures about which this person is not asked."""
    return [each for each in contested(pad, stage) if person is None or each["person"] != person.pk]


def of_card(pad, card) -> dict:
    """Return whose card this is: `{"seat", "disc"}`."""
    return {"seat": card.seat, "disc": discs_of([seat.player for seat in pad.seats])[card.seat.player.pk]}


def still_blank(card, rows) -> list:
    """Return the labels of the rows in which nothing is entered."""
    return [row.label for row in rows if is_blank(card, row)]


def is_blank(card, row) -> bool:
    return not any(field.key in card.entries for field in row.fields)


def counted_alone(pad, stage) -> dict | None:
    """The first row that is noted during the stage and was noted of a single one of several; None if there is none."""
    cards = pad.cards_of(stage)
    for row in rows_of(pad, stage):
        have = [card for card in cards if not is_blank(card, row)]
        if row.is_noted and len(have) == 1 < len(cards):
            seats = [of_card(pad, card) | {"has": card in have} for card in cards]
            return {"alone": row, "seat": have[0].seat, "seats": seats}
    return None


def left_blank(pad, stage, person) -> list[dict]:
    """Return what this person's own columns lack in a stage of an open play that someone else has scored.

    Each is `{"seat", "rows"}`, with the labels of the rows that are blank.
    """
    own = [card for card in pad.cards_of(stage) if person and card.seat.person_id == person.pk and not card.is_in]
    if not own or not pad.play.is_open or not pad.play.is_closed(stage):
        return []
    closing = pad.play.events.filter(kind=Event.Kind.CLOSE, details__stage=stage.key).order_by("pk").last()
    if closing is None or closing.person_id == person.pk:
        return []
    rows = rows_of(pad, stage)
    found = [{"seat": card.seat, "rows": [say(label) for label in still_blank(card, rows)]} for card in own]
    return [each for each in found if each["rows"]]
