"""How very many plays come into a group: where others can write meanwhile, and all of them at once or none.

SQLite has one writer at a time, so they are written in many short transactions to a group that nobody belongs to, and
the last one moves them. What an import that broke has left there is removed.
"""

import contextlib
import datetime
import time
from functools import cache
from itertools import batched

from django.db import connection, transaction
from django.db.models import Q
from django.utils import timezone

from companion.groups.founding import delete_for_good, lock
from companion.models import Event, Group, Holdings, Import, Play, Player, Seat, SheetVersion
from companion.models.sheets import new_totals, take
from companion.refusal import Refusal
from companion.rules import GAMES
from companion.rules.kit import Problem, gettext
from companion.rules.library import sheet
from companion.rules.scoring.checking import same_name

# So many plays are written or removed in one transaction.
PIECE = 40
# Who writes nothing for so long has come to an end: every piece takes a moment.
SILENT_FOR = datetime.timedelta(seconds=60)
UNDER_WAY = Problem(
    "under_way",
    gettext("Plays are being imported into this group just now. Try again in a minute: none comes in twice."),
)


class Overtaken(Refusal):
    """An import goes on elsewhere, where this one was taken for dead."""


@contextlib.contextmanager
def staged(group, upload=None):
    """An import into the group, which is under way as long as this lasts; what then still waits is removed.

    Raises Refusal where one of another upload is under way; an earlier one of the same may write no more.
    """
    its_import = begin(group, upload)
    try:
        for broken in group.imports.filter(alive_at=None):
            remove(broken)
        yield its_import
    finally:
        remove(its_import)


@transaction.atomic
def begin(group, upload=None) -> Import:
    """A new import into the group; those that broke may write no more."""
    lock(group)
    earlier = Q(upload=upload) if upload else Q(pk__in=())
    if group.imports.exclude(broken() | earlier).exists():
        raise Refusal([UNDER_WAY])
    is_again = group.imports.filter(earlier).exists()
    group.imports.update(alive_at=None)
    its_import = Import.objects.create(group=group, staging=Group.objects.create(), upload=upload)
    its_import.is_again = is_again
    return its_import


def broken():
    """What tells imports that have come to an end from those under way."""
    return Q(alive_at=None) | Q(alive_at__lt=timezone.now() - SILENT_FOR)


def go_on(its_import):
    """Keep the group's names as they are until the transaction ends. Raises Overtaken where it may write no more."""
    lock(its_import.group)
    alive = Import.objects.filter(pk=its_import.pk, alive_at__isnull=False)
    if not alive.update(alive_at=timezone.now()):
        raise Overtaken([UNDER_WAY])


def in_pieces(plays):
    """The plays, some at a time, and after each time a pause in which whoever waits to write gets their turn.

    SQLite lets nobody stand in line: who waits looks again now and then.
    """
    for some in batched(plays, PIECE):
        began = time.monotonic()
        yield some
        if connection.vendor == "sqlite":
            time.sleep((time.monotonic() - began) / 2)


def players_staged(its_import, names) -> dict[str, Player]:
    """The players of these names: the group's own, and for others some that come along."""
    folded: dict[str, str] = {}
    for name in names:
        folded.setdefault(same_name(name), name)
    known = Player.objects.filter(group__in=[its_import.group_id, its_import.staging_id], folded_name__in=folded)
    # A name may have come into the group meanwhile: then it is the group's.
    players = {each.folded_name: each for each in sorted(known, key=lambda each: each.group_id == its_import.group_id)}
    new = [
        Player(group=its_import.staging, name=name.strip(), folded_name=key)
        for key, name in folded.items()
        if key not in players
    ]
    players |= {each.folded_name: each for each in Player.objects.bulk_create(new)}
    return {name: players[same_name(name)] for name in names}


def versions_staged(its_import, *, person):
    """The function that gives the version by which a play is kept, by its game's slug and what is known of it.

    It is the group's own, and else one that comes along; None for a game with a module of which all is known. What is
    known is nothing where all is, else one of `WINS`. Each is looked up once.
    """
    group, staging = its_import.group_id, its_import.staging
    versions = SheetVersion.objects.filter(sheet__group__in=[group, staging]).select_related("sheet")

    @cache
    def version_of(slug, totals):
        if slug not in GAMES and totals:
            # There are no totals of a game that nobody has.
            version_of(slug, "")
        elif slug in GAMES and not totals:
            return None
        key = {"sheet__totals_of": slug} if totals else {"sheet__slug": slug, "sheet__totals_of": ""}
        found = [each for each in versions.filter(**key) if not totals or each.data["wins"] == totals]
        if found:
            return max(found, key=lambda each: (each.sheet.group_id == group, each.number))
        if totals:
            return new_totals(staging, slug, totals, person=person)
        return take(staging, sheet(slug), slug=slug, person=person)

    return version_of


def reveal(its_import):
    """Move all that waits into the group, within a transaction of the caller's."""
    go_on(its_import)
    group, staging = its_import.group, its_import.staging
    here = dict(group.players.values_list("folded_name", "pk"))
    for player in staging.players.filter(folded_name__in=here):
        player.seats.update(player=here[player.folded_name])
        player.delete()
    staging.players.update(group=group)
    reveal_sheets(group, staging)
    staging.plays.update(group=group)
    staging.delete()


def reveal_sheets(group, staging):
    """Move the sheets that came along; one that the group has taken meanwhile is the group's."""
    here = {each.slug: each for each in group.sheets.filter(totals_of="")}
    for own in staging.sheets.filter(totals_of=""):
        if theirs := here.get(own.slug):
            Play.objects.filter(sheet__sheet=own).update(sheet=theirs.newest)
            own.delete()
    SheetVersion.objects.filter(sheet__group=staging).update(group=group)
    staging.sheets.update(group=group)


def remove(its_import):
    """Remove what waits, some at a time; nothing where it was moved."""
    for some in in_pieces(list(Play.objects.filter(group=its_import.staging_id).values_list("pk", flat=True))):
        with transaction.atomic():
            Holdings.objects.filter(seat__play__in=some).delete()
            Event.objects.filter(play__in=some).delete()
            Seat.objects.filter(play__in=some).delete()
            Play.objects.filter(pk__in=some).delete()
    if staging := Group.objects.filter(pk=its_import.staging_id).first():
        delete_for_good(staging)


def remove_broken(*, write) -> int:
    """How many plays wait of imports that broke; with `write` they are removed."""
    found = list(Import.objects.filter(broken()))
    count = Play.objects.filter(group__in=[each.staging_id for each in found]).count()
    for each in found if write else []:
        Import.objects.filter(pk=each.pk).update(alive_at=None)
        remove(each)
    return count
