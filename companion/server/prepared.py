"""Questions to the database that every page asks, whose SQL takes Django longer to write than it takes to answer."""

import functools


def written_once(ask):
    """Let Django write the SQL of a queryset once, and ask it from then on with the values of the moment.

    `ask` makes the queryset from numbers and texts, which must not be looked at but only be compared with columns. The
    function that this gives takes values of the same types in their place, and its rows come as from `raw`.
    """

    @functools.cache
    def question(types):
        # Values that no row has stand where those of the moment are to come.
        blanks = [f"blank {place}" if issubclass(each, str) else -1 - place for place, each in enumerate(types)]
        rows = ask(*blanks)
        sql, parameters = rows.query.sql_with_params()
        if not set(blanks) <= set(parameters):
            raise TypeError(f"{ask.__qualname__} compares {types} with columns of other types.")
        return rows.model.objects, sql, parameters, blanks

    @functools.wraps(ask)
    def answers(*values):
        objects, sql, parameters, blanks = question(tuple(map(type, values)))
        filled = dict(zip(blanks, values, strict=True))
        return objects.raw(sql, [filled.get(parameter, parameter) for parameter in parameters])

    return answers
