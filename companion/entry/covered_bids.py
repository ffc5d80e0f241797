"""Cover the calls that everyone makes before a stage, such as bids, until the last of them is made."""


def is_covered(play, stage, field, entries) -> bool:
    """Return whether a field of a stage is called by everyone, and someone hasn't called it yet.

    `entries` are those of each card, or the keys of what stands there.
    """
    if not field.called or not play.is_open or stage in play.game.stages[: play.closed_stages]:
        return False
    return not all(field.key in its for its in entries)
