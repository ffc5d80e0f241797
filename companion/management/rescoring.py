"""Score all finished plays again after a rules fix."""

from dataclasses import dataclass, replace

from django.db import transaction

from companion.entry.scorepad import Scorepad
from companion.entry.scorepads import scorepads
from companion.models import Event, Play, SheetVersion
from companion.results.decided_ties import find_changed_wins, settle_crown
from companion.results.outcomes import Outcome, compute_outcomes, store_outcomes, stored_outcomes
from companion.rules import GAMES
from companion.rules.sheets import carries_over

BATCH = 500


@dataclass(frozen=True)
class Rescored:
    """A finished play and the outcomes that scoring gives its seats now; none, and `why`, if it can't be scored.

    `version`: the newer version of its sheet that it switches to. `drops_crown`: its totals decide instead of the
    chosen winner of a tie that no longer exists.
    """

    play: Play
    pad: Scorepad | None
    now: list[Outcome]
    why: str = ""
    version: SheetVersion | None = None
    drops_crown: bool = False

    @property
    def differs(self):
        return bool(self.version) or self.drops_crown or self.is_scored_differently

    @property
    def is_scored_differently(self):
        return bool(self.now) and self.now != stored_outcomes(self.pad)

    def changes(self):
        """Yield (player, changes in words) of each seat that has changed."""
        if self.pad is None:
            return
        for seat, was, now in zip(self.pad.everybody, stored_outcomes(self.pad), self.now, strict=True):
            if was != now:
                yield seat.player.name, ", ".join(describe_changes(was, now))


def rescore_all(*, newest=False, after=0):
    """Yield each finished play scored again, in order of their ids; read in batches.

    `newest`: with the newest version of its sheet, if that fits all entries. `after`: only plays with higher ids.
    """
    finished, last = Play.objects.here().filter(state=Play.State.FINISHED), after
    plays = finished.select_related("group", "sheet").order_by("pk")
    while some := list(plays.filter(pk__gt=last)[:BATCH]):
        pads = {pad.play: pad for pad in scorepads([play for play in some if play.sheet_id or play.game_slug in GAMES])}
        versions = newer_versions(some) if newest else {}
        for play in some:
            found = rescore_without_crown(pads[play]) if play in pads else None
            if not found and play.sheet in versions:
                found = carry_over(pads[play], versions[play.sheet])
            yield found or rescore(play, pads.get(play))
        last = some[-1].pk


def newer_versions(plays) -> dict[SheetVersion, SheetVersion]:
    """Return the newest version for each of these plays' versions that can switch to it."""
    used = {play.sheet for play in plays if play.sheet}
    versions = SheetVersion.objects.filter(sheet__in={version.sheet_id for version in used}).order_by("number")
    newest = {version.sheet_id: version for version in versions}
    found = {version: newest[version.sheet_id] for version in used}
    return {old: new for old, new in found.items() if old != new and carries_over(old.data, new.data)}


def carry_over(pad, version) -> Rescored | None:
    """Return the play scored with another version of its sheet; None if that isn't possible."""
    play, played_by = pad.play, pad.play.sheet
    play.sheet = version
    found = rescore(play, Scorepad(play, pad.everybody, pad.rows))
    if found.now:
        return replace(found, version=version)
    play.sheet = played_by
    return None


def rescore_without_crown(pad) -> Rescored | None:
    """Return the play scored without its crown, as a correction would; None if it has none, or if that decides."""
    if not find_changed_wins(pad):
        return None
    with transaction.atomic():
        play = Play.objects.select_related("group", "sheet").get(pk=pad.play.pk)
        settle_crown(play)
        now = compute_outcomes(Scorepad(play))
        transaction.set_rollback(True)
    return Rescored(pad.play, pad, now, drops_crown=True) if now else None


def rescore(play, pad) -> Rescored:
    """Return the play scored again; `pad` is None if the game no longer exists."""
    if pad is None:
        return Rescored(play, None, [], f"unknown game {play.game_slug}")
    try:
        if now := compute_outcomes(pad):
            return Rescored(play, pad, now)
    except Exception as error:  # A rule that fails for one play shouldn't stop the others.
        return Rescored(play, pad, [], f"{type(error).__name__}: {error}")
    if play.stage is not None:
        return Rescored(play, pad, [], f"{play.stage.label} was never closed")
    return Rescored(play, pad, [], "; ".join(str(each.message) for each in pad.result.problems if each.blocks))


def describe_changes(was, now):
    """Yield each change of a seat's outcome, such as `points 38 → 36`."""
    for name in ("points", "rank"):
        if getattr(was, name) != getattr(now, name):
            before, after = ("–" if value is None else value for value in (getattr(was, name), getattr(now, name)))
            yield f"{name} {before} → {after}"
    if was.is_winner != now.is_winner:
        yield "wins now" if now.is_winner else "no longer wins"
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
def store_rescored(found: Rescored) -> bool:
    """Store the new outcomes; return False, and store nothing, if the play was changed meanwhile."""
    unchanged = Play.objects.select_for_update().filter(pk=found.play.pk, revision=found.play.revision)
    if not unchanged.exists():
        return False
    pad = found.pad
    if found.drops_crown:
        settle_crown(found.play)
        pad = Scorepad(found.play)
    store_outcomes(pad, found.now, **({"sheet": found.version} if found.version else {}))
    Event.objects.create(play=found.play, kind=Event.Kind.RESCORE)
    return True
