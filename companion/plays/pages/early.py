"""The question before a stage is scored to which something belongs that nobody has counted yet."""

from companion.groups.members import is_anothers

from .entry import owners_of
from .rows import rows_of
from .sheet import colour_of


def early_question(pad, stage, person) -> dict | None:
    """Ask about what is missing before this stage is scored; None where everything is counted that everyone has.

    `missing` has who is not finished. They are waited for if all of them are counted on other phones (`owners`). Where
    nobody is missing it is a row that one alone has (`alone`). `impossible`: why it can't be scored as it is, if so.
    """
    rows, missing = rows_of(pad, stage), pad.missing(stage)
    about = {"play": pad.play, "game": pad.game, "stage": stage, "rows": len(rows)}
    about["impossible"] = pad.impossible_as_it_is(stage)
    if missing:
        is_waited = all(is_anothers(seat, person) for seat in missing)
        owners = list(dict.fromkeys(owners_of(pad, missing).values())) if is_waited else []
        return about | {"missing": [of_seat(pad.card(seat, stage), rows) for seat in missing], "owners": owners}
    return about | alone if (alone := counted_alone(pad, stage)) else None


def of_seat(card, rows) -> dict:
    """Return the seat of a card with the labels of its rows in which nothing stands."""
    still = [row.label for row in rows if is_blank(card, row)]
    return {"seat": card.seat, "colour": colour_of(card.seat), "still": still}


def is_blank(card, row) -> bool:
    return not any(field.key in card.entries for field in row.fields)


def counted_alone(pad, stage) -> dict | None:
    """The first row that is noted during the stage and was noted of a single one of several; None if there is none."""
    cards = pad.cards_of(stage)
    for row in rows_of(pad, stage):
        have = [card for card in cards if not is_blank(card, row)]
        if row.is_noted and len(have) == 1 < len(cards):
            seats = [{"seat": card.seat, "colour": colour_of(card.seat), "has": card in have} for card in cards]
            return {"alone": row, "seat": have[0].seat, "seats": seats}
    return None
