"""Custom games of groups, as versions of score sheets.

A changed sheet is a new version. A play keeps the version it was started with.
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
    """A group's custom game; plays name it by its `slug`. A hidden one isn't listed.

    `totals_of`: the slug of another game of which this sheet records only totals. Plays name it by that slug, and it
    isn't a game of its own. A sheet of an import in progress (`coming_with`) doesn't occupy a library slug yet.
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
        """The version for new plays."""
        return self.versions.select_related("sheet").latest("number")


class SheetVersionQuerySet(models.QuerySet):
    """Versions of sheets, including those of imports in progress."""

    def of(self, *groups):
        """Return the versions of these groups' sheets, with their sheets."""
        return self.filter(sheet__group__in=groups, sheet__coming_with=None).select_related("sheet")


class SheetVersion(models.Model):
    """An immutable version of a sheet: its data, in the format of `companion.rules.sheets`."""

    # Games are cached by this id, so it must be unique across databases.
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
        """The game of this version."""
        return game_of_version(self.pk, self)


def game_of_version(pk, version=None) -> Game:
    """Return the game of a version; it is cached, and the version is read only if necessary."""
    known = cached_game(pk)
    if not known:
        version = version or SheetVersion.objects.select_related("sheet").get(pk=pk)
        known.append(build_game(version))
    return known[0]


def cache_games(numbers):
    """Build and cache the games of these versions, reading those that aren't cached in one query."""
    unknown = [pk for pk in numbers if not cached_game(pk)]
    for version in SheetVersion.objects.select_related("sheet").filter(pk__in=unknown):
        game_of_version(version.pk, version)


def build_game(version) -> Game:
    """Build the game of a version: its own, or the totals of another."""
    sheet = version.sheet
    if sheet.totals_of:
        return build_totals_game(sheet, version.data["wins"])
    game = game_of(version.data, sheet.slug)
    # A game of which the group knows only totals may be a co-op game.
    return replace(game, is_coop=None) if is_totals_sheet(version.data) else game


def build_totals_game(sheet, wins) -> Game:
    """Return the game of which a sheet records only totals."""
    slug = sheet.totals_of
    if slug in GAMES:
        return only_totals(GAMES[slug], wins)
    versions = SheetVersion.objects.of(sheet.group_id).filter(sheet__slug=slug, sheet__totals_of="")
    return only_totals(versions.latest("number").game, wins)


@lru_cache(maxsize=500)
def cached_game(pk) -> list[Game]:
    """Return the cache of a version's game: a list that is empty until the game is built."""
    return []


def newest_versions(*groups) -> dict[str, SheetVersion]:
    """Return the newest version of each sheet of these groups, by slug, the oldest sheet first."""
    versions = SheetVersion.objects.of(*groups).filter(sheet__totals_of="").order_by("sheet", "number")
    return {version.sheet.slug: version for version in versions}


def games_of(*groups) -> Mapping[str, Game]:
    """Return the games that groups can play or have played: built-in ones and those of their sheets, in one query."""
    return {**GAMES, **{slug: version.game for slug, version in newest_versions(*groups).items()}}


def games_in_collection(group) -> list[Game]:
    """Return the games of a group's collection, without hidden sheets."""
    of_sheets = [version.game for version in newest_versions(group).values() if not version.sheet.is_hidden]
    return [*GAMES.values(), *of_sheets]


def version_for(group, slug, *, person=None) -> SheetVersion | None:
    """Return the version with which a group plays a game; None for a built-in game.

    A game of the library that is new to the group is copied. Raises KeyError for an unknown game.
    """
    if slug in GAMES:
        return None
    newest = SheetVersion.objects.of(group).filter(sheet__slug=slug).order_by("-number").first()
    return newest or add_sheet(group, sheet(slug), slug=slug, person=person)


def totals_version(group, slug, wins, *, person=None) -> SheetVersion:
    """Return the version with which a group records only totals of a known game.

    Raises KeyError for an unknown game.
    """
    if slug not in games_of(group):
        version_for(group, slug, person=person)
    for version in SheetVersion.objects.of(group).filter(sheet__totals_of=slug):
        if version.data["wins"] == wins:
            return version
    return create_totals(group, slug, wins, person=person)


def create_totals(group, slug, wins, **more) -> SheetVersion:
    """Create a sheet that records only totals of a game, and return its version; `more` are values of the sheet."""
    own = OwnSheet.objects.create(group=group, slug=f"totals-{uuid4().hex[:12]}", totals_of=slug, **more)
    return own.versions.create(data=totals_sheet(slug, wins), person=own.person)


def add_sheet(group, data, *, slug, person) -> SheetVersion:
    """Add a sheet to a group's collection, as its newest version under this slug, and return that."""
    own, _is_new = OwnSheet.objects.get_or_create(group=group, slug=slug, defaults={"person": person})
    if own.is_hidden:
        own.is_hidden = False
        own.save(update_fields=["is_hidden"])
    last = own.versions.order_by("-number").first()
    if last and last.data == data:
        return last
    return own.versions.create(number=last.number + 1 if last else 1, data=data, person=person)
