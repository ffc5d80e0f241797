"""Imports in progress."""

from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType
from uuid import UUID

from django.db import models
from django.utils import timezone

from .people import Group, Player


class Import(models.Model):
    """An import in progress: its plays are hidden in the group until all of them are stored.

    `alive_at` is when it last wrote some of them; None once it may write no more. `done` of `total` are written, if the
    total is known. `upload` is the imported file; `is_again`: it was being imported once before.

    `staging` is an empty group without members. An older Caravan, which may serve the same database, stores and looks
    for hidden rows there.
    """

    is_again = False
    # The ids of plays here, by their ids in the file.
    ids: Mapping[UUID, UUID] = MappingProxyType({})

    group = models.ForeignKey(Group, models.CASCADE, related_name="imports")
    staging = models.OneToOneField(Group, models.CASCADE, related_name="staged")
    alive_at = models.DateTimeField(null=True, default=timezone.now)
    done = models.PositiveIntegerField(default=0, db_default=0)
    total = models.PositiveIntegerField(default=0, db_default=0)
    upload = models.ForeignKey("companion.Upload", models.SET_NULL, null=True, blank=True, related_name="+")

    @cached_property
    def players(self) -> dict[str, Player]:
        """New players of the import, by the folded names that they will get."""
        return {}

    @cached_property
    def hidden(self) -> set[int]:
        """The ids of the import's sheets that stay out of the collection."""
        return set()

    @cached_property
    def slugs(self) -> dict[int, str]:
        """The slugs that the import's sheets will get, by their ids, if they differ until then."""
        return {}

    @cached_property
    def stand_ins(self) -> dict[str, models.Model]:
        """Stand-ins for the files of programs from which plays of a Caravan file once came, by program."""
        return {}

    @cached_property
    def after(self) -> dict[UUID, UUID]:
        """The plays after which the import's rematches were started, by the rematches' ids here."""
        return {}

    @cached_property
    def known_as(self) -> dict[tuple[str, str, str], str]:
        """The folded name or slug here of a program's key, by `(program, kind, key)`."""
        return {}

    def slug_of(self, version) -> str:
        """Return a version's slug in plays, also for a sheet of the import with another slug until then."""
        return version.sheet.totals_of or self.slugs.get(version.sheet_id, version.sheet.slug)

    @property
    def hiding(self) -> dict:
        """The field values that hide the import's players and sheets, in an older Caravan too."""
        return {"coming_with": self, "is_hidden": True}

    def __str__(self):
        return f"import {self.pk} into group {self.group_id}"
