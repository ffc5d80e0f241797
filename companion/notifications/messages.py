"""Build messages: a finished play in short, or a test."""

import json
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from companion.access.links import link_for
from companion.core.language.texts import isolated, say
from companion.models import Link
from companion.results.outcomes import is_lost
from companion.results.score_grid import ranking
from companion.results.share_text import format_result
from companion.rules.kit.numbers import ExactEncoder

MARKS_OF_DIRECTION = dict.fromkeys(map(ord, "\u2066\u2067\u2068\u2069"))


def play_message(address, pad) -> dict:
    """Return the message about a finished play, in the active language.

    It has a link to the result only if an owner chose that: everyone with the link sees the result.
    """
    play, game = pad.play, pad.game
    message: dict[str, Any] = {
        "event": "play.finished",
        "group": str(play.group),
        "text": format_result(pad, ranking(pad, pad.result)).translate(MARKS_OF_DIRECTION),
        "play": {
            "id": str(play.uuid),
            "game": {"slug": play.game_slug, "title": say(game.title)},
            "date": play.played_on.isoformat(),
            "place": play.place,
            "minutes": play.minutes,
            "players": [
                {
                    "name": seat.player.name,
                    "team": seat.team,
                    "points": seat.points,
                    "rank": None if is_lost(seat, pad) else seat.rank,
                    "won": None if seat.rank is None else seat.is_winner,
                }
                for seat in pad.everybody
            ],
        },
    }
    if address.with_link:
        link = link_for(Link.Kind.RESULT, play=play)
        message["link"] = address.site + reverse("results:shared_result", args=[link.key]) if link.key else None
    return message


def test_message(address) -> dict:
    """Return the message that tests an address."""
    group = str(address.group)
    text = _("This is a test. Finished plays of %(group)s will be announced here.") % {"group": isolated(group)}
    return {"event": "test", "group": group, "text": text.translate(MARKS_OF_DIRECTION)}


def encode_message(message) -> bytes:
    """Return a message as JSON bytes."""
    return json.dumps(message, cls=ExactEncoder, ensure_ascii=False).encode()
