"""A timer for a turn or a game. The phone runs it; without JavaScript its state is in the URL."""

import math
import time

from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from companion.access.games import game_for
from companion.core.language.typed import parse_number

from .referees import play_of

MINUTES = (1, 2, 3, 5, 10)
LONGEST = 24 * 60


@require_safe
def timer(request, slug):
    """Show the timer of the URL: new, running until `ends` (seconds since 1970), or paused with `left` seconds."""
    game, play = game_for(request, slug), play_of(request, slug)
    if pressed := state_after(request.GET, now := math.ceil(time.time())):
        if play:
            pressed["play"] = play.uuid
        return redirect(f"{reverse('player_aids:timer', args=[slug])}?{urlencode(pressed)}")
    ends, left = parse_number(request.GET.get("ends")), parse_number(request.GET.get("left"))
    if ends is not None:
        left = max(0, ends - now)
    if left is not None:
        left = min(left, LONGEST * 60)
    context = {
        "game": game,
        "play": play,
        "minutes": MINUTES,
        "longest": LONGEST,
        "ends": ends,
        "left": left,
        "shown": None if left is None else f"{left // 60}:{left % 60:02}",
    }
    return render(request, "player_aids/timer.html", context)


def state_after(sent, now) -> dict | None:
    """Return the query parameters after a pressed button; None if none was pressed."""
    minutes, ends, left = (parse_number(sent.get(key)) for key in ("minutes", "ends", "left"))
    if minutes is not None and 0 < minutes <= LONGEST:
        return {"ends": now + minutes * 60}
    if "pause" in sent and ends is not None:
        return {"left": max(0, ends - now)}
    if "resume" in sent and left is not None:
        return {"ends": now + left}
    return None
