"""Basari: Das Kartenspiel, Nürnberger-Spielkarten-Verlag 2014: three stages with majorities in gems of four colours.

After the majorities some gems go back. Players with 15 workers score, too. Sources: the Japanese rules sold with the
game and the published German ones; for open questions, see the rulings.
"""

from collections.abc import Sequence

from companion.rules.kit import (
    Carried,
    Count,
    Game,
    Holdings,
    Instruction,
    Item,
    Names,
    Points,
    Problem,
    Reason,
    Ruling,
    Score,
    Seat,
    Stage,
    Table,
    Tally,
    Text,
    each,
    each_number,
    majority,
    naming,
    ngettext,
    pgettext,
    reason,
    seats_in,
)
from companion.rules.player_aids.basari.bid_words import gem_count

GEMS_OF_A_COLOUR = 22


def gems(colour: str, label: Text, *, one: Text) -> Count:
    """Return the field for the gems of a colour."""
    return Count(key=colour, label=label, one=one, icon=f"gem-{colour}", supply=GEMS_OF_A_COLOUR)


# The most valuable colour first.
RED = gems("red", pgettext("Basari", "red gems"), one=pgettext("Basari", "red gem"))
YELLOW = gems("yellow", pgettext("Basari", "yellow gems"), one=pgettext("Basari", "yellow gem"))
GREEN = gems("green", pgettext("Basari", "green gems"), one=pgettext("Basari", "green gem"))
BLUE = gems("blue", pgettext("Basari", "blue gems"), one=pgettext("Basari", "blue gem"))
GEMS = (RED, YELLOW, GREEN, BLUE)
POINTS = {"red": 14, "yellow": 12, "green": 10, "blue": 8}
GEMS_AT_THE_START = 3

BAZAAR_CARDS = 39
MOST_ROUNDS = 13  # Three players turn over all bazaar cards in so many rounds; with more players it takes fewer.
BAZAAR = Tally(
    key="bazaar",
    label=pgettext("Basari", "points of action B"),
    icon="stall",
    values=(4, 5, 6, 7),
    most=BAZAAR_CARDS,
    during=True,
)

WORKERS = Count(key="workers", label=pgettext("Basari", "workers"), icon="worker", usual=27)
ENOUGH_WORKERS = 15
POINTS_FOR_WORKERS = 12

PUT_BACK = pgettext(
    "Basari",
    "Return to the supply: a sole leader returns half of that colour, rounded up; tied leaders return 2 each.",
)


def action_b(held: Holdings, table: Table) -> Points:
    """Action B scores the points of the bazaar card (“Basarkarte”) received in that round."""
    entries = held.get("bazaar", ())
    return sum(entries), why_action_b(tuple(entries))


@reason
def why_action_b(entries: tuple[int, ...]) -> Text:
    if not entries:
        return pgettext("Basari", "No points from action B")
    return pgettext("Basari", "Action B: %(points)s", points=" + ".join(map(str, entries)))


def most_of(gem: Count) -> Score:
    """The player with the most gems of a colour scores its points; tied players split them, rounded down."""
    return majority(gem, points=lambda options: POINTS[gem.key], tied=split_points)


def split_points(others: Names, gem: Count, count: int, points: int) -> tuple[int, Reason]:
    """Return the points and reason of a player tied for the most gems of a colour."""
    return points // (len(others) + 1), why_shared(others, gem, count, points)


@naming
def why_shared(others: Names, gem: Count, count: int, points: int) -> Text:
    sharing = len(others) + 1
    params = {"gems": gem.named(count), "count": count, "others": others, "points": points, "sharing": sharing}
    if points % sharing:
        return pgettext(
            "Basari",
            "%(count)s %(gems)s, tied with %(others)s: %(points)s split %(sharing)s ways, rounded down",
            **params,
        )
    return pgettext("Basari", "%(count)s %(gems)s, tied with %(others)s: %(points)s split %(sharing)s ways", **params)


def enough_workers(workers: int) -> Points:
    """Every player with 15 workers (“Arbeiter”) or more scores 12."""
    return POINTS_FOR_WORKERS if workers >= ENOUGH_WORKERS else 0, why_workers(workers), workers


@reason
def why_workers(workers: int) -> Text:
    if workers >= ENOUGH_WORKERS:
        return ngettext("%(number)s worker: 15 or more", "%(number)s workers: 15 or more", workers)
    return ngettext("%(number)s worker, fewer than 15", "%(number)s workers, fewer than 15", workers)


FIELDS = (BAZAAR, *GEMS, WORKERS)
ITEMS = (
    Item(
        BAZAAR.key,
        BAZAAR.label,
        each(action_b),
        pgettext("Basari", "%(low)s to %(high)s each", low=BAZAAR.values[0], high=BAZAAR.values[-1]),
    ),
    *(
        Item(
            gem.key,
            gem.label,
            most_of(gem),
            pgettext("Basari", "most %(points)s, tied: shared", points=POINTS[gem.key]),
            compared=True,
            brings=POINTS[gem.key],
        )
        for gem in GEMS
    ),
    Item(
        WORKERS.key,
        WORKERS.label,
        each_number(WORKERS.key, enough_workers),
        pgettext("Basari", "%(enough)s or more: %(points)s", enough=ENOUGH_WORKERS, points=POINTS_FOR_WORKERS),
    ),
)
REMINDER = pgettext("Basari", "Count the gems before returning any.")
STAGES = (
    Stage("1", pgettext("Basari", "stage 1"), FIELDS, ITEMS, reminder=REMINDER),
    Stage("2", pgettext("Basari", "stage 2"), FIELDS, ITEMS, reminder=REMINDER),
    Stage("3", pgettext("Basari", "stage 3"), FIELDS, ITEMS, reminder=REMINDER),
)


def setup(seats: int) -> list[Text]:
    """Return the set-up for this number of players."""
    in_supply = GEMS_OF_A_COLOUR - GEMS_AT_THE_START * seats
    texts = [
        pgettext("Basari", "Each player: 3 gems of each colour and a set of action cards"),
        pgettext("Basari", "The other gems are the general supply: %(gems)s of each colour", gems=in_supply),
        pgettext("Basari", "Shuffle the 39 bazaar cards to form the draw pile"),
        pgettext("Basari", "Lay the gem value card in the middle"),
    ]
    if seats == 5:
        texts.append(pgettext("Basari", "With five players action D is in play, too"))
    return texts


def counts_of(gem: Count, seats: Sequence[Seat]) -> list[int]:
    return [held.get(gem.key, 0) for _, _, held in seats]


def carries(table: Table) -> Carried:
    """Return the gems that each seat has after returning some, by stage; none are returned after the last one."""
    left: dict[int, dict[str, dict[str, int]]] = {}
    for stage in STAGES[:-1]:
        seats = seats_in(table, stage.key)
        remaining = zip(*[gems_left(counts_of(gem, seats)) for gem in GEMS], strict=True)
        for (place, _, _), (red, yellow, green, blue) in zip(seats, remaining, strict=True):
            of_stage = {"red": red, "yellow": yellow, "green": green, "blue": blue}
            left.setdefault(place, {})[stage.key] = of_stage
    return left


def gems_left(counts: Sequence[int]) -> list[int]:
    """Return the gems each seat keeps of a colour: a sole leader returns half, rounded up, tied leaders return 2."""
    most = max(counts, default=0)
    back = (most + 1) // 2 if counts.count(most) == 1 else min(most, 2)
    return [count - back if count == most else count for count in counts]


def instructions(table: Table, stage: str) -> list[Instruction]:
    """Return what each seat returns to the supply (the rule itself before anyone has counted), and what comes next."""
    if stage == STAGES[-1].key:
        return []
    seats = seats_in(table, stage)
    of_colour = {gem.key: counts_of(gem, seats) for gem in GEMS}
    left = {colour: gems_left(counts) for colour, counts in of_colour.items()}
    steps = [] if seats else [Instruction(PUT_BACK)]
    for position, (index, _, _) in enumerate(seats):
        backs = {gem: of_colour[gem.key][position] - left[gem.key][position] for gem in GEMS}
        gems = tuple((gem, back) for gem, back in backs.items() if back)
        if gems:
            text = pgettext("Basari", "return %(gems)s", gems=tuple(gem_count(gem.key, back) for gem, back in gems))
            steps.append(Instruction(text, index, things=gems))
    shuffle = pgettext("Basari", "Shuffle all 39 bazaar cards together: they are the new draw pile.")
    keep = pgettext("Basari", "Everyone keeps the remaining gems.")
    return [
        *steps,
        Instruction(shuffle, short=pgettext("Basari", "Bazaar cards: new pile")),
        Instruction(keep, short=pgettext("Basari", "Other gems stay")),
    ]


def problems(table: Table) -> list[Problem]:
    """Return what is suspicious in a stage: its points of action B, its workers, its gems."""
    found, number = [], len(table["seats"])
    before = [GEMS_AT_THE_START * number] * len(GEMS)
    for stage in STAGES:
        seats = seats_in(table, stage.key)
        found += too_many_entries(stage, seats)
        # A seat that hasn't counted yet may have the missing workers or gems.
        if len(seats) == number:
            found += nobody_has_enough_workers(stage, seats)
        # With five players, action D takes gems from them, too.
        if number <= 4:
            gems = [counts_of(gem, seats) for gem in GEMS]
            begun = [its * all(gem.key in held for _, _, held in seats) for gem, its in zip(GEMS, before, strict=True)]
            found += too_few_gems(stage, gems, begun) if len(seats) == number else []
            before = [sum(gems_left(counts)) for counts in gems]
    return found


def too_many_entries(stage: Stage, seats: Sequence[Seat]) -> list[Problem]:
    """Each round gives everyone a worker, and the points of action B to at most one player."""
    entries = sum([len(held.get("bazaar", ())) for _, _, held in seats])
    known = [(held["workers"], player) for _, player, held in seats if "workers" in held]
    workers, player = min(known, default=(MOST_ROUNDS, ""))
    if entries > workers and player:
        text = pgettext(
            "Basari",
            "In %(stage)s, action B has more entries (%(entries)s) than %(player)s has workers (%(workers)s). Each "
            "round gives everyone a worker but at most one player these points.",
            stage=stage.label,
            entries=entries,
            player=player,
            workers=workers,
        )
    elif entries > MOST_ROUNDS:
        text = pgettext(
            "Basari",
            "%(entries)s entries for action B in %(stage)s, but the bazaar cards last for %(rounds)s rounds at most.",
            stage=stage.label,
            entries=entries,
            rounds=MOST_ROUNDS,
        )
    else:
        return []
    return [Problem("too_many_entries", text, blocks=False, stage=stage.key, field="bazaar")]


def nobody_has_enough_workers(stage: Stage, seats: Sequence[Seat]) -> list[Problem]:
    """A stage ends with the round in which someone reaches 15 workers (ruling on workers)."""
    if not seats or any(held.get("workers", ENOUGH_WORKERS) >= ENOUGH_WORKERS for _, _, held in seats):
        return []
    text = pgettext(
        "Basari", "Nobody has 15 workers in %(stage)s, but it only ends when someone does.", stage=stage.label
    )
    return [Problem("too_few_workers", text, blocks=False, stage=stage.key, field="workers")]


def too_few_gems(stage: Stage, gems: Sequence[Sequence[int]], before: Sequence[int]) -> list[Problem]:
    """Gems leave the players only at scoring.

    By colour, `gems` has the counts of all seats, and `before` their total when the stage began.
    """
    found = []
    for gem, counts, begun in zip(GEMS, gems, before, strict=True):
        total = sum(counts)
        if total < begun:
            text = pgettext(
                "Basari",
                "In %(stage)s the players hold fewer %(gems)s in total (%(total)s) than at its start "
                "(%(before)s), but gems are only returned during scoring.",
                total=total,
                gems=gem.named(total),
                stage=stage.label,
                before=begun,
            )
            found.append(Problem("too_few_gems", text, blocks=False, stage=stage.key, field=gem.key))
    return found


GAME = Game(
    slug="basari",
    title=pgettext("Basari", "Basari: The Card Game"),
    publisher="Nürnberger-Spielkarten-Verlag",
    designer="Reinhard Staupe",
    year=2014,
    seats=range(3, 6),
    minutes=(30, 30),
    age=10,
    accent="plum",
    emblem="gems",
    first_player=pgettext("Basari", "There is no first player: everyone chooses actions simultaneously."),
    has_first_player=False,
    last_round=pgettext(
        "Basari",
        "When someone has 15 workers, finish the round, then score the stage. The game ends after stage 3.",
    ),
    stages=STAGES,
    how_it_scores=(
        pgettext(
            "Basari",
            "Action B brings the 4 to 7 points of the bazaar card its player received in that round. They are noted "
            "at once, one entry for each card.",
        ),
        pgettext(
            "Basari",
            "A stage ends with the round in which someone reaches 15 workers. The player with the most gems of a "
            "colour scores 14 (red), 12 (yellow), 10 (green) or 8 (blue) and returns half of those gems, rounded "
            "up.",
        ),
        pgettext(
            "Basari",
            "Tied players split the points, rounded down, and each returns 2 gems of that colour.",
        ),
        pgettext("Basari", "Everybody with 15 workers or more scores 12. These points are never shared."),
        pgettext(
            "Basari",
            "The gems that are left stay for the next stage; workers are counted anew. After stage 3 nothing goes "
            "back, and the highest total wins.",
        ),
        pgettext(
            "Basari",
            "An example: Anna holds 7 red, Ben and Chris 4 each. Anna scores 14, puts 4 red back and keeps 3. Of "
            "yellow, Ben and Chris hold 5 each and Anna 2: Ben and Chris score 6 each, put 2 yellow back and keep 3.",
        ),
    ),
    rulings=(
        Ruling(
            pgettext("Basari", "Tied with fewer than two gems"),
            pgettext(
                "Basari",
                "Players tied for most return 2 gems. The rules don’t cover ties with 1 gem each: they return "
                "what they have.",
            ),
        ),
        Ruling(
            pgettext("Basari", "A colour nobody owns"),
            pgettext("Basari", "Nobody scores it: the rules reward the player with the most, and nobody has any."),
        ),
        Ruling(
            pgettext("Basari", "A single gem"),
            pgettext(
                "Basari",
                "A sole leader with 1 gem returns it: half of 1, rounded up, is 1.",
            ),
        ),
        Ruling(
            pgettext("Basari", "Remainders of shared points"),
            pgettext(
                "Basari",
                "It is lost. The rules round down and give the rest to nobody: of 14 points, three players get 4 each.",
            ),
        ),
        Ruling(
            pgettext("Basari", "Nobody has 15 workers"),
            pgettext(
                "Basari",
                "By the rules a stage cannot end like this. Caravan asks whether the workers were counted right and "
                "scores the stage all the same: perhaps you agreed to stop sooner.",
            ),
        ),
        Ruling(
            pgettext("Basari", "A full tie in the order of bidding"),
            pgettext(
                "Basari",
                "The player with more red gems bids first, then yellow, green, blue, points, workers. The rules "
                "stop there; if everything is equal, decide randomly.",
            ),
        ),
        Ruling(
            pgettext("Basari", "A tie for the win"),
            pgettext(
                "Basari",
                "Tied players share the win, as the card game’s rules say. Deciding by gems is a rule from the "
                "older board game.",
            ),
        ),
    ),
    setup=setup,
    problems=problems,
    instructions=instructions,
    carries=carries,
)
