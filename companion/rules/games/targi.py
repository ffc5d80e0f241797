"""Targi, Kosmos 2012: at the end two players count their tokens and their display of tribe cards, row by row.

Sources: a player's summary in Japanese, and for what it leaves out (the symbols, the first raids, special cards, ties,
the expansion) other published texts; for open questions, see the rulings.
"""

from companion.rules.kit import (
    Choice,
    Count,
    Game,
    Holdings,
    Item,
    Option,
    Points,
    Rows,
    Ruling,
    Stage,
    Symbol,
    Table,
    Text,
    each,
    each_number,
    gettext,
    ngettext,
    pgettext,
    reason,
)

SYMBOLS = (
    Symbol("well", pgettext("Targi", "well"), supply=9, icon="well"),
    Symbol("rider", pgettext("Targi", "camel rider"), supply=9, icon="rider"),
    Symbol("oasis", pgettext("Targi", "oasis"), supply=9, icon="oasis"),
    Symbol("targia", pgettext("Targi", "Targia"), supply=9, icon="veil"),
    Symbol("camp", pgettext("Targi", "camp"), supply=9, icon="camp"),
)
LABELS = {symbol.key: symbol.label for symbol in SYMBOLS}
FULL_ROW = 4
FOUR_EQUAL, FOUR_DIFFERENT = 4, 2

WITH_EXPANSION = ("expansion", True)
TOKENS = Count(key="tokens", label=pgettext("Targi", "victory point tokens"), icon="token")
ROWS = Rows(
    key="rows",
    label=pgettext("Targi", "rows"),
    icon="card",
    symbols=SYMBOLS,
    points=(1, 2, 3, 0),
    most_rows=3,
    row_length=FULL_ROW,
    bonuses={1: FOUR_EQUAL, FULL_ROW: FOUR_DIFFERENT},
)
SPECIAL = Count(key="special", label=pgettext("Targi", "bonus points of tribe cards"), icon="text")
WATER = Count(key="water", label=pgettext("Targi", "water tokens"), icon="drop", only_with=WITH_EXPANSION)
GOLD = Count(key="gold", label=pgettext("Targi", "gold"), icon="coin", breaks_ties=True)
GOODS = Count(key="goods", label=pgettext("Targi", "goods"), icon="merchandise", breaks_ties=True)

AS_POINTS = pgettext("Targi", "points")


def tokens(points: int) -> Points:
    """Victory point tokens (“Siegpunktplättchen”) score the points they show."""
    return points, why_tokens(points)


@reason
def why_tokens(points: int) -> Text:
    return ngettext("%(number)s point on tokens", "%(number)s points on tokens", points)


def printed_points(held: Holdings, table: Table) -> Points:
    """Each tribe card (“Stammeskarte”) of the display scores the points printed on it."""
    rows = [row for row in held.get("rows", ()) if row]
    printed = tuple([sum([card["points"] for card in row]) for row in rows])
    return sum(printed), why_printed(sum(map(len, rows)), printed)


@reason
def why_printed(cards: int, printed: tuple[int, ...]) -> Text:
    """Explain the points; `printed` has the sum of each row."""
    if not cards:
        return pgettext("Targi", "No tribe card in the display")
    by_row = " + ".join(map(str, printed))
    return ngettext("%(number)s card, by row: %(by_row)s", "%(number)s cards, by row: %(by_row)s", cards, by_row=by_row)


def row_bonuses(held: Holdings, table: Table) -> Points:
    """A full row of four equal symbols scores 4, one of four different symbols 2 (“Zusatzpunkte für Reihen”)."""
    bonuses = [(number, row[0]["symbol"], ROWS.bonus(row)) for number, row in enumerate(held.get("rows", ()), 1) if row]
    return sum([bonus for _, _, bonus in bonuses]), why_bonuses(tuple([row for row in bonuses if row[2]]))


@reason
def why_bonuses(rows: tuple[tuple[int, str, int], ...]) -> Text:
    """Explain the bonuses; `rows` has (number, symbol of the first card, bonus) of each row with one."""
    if not rows:
        return pgettext("Targi", "No row of four equal or four different symbols")
    return Text("%(bonuses)s", {"bonuses": tuple(bonus_text(*row) for row in rows)})


def bonus_text(number: int, symbol: str, bonus: int) -> Text:
    """Return the text for a row with a bonus; `symbol` is that of its first card."""
    if bonus == FOUR_EQUAL:
        return pgettext(
            "Targi",
            "%(bonus)s for row %(row)s (four equal symbols: %(symbol)s)",
            bonus=bonus,
            row=number,
            symbol=LABELS[symbol],
        )
    return pgettext("Targi", "%(bonus)s for row %(row)s (four different symbols)", bonus=bonus, row=number)


def bonus_points(points: int) -> Points:
    """Bonus points of tribe cards (“Zusatzpunkte von Stammeskarten”) score the sum that their owner entered."""
    return points, why_bonus_points(points)


@reason
def why_bonus_points(points: int) -> Text:
    return ngettext(
        "%(number)s point from the texts of tribe cards", "%(number)s points from the texts of tribe cards", points
    )


def water(tokens_of_water: int) -> Points:
    """With the expansion every 2 water tokens (“Wasser”) score 1, rounded down."""
    return tokens_of_water // 2, why_water(tokens_of_water), tokens_of_water


@reason
def why_water(tokens_of_water: int) -> Text:
    """Explain the points; `tokens_of_water` is the number of tokens."""
    return ngettext(
        "%(number)s water token: 1 point for every 2", "%(number)s water tokens: 1 point for every 2", tokens_of_water
    )


def setup(seats: int) -> list[Text]:
    """Return the set-up, as the summary describes it."""
    return [
        pgettext("Targi", "Lay the 16 border cards by their numbers as a frame of 5 × 5, the raids in the corners"),
        pgettext(
            "Targi",
            "Shuffle goods cards and tribe cards apart; lay 5 goods cards and 4 tribe cards alternately into the frame",
        ),
        pgettext("Targi", "Lay the other tribe cards beside border card 14, the other goods cards beside card 13"),
        pgettext("Targi", "Lay goods, gold and victory point tokens ready as the supply"),
        pgettext("Targi", "Put the robber on border card 1"),
        pgettext("Targi", "Each player: 3 Targi figures and 2 tribe markers in blue or white"),
        pgettext("Targi", "Each player: 2 dates, 2 salt, 2 pepper, 1 gold, and victory point tokens worth 4"),
        pgettext("Targi", "Give the start player token to who begins"),
    ]


FOURTH_RAID = pgettext(
    "Targi",
    "If the robber has reached the 4th raid, each player first pays 1 gold or 3 points. Who can pay neither lets the "
    "other player gain 3 points.",
)
GAME = Game(
    slug="targi",
    title=pgettext("Targi", "Targi"),
    publisher="Kosmos",
    designer="Andreas Steiger",
    year=2012,
    seats=range(2, 3),
    minutes=(60, 60),
    age=12,
    accent="terracotta",
    emblem="tent",
    first_player=pgettext("Targi", "Agree on a start player. The start player changes every turn."),
    last_round=pgettext(
        "Targi",
        "When someone plays a 12th tribe card, finish the turn. At the 4th raid nobody places figures; each "
        "player pays and the game ends.",
    ),
    stages=(
        Stage(
            "end",
            pgettext("Targi", "end of the game"),
            (ROWS, TOKENS, SPECIAL, WATER, GOLD, GOODS),
            (
                Item(TOKENS.key, TOKENS.label, each_number(TOKENS.key, tokens), AS_POINTS, as_counted=True),
                Item(
                    "cards",
                    pgettext("Targi", "points printed on tribe cards"),
                    each(printed_points),
                    pgettext("Targi", "as printed"),
                    fields=(ROWS.key,),
                    alone=True,
                    icon=ROWS.icon,
                ),
                Item(
                    ROWS.key,
                    pgettext("Targi", "row bonuses"),
                    each(row_bonuses),
                    pgettext(
                        "Targi",
                        "four equal: %(equal)s, four different: %(different)s",
                        equal=FOUR_EQUAL,
                        different=FOUR_DIFFERENT,
                    ),
                    alone=True,
                    icon="rows",
                ),
                Item(SPECIAL.key, SPECIAL.label, each_number(SPECIAL.key, bonus_points), AS_POINTS, as_counted=True),
                Item(
                    WATER.key,
                    WATER.label,
                    each_number(WATER.key, water),
                    pgettext("Targi", "every 2: 1"),
                    only_with=WITH_EXPANSION,
                ),
            ),
            reminder=FOURTH_RAID,
        ),
    ),
    options=(
        Option(
            "expansion",
            pgettext("Targi", "with the expansion"),
            False,
            (Choice(False, gettext("no")), Choice(True, gettext("yes"))),
        ),
    ),
    how_it_scores=(
        pgettext(
            "Targi",
            "The game ends after the turn in which somebody lays out a 12th tribe card, or with the 4th raid. At this "
            "raid each player pays 1 gold or 3 points before anything is counted.",
        ),
        pgettext(
            "Targi",
            "Points on tokens and points printed on the tribe cards of the display are added up. What the texts of "
            "tribe cards bring at the end goes in as one number, because these texts vary.",
        ),
        pgettext(
            "Targi",
            "A full row of four equal symbols brings 4 points more, a full row of four different symbols 2. Any "
            "other row and a row of fewer than four cards bring nothing.",
        ),
        pgettext("Targi", "With the expansion every 2 water tokens are worth 1 point."),
        pgettext(
            "Targi",
            "An example: Anna’s first row shows four wells with 1, 2, 1 and 3 points: 7, and 4 more for the row. Her "
            "second row, an oasis, a well and a camp with 2 points each, is not full: 6 and nothing more.",
        ),
    ),
    rulings=(
        Ruling(
            pgettext("Targi", "The card in hand"),
            pgettext("Targi", "It scores nothing: only what was paid for and lies in the display counts."),
        ),
        Ruling(
            pgettext("Targi", "Columns"),
            pgettext("Targi", "They never score. The texts speak of rows alone, whatever lies one below the other."),
        ),
        Ruling(
            pgettext("Targi", "Unpaid raids"),
            pgettext(
                "Targi",
                "The other player scores the points of that raid: 1, 1, 2, 3. The summary we used doesn’t say so;"
                " other published rules do.",
            ),
        ),
        Ruling(
            pgettext("Targi", "Gold as the tiebreaker"),
            pgettext(
                "Targi",
                "First the gold left after the last payment, then the goods left (dates, salt and pepper "
                "together). Enter 0 for none. Still tied: a draw. You’re only asked if it matters.",
            ),
        ),
        Ruling(
            pgettext("Targi", "No raid after the twelfth card"),
            pgettext(
                "Targi",
                "If a 12th card ends the game, finish the turn; the robber doesn’t move again. The rules don’t "
                "say so explicitly, but it follows from the turn order.",
            ),
        ),
    ),
    tie_breaks=("gold", "goods"),
    full_tie_is_draw=True,
    setup=setup,
)
