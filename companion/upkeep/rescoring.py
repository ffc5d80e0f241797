"""Scoring all finished plays again, after a rule was mended."""

from dataclasses import dataclass

from django.db import transaction

from companion.cards.outcomes import Outcome, outcomes, store, stored_outcomes
from companion.cards.scorepad import Scorepad, scorepads
from companion.models import Event, Play
from companion.rules import GAMES

BATCH = 500


@dataclass(frozen=True)
class Rescored:
    """A finished play and what scoring gives its seats now; nothing, and why, where it cannot be scored any more."""

    play: Play
    pad: Scorepad | None
    now: list[Outcome]
    why: str = ""

    @property
    def differs(self):
        return bool(self.now) and self.now != stored_outcomes(self.pad)

    def changes(self):
        """(player, what changed for them in words) of each seat for which something did."""
        if self.pad is None:
            return
        for seat, was, now in zip(self.pad.everybody, stored_outcomes(self.pad), self.now, strict=True):
            if was != now:
                yield seat.player.name, ", ".join(changed(was, now))


def rescored():
    """Every finished play scored again, in the order they were started; read in batches, so that there may be many."""
    plays, last = Play.objects.filter(state=Play.State.FINISHED).select_related("group").order_by("pk"), 0
    while some := list(plays.filter(pk__gt=last)[:BATCH]):
        pads = {pad.play: pad for pad in scorepads([play for play in some if play.sheet_id or play.game in GAMES])}
        for play in some:
            yield rescore(play, pads.get(play))
        last = some[-1].pk


def rescore(play, pad) -> Rescored:
    """The play of a scorepad scored again; without one there is no such game any more."""
    if pad is None:
        return Rescored(play, None, [], f"there is no game {play.game}")
    try:
        if now := outcomes(pad):
            return Rescored(play, pad, now)
    except Exception as error:  # A rule that trips over one play does not keep the others from being scored.
        return Rescored(play, pad, [], f"{type(error).__name__}: {error}")
    if play.stage is not None:
        return Rescored(play, pad, [], f"{play.stage.label} was never closed")
    return Rescored(play, pad, [], "; ".join(str(each.message) for each in pad.result.problems if each.blocks))


def changed(was, now):
    """`points 38 → 36` for each thing that changed for a seat."""
    for name in ("points", "rank"):
        if getattr(was, name) != getattr(now, name):
            yield f"{name} {getattr(was, name)} → {getattr(now, name)}"
    if was.is_winner != now.is_winner:
        yield "wins now" if now.is_winner else "wins no more"
    before, after = ({(line["stage"], line["item"]): line["points"] for line in each.lines} for each in (was, now))
    for stage, item in {**before, **after}:
        points = [lines.get((stage, item), "–") for lines in (before, after)]
        if points[0] != points[1]:
            yield f"{stage} {item} {points[0]} → {points[1]}"
    if was.took != now.took:
        yield f"most points from {', '.join(was.took) or '–'} → {', '.join(now.took) or '–'}"
    if was.tier != now.tier:
        yield f"tier {was.tier or '–'} → {now.tier or '–'}"


@transaction.atomic
def store_again(found: Rescored) -> bool:
    """Store what scoring gives now; False where the play was changed meanwhile, which is left as it is."""
    if not Play.objects.select_for_update().filter(pk=found.play.pk, revision=found.play.revision).exists():
        return False
    store(found.pad, found.now)
    Event.objects.create(play=found.play, kind=Event.Kind.RESCORE)
    return True
