"""Find the numbers of a stage that only one item counts: they share a row on paper and on a TV."""

from collections import Counter
from collections.abc import Iterable

from companion.rules.kit import Field, Item


def group_counts(fields: Iterable[Field], items: Iterable[Item]) -> dict[str, Item]:
    """Return the item of each field, by key, if that item counts three or more numbers that no other item uses.

    Fields of items that keep their rows are left out.
    """
    items, numbers = list(items), {field.key for field in fields if field.is_number}
    users = Counter(key for item in items for key in item.counted_from)
    return {
        key: item
        for item in items
        if len(item.counted_from) > 2
        and not item.keeps_rows
        and all(key in numbers and users[key] == 1 for key in item.counted_from)
        for key in item.counted_from
    }
