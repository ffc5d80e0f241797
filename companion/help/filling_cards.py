"""What a referee has learned of a game becomes a play, or fills in a play's card."""

from uuid import uuid4

from companion.cards.merging import Sent
from companion.cards.saving import save_holdings
from companion.cards.scorepad import Scorepad
from companion.rules.referees import referee_of

from .referees import read_journal, resumed, table_of


def known_of(rules, key, journal, play=None) -> dict | None:
    """Options and holdings of a game as its referee knows them after a journal (as it was sent); None for nothing."""
    referee = referee_of(rules.slug, key)
    if referee is None:
        return None
    at = resumed(referee, table_at(rules, play), read_journal(journal))
    return referee.ask(at["state"])["keep"]


def table_at(rules, play) -> dict:
    """What a referee begins with: at the table of a play, or without any."""
    options = rules.options_with(play.options if play else {})
    return table_of(rules, options, [seat.player.name for seat in play.seats.at_table()] if play else ())


def cleaned(held, fields, *, seats) -> dict:
    """What of it these fields take, as they store it."""
    pairs = [(field.key, *field.clean(held[field.key], seats=seats)) for field in fields if field.key in held]
    return {key: amount for key, amount, fault in pairs if not fault}


def fill_in(play, holdings, *, person):
    """Put what is known of each player into their card of the last stage. Nobody's card is in by that."""
    stage, pad = play.rules.stages[-1], Scorepad(play)
    for seat, held in zip(pad.seats, holdings, strict=False):
        entries = cleaned(held, stage.fields_with(pad.options), seats=len(pad.seats))
        sent = Sent(entries=entries, base=pad.card(seat, stage).revision, save_id=uuid4().hex, is_in=False)
        save_holdings(play, seat, stage, sent, person=person)
