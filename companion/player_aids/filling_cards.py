"""Store what a player aid knows as entries of a play."""

from uuid import uuid4

from companion.entry.merging import Sent
from companion.entry.saving import save_holdings
from companion.entry.scorepad import Scorepad


def clean_values(held, fields, *, seats) -> dict:
    """Return the values that these fields accept, in stored form."""
    pairs = [(field.key, *field.clean(held[field.key], seats=seats)) for field in fields if field.key in held]
    return {key: amount for key, amount, fault in pairs if not fault}


def fill_in(play, holdings, *, person):
    """Save what is known of each player on their card of the last stage, without marking the card as complete."""
    stage, pad = play.game.stages[-1], Scorepad(play)
    for seat, held in zip(pad.seats, holdings, strict=False):
        entries = clean_values(held, stage.fields_with(pad.options), seats=len(pad.everybody))
        sent = Sent(entries=entries, base=pad.card(seat, stage).revision, save_id=uuid4().hex, is_in=False)
        save_holdings(play, seat, stage, sent, person=person)
