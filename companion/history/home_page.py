"""Games and results on the home page, newest first."""

from dataclasses import dataclass

from django.db.models import OuterRef, Prefetch, Subquery, prefetch_related_objects
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from companion.core.language.discs import Disc, discs_of
from companion.core.language.evenings import this_evening
from companion.core.language.texts import isolated, people, points_or_nothing
from companion.models import CardSave, Play, Seat
from companion.models.sheets import games_in_collection
from companion.rules.kit import Game

from .evenings import build_row

# How many of a group's newest plays are searched for its games, and how many games are offered.
RECENT_PLAYS, MOST_GAMES = 60, 6
# How many people of another group are shown with their discs.
MOST_DISCS = 3
DAYS_OF_WEEK = 7


@dataclass(frozen=True)
class GameToRepeat:
    """A game that a group may play again, and its last result in words. `fits`: so many can play it."""

    game: Game
    line: str
    fits: bool


@dataclass(frozen=True)
class OtherGroup:
    """A group with the discs of some of its people and its last result in words."""

    group: object
    discs: list[Disc]
    line: str


def with_uncounted(plays) -> list[Play]:
    """Return these open plays, a queryset with prefetched seats, with the names of those still to count as `uncounted`.

    It is empty until someone is done, and in teams, who share a column.
    """
    plays = list(plays)
    cards = CardSave.objects.newest().filter(seat__play__in=plays, is_in=True) if plays else CardSave.objects.none()
    done = set(cards.values_list("seat_id", "stage"))
    for play in plays:
        seats = [] if play.game.together or not play.stage else [seat for seat in play.seats.all() if not seat.team]
        left = [seat.player.name for seat in seats if (seat.pk, play.stage.key) not in done]
        play.uncounted = left if len(left) < len(seats) else []
    return plays


def with_newest(groups):
    """Return these groups, a queryset, each annotated with the id of its newest finished play as `newest`."""
    plays = Play.objects.filter(group=OuterRef("pk"), state=Play.State.FINISHED, deleted_at=None)
    return groups.annotate(newest=Subquery(plays.order_by("-played_on", "-pk").values("pk")[:1]))


def newest_plays(groups) -> dict[int, Play]:
    """Return {id: play} of the newest finished plays of groups that come from `with_newest`."""
    plays = Play.objects.filter(pk__in=[group.newest for group in groups if group.newest])
    return {play.pk: play for play in plays.prefetch_related(Prefetch("seats", Seat.objects.at_table()))}


def sort_newest_first(groups, plays) -> list:
    """Return these groups, the one that played last first."""
    days = {group.pk: (plays[group.newest].played_on, group.newest) for group in groups if group.newest}
    return sorted(groups, key=lambda group: (group.pk in days, days.get(group.pk)), reverse=True)


def find_games_to_repeat(group, number) -> list[GameToRepeat]:
    """Return the games that a group has played, last played first, for this many players (0: unknown)."""
    games = {game.slug: game for game in games_in_collection(group)}
    finished = group.plays.filter(state=Play.State.FINISHED, deleted_at=None).order_by("-played_on", "-pk")[
        :RECENT_PLAYS
    ]
    newest: dict[str, Play] = {}
    for play in finished:
        if play.game_slug in games and len(newest) < MOST_GAMES:
            newest.setdefault(play.game_slug, play)
    prefetch_related_objects([*newest.values()], Prefetch("seats", Seat.objects.at_table()))
    return [
        GameToRepeat(
            games[slug], f"{describe_day(play.played_on)} · {describe_result(play)}", not number or number in its
        )
        for slug, play in newest.items()
        for its in [games[slug].all_seats]
    ]


def describe_plays(plays) -> list[tuple[Play, str]]:
    """Return finished plays, each with its day and result in words."""
    return [(play, f"{describe_day(play.played_on)} · {describe_result(play)}") for play in plays]


def describe_groups(groups, plays) -> list[OtherGroup]:
    """Return these groups as a list shows them."""
    found = []
    for group in groups:
        players = [player for player in group.players.all() if not player.is_hidden]
        discs = list(discs_of(players).values())[:MOST_DISCS]
        play = plays.get(group.newest)
        found.append(OtherGroup(group, discs, describe_game_result(play) if play else ""))
    return found


def describe_game_result(play) -> str:
    """Return a play's game, result and day in words."""
    return f"{isolated(str(play.game.title))} · {describe_result(play)} · {describe_day(play.played_on)}"


def describe_result(play) -> str:
    """Return who won a finished play, with the points of the first two: "Anna won, 23 : 17"."""
    row = build_row(play)
    if not row.winners or play.game.is_coop or len(row.winners) + len(row.others) == 1:
        return row.margin
    words = {"name": people([seat.player.name for seat in row.winners])}
    figures = [points_or_nothing(seat.points) for seat in (row.winners[0], *row.others[:1])]
    if not all(figures):
        return ngettext("%(name)s won", "%(name)s won", len(row.winners)) % words
    text = ngettext("%(name)s won, %(points)s", "%(name)s won, %(points)s", len(row.winners))
    sentence = text % {**words, "points": "\u00a0:\u00a0".join(figures)}
    # Equal points alone don't say who won.
    return f"{sentence} · {row.margin}" if len(figures) == 2 and figures[0] == figures[1] else sentence


def describe_day(day) -> str:
    """Return a day in words: "today", the weekday within a week, else its date."""
    ago = (this_evening() - day).days
    if ago == 0:
        return _("today")
    if 0 < ago < DAYS_OF_WEEK:
        return date_format(day, "l")
    is_of_this_year = day.year == timezone.localdate().year
    return date_format(day, "MONTH_DAY_FORMAT" if is_of_this_year else "SHORT_DATE_FORMAT")
