"""Who has most of something, and who ties."""


def holders_of_most(counts):
    """The highest count and the positions of those who hold it; (0, []) where nobody holds any.

    >>> holders_of_most([2, 4, 0, 4])
    (4, [1, 3])
    """
    most = max(counts, default=0)
    return most, [position for position, count in enumerate(counts) if count == most > 0]


def runners_up(counts):
    """The highest count below the most, and who holds it; (0, []) where nobody else holds any."""
    most = max(counts, default=0)
    below = [count if count < most else 0 for count in counts]
    return holders_of_most(below)
