"""Keys that let people in, and how often something may be tried."""

import secrets

from django.db import models
from django.utils import timezone

from .plays import Play


def new_key() -> str:
    """192 random bits as text for a link."""
    return secrets.token_urlsafe(24)


class Link(models.Model):
    """A key that lets whoever has it do something. So far: enter the holdings of one play at its table."""

    class Kind(models.TextChoices):
        TABLE = "table"

    kind = models.CharField(max_length=10, choices=Kind)
    key = models.CharField(max_length=64, unique=True, default=new_key)
    play = models.ForeignKey(Play, models.CASCADE, related_name="links")
    created_at = models.DateTimeField(default=timezone.now)

    def __str__(self):
        return f"{self.kind} link of play {self.play_id}"


class TableCode(models.Model):
    """Six signs that lead to a table's link while somebody has its page open, and never longer than 15 minutes."""

    code = models.CharField(max_length=6, unique=True)
    link = models.ForeignKey(Link, models.CASCADE, related_name="codes")
    created_at = models.DateTimeField(default=timezone.now)
    seen_at = models.DateTimeField(default=timezone.now)


class Tries(models.Model):
    """How often something was tried in a window of time, by whom, to limit it."""

    key = models.CharField(max_length=100, unique=True)
    count = models.PositiveIntegerField(default=0)
    started_at = models.DateTimeField(default=timezone.now)
