"""Keys by which a program of somebody's own reads what they may see."""

import uuid

from django.db import models
from django.utils import timezone

from .people import Person


class ApiKey(models.Model):
    """A key of a person, who has named it. Only its digest is kept: it is shown once, when it is made or renewed.

    `used_at` is the last day's first use.
    """

    uuid = models.UUIDField(unique=True, default=uuid.uuid4)
    person = models.ForeignKey(Person, models.CASCADE, related_name="api_keys")
    name = models.CharField(max_length=60)
    digest = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(default=timezone.now)
    used_at = models.DateTimeField(null=True, blank=True)

    def __str__(self):
        return self.name
