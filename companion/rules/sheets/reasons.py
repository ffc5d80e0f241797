"""Explanations of the points of a sheet's rows, written only when someone reads them."""

from math import prod

from companion.rules.kit import Count, Number, Text, figure, gettext, in_words, ngettext, reason, signed

from .made import signs_between


@reason
def as_they_are(number: Number) -> Text:
    """Explain entered points, which may be below 0 or have decimals."""
    if number < 0 or not isinstance(number, int):
        return gettext("%(points)s points, as entered", points=figure(number))
    return ngettext("%(number)s point, as entered", "%(number)s points, as entered", number)


@reason
def noted(label: Text, number: Number | None) -> Text:
    """Explain a row without points; None if nothing was entered."""
    if number is None:
        return gettext("%(row)s: not entered", row=label)
    return gettext("%(number)s, without points", number=figure(number))


@reason
def times_worth(number: int, worth: int) -> Text:
    """Explain a count with points for each."""
    return gettext("%(count)s × %(worth)s", count=number, worth=signed(worth))


@reason
def for_every(number: int, size: int, worth: int) -> Text:
    """Explain a count with points for every `size`, rounded down."""
    return gettext(
        "%(count)s: %(times)s times %(size)s, %(worth)s each",
        count=number,
        times=number // size,
        size=size,
        worth=signed(worth),
    )


@reason
def by_table(field: Count, number: int) -> Text:
    """Explain points from the table beside the row."""
    return gettext("%(count)s %(good)s, from the table", count=number, good=field.named(number))


@reason
def yes_or_no(label: Text, has: int) -> Text:
    """Explain an answer; `has`: 1 for yes, 0 for no."""
    return gettext("%(row)s: yes", row=label) if has else gettext("%(row)s: no", row=label)


@reason
def chosen(label: Text, worth: int) -> Text:
    """Explain the points of a choice."""
    return gettext("%(choice)s: %(points)s", choice=label, points=signed(worth))


@reason
def of_sets(sizes: tuple[tuple[int, int], ...]) -> Text:
    """Explain sets; `sizes` has (number of different things, number of such sets) pairs."""
    if not sizes:
        return gettext("No set")
    told = tuple(
        ngettext("%(number)s set of %(size)s different", "%(number)s sets of %(size)s different", times, size=size)
        if size > 1
        else ngettext("%(number)s set of only one", "%(number)s sets of only one", times)
        for size, times in sizes
    )
    return gettext("%(sets)s", sets=told)


@reason
def each_with_each(one: Count, a: int, other: Count, b: int, worth: int) -> Text:
    """Explain the product of two counts and `worth`."""
    params = {"one": one.label, "a": a, "other": other.label, "b": b, "worth": signed(worth)}
    if worth == 1:
        return gettext("%(one)s %(a)s × %(other)s %(b)s", **params)
    return gettext("%(one)s %(a)s × %(other)s %(b)s × %(worth)s", **params)


@reason
def reached(together: Number, at_least: int) -> Text:
    """Explain a bonus for at least `at_least` points; `together`: the points there are."""
    params = {"points": figure(together), "least": signed(at_least)}
    if together >= at_least:
        return gettext("Together %(points)s: %(least)s or more", **params)
    return gettext("Together %(points)s, less than %(least)s", **params)


@reason
def multiplied(label: Text, by_itself: Number, factor: int) -> Text:
    """Explain a row that multiplies another, which has already scored its points once."""
    params = {"row": label, "points": figure(by_itself), "factor": factor}
    if factor == 1:
        return gettext("%(row)s %(points)s, counted once", **params)
    return gettext("%(row)s %(points)s × %(factor)s (one of them already counted there)", **params)


@reason
def not_begun() -> Text:
    """Explain a row with a starting cost and no entry."""
    return gettext("Not started")


@reason
def begun(number: int, cost: int, factor: int) -> Text:
    """Explain a row with a starting cost: the number minus the cost, times `factor`."""
    if not cost:
        return gettext("%(points)s × %(factor)s", points=number, factor=factor)
    return gettext("(%(points)s − %(cost)s) × %(factor)s", points=number, cost=cost, factor=factor)


@reason
def of_best(high: tuple[int, ...], low: tuple[int, ...]) -> Text:
    """Explain the highest numbers of several rows, and the others above 0."""
    best = ", ".join(map(str, high))
    if not low:
        return gettext("Best: %(best)s", best=best)
    return gettext("Best: %(best)s; others: %(others)s", best=best, others=", ".join(map(str, low)))


@reason
def of_lowest(field: Count, number: Number, by: Count | None, factor: Number) -> Text:
    """Explain the lowest of several rows, times the number of another row if there is one (`by`)."""
    params = {"row": field.label, "number": figure(number)}
    if by is None:
        return gettext("Lowest: %(row)s %(number)s", **params)
    return gettext("Lowest: %(row)s %(number)s × %(by)s %(factor)s", **params, by=by.label, factor=figure(factor))


@reason
def of_factors(labels: tuple[Text, ...], numbers: tuple[int, ...]) -> Text:
    """Explain a product of factors by their rows and numbers."""
    return signs_between([numbered(*each) for each in zip(labels, numbers, strict=True)], "×")


@reason
def of_overbid(labels: tuple[Text, ...], numbers: tuple[int, ...], bid: Number) -> Text:
    """Give the reason of a game lost because it was worth less than its bid; the factors are those that reach it."""
    factors = signs_between([numbered(*each) for each in zip(labels, numbers, strict=True)], "×")
    return gettext("Overbid with %(bid)s: %(factors)s", bid=figure(bid), factors=factors)


def numbered(label: Text, number: int) -> Text:
    """Return the label of a row with its number."""
    return gettext("%(row)s %(number)s", row=label, number=figure(number))


@reason
def of_others(label: Text, numbers: tuple[int, ...], less: int) -> Text:
    """Explain the others' numbers in a row, minus this seat's own (`less`)."""
    together = " + ".join(map(signed, numbers)) + (f" − {less}" if less else "")
    return gettext("%(row)s of the others: %(numbers)s", row=label, numbers=together)


@reason
def of_own(label: Text, number: int) -> Text:
    """Explain that the seat's own number isn't 0, so it scores nothing for the others."""
    return numbered(label, number)


@reason
def of_balls(balls: tuple[int, ...], ahead: tuple[int, ...]) -> Text:
    """Explain a frame of bowling, with the later balls that count for it."""
    own, later = (" + ".join(map(str, each)) for each in (balls, ahead))
    return (
        gettext("%(balls)s, and then %(later)s", balls=own, later=later)
        if ahead
        else gettext("%(balls)s pins", balls=own)
    )


@reason
def of_list(numbers: tuple[int, ...], worth: int) -> Text:
    """Explain a sum of entries."""
    if not numbers:
        return gettext("no entries")
    together = " + ".join(map(signed, numbers))
    if worth == 1:
        return in_words(together)
    return gettext("(%(numbers)s) × %(worth)s", numbers=together, worth=signed(worth))


@reason
def fell_back(total: Number, most: Number, back: Number) -> Text:
    """Explain that a seat fell back from a total that is too high."""
    return gettext("%(total)s is more than %(most)s: back to %(back)s", total=figure(total), most=most, back=back)


@reason
def not_past(total: Number, most: Number) -> Text:
    """Explain a total that isn't too high."""
    return gettext("%(total)s of %(most)s", total=figure(total), most=most)


@reason
def less_cost(number: Number, cost: int) -> Text:
    """Explain points minus a cost."""
    return gettext("%(points)s − %(cost)s", points=figure(number), cost=cost)


@reason
def of_sides(parts: tuple[int, ...], own: int, others: int, has_won: int) -> Text:
    """Explain a game won or lost: the factors of its value, the number of seats on this side (`own`) and the other."""
    value = signed(prod(parts))
    if len(parts) > 1:
        value = f"{' × '.join(map(signed, parts))} = {value}"
    params = {"value": value, "own": own, "others": others}
    if has_won:
        return gettext("Won, worth %(value)s: %(own)s against %(others)s", **params)
    return gettext("Lost, worth %(value)s: %(own)s against %(others)s", **params)


@reason
def with_other(number: int, field: Count, other: Text) -> Text:
    """Explain points from one of several tables, with what selected the table."""
    return gettext("%(count)s %(good)s, with %(other)s", count=number, good=field.named(number), other=other)


@reason
def of_bid(said: int, got: int, cards: int | None) -> Text:
    """Explain a bid; `cards`: the size of the round if it counts, otherwise None."""
    params = {"bid": said, "made": got, "off": abs(said - got), "cards": cards}
    if said == got:
        if cards is not None:
            return gettext("Bid %(bid)s and made it, in a round of %(cards)s", **params)
        return gettext("Bid %(bid)s and made it", **params)
    if cards is not None:
        return gettext("Bid %(bid)s, made %(made)s: %(off)s off, in a round of %(cards)s", **params)
    return gettext("Bid %(bid)s, made %(made)s: %(off)s off", **params)


@reason
def bid_unknown() -> Text:
    """Explain a bid that is incomplete."""
    return gettext("Bid or tricks not entered")


@reason
def placed_last(number: int) -> Text:
    """Explain a place; 0 if none was entered."""
    return gettext("Place %(place)s", place=number) if number else gettext("No place was entered")
