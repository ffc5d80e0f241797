"""Builds the API's responses about groups, plays and statistics, as dicts."""

from django.urls import reverse

from companion.statistics.history import group_by_game
from companion.statistics.wins import count_player_wins, count_wins
from companion.transfer.export_records import build_record, get_time_zone
from companion.transfer.writers.records import Play, Seat


def summarize_group(group) -> dict:
    """Return a group as in the list."""
    return {"id": str(group.uuid), "name": str(group), "role": group.role}


def describe_group(group) -> dict:
    """Return a group with its players."""
    players = [
        {"id": player.pk, "name": player.name, "hidden": player.is_hidden, "colour": player.colour}
        for player in group.players.all()
    ]
    return {
        **summarize_group(group),
        "language": group.language,
        "time_zone": str(get_time_zone(group)),
        "players": players,
    }


def summarize_play(pad, group) -> dict:
    """Return a play with all results."""
    return describe_record(build_record(pad, get_time_zone(group)), group)


def describe_play(pad, group, address) -> dict:
    """Return a play with the rows of its score sheet and its photos; `address` makes a path an absolute URL."""
    record = build_record(pad, get_time_zone(group))
    rows = [{"stage": line.stage, "row": line.row, "points": line.points} for line in record.lines]
    photos = [describe_photo(pad.play, photo, address) for photo in pad.play.photos.visible()]
    return {**describe_record(record, group), "rows": rows, "photos": photos}


def describe_photo(play, photo, address) -> dict:
    """Return a photo with the URLs of its pictures, which need the same API key."""
    small_width, small_height = photo.small_size
    shapes = {"large": (photo.width, photo.height), "small": (small_width, small_height)}
    return {
        "id": str(photo.uuid),
        "words": photo.caption,
        **{
            size: {
                "address": address(reverse("api:api_picture", args=[play.uuid, photo.uuid, size])),
                "width": width,
                "height": height,
            }
            for size, (width, height) in shapes.items()
        },
    }


def describe_record(record: Play, group) -> dict:
    return {
        "id": record.id,
        "group": str(group.uuid),
        "game": {"slug": record.game.slug, "title": record.game.title},
        "date": record.day.isoformat(),
        "place": record.place,
        "variant": record.variant,
        "notes": record.notes,
        "minutes": record.minutes,
        "state": record.state,
        "seats": [describe_seat(seat) for seat in record.seats],
    }


def describe_seat(seat: Seat) -> dict:
    return {
        "player": int(seat.player),
        "name": seat.name,
        "team": seat.team,
        "first": seat.first,
        "role": seat.role,
        "points": seat.points,
        "rank": seat.rank,
        "won": seat.won,
    }


def statistics_of(history) -> dict:
    """Return the wins of all players, in all games and in each."""
    games = [
        {"game": slug, "plays": len(played), "players": wins_as_list(played)}
        for slug, played in sorted(group_by_game(history).items())
    ]
    return {"plays": len(history), "players": wins_as_list(history), "games": games}


def wins_as_list(history) -> list[dict]:
    """Return the wins of players who played against others, the most wins first."""
    return [{"player": player, **describe_wins(its)} for player, its in count_wins(history).items()]


def describe_wins(wins) -> dict:
    return {
        "plays": wins.plays,
        "wins": wins.wins,
        "shared": wins.shared,
        "credit": round(wins.credit, 4),
        "draws": wins.draws,
        "rate": round(wins.rate, 4),
        "chance": round(wins.chance, 4),
    }


def own_statistics(own, groups, year) -> dict:
    """Return a person's statistics over all their groups: in total, of a year, and by group, game and opponent."""
    by_group = own.by_group()
    return {
        **describe_numbers(own.count_plays(own.history)),
        "year": {"year": year, **describe_numbers(own.count_plays(own.in_year(year)))},
        "groups": [
            {
                "group": str(group.uuid),
                "player": own.names[group.pk].pk,
                **describe_numbers(own.count_plays(by_group.get(group.pk, []))),
            }
            for group in groups
            if group.pk in own.names
        ],
        "by_game": [
            {"game": slug, "plays": len(its), "against_others": describe_wins(count_player_wins(its, own.number))}
            for slug, its in own.by_game().items()
        ],
        "head_to_head": [describe_pair(pair, own.people[pair.other]) for pair in own.rivals()],
    }


def describe_numbers(numbers) -> dict:
    return {
        "plays": numbers.plays,
        "games": numbers.games,
        "game_nights": numbers.evenings,
        "h_index": numbers.h_index,
        "against_others": describe_wins(numbers.wins),
    }


def describe_pair(pair, players) -> dict:
    """Return how often a person finished ahead of another, who may be a player in several groups."""
    return {
        "name": players[0].name,
        "players": [player.pk for player in players],
        "plays": pair.together,
        "ahead": pair.ahead,
        "behind": pair.behind,
        "tied": pair.level,
    }
