"""Five Tribes Solo, Bruno Cathala and Thierry Joliet: one player against the virtual opponent Sultan Yazid.

Source: the publisher's solo sheet in English, German and Japanese; if they differ, see the rulings. It scores like Five
Tribes, with Yazid's council of viziers as the only opponent.
"""

from collections.abc import Sequence
from dataclasses import replace

from companion.rules.kit import (
    Choice,
    Count,
    Game,
    Holdings,
    OneOf,
    Option,
    Options,
    Part,
    Points,
    Problem,
    Ruling,
    Stage,
    Table,
    Text,
    Tier,
    Verdict,
    each,
    gettext,
    ngettext,
    pgettext,
    seats_in,
)

from . import five_tribes

COUNCIL = Count(
    key="council",
    label=pgettext("Five Tribes Solo", "council of viziers"),
    icon="vizier",
    supply=five_tribes.VIZIERS.supply,
)
THE_COUNCIL = pgettext("Five Tribes Solo", "the council")
NOT_MORE = pgettext("Five Tribes Solo", "not more than the council")
ELIMINATED = OneOf(
    key="eliminated",
    label=pgettext("Five Tribes Solo", "eliminated?"),
    choices=(
        Choice("no", pgettext("Five Tribes Solo", "no")),
        Choice("assassins", pgettext("Five Tribes Solo", "7 or more assassins")),
        Choice("djinns", pgettext("Five Tribes Solo", "6 djinns at Yazid’s")),
        Choice("gold", pgettext("Five Tribes Solo", "could not pay Yazid")),
    ),
    nothing="no",
)
# The text for each way to lose.
WHYS = {
    "viziers": pgettext("Five Tribes Solo", "not more viziers than the council"),
    **{choice.value: choice.label for choice in ELIMINATED.choices[1:]},
}


TIERS = (
    Tier("vizier", 0, pgettext("Five Tribes Solo", "not yet even a vizier")),
    Tier("fledgling", 191, pgettext("Five Tribes Solo", "a fledgling fighter")),
    Tier("king", 221, pgettext("Five Tribes Solo", "an ambitious king")),
    Tier("saladin", 251, pgettext("Five Tribes Solo", "a great Saladin")),
)

BOARD, CARDS, REST = five_tribes.PARTS
PARTS = (BOARD, CARDS, REST, Part(pgettext("Five Tribes Solo", "Yazid"), (COUNCIL, ELIMINATED)))


def viziers(held: Holdings, table: Table) -> Points:
    """Viziers are compared with Yazid's council as if it were an opponent's, if the option says so."""
    council = [(THE_COUNCIL, held.get("council", 0))] if table["options"]["vizier_bonus"] else []
    return five_tribes.viziers_against(held, opponents=council, none_beaten=NOT_MORE)


def worth_of_viziers(options: Options) -> Text:
    """Return the note beside the viziers on a score sheet."""
    each_of_them = five_tribes.worth_of_each("viziers")
    if not options["vizier_bonus"]:
        return each_of_them
    ten = five_tribes.FOR_EACH_BEATEN
    return pgettext("Five Tribes Solo", "%(each)s, +%(ten)s if more than the council", each=each_of_them, ten=ten)


# Whatever decides the win besides points is corrected together with the viziers.
ITEMS = tuple(
    replace(item, score=each(viziers), worth=worth_of_viziers, fields=("viziers", "council", "eliminated"))
    if item.key == "viziers"
    else item
    for item in five_tribes.ITEMS
)


def setup(seats: int) -> list[Text]:
    """Return the set-up of both sides."""
    return [
        *five_tribes.LAID_OUT,
        pgettext("Five Tribes Solo", "You: 11 blue camels and 25 gold, 20 in the hard game"),
        pgettext("Five Tribes Solo", "Sultan Yazid: 11 pink camels"),
        pgettext("Five Tribes Solo", "A white and a black die; the tracks for bids and turn order are not used"),
    ]


def problems(table: Table) -> list[Problem]:
    """As in Five Tribes; and you and the council can't have more viziers than the box."""
    supply = five_tribes.VIZIERS.supply
    too_many = [
        too_many_viziers(player, own=held.get("viziers", 0), council=held.get("council", 0))
        for _, player, held in seats_in(table, "end")
        if held.get("viziers", 0) + held.get("council", 0) > supply
    ]
    return [*five_tribes.problems(table), *too_many]


def too_many_viziers(player: str, *, own: int, council: int) -> Problem:
    """Return the problem of a seat whose viziers and council are more than the box has."""
    text = pgettext(
        "Five Tribes Solo",
        "%(player)s’s viziers (%(own)s) and the council’s (%(council)s) make %(total)s, but there are only %(supply)s.",
        player=player,
        own=own,
        council=council,
        total=own + council,
        supply=five_tribes.VIZIERS.supply,
    )
    return Problem("too_many", text, seat=player, stage="end", field="council")


def verdict(table: Table, totals: Sequence[int]) -> Verdict | None:
    """An eliminated player, or one without more viziers than the council, has lost; otherwise the total is rated."""
    for seat, _, held in seats_in(table, "end"):
        why = find_loss(held)
        return loss_verdict(why, held) if why else rating_verdict(totals[seat])
    return None


def lost_already(table: Table) -> Verdict | None:
    """An eliminated player has lost, and so has one who has counted both and has no more viziers than the council."""
    for _, _, held in seats_in(table, "end"):
        if held.get("eliminated", "no") != "no" or {"viziers", "council"} <= held.keys():
            return loss_verdict(why, held) if (why := find_loss(held)) else None
    return None


def loss_verdict(why: str, held: Holdings) -> Verdict:
    """Return the verdict of a lost game; if viziers decided, with their numbers."""
    row, text = None, WHYS[why]
    if why == "viziers":
        row = why
        text = pgettext(
            "Five Tribes Solo",
            "%(why)s, %(own)s : %(council)s",
            why=text,
            own=held.get("viziers", 0),
            council=held.get("council", 0),
        )
    return Verdict(won=False, why=why, row=row, headline=gettext("Lost"), details=(text,))


def find_loss(held: Holdings) -> str | None:
    """Return the key of what lost the game, elimination first because it ends the game; None if nothing did."""
    eliminated: str = held.get("eliminated", "no")
    if eliminated != "no":
        return eliminated
    return "viziers" if held.get("viziers", 0) <= held.get("council", 0) else None


def rating_verdict(points: int) -> Verdict:
    """Return the verdict of a game that wasn't lost: the highest rating reached, and the points to the next one."""
    reached = [tier for tier in TIERS if points >= tier.least]
    missing = [points_missing(tier, points) for tier in TIERS[len(reached) :][:1]]
    return Verdict(won=True, tier=reached[-1].key, headline=reached[-1].rating, details=(gettext("Won"), *missing))


def points_missing(tier: Tier, points: int) -> Text:
    """Return the text for the points that the next rating would have taken."""
    return ngettext(
        "%(number)s point short of: %(rating)s.",
        "%(number)s points short of: %(rating)s.",
        tier.least - points,
        rating=tier.rating,
    )


GAME = Game(
    slug="five-tribes-solo",
    title=pgettext("Five Tribes Solo", "Five Tribes Solo"),
    publisher="Days of Wonder",
    designer="Bruno Cathala, Thierry Joliet",
    # The sheet bears neither year nor minutes nor age: they are those of the game it belongs to.
    year=five_tribes.GAME.year,
    seats=range(1, 2),
    minutes=five_tribes.GAME.minutes,
    age=five_tribes.GAME.age,
    accent="night",
    emblem="moon",
    setup_is_whole=five_tribes.GAME.setup_is_whole,
    last_round=pgettext(
        "Five Tribes Solo",
        "When you or Yazid have placed the last camel, or no figures can be moved by the rules any more, this "
        "round is played to its end.",
    ),
    stages=(
        Stage("end", five_tribes.END, tuple(field for part in PARTS for field in part.fields), ITEMS, parts=PARTS),
    ),
    tiers=TIERS,
    options=(
        Option(
            "start_gold",
            pgettext("Five Tribes Solo", "starting gold"),
            25,
            (
                Choice(25, pgettext("Five Tribes Solo", "25")),
                Choice(20, pgettext("Five Tribes Solo", "20, the hard game")),
            ),
        ),
        Option(
            "vizier_bonus",
            pgettext("Five Tribes Solo", "ten points for more viziers than the council"),
            True,
            (Choice(True, pgettext("Five Tribes Solo", "yes")), Choice(False, pgettext("Five Tribes Solo", "no"))),
            short=pgettext("Five Tribes Solo house rule", "10 for more viziers"),
        ),
        Option(
            "zero_gold_loses",
            pgettext("Five Tribes Solo", "paid down to 0 gold means lost"),
            False,
            (Choice(True, pgettext("Five Tribes Solo", "yes")), Choice(False, pgettext("Five Tribes Solo", "no"))),
            short=pgettext("Five Tribes Solo house rule", "0 gold loses"),
        ),
    ),
    how_it_scores=(
        pgettext(
            "Five Tribes Solo",
            "Points are counted as in Five Tribes. The viziers Yazid took are his council, the one opponent yours "
            "are compared with: more than the council bring 10 points.",
        ),
        pgettext(
            "Five Tribes Solo",
            "Whatever your points, you have lost if you were eliminated (7 or more assassins beside the board, 6 "
            "djinns at Yazid’s, or gold you could not pay) or if your viziers are not more than the council’s.",
        ),
        pgettext(
            "Five Tribes Solo",
            "Who has not lost is rated: up to 190 points not yet even a vizier, from 191 a fledgling fighter, from "
            "221 an ambitious king, from 251 a great Saladin.",
        ),
        pgettext(
            "Five Tribes Solo",
            "An example: 5 viziers against a council of 4 bring 5 + 10 points. With 215 points in all you are a "
            "fledgling fighter, 6 short of a king. Against a council of 5 you would have lost.",
        ),
        *five_tribes.HOW_IT_COUNTS,
    ),
    rulings=(
        Ruling(
            pgettext("Five Tribes Solo", "The ten points for viziers"),
            pgettext(
                "Five Tribes Solo",
                "They score once, against the council. The solo rules say you score as in the normal game and "
                "compare your viziers with the council; no edition says it explicitly. If you play without them, "
                "turn this off.",
            ),
        ),
        Ruling(
            pgettext("Five Tribes Solo", "Paid down to nothing"),
            pgettext(
                "Five Tribes Solo",
                "If you pay Yazid in full and have exactly 0 gold left, you’re still in: in English and German "
                "you only lose if you can’t pay. The Japanese rules eliminate you when his cost uses up your "
                "gold; turn that on if you play it so. Outbidding him down to 0 never eliminates you.",
            ),
        ),
        Ruling(
            pgettext("Five Tribes Solo", "Djinn income before payment"),
            pgettext(
                "Five Tribes Solo",
                "Gold from Nekir and Marid when Yazid clears a tile comes before you pay for his builders, so it "
                "can save you. The rules give no order; this one is kinder.",
            ),
        ),
        *five_tribes.RULINGS_ON_COUNTING,
    ),
    verdicts=(
        pgettext("Five Tribes Solo", "Lost: %(why)s.", why=WHYS["viziers"]),
        *(
            pgettext("Five Tribes Solo", "From %(least)s: %(rating)s", least=tier.least, rating=tier.rating)
            for tier in TIERS
        ),
    ),
    setup=setup,
    problems=problems,
    verdict=verdict,
    lost_already=lost_already,
)
