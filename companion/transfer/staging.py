"""Import of very many plays into a group, all of them at once or none, while others can write.

SQLite has one writer at a time, so plays are written in many short transactions, marked as not visible yet
(`companion/models/coming.py`), and the last transaction removes the marks: no row ever changes its group. What an
interrupted import has left is removed.
"""

import contextlib
import datetime
import time
from functools import cache
from itertools import batched
from uuid import uuid4

from django.db import connection, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from companion.groups.founding import delete_for_good, lock
from companion.language.discs import give_colours
from companion.models import Group, Import, OwnSheet, Play, Player, SheetVersion
from companion.models.sheets import new_totals, newest_versions
from companion.refusal import Refusal
from companion.rules import GAMES
from companion.rules.kit import Problem, gettext
from companion.rules.library import sheet
from companion.rules.scoring.checking import same_name

# So many plays are written or removed in one transaction.
PIECE = 40
# An import that writes nothing for so long was interrupted: every piece takes a moment.
SILENT_FOR = datetime.timedelta(seconds=60)
UNDER_WAY = Problem(
    "under_way",
    gettext("Plays are being imported into this group right now. Try again in a minute; nothing will be duplicated."),
)


class Overtaken(Refusal):
    """An import continues in another process, because this one was taken for dead."""


@contextlib.contextmanager
def staged(group, upload=None):
    """Yield an import into the group, under way as long as this lasts; remove what then still waits.

    Raises Refusal if one of another upload is under way; an earlier one of the same may write no more.
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
    """Return a new import into the group; interrupted ones may write no more."""
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
    """Return the condition for imports that were interrupted."""
    return Q(alive_at=None) | Q(alive_at__lt=timezone.now() - SILENT_FOR)


def go_on(its_import):
    """Keep the group's names as they are until the transaction ends. Raises Overtaken if it may write no more."""
    lock(its_import.group)
    alive = Import.objects.filter(pk=its_import.pk, alive_at__isnull=False)
    if not alive.update(alive_at=timezone.now()):
        raise Overtaken([UNDER_WAY])


def in_pieces(plays):
    """Yield the plays, some at a time, with pauses in which others can write.

    SQLite has no queue: who waits looks again now and then.
    """
    for some in batched(plays, PIECE):
        began = time.monotonic()
        yield some
        if connection.vendor == "sqlite":
            time.sleep((time.monotonic() - began) / 2)


def players_staged(its_import, colours) -> dict[str, Player]:
    """Return the players of these names: the group's own, and for others some that come along.

    `colours` are those that the file gives to the names, 0 for none.
    """
    group, folded = its_import.group, dict[str, str]()
    for name in colours:
        folded.setdefault(same_name(name), name)
    # Someone may have added a name to the group meanwhile: then it is the group's.
    known = {each.folded_name: each for each in group.players.filter(folded_name__in=folded)}
    new = {
        key: Player(
            group=group, name=name.strip(), folded_name=taken_by_nobody(), colour=colours[name], **its_import.waits
        )
        for key, name in folded.items()
        if key not in known and key not in its_import.players
    }
    own = list(group.players.all())
    # The colours of a file belong together: one is replaced only if the group's own players have it.
    as_told = [player for player in new.values() if player.colour and player.colour not in {one.colour for one in own}]
    others = [player for player in new.values() if player not in as_told]
    give_colours(others, [*own, *its_import.players.values(), *as_told])
    Player.objects.bulk_create(new.values())
    its_import.players.update(new)
    players = its_import.players | known
    return {name: players[same_name(name)] for name in colours}


def taken_by_nobody() -> str:
    """Return a placeholder for a name until it is taken."""
    return f"coming-{uuid4().hex}"


def versions_staged(its_import, *, person, games=None):
    """Return a function that finds the version by which a play is stored.

    It gets the slug of the play's game, one of `WINS` if no more than totals or who won is known (else nothing), and
    the version in the file, which has the sheets of `games`. It returns the group's own version, else one that comes
    along; None for a game with a module if all is known. Each is looked up once.
    """
    group = its_import.group
    seen_here = Q(sheet__coming_with=None) | Q(sheet__coming_with=its_import)
    versions = SheetVersion.objects.filter(seen_here, sheet__group=group).select_related("sheet")
    brought = games.versions if games else {}

    @cache
    def sheet_of(slug):
        return sheet_brought(its_import, slug, brought[slug], hidden=slug in games.hidden, person=person)

    @cache
    def version_of(slug, totals, number=0):
        if slug in GAMES and not totals:
            return None
        if slug in brought:
            by_number = sheet_of(slug)
            version = by_number.get(number) or by_number[max(by_number)]
            if not totals:
                return version
            slug = its_import.slug_of(version)
        elif slug not in GAMES and totals:
            # There are no totals of a game that nobody has.
            version_of(slug, "")
        key = {"sheet__totals_of": slug} if totals else {"sheet__slug": slug, "sheet__totals_of": ""}
        found = [each for each in versions.filter(**key) if not totals or each.data["wins"] == totals]
        if found:
            return max(found, key=lambda each: (each.sheet.coming_with_id is None, each.number))
        if totals:
            return new_totals(group, slug, totals, person=person, **its_import.waits)
        return waiting_sheet(its_import, slug, person).versions.create(data=sheet(slug), person=person)

    return version_of


def waiting_sheet(its_import, slug, person) -> OwnSheet:
    """Create a sheet that comes along, and gets this slug once it is revealed."""
    own = OwnSheet.objects.create(group=its_import.group, slug=taken_by_nobody(), person=person, **its_import.waits)
    its_import.slugs[own.pk] = slug
    return own


def sheet_brought(its_import, slug, brought, *, hidden, person) -> dict[int, SheetVersion]:
    """Return the versions of a game that a file has, by their numbers there.

    The group's own game of this key, or one whose newest version is the same, gets those that it lacks, as older ones;
    else the game comes along.
    """
    group, newest = its_import.group, brought[max(brought)]
    here = group.sheets.filter(slug=slug, totals_of="").first()
    here = here or next((each.sheet for each in newest_versions(group).values() if each.data == newest), None)
    if here:
        return {number: with_version(here, data, person=person) for number, data in sorted(brought.items())}
    own = waiting_sheet(its_import, slug, person)
    if hidden:
        its_import.hidden.add(own.pk)
    return {
        number: own.versions.create(number=at, data=brought[number], person=person)
        for at, number in enumerate(sorted(brought), 1)
    }


@transaction.atomic
def with_version(own, data, *, person) -> SheetVersion:
    """Return the version of a group's game that is this one; one that it lacks is added before all others.

    So the version that the group plays from now on doesn't change.
    """
    OwnSheet.objects.select_for_update().get(pk=own.pk)
    versions = list(own.versions.order_by("-number"))
    for version in versions:
        if version.data == data:
            return version
    for version in versions:
        own.versions.filter(pk=version.pk).update(number=version.number + 1)
    return own.versions.create(number=1, data=data, person=person)


def came_along(its_import) -> dict[str, QuerySet]:
    """Return what comes along with the plays: the rows of players and of sheets."""
    its = {"group": its_import.group_id, "coming_with": its_import.pk}
    return {"players": Player.everybody.filter(**its), "sheets": OwnSheet.every.filter(**its)}


def reveal(its_import):
    """Show all that waits, within a transaction of the caller's: plays, players under their names, and sheets.

    A player or sheet that the group has by now is the group's.
    """
    go_on(its_import)
    group, rows = its_import.group, came_along(its_import)
    here = dict(group.players.values_list("folded_name", "pk"))
    for folded, player in its_import.players.items():
        if folded in here:
            player.seats.update(player=here[folded])
            player.delete()
        player.folded_name, player.is_hidden = folded, False
    take_their_places(its_import.players.values(), rows["players"], "folded_name")
    own_here = {each.slug: each for each in group.sheets.filter(totals_of="")}
    sheets = list(rows["sheets"])
    for own in sheets:
        own.slug, own.is_hidden = its_import.slugs.get(own.pk, own.slug), own.pk in its_import.hidden
        if theirs := own_here.get(own.slug):
            Play.objects.filter(sheet__sheet=own).update(sheet=theirs.newest)
            own.delete()
    take_their_places(sheets, rows["sheets"], "slug")
    group.plays.filter(coming_with=its_import).update(deleted_at=None, coming_with=None)
    its_import.staging.delete()


def take_their_places(coming, rows, name):
    """Show those of the rows that weren't deleted, under their names."""
    left = [each for each in coming if each.pk]
    for each in left:
        each.coming_with = None
    rows.bulk_update(left, [name, "coming_with", "is_hidden"])


def remove(its_import):
    """Remove what still waits, some at a time, and what an older Caravan has left."""
    older = Play.objects.filter(group=its_import.staging_id)
    waiting = Play.objects.filter(group=its_import.group_id, coming_with=its_import.pk)
    for some in in_pieces([pk for plays in (older, waiting) for pk in plays.values_list("pk", flat=True)]):
        with transaction.atomic():
            Play.objects.filter(pk__in=some).delete()
    for rows in came_along(its_import).values():
        rows.delete()
    if staging := Group.objects.filter(pk=its_import.staging_id).first():
        delete_for_good(staging)


def remove_broken(*, write) -> int:
    """Return how many plays of interrupted imports wait; with `write`, remove them."""
    found = list(Import.objects.filter(broken()))
    its = Q(group__in=[each.staging_id for each in found]) | Q(coming_with__in=found)
    count = Play.objects.filter(its).count()
    for each in found if write else []:
        Import.objects.filter(pk=each.pk).update(alive_at=None)
        remove(each)
    return count
