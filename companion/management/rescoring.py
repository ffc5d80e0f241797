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
    """A finished play and what scoring gives its seats now; nothing, and why, where it cannot be scored any more.

    `version`: the newer one of its sheet that it is carried over to. `drops_crown`: its totals decide instead of the
    winner who was chosen in a tie that isn't there any more.
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
        """(player, what changed for them in words) of each seat for which something did."""
        if self.pad is None:
            return
        for seat, was, now in zip(self.pad.everybody, stored_outcomes(self.pad), self.now, strict=True):
            if was != now:
                yield seat.player.name, ", ".join(changed(was, now))


def rescored(*, newest=False, after=0):
    """Every finished play scored again, in the order they were started; read in batches, so that there may be many.

    `newest`: by the newest version of its sheet, where that has a place for all that is entered. `after`: only those of
    greater numbers.
    """
    finished, last = Play.objects.here().filter(state=Play.State.FINISHED), after
    plays = finished.select_related("group", "sheet").order_by("pk")
    while some := list(plays.filter(pk__gt=last)[:BATCH]):
        pads = {pad.play: pad for pad in scorepads([play for play in some if play.sheet_id or play.game_slug in GAMES])}
        versions = newer_versions(some) if newest else {}
        for play in some:
            found = without_crown(pads[play]) if play in pads else None
            if not found and play.sheet in versions:
                found = carried_over(pads[play], versions[play.sheet])
            yield found or rescore(play, pads.get(play))
        last = some[-1].pk


def newer_versions(plays) -> dict[SheetVersion, SheetVersion]:
    """The version to which each of those these plays were played by is carried over, where there is one."""
    used = {play.sheet for play in plays if play.sheet}
    versions = SheetVersion.objects.filter(sheet__in={version.sheet_id for version in used}).order_by("number")
    newest = {version.sheet_id: version for version in versions}
    found = {version: newest[version.sheet_id] for version in used}
    return {old: new for old, new in found.items() if old != new and carries_over(old.data, new.data)}


def carried_over(pad, version) -> Rescored | None:
    """The play of a scorepad scored by another version of its sheet; None where that cannot score it."""
    play, played_by = pad.play, pad.play.sheet
    play.sheet = version
    found = rescore(play, Scorepad(play, pad.everybody, pad.rows))
    if found.now:
        return replace(found, version=version)
    play.sheet = played_by
    return None


def without_crown(pad) -> Rescored | None:
    """The play of a scorepad scored without its crown, as a correction would; None if it has none, or that decides."""
    if not find_changed_wins(pad):
        return None
    with transaction.atomic():
        play = Play.objects.select_related("group", "sheet").get(pk=pad.play.pk)
        settle_crown(play)
        now = compute_outcomes(Scorepad(play))
        transaction.set_rollback(True)
    return Rescored(pad.play, pad, now, drops_crown=True) if now else None


def rescore(play, pad) -> Rescored:
    """The play of a scorepad scored again; without one there is no such game any more."""
    if pad is None:
        return Rescored(play, None, [], f"unknown game {play.game_slug}")
    try:
        if now := compute_outcomes(pad):
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
def store_again(found: Rescored) -> bool:
    """Store what scoring gives now; False where the play was changed meanwhile, which is left as it is."""
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
