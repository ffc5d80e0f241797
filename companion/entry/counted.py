"""Cards that nobody had counted when their stage was scored anyway: what is on them is unknown, and never 0."""


def is_counted(pad, card, held, *, is_done) -> bool:
    """Return whether it is known what a card brings if it holds this: some row is counted, or it is done with nothing.

    So is every card as long as its stage isn't over.
    """
    if not card.revision or not pad.play.is_closed(card.stage):
        return True
    if pad.game.together and not is_done and lacks_answer(pad, card.stage, held):
        return False
    if holds_counts(pad, card.stage, held):
        return True
    keys = {key for item in rows_that_tell(pad, card.stage) for key in item.counted_from}
    return is_done and keys.isdisjoint(held)


def lacks_answer(pad, stage, held) -> bool:
    """Return whether something isn't said that decides how a co-op play ends."""
    return any(field.must_be_said and field.key not in held for field in stage.fields_with(pad.options))


def holds_counts(pad, stage, held) -> bool:
    """Return whether this says something of what a stage brings; in one that never brings anything nothing has to."""
    items = rows_that_tell(pad, stage)
    return not items or any(is_row_counted(item, held) for item in items)


def rows_that_tell(pad, stage) -> list:
    """Return the rows of a stage that can bring points, or tell of a game against the game if it was won."""
    if scoring := rows_that_score(pad, stage):
        return scoring
    return counted_rows(pad, stage) if pad.game.together and pad.game.stage_count == 1 else []


def rows_that_score(pad, stage) -> list:
    """Return the rows of a stage that are counted and can bring points."""
    return [item for item in counted_rows(pad, stage) if not item.noted]


def counted_rows(pad, stage) -> list:
    """Return the rows of a stage for which something is asked."""
    asked = {field.key for field in stage.fields_with(pad.options)}
    return [item for item in stage.items_with(pad.options) if asked & {*item.counted_from}]


def is_row_counted(item, held) -> bool:
    """Return whether something is known of what a row is counted from: all of it where it needs that."""
    return (all if item.needs_every_field else any)(key in held for key in item.counted_from)


def uncounted_stages(pad, cards) -> list[str]:
    """Return the keys of the stages whose cards nobody had counted, of these cards of a seat."""
    return [card.stage.key for card in cards if not is_counted(pad, card, card.entries, is_done=card.is_in)]


def known_of(card, left) -> dict:
    """Return what is left of a card, by field, without what nobody had counted on it."""
    return {key: number for key, number in left.items() if card.is_in or key in card.entries}
