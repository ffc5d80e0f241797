"""Files in the shape of BG Stats, for tests: a body names only what matters to it."""

import json


def a_file(*plays, games=(), **more) -> dict:
    """A file of these plays, made by `a_play`; its people and games are those they name. `games` add to what is said
    of a game, by its name.
    """
    people = list(dict.fromkeys(seat["name"] for play in plays for seat in play["seats"]))
    titles = list(dict.fromkeys(play["game"] for play in plays))
    told = dict(games)
    return {
        "about": "BG Stats",
        "players": [{"id": number, "uuid": f"P-{name}", "name": name} for number, name in enumerate(people, 1)],
        "games": [
            {"id": number, "uuid": f"G-{title}", "name": title, "highestWins": True, **told.get(title, {})}
            for number, title in enumerate(titles, 1)
        ],
        "locations": [{"id": 1, "uuid": "L-1", "name": "at Dora’s"}],
        "plays": [as_play(play, people, titles) for play in plays],
        "userInfo": {"meRefId": 1},
        **more,
    }


def a_play(number=1, game="Skat", day="2026-11-20", more=None, **scores) -> dict:
    """A play in which these came to these points, a text each; who has won has a star behind it: `anna="20*"`."""
    return {
        "number": number,
        "game": game,
        "day": day,
        "more": more or {},
        "seats": [{"name": name.title(), "score": score} for name, score in scores.items()],
    }


def as_play(play, people, titles) -> dict:
    return {
        "uuid": f"U-{play['number']}",
        "playDate": f"{play['day']} 20:15:00",
        "durationMin": 45,
        "locationRefId": 1,
        "gameRefId": titles.index(play["game"]) + 1,
        "comments": "",
        "somethingNew": {"kept": True},
        "playerScores": [
            {
                "playerRefId": people.index(seat["name"]) + 1,
                "score": seat["score"].rstrip("*"),
                "winner": seat["score"].endswith("*"),
                "seatOrder": place,
            }
            for place, seat in enumerate(play["seats"])
        ],
        **play["more"],
    }


def as_bytes(file) -> bytes:
    return json.dumps(file).encode()
