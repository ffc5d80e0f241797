"""Any possible play of any game, drawn by hypothesis from the game's facts, and faults to put into one."""

from dataclasses import dataclass, field
from itertools import islice

from hypothesis import strategies as st

from companion.rules import GAMES

NAMES = ["Anna", "Ben", "Chris 50%", "Дора", "絵美", "Finn %(count)s", "Gül"]
# One more than sit at the largest table.
MOST_SEATS = max(game.seats[-1] for game in GAMES.values())
PLAYERS = [*NAMES, *(f"Player {number}" for number in range(len(NAMES) + 1, MOST_SEATS + 2))]


@st.composite
def possible_plays(draw, game):
    """A play in which everything can be true by itself: any number of seats, stages, options and holdings."""
    seats = draw(st.sampled_from(game.seats))
    options = draw(chosen_options(game))
    played = game.stages[: draw(st.integers(0, len(game.stages)))]
    stages = [{} for _ in range(seats)]
    for stage in played:
        for seat, held in enumerate(draw(holdings(stage, game.options_with(options), seats))):
            # Somebody may not have counted yet.
            if draw(st.integers(0, 9)) < 9:
                stages[seat][stage.key] = held
    return {
        "game": game.slug,
        "options": options,
        "seats": [{"player": player, "stages": its} for player, its in zip(PLAYERS[:seats], stages, strict=True)],
    }


def chosen_options(game):
    """Some of the options with one of their values each."""
    values = {
        option.key: st.sampled_from([choice.value for choice in option.choices])
        if option.choices
        else st.integers(option.low, option.high)
        for option in game.options
    }
    return st.fixed_dictionaries({}, optional=values)


@st.composite
def holdings(draw, stage, options, seats):
    """What each seat holds at the end of a stage, no more at all seats together than there is."""
    held = [{} for _ in range(seats)]
    for asked in stage.fields_with(options):
        for seat, value in enumerate(draw(DIVIDED[asked.kind](asked, seats))):
            # What is missing counts as nothing.
            if value or draw(st.booleans()):
                held[seat][asked.key] = value
    return held


@st.composite
def counts(draw, count, seats):
    """A number for each seat; small ones often, so that there are ties."""
    supply = count.supply_for(seats)
    left = 999 * seats if supply is None else supply
    shares = [0] * seats
    for seat in draw(st.permutations(range(seats))):
        shares[seat] = draw(st.integers(0, min(left, 3)) | st.integers(0, min(left, 999))) // count.step * count.step
        left -= shares[seat]
    return shares


def tallies(tally, seats):
    entries = st.lists(st.sampled_from(tally.values), max_size=min(tally.most, 6))
    return st.lists(entries, min_size=seats, max_size=seats)


@st.composite
def picks(draw, field, seats):
    """Each thing with one of the seats, or with nobody."""
    owners = {thing.key: draw(st.integers(-1, seats - 1)) for thing in field.things}
    return [[key for key, owner in owners.items() if owner == seat] for seat in range(seats)]


@st.composite
def rows(draw, field, seats):
    """Rows of cards for each seat, of each symbol at most as many as there are."""
    left = [symbol.key for symbol in field.symbols for _ in range(symbol.supply)]
    deck = iter(draw(st.permutations(left)))
    lengths = st.lists(st.integers(0, field.row_length), max_size=field.most_rows)
    return [
        [
            [{"symbol": symbol, "points": draw(st.sampled_from(field.points))} for symbol in islice(deck, length)]
            for length in draw(lengths)
        ]
        for _ in range(seats)
    ]


def answers(field, seats):
    answer = st.sampled_from([choice.value for choice in field.choices])
    return st.lists(answer, min_size=seats, max_size=seats)


DIVIDED = {"count": counts, "tally": tallies, "picks": picks, "rows": rows, "one_of": answers}


@dataclass(frozen=True)
class Slip:
    """A fault that can be put into a play: `touches` are the places it needs for itself.

    The problem it must give is named by code (None: any), index of the seat, stage and field.
    """

    put: object = field(compare=False)
    touches: frozenset
    code: str | None
    seat: int | None = None
    stage: str | None = None
    field: str | None = None


def slips(game, play):
    """All faults that could be put into this play, each in a place of its own."""
    seats = range(len(play["seats"]))
    yield from envelope_slips(game, len(seats))
    for seat in seats:
        everywhere = frozenset((seat, stage.key, key) for stage in game.stages for key in keys_of(stage))
        yield Slip(put_in_seat(seat, "stage", {}), frozenset({(seat, "stage")}), "unknown_field", seat, None, "stage")
        yield Slip(put_in_seat(seat, "stages", 7), everywhere, "wrong_type", seat)
        for stage in game.stages:
            of_stage = frozenset((seat, stage.key, key) for key in keys_of(stage))
            yield Slip(put_stage(seat, stage.key, []), of_stage, "wrong_type", seat, stage.key)
            yield from field_slips(game, play, seat, stage)
        yield Slip(put_stage(seat, "0", {}), frozenset({(seat, "-", "-")}), "unknown_stage", seat, "0")


def keys_of(stage):
    return {"nonesuch", "-"} | {each.key for each in stage.fields}


def envelope_slips(game, seats):
    def in_play(key, value):
        return lambda play: play.__setitem__(key, value)

    def in_options(key, value):
        return lambda play: play["options"].__setitem__(key, value)

    def one_too_many(play):
        missing = game.seats[-1] + 1 - len(play["seats"])
        play["seats"] += [{"player": f"Extra {number}"} for number in range(missing)]

    def same_name(play):
        play["seats"][seats - 1]["player"] = f" {PLAYERS[0].upper()} "

    yield Slip(in_play("state", "won"), frozenset({"state"}), "bad_value", None, None, "state")
    yield Slip(in_play("played_on", "2026-02-30"), frozenset({"played_on"}), "bad_value", None, None, "played_on")
    yield Slip(in_play("seat", []), frozenset({"seat"}), "unknown_field", None, None, "seat")
    yield Slip(in_options("nonesuch", 1), frozenset({"nonesuch"}), "unknown_option", None, None, "nonesuch")
    for option in game.options:
        slip = in_options(option.key, "nonesuch")
        yield Slip(slip, frozenset({option.key}), "bad_option", None, None, option.key)
    yield Slip(one_too_many, frozenset({"seats"}), "seats")
    if seats > 1:
        yield Slip(same_name, frozenset({"names"}), "same_name", seats - 1)


def field_slips(game, play, seat, stage):
    """Values that cannot be right in a field, an unknown field, and more at two seats than there is."""
    seats = len(play["seats"])
    yield Slip(
        put_field(seat, stage.key, "nonesuch", 0),
        frozenset({(seat, stage.key, "nonesuch")}),
        "unknown_field",
        seat,
        stage.key,
        "nonesuch",
    )
    for asked in stage.fields_with(game.options_with(play["options"])):
        here = frozenset({(seat, stage.key, asked.key)})
        for value in WRONG[asked.kind](asked, seats):
            put = put_field(seat, stage.key, asked.key, value)
            yield Slip(put, here, None, seat, stage.key, asked.key)
        if seat and asked.kind == "count" and asked.supply_for(seats):
            supply = asked.supply_for(seats)
            # Supplies depend on the number of seats and on who is counted: both must stay.
            touches = {"seats"} | {(each, stage.key, asked.key) for each in range(seats)}
            put = put_both(put_field(seat, stage.key, asked.key, supply), put_field(0, stage.key, asked.key, 1))
            yield Slip(put, frozenset(touches), "too_many", None, stage.key, asked.key)


def wrong_counts(count, seats):
    most = count.supply_for(seats)
    between = [count.step + 1] if count.step > 1 else []
    return [-1, 0.5, "4", True, None, [], 10**9, float("inf"), *between, *([] if most is None else [most + 1])]


WRONG = {
    "count": wrong_counts,
    "tally": lambda tally, seats: ["4", [max(tally.values) + 1], [None], [tally.values[0]] * (tally.most + 1)],
    "picks": lambda picks, seats: [{}, ["nonesuch"], [0], [picks.things[0].key] * 2],
    "rows": lambda rows, seats: [4, [[{}]], [{}], [[]] * (rows.most_rows + 1)],
    "one_of": lambda field, seats: ["nonesuch", None, True, 0, [field.choices[0].value]],
}


def put_in_seat(seat, key, value):
    return lambda play: play["seats"][seat].__setitem__(key, value)


def put_stage(seat, stage, value):
    return lambda play: play["seats"][seat]["stages"].__setitem__(stage, value)


def put_field(seat, stage, key, value):
    return lambda play: play["seats"][seat]["stages"].setdefault(stage, {}).__setitem__(key, value)


def put_both(first, second):
    def put(play):
        first(play)
        second(play)

    return put


@st.composite
def faulty_plays(draw, game):
    """A possible play with one to four faults in places that do not meet, and those faults."""
    play = draw(possible_plays(game))
    every = list(slips(game, play))
    chosen, touched = [], set()
    for slip in draw(st.lists(st.sampled_from(every), min_size=1, max_size=4)):
        if not touched & slip.touches:
            chosen.append(slip)
            touched |= slip.touches
    for slip in chosen:
        slip.put(play)
    return play, chosen


scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
garbage = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


def mostly(strategy):
    """What belongs here, or now and then anything."""
    return st.one_of(strategy, strategy, strategy, garbage)


def strange_plays(game):
    """Plays of the right outer shape with anything in them, in known and unknown places."""
    stages = {
        stage.key: mostly(
            st.dictionaries(st.sampled_from([each.key for each in stage.fields]) | st.text(), garbage, max_size=4)
        )
        for stage in game.stages
    }
    seat = st.fixed_dictionaries(
        {"player": st.sampled_from(PLAYERS) | st.text(max_size=3)},
        optional={"stages": mostly(st.fixed_dictionaries({}, optional=stages)), "colour": garbage},
    )
    options = st.dictionaries(
        st.sampled_from(["nonesuch", *(option.key for option in game.options)]), garbage, max_size=3
    )
    return st.fixed_dictionaries(
        {"game": st.just(game.slug), "seats": st.lists(seat, max_size=7)},
        optional={
            "options": mostly(options),
            "format": st.just("caravan.play/1"),
            **dict.fromkeys(("id", "played_on", "place", "minutes", "notes", "state", "colour"), garbage),
        },
    )
