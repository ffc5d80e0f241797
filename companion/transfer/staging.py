"""Import very many plays into a group, all at once or not at all, while others can write.

SQLite has one writer at a time, so plays are written in many short transactions, marked as not visible yet
(`companion/models/coming.py`), and the last transaction removes the marks: no row ever changes its group. The rows of
interrupted imports are removed.
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

from companion.core.language.discs import give_colours
from companion.core.refusal import Refusal
from companion.groups.founding import delete_for_good, lock_group
from companion.models import Group, Import, OwnSheet, Play, Player, SheetVersion
from companion.models.sheets import create_totals, newest_versions
from companion.rules import GAMES
from companion.rules.kit import Problem, gettext
from companion.rules.library import sheet
from companion.rules.scoring.checking import same_name

# How many plays are written or removed in one transaction.
PIECE = 40
# An import that writes nothing for so long was interrupted, because each piece takes only a moment.
SILENT_FOR = datetime.timedelta(seconds=60)
UNDER_WAY = Problem(
    "under_way",
    gettext("Plays are being imported into this group right now. Try again in a minute; nothing will be duplicated."),
)


class Overtaken(Refusal):
    """Raised if an import continues in another process because this one seemed dead."""


@contextlib.contextmanager
def stage_import(group, upload=None):
    """Yield an import into the group, which lasts as long as the context; then remove what wasn't revealed.

    Raise Refusal if another upload is being imported; an earlier import of the same upload can't write any more.
    """
    import_run = begin(group, upload)
    try:
        for broken in group.imports.filter(alive_at=None):
            remove(broken)
        yield import_run
    finally:
        remove(import_run)


@transaction.atomic
def begin(group, upload=None) -> Import:
    """Return a new import into the group; interrupted ones can't write any more."""
    lock_group(group)
    earlier = Q(upload=upload) if upload else Q(pk__in=())
    if group.imports.exclude(is_interrupted() | earlier).exists():
        raise Refusal([UNDER_WAY])
    is_again = group.imports.filter(earlier).exists()
    group.imports.update(alive_at=None)
    import_run = Import.objects.create(group=group, staging=Group.objects.create(), upload=upload)
    import_run.is_again = is_again
    return import_run


def is_interrupted():
    """Return the condition for imports that were interrupted."""
    return Q(alive_at=None) | Q(alive_at__lt=timezone.now() - SILENT_FOR)


def keep_alive(import_run):
    """Lock the group's names until the transaction ends. Raise Overtaken if the import may not write any more."""
    lock_group(import_run.group)
    alive = Import.objects.filter(pk=import_run.pk, alive_at__isnull=False)
    if not alive.update(alive_at=timezone.now()):
        raise Overtaken([UNDER_WAY])


def split_in_pieces(plays):
    """Yield the plays, some at a time, with pauses in which others can write.

    SQLite has no queue: waiting writers only try again now and then.
    """
    for some in batched(plays, PIECE):
        began = time.monotonic()
        yield some
        if connection.vendor == "sqlite":
            time.sleep((time.monotonic() - began) / 2)


def stage_players(import_run, colours) -> dict[str, Player]:
    """Return the players by name: the group's own, and hidden new ones for other names.

    `colours`: the colour that the file gives each name, 0 for none.
    """
    group, own, new = import_run.group, list(import_run.group.players.all()), dict[str, Player]()
    # If someone has added a name to the group meanwhile, the group's player counts.
    players = import_run.players | {player.folded_name: player for player in own}
    for name, colour in colours.items():
        if (folded := same_name(name)) not in players:
            about = {"name": name.strip(), "colour": colour, "folded_name": placeholder_name()}
            players[folded] = new[folded] = Player(group=group, **about, **import_run.hiding)
    # The colours of a file belong together: one is replaced only if the group's own players have it.
    taken = {player.colour for player in own} | {0}
    with_own_colour = [player for player in new.values() if player.colour not in taken]
    others = [player for player in new.values() if player.colour in taken]
    give_colours(others, [*own, *import_run.players.values(), *with_own_colour])
    Player.objects.bulk_create(new.values())
    import_run.players.update(new)
    return {name: players[same_name(name)] for name in colours}


def placeholder_name() -> str:
    """Return a placeholder for a name until the import is revealed."""
    return f"coming-{uuid4().hex}"


def version_finder(import_run, *, person, games=None):
    """Return a function that finds the version of a game with which a play is stored.

    It gets the slug of the play's game, one of `WINS` if only totals or winners are known (else ""), and the version in
    the file, which has the sheets of `games`. It returns the group's own version, else a hidden new one; None for a
    game with a module if all is known. Results are cached.
    """
    group = import_run.group
    seen_here = Q(sheet__coming_with=None) | Q(sheet__coming_with=import_run)
    versions = SheetVersion.objects.filter(seen_here, sheet__group=group).select_related("sheet")
    in_file = games.versions if games else {}

    @cache
    def sheet_of(slug):
        return stage_sheet(import_run, slug, in_file[slug], hidden=slug in games.hidden, person=person)

    @cache
    def version_of(slug, totals, number=0):
        if slug in GAMES and not totals:
            return None
        if slug in in_file:
            by_number = sheet_of(slug)
            version = by_number.get(number) or by_number[max(by_number)]
            if not totals:
                return version
            slug = import_run.slug_of(version)
        elif slug not in GAMES and totals:
            # Totals need a game that the group has.
            version_of(slug, "")
        key = {"sheet__totals_of": slug} if totals else {"sheet__slug": slug, "sheet__totals_of": ""}
        found = [each for each in versions.filter(**key) if not totals or each.data["wins"] == totals]
        if found:
            return max(found, key=lambda each: (each.sheet.coming_with_id is None, each.number))
        if totals:
            return create_totals(group, slug, totals, person=person, **import_run.hiding)
        return create_waiting_sheet(import_run, slug, person).versions.create(data=sheet(slug), person=person)

    return version_of


def create_waiting_sheet(import_run, slug, person) -> OwnSheet:
    """Create a hidden sheet that gets this slug once the import is revealed."""
    own = OwnSheet.objects.create(group=import_run.group, slug=placeholder_name(), person=person, **import_run.hiding)
    import_run.slugs[own.pk] = slug
    return own


def stage_sheet(import_run, slug, versions_in_file, *, hidden, person) -> dict[int, SheetVersion]:
    """Return the versions of a game in a file, by their numbers there.

    The group's own game of this key, or one with the same newest version, gets the missing versions as older ones; else
    the game is new.
    """
    group, newest = import_run.group, versions_in_file[max(versions_in_file)]
    here = group.sheets.filter(slug=slug, totals_of="").first()
    here = here or next((each.sheet for each in newest_versions(group).values() if each.data == newest), None)
    if here:
        return {
            number: find_or_add_version(here, data, person=person) for number, data in sorted(versions_in_file.items())
        }
    own = create_waiting_sheet(import_run, slug, person)
    if hidden:
        import_run.hidden.add(own.pk)
    return {
        number: own.versions.create(number=at, data=versions_in_file[number], person=person)
        for at, number in enumerate(sorted(versions_in_file), 1)
    }


@transaction.atomic
def find_or_add_version(own, data, *, person) -> SheetVersion:
    """Return this version of a group's game; if it is missing, it is added before all others.

    So the version that the group plays doesn't change.
    """
    OwnSheet.objects.select_for_update().get(pk=own.pk)
    versions = list(own.versions.order_by("-number"))
    for version in versions:
        if version.data == data:
            return version
    for version in versions:
        own.versions.filter(pk=version.pk).update(number=version.number + 1)
    return own.versions.create(number=1, data=data, person=person)


def rows_of_import(import_run) -> dict[str, QuerySet]:
    """Return the new rows of players and sheets of an import."""
    coming = {"group": import_run.group_id, "coming_with": import_run.pk}
    return {"players": Player.everybody.filter(**coming), "sheets": OwnSheet.every.filter(**coming)}


def reveal(import_run):
    """Show all new rows, within the caller's transaction: plays, players under their names, and sheets.

    If the group has a player or sheet of that name by now, that one is used.
    """
    keep_alive(import_run)
    group, rows = import_run.group, rows_of_import(import_run)
    here = dict(group.players.values_list("folded_name", "pk"))
    for folded, player in import_run.players.items():
        if folded in here:
            player.seats.update(player=here[folded])
            player.delete()
        player.folded_name, player.is_hidden = folded, False
    show_under_names(import_run.players.values(), rows["players"], "folded_name")
    own_here = {each.slug: each for each in group.sheets.filter(totals_of="")}
    sheets = list(rows["sheets"])
    for own in sheets:
        own.slug, own.is_hidden = import_run.slugs.get(own.pk, own.slug), own.pk in import_run.hidden
        if theirs := own_here.get(own.slug):
            Play.objects.filter(sheet__sheet=own).update(sheet=theirs.newest)
            own.delete()
    show_under_names(sheets, rows["sheets"], "slug")
    group.plays.filter(coming_with=import_run).update(deleted_at=None, coming_with=None)
    import_run.staging.delete()


def show_under_names(coming, rows, name):
    """Show those of the rows that weren't deleted, under their names."""
    left = [each for each in coming if each.pk]
    for each in left:
        each.coming_with = None
    rows.bulk_update(left, [name, "coming_with", "is_hidden"])


def remove(import_run):
    """Remove the rows of an import that weren't revealed, some at a time, and those of an older Caravan."""
    waiting = Q(group=import_run.staging_id) | Q(group=import_run.group_id, coming_with=import_run.pk)
    for some in split_in_pieces(list(Play.objects.filter(waiting).values_list("pk", flat=True))):
        with transaction.atomic():
            Play.objects.filter(pk__in=some).delete()
    for rows in rows_of_import(import_run).values():
        rows.delete()
    if staging := Group.objects.filter(pk=import_run.staging_id).first():
        delete_for_good(staging)


def remove_interrupted(*, write) -> int:
    """Return how many plays of interrupted imports wait; with `write`, remove them."""
    found = list(Import.objects.filter(is_interrupted()))
    waiting = Q(group__in=[each.staging_id for each in found]) | Q(coming_with__in=found)
    count = Play.objects.filter(waiting).count()
    for each in found if write else []:
        Import.objects.filter(pk=each.pk).update(alive_at=None)
        remove(each)
    return count
