"""What is on its way into a group."""

from django.db import models
from django.utils import timezone

from .people import Group


class Import(models.Model):
    """An import under way: its plays wait in `staging`, a group that nobody belongs to, until all of them are there.

    `alive_at` is when it last wrote some of them; None once it may write no more. `done` of `total` are written, where
    that is known before. `upload` is the file that comes in; `is_again` tells that it was on its way once before.
    """

    is_again = False

    group = models.ForeignKey(Group, models.CASCADE, related_name="imports")
    staging = models.OneToOneField(Group, models.CASCADE, related_name="staged")
    alive_at = models.DateTimeField(null=True, default=timezone.now)
    done = models.PositiveIntegerField(default=0, db_default=0)
    total = models.PositiveIntegerField(default=0, db_default=0)
    upload = models.ForeignKey("companion.Upload", models.SET_NULL, null=True, blank=True, related_name="+")

    def __str__(self):
        return f"import {self.pk} into group {self.group_id}"
