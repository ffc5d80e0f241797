"""What is on its way into a group."""

from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType
from uuid import UUID

from django.db import models
from django.utils import timezone

from .people import Group, Player


class Import(models.Model):
    """An import under way: its plays wait in the group, seen by nobody, until all of them are there.

    `alive_at` is when it last wrote some of them; None once it may write no more. `done` of `total` are written, where
    that is known before. `upload` is the file that comes in; `is_again` tells that it was on its way once before.

    `staging` is an empty group that nobody belongs to. An older Caravan, which may serve the same database, keeps there
    what waits, and looks there for it.
    """

    is_again = False
    # The ids that plays get here, by those in the file.
    ids: Mapping[UUID, UUID] = MappingProxyType({})

    group = models.ForeignKey(Group, models.CASCADE, related_name="imports")
    staging = models.OneToOneField(Group, models.CASCADE, related_name="staged")
    alive_at = models.DateTimeField(null=True, default=timezone.now)
    done = models.PositiveIntegerField(default=0, db_default=0)
    total = models.PositiveIntegerField(default=0, db_default=0)
    upload = models.ForeignKey("companion.Upload", models.SET_NULL, null=True, blank=True, related_name="+")

    @cached_property
    def players(self) -> dict[str, Player]:
        """Who comes along, by the folded names that they get."""
        return {}

    @cached_property
    def hidden(self) -> set[int]:
        """The numbers of the sheets that come along and stay out of the collection."""
        return set()

    @cached_property
    def slugs(self) -> dict[int, str]:
        """The slugs that sheets get which come along, by their numbers, where they have others until then."""
        return {}

    @cached_property
    def stand_ins(self) -> dict[str, models.Model]:
        """What stands for the files of programs, by the programs, from which plays of our own file once came."""
        return {}

    @cached_property
    def after(self) -> dict[UUID, UUID]:
        """After which plays rematches were started that come along, by the ids that they have here."""
        return {}

    @cached_property
    def known_as(self) -> dict[tuple[str, str, str], str]:
        """The folded name or the slug that a key of a program means here, by `(program, kind, key)`."""
        return {}

    def slug_of(self, version) -> str:
        """What plays call the game of a version, also of one that comes along and has another slug until then."""
        return version.sheet.totals_of or self.slugs.get(version.sheet_id, version.sheet.slug)

    @property
    def waits(self) -> dict:
        """What keeps a player or a sheet that comes along from being seen, in an older Caravan too."""
        return {"coming_with": self, "is_hidden": True}

    def __str__(self):
        return f"import {self.pk} into group {self.group_id}"
