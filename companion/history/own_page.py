"""A person's own page: their plays in all their groups, and the results."""

from collections import Counter

from django.urls import reverse

from companion.core.language.discs import discs_of
from companion.core.language.evenings import this_evening
from companion.statistics.history import plays_of_player

from .own_plays import OwnPlays
from .page_parts import MOST_GAMES, Rivalry, build_rivalry
from .player_page import hardness, summarize_results, tally_context, toughest_context


def own_context(person, groups, *, most=MOST_GAMES) -> dict:
    """Return the context of the page for these groups, whose players are prefetched.

    It lists at most `most` games and people, those met most often first.
    """
    own, year = OwnPlays(person, groups), this_evening().year
    games, rivals, by_group = own.by_game(), own.rivals(), own.by_group()
    pages = {group.pk: group.uuid for group in groups}
    others = {pair.other: own.people[pair.other][0] for pair in rivals[:most]}
    rivalries = build_rivalries(own, rivals[:most], others, groups)
    discs = discs_of(others.values())
    return {
        **tally_context(own.history, own.number),
        "groups": [
            {"group": group, "player": own.names.get(group.pk), "numbers": own.count_plays(by_group.get(group.pk, []))}
            for group in sorted(groups, key=lambda group: -len(by_group.get(group.pk, [])))
        ],
        "played_in": len(by_group),
        "is_named": bool(own.names),
        "year": year,
        "this_year": own.count_plays(own.in_year(year)),
        "ever": own.count_plays(own.history),
        "games": [
            # Link to its page in the group where the person last played it.
            (
                summarize_results(own.games[slug], plays_of_player(its, own.number), own.number),
                reverse("history:group_game", args=[pages[own.group_of(its[-1])], slug]),
            )
            for slug, its in list(games.items())[:most]
        ],
        "all_games": len(games),
        "rivals": sorted(rivalries, key=hardness),
        "all_rivals": len(rivals),
        **toughest_context(rivalries),
        "discs": {number: discs[player.pk] for number, player in others.items()},
    }


def build_rivalries(own, pairs, others, groups) -> list[Rivalry]:
    """Return these pairs with names, each with the link to its page in the group where they met most often.

    `others` are the opponents by their numbers in the pairs.
    """
    groups_by_id, names = {group.pk: group for group in groups}, Counter(other.folded_name for other in others.values())
    found = []
    for pair in pairs:
        other = others[pair.other]
        one, group = own.names[other.group_id], groups_by_id[other.group_id]
        address = reverse("history:pair", args=[group.uuid, one.pk, other.pk])
        where = str(group) if names[other.folded_name] > 1 else ""
        found.append(build_rivalry(pair, {pair.one: one.name, pair.other: other.name}, address, where))
    return found
