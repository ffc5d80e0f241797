"""The sheets a group plays beside the games that have a module: of its own, or taken from the library.

What was played stays as it was: a changed sheet is a new version, and a play keeps the one it was started with.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from uuid import uuid4

from django.db import models
from django.utils import timezone

from companion.rules import GAMES
from companion.rules.kit import Game
from companion.rules.library import sheet
from companion.rules.sheets import game_of
from companion.rules.sheets.totals import is_totals_sheet, only_totals, totals_sheet

from .coming import Here, import_it_comes_with
from .people import Group, Person


class OwnSheet(models.Model):
    """A game that a group plays by a sheet; `slug` is what its plays call the game. A hidden one is in no list.

    `totals_of`: the slug of the game of which this sheet notes no more than totals, which is what its plays call it;
    such a sheet is no game of its own. The slug of the library is not taken yet by a sheet that comes with an import
    (`coming_with`).
    """

    group = models.ForeignKey(Group, models.CASCADE, related_name="sheets")
    slug = models.SlugField()
    person = models.ForeignKey(Person, models.SET_NULL, null=True, blank=True, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)
    is_hidden = models.BooleanField(default=False)
    totals_of = models.SlugField(blank=True, db_default="")
    coming_with = import_it_comes_with()

    objects, every = Here(), models.Manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["group", "slug"], name="sheet_once")]

    def __str__(self):
        return self.slug

    @property
    def newest(self) -> "SheetVersion":
        """The version that is played from now on."""
        return self.versions.select_related("sheet").latest("number")


class SheetVersionQuerySet(models.QuerySet):
    """Versions of sheets, also of those that come with an import."""

    def of(self, *groups):
        """Those of the sheets of these groups, with their sheets."""
        return self.filter(sheet__group__in=groups, sheet__coming_with=None).select_related("sheet")


class SheetVersion(models.Model):
    """A sheet as it was at some time: its data, in the format of `companion.rules.sheets`. It is never changed."""

    # What is made of a version is kept by its number: no other may ever have it, in whatever database.
    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    sheet = models.ForeignKey(OwnSheet, models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField(default=1)
    data = models.JSONField()
    person = models.ForeignKey(Person, models.SET_NULL, null=True, blank=True, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    objects = SheetVersionQuerySet.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["sheet", "number"], name="version_once")]

    def __str__(self):
        return f"{self.sheet}, version {self.number}"

    @property
    def game(self) -> Game:
        """The game it makes."""
        return game_of_version(self.pk, self)


def game_of_version(pk, version=None) -> Game:
    """The game of a version, which is read where this process has not made it before."""
    known = made_before(pk)
    if not known:
        version = version or SheetVersion.objects.select_related("sheet").get(pk=pk)
        known.append(game_made(version))
    return known[0]


def make_games(numbers):
    """Read in one query those of these versions whose games this process has not made before."""
    unknown = [pk for pk in numbers if not made_before(pk)]
    for version in SheetVersion.objects.select_related("sheet").filter(pk__in=unknown):
        game_of_version(version.pk, version)


def game_made(version) -> Game:
    """The game that a version makes: its own, or the totals of another."""
    sheet = version.sheet
    if sheet.totals_of:
        return totals_game(sheet, version.data["wins"])
    game = game_of(version.data, sheet.slug)
    # A game of which the group knows only totals may be a co-op game.
    return replace(game, is_coop=None) if is_totals_sheet(version.data) else game


def totals_game(sheet, wins) -> Game:
    """The game of which a sheet notes the totals."""
    slug = sheet.totals_of
    if slug in GAMES:
        return only_totals(GAMES[slug], wins)
    versions = SheetVersion.objects.of(sheet.group_id).filter(sheet__slug=slug, sheet__totals_of="")
    return only_totals(versions.latest("number").game, wins)


@lru_cache(maxsize=500)
def made_before(pk) -> list[Game]:
    """Where the game of a version is kept once it is made."""
    return []


def newest_versions(*groups) -> dict[str, SheetVersion]:
    """The newest version of each sheet of these groups, by slug, the first that was made first."""
    versions = SheetVersion.objects.of(*groups).filter(sheet__totals_of="").order_by("sheet", "number")
    return {version.sheet.slug: version for version in versions}


def games_of(*groups) -> Mapping[str, Game]:
    """The games that groups can play or have played: those with a module, and those of their sheets; in one query."""
    return {**GAMES, **{slug: version.game for slug, version in newest_versions(*groups).items()}}


def games_on_shelf(group) -> list[Game]:
    """The games a group chooses among: without those whose sheets it has hidden."""
    of_sheets = [version.game for version in newest_versions(group).values() if not version.sheet.is_hidden]
    return [*GAMES.values(), *of_sheets]


def version_for(group, slug, *, person=None) -> SheetVersion | None:
    """The version by which a group plays a game from now on; None for a game that has a module.

    A game of the library that the group has not played yet is taken. Raises KeyError where there is no such game.
    """
    if slug in GAMES:
        return None
    newest = SheetVersion.objects.of(group).filter(sheet__slug=slug).order_by("-number").first()
    return newest or take(group, sheet(slug), slug=slug, person=person)


def totals_version(group, slug, wins, *, person=None) -> SheetVersion:
    """The version by which a group notes no more than totals of a game that it knows.

    Raises KeyError where there is no such game.
    """
    if slug not in games_of(group):
        version_for(group, slug, person=person)
    for version in SheetVersion.objects.of(group).filter(sheet__totals_of=slug):
        if version.data["wins"] == wins:
            return version
    return new_totals(group, slug, wins, person=person)


def new_totals(group, slug, wins, **more) -> SheetVersion:
    """A version by which no more than totals of a game are noted, in a group that has none yet; `more` are values of
    its sheet.
    """
    own = OwnSheet.objects.create(group=group, slug=f"totals-{uuid4().hex[:12]}", totals_of=slug, **more)
    return own.versions.create(data=totals_sheet(slug, wins), person=own.person)


def take(group, data, *, slug, person) -> SheetVersion:
    """Put a sheet on a group's shelf, as its newest version under this slug; one it has already stays as it is."""
    own, _is_new = OwnSheet.objects.get_or_create(group=group, slug=slug, defaults={"person": person})
    if own.is_hidden:
        own.is_hidden = False
        own.save(update_fields=["is_hidden"])
    last = own.versions.order_by("-number").first()
    if last and last.data == data:
        return last
    return own.versions.create(number=last.number + 1 if last else 1, data=data, person=person)
