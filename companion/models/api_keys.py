"""API keys of people for their own programs."""

import uuid

from django.db import models
from django.utils import timezone

from .people import Person


class ApiKey(models.Model):
    """A person's API key with the name they gave it. Only its digest is stored, so it is shown only once.

    `used_at` is the first use of the last day.
    """

    uuid = models.UUIDField(unique=True, default=uuid.uuid4)
    person = models.ForeignKey(Person, models.CASCADE, related_name="api_keys")
    name = models.CharField(max_length=60)
    digest = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(default=timezone.now)
    used_at = models.DateTimeField(null=True, blank=True)

    def __str__(self):
        return self.name
