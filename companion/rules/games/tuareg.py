"""Tuareg, Adlung-Spiele 2011: two stages, a majority in each of four goods, and points for special cards.

Sources: the publisher's German rules and the Japanese rules sold with the game; for open questions and differences, see
the rulings.
"""

from functools import partial

from companion.rules.kit import (
    ICONS,
    Choice,
    Count,
    Game,
    Holdings,
    Instruction,
    Item,
    Names,
    Option,
    Options,
    Points,
    Problem,
    Reason,
    Ruling,
    Score,
    Stage,
    Table,
    Text,
    each,
    each_number,
    gettext,
    majority,
    naming,
    ngettext,
    pgettext,
    reason,
    seats_in,
)

# The cards of each good. Gold's 5 points are in the rules; the other values are printed on the cards only,
# and these defaults continue the pattern: the rarer, the more.
WATER, GOLD, SALT, MILLET = (
    Count(key="water", label=pgettext("Tuareg", "water"), icon="drop", supply=8, whole_supply=True),
    Count(key="gold", label=pgettext("Tuareg", "gold"), icon="ingot", supply=10, whole_supply=True),
    Count(key="salt", label=pgettext("Tuareg", "rock salt"), icon="slab", supply=12, whole_supply=True),
    Count(key="millet", label=pgettext("Tuareg", "millet"), icon="ear", supply=14, whole_supply=True),
)
GOODS = (WATER, GOLD, SALT, MILLET)
USUAL_POINTS = {"water": 6, "gold": 5, "salt": 4, "millet": 3}
POINTS_FOR_A_MAP, POINTS_FOR_A_SPECIAL = 2, 1

# Special cards in play by number of players.
DONKEYS = {2: 2, 3: 3, 4: 4, 5: 5}
CAVES = {2: 2, 3: 3, 4: 4, 5: 5}
THIEVES = {2: 3, 3: 3, 4: 3, 5: 3}
MAPS = {2: 3, 3: 2, 4: 3, 5: 4}
SPECIALS = (
    Count(key="donkeys", label=pgettext("Tuareg", "donkeys (unused)"), icon="donkey", supply=DONKEYS),
    Count(key="caves", label=pgettext("Tuareg", "caves (unused)"), icon="cave", supply=CAVES),
    Count(key="thieves", label=pgettext("Tuareg", "thieves (unused)"), icon="thief", supply=THIEVES),
)
MAPS_CASHED = Count(key="maps", label=pgettext("Tuareg", "maps used"), icon="map", supply=MAPS)
MAPS_HELD = Count(key="maps", label=pgettext("Tuareg", "maps held"), icon="map", supply=MAPS)
HAND_VALUES = (
    Count(
        key="hand_value",
        label=pgettext("Tuareg", "value of the hand cards in dinar"),
        icon="coin",
        only_with=("tie_break", "hand-sum"),
        breaks_ties=True,
    ),
    Count(
        key="hand_value",
        label=pgettext("Tuareg", "most valuable hand card in dinar"),
        icon="coin",
        only_with=("tie_break", "best-card"),
        breaks_ties=True,
    ),
)


def points_for_most(good: Count, label: Text, *, guessed: bool) -> Option:
    """Return the option for the points printed on the cards of a good, which players confirm before a play."""
    key, usual = f"points_{good.key}", USUAL_POINTS[good.key]
    return Option(key, label, usual, confirm=True, guessed=guessed, short=good.label)


def points_of_most(options: Options, good: Count) -> int | None:
    """Return the points for the most of a good; None if they are still to be filled in."""
    points: int | None = options[f"points_{good.key}"]
    return points


def most_of(good: Count) -> Score:
    """The player with the most of a good scores its points; players tied for the most each score one less."""
    return majority(good, points=lambda options: options[f"points_{good.key}"], tied=one_point_less)


def one_point_less(others: Names, good: Count, count: int, points: int) -> tuple[int, Reason]:
    """Return the points and reason of a player tied for the most of a good."""
    return points - 1, why_one_point_less(others, good, count, points)


@naming
def why_one_point_less(others: Names, good: Count, count: int, points: int) -> Text:
    params = {"good": good.label, "count": count, "others": others, "points": points}
    return gettext("%(count)s %(good)s, tied with %(others)s: %(points)s − 1", **params)


def worth_of_most(options: Options, good: Count) -> Text:
    """Return the note beside a good on a score sheet."""
    points = points_of_most(options, good)
    if points is None:
        return pgettext("Tuareg", "most ____, tied −1")
    return pgettext("Tuareg", "most %(points)s, tied %(tied)s", points=points, tied=points - 1)


def unused_specials(held: Holdings, table: Table) -> Points:
    """At the end of the game each special card that isn't in use scores 1."""
    counts = tuple([held.get(special.key, 0) for special in SPECIALS])
    return POINTS_FOR_A_SPECIAL * sum(counts), why_unused(*counts), sum(counts)


@reason
def why_unused(donkeys: int, caves: int, thieves: int) -> Text:
    return pgettext(
        "Tuareg",
        "Unused: donkeys %(donkeys)s, caves %(caves)s, thieves %(thieves)s; 1 point each",
        donkeys=donkeys,
        caves=caves,
        thieves=thieves,
    )


def maps(number: int) -> Points:
    """A map (“2 Siegpunkte”) scores 2 at the end of the stage in which its owner counts it."""
    return POINTS_FOR_A_MAP * number, why_maps(number), number


@reason
def why_maps(number: int) -> Text:
    if not number:
        return pgettext("Tuareg", "No map")
    return ngettext("%(number)s map, worth 2 points", "%(number)s maps, worth 2 points each", number)


def setup(seats: int) -> list[Text]:
    """Return the set-up for this number of players."""
    return [
        pgettext("Tuareg", "Each player: a card with %(camels)s camels", camels=3 if seats == 2 else 2),
        pgettext(
            "Tuareg",
            "Face up: donkeys %(donkeys)s, caves %(caves)s, thieves %(thieves)s, maps %(maps)s",
            donkeys=DONKEYS[seats],
            caves=CAVES[seats],
            thieves=THIEVES[seats],
            maps=MAPS[seats],
        ),
        pgettext("Tuareg", "Shuffle all 44 goods cards as the draw pile and lay two of them open: the market"),
    ]


def problems(table: Table) -> list[Problem]:
    """Maps can be possible in each stage and yet suspicious over both (ruling on maps)."""
    before, now = ({index: held.get("maps", 0) for index, _, held in seats_in(table, stage)} for stage in ("1", "2"))
    if table["options"]["maps"] == "once":
        total, supply = sum(before.values()) + sum(now.values()), MAPS.get(len(table["seats"]))
        if supply is None or total <= supply:
            return []
        text = pgettext(
            "Tuareg",
            "%(total)s maps count over both stages, but only %(supply)s are in play: does each count once?",
            total=total,
            supply=supply,
        )
        return [Problem("maps_counted_again", text, blocks=False, stage="2", field="maps")]
    return [
        fewer_maps(table["seats"][index]["player"], before=before[index], now=number)
        for index, number in now.items()
        if number < before.get(index, 0)
    ]


def fewer_maps(player: str, *, before: int, now: int) -> Problem:
    """If maps count in every stage, those of stage 1 are still there in stage 2."""
    text = pgettext(
        "Tuareg",
        "In stage 2 %(player)s holds fewer maps (%(now)s) than in stage 1 (%(before)s), though those stay.",
        player=player,
        now=now,
        before=before,
    )
    return Problem("maps_fewer", text, blocks=False, seat=player, stage="2", field="maps")


SPECIALS_BACK = Instruction(
    pgettext("Tuareg", "Donkeys that carried goods and the caves and thieves in use go back to their piles."),
    short=pgettext("Tuareg", "Used %(icons)s back", icons=ICONS),
    things=tuple((special, None) for special in SPECIALS),
)
NEW_PILE = Instruction(
    pgettext("Tuareg", "Shuffle the goods you counted to form the new draw pile. Spent goods stay out of the game."),
    short=pgettext("Tuareg", "%(icons)s new pile", icons=ICONS),
    things=tuple((good, None) for good in GOODS),
)
HANDS_STAY = Instruction(
    pgettext("Tuareg", "Hand cards, the market and unused special cards stay."),
    short=pgettext("Tuareg", "Hand, market stay"),
)
MAPS_STAY = Instruction(
    pgettext("Tuareg", "Maps that counted stay with their owners."),
    short=pgettext("Tuareg", "%(icons)s stay", icons=ICONS),
    things=((MAPS_HELD, None),),
)
LEFT_BEGINS = Instruction(
    pgettext("Tuareg", "The player to the left of the one who ended stage 1 begins."),
    short=pgettext("Tuareg", "Left neighbour begins"),
)


def instructions(table: Table, stage: str) -> list[Instruction]:
    """Return what is returned and what stays between the stages, and who begins stage 2."""
    if stage == "2":
        return []
    maps_stay = [MAPS_STAY] if table["options"]["maps"] == "every-stage" else []
    return [SPECIALS_BACK, NEW_PILE, HANDS_STAY, *maps_stay, LEFT_BEGINS]


MAJORITIES = tuple(
    Item(
        good.key,
        good.label,
        most_of(good),
        partial(worth_of_most, good=good),
        compared=True,
        brings=partial(points_of_most, good=good),
    )
    for good in GOODS
)
EACH_MAP = gettext("%(points)s each", points=POINTS_FOR_A_MAP)
GAME = Game(
    slug="tuareg",
    title=pgettext("Tuareg", "Tuareg"),
    publisher="Adlung-Spiele",
    designer="Francesco Berardi",
    year=2011,
    seats=range(2, 6),
    minutes=(20, 45),
    age=10,
    accent="indigo",
    emblem="cross",
    first_player=pgettext("Tuareg", "The youngest player begins stage 1."),
    last_round=pgettext(
        "Tuareg",
        "Once the last goods card is drawn, everyone, including the player who drew it, has one more turn without"
        " drawing. If you can draw only 1 or 2 cards at the end of stage 2, you needn’t add one to the market "
        "unless you hold more than 4.",
    ),
    stages=(
        Stage(
            "1",
            pgettext("Tuareg", "stage 1"),
            (*GOODS, MAPS_CASHED),
            (
                *MAJORITIES,
                Item("maps", MAPS_CASHED.label, each_number("maps", maps), EACH_MAP, brings=POINTS_FOR_A_MAP),
            ),
        ),
        Stage(
            "2",
            pgettext("Tuareg", "stage 2"),
            (*GOODS, *SPECIALS, MAPS_HELD, *HAND_VALUES),
            (
                *MAJORITIES,
                Item(
                    "specials",
                    pgettext("Tuareg", "unused special cards"),
                    each(unused_specials),
                    gettext("%(points)s each", points=POINTS_FOR_A_SPECIAL),
                    fields=tuple(special.key for special in SPECIALS),
                    icon="donkey",
                    brings=POINTS_FOR_A_SPECIAL,
                ),
                Item("maps", MAPS_HELD.label, each_number("maps", maps), EACH_MAP, brings=POINTS_FOR_A_MAP),
            ),
        ),
    ),
    options=(
        points_for_most(WATER, pgettext("Tuareg", "points for most water"), guessed=True),
        points_for_most(GOLD, pgettext("Tuareg", "points for most gold"), guessed=False),
        points_for_most(SALT, pgettext("Tuareg", "points for most rock salt"), guessed=True),
        points_for_most(MILLET, pgettext("Tuareg", "points for most millet"), guessed=True),
        Option(
            "maps",
            pgettext("Tuareg", "maps count"),
            "once",
            (
                Choice("once", pgettext("Tuareg", "once")),
                Choice("every-stage", pgettext("Tuareg", "in every stage")),
            ),
            short=pgettext("Tuareg house rule", "maps"),
        ),
        Option(
            "tie_break",
            pgettext("Tuareg", "a tie for the win goes to"),
            "hand-sum",
            (
                Choice("hand-sum", pgettext("Tuareg", "the whole hand")),
                Choice("best-card", pgettext("Tuareg", "the best card")),
            ),
            short=pgettext("Tuareg house rule", "tie"),
        ),
    ),
    how_it_scores=(
        pgettext(
            "Tuareg",
            "At the end of each stage everybody counts the goods on camels and donkeys and under caves and "
            "thieves. Cards in hand do not count.",
        ),
        pgettext(
            "Tuareg",
            "The player with the most of a good scores the points printed on its cards, whatever the margin. Tied"
            " players each score 1 less. Second place scores nothing.",
        ),
        pgettext(
            "Tuareg",
            "A map is worth 2 points. At the end of the game each special card that is not in use is worth 1.",
        ),
        pgettext(
            "Tuareg",
            "An example with gold at 5 points: Anna holds 4, Ben 2, Chris 1. Anna scores 5. Had Ben held 4 "
            "too, both would score 4.",
        ),
    ),
    rulings=(
        Ruling(
            pgettext("Tuareg", "Points for goods"),
            pgettext(
                "Tuareg",
                "The rules give points only for gold: 5. For water, rock salt and millet they’re printed on the "
                "cards, so Caravan asks once and remembers them for your group. The suggested values are guesses.",
            ),
        ),
        Ruling(
            pgettext("Tuareg", "A good nobody holds"),
            pgettext("Tuareg", "Nobody scores it: the rules reward the player with the most, and nobody has any."),
        ),
        Ruling(
            pgettext("Tuareg", "Value of maps"),
            pgettext(
                "Tuareg",
                "2 points, once: used at the end of stage 1 or kept to the end. The rules don’t say where a used "
                "map goes. If you score maps in every stage, choose “in every stage”: a map counted in stage 1 "
                "stays and counts again.",
            ),
        ),
        Ruling(
            pgettext("Tuareg", "What counts as unused"),
            pgettext(
                "Tuareg",
                "A donkey that is empty at the end, even if it carried goods before. A cave with cards under "
                "it and a thief that was played are used. Unused cards score at the end of the game only.",
            ),
        ),
        Ruling(
            pgettext("Tuareg", "A tie for the win"),
            pgettext(
                "Tuareg",
                "The most valuable hand wins (all cards’ dinar added, per the German rules). The Japanese rules "
                "can be read as the best single card: choose “the best card”. Still tied: shared win. You’re only"
                " asked if it matters.",
            ),
        ),
        Ruling(
            pgettext("Tuareg", "Buying with gold"),
            pgettext(
                "Tuareg",
                "Gold is worth 2 dinar, as the German text and the worked purchase in both texts say. The 5 "
                "dinar in one sentence of the Japanese text are a slip: 5 are its points.",
            ),
        ),
    ),
    tie_breaks=("hand_value",),
    setup=setup,
    problems=problems,
    instructions=instructions,
)
