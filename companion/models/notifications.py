"""A group's address for notifications of finished plays."""

from django.db import models
from django.utils import timezone

from .people import Group, Person


class NotificationAddress(models.Model):
    """An address to which a group's finished plays are sent. It is sealed, because anyone who knows it can send to it.

    `person` has set it; it is deleted when they leave the group. `with_link`: messages have a link to the result, below
    the URL of this `site`. `result` is the outcome of the last message, `status` its HTTP status. `failures` counts
    consecutive failures; after too many nothing is sent any more (`off_at`).
    """

    group = models.OneToOneField(Group, models.CASCADE, related_name="notification_address")
    person = models.ForeignKey(Person, models.CASCADE, related_name="+")
    sealed = models.TextField()
    with_link = models.BooleanField(default=False)
    site = models.CharField(max_length=300)
    created_at = models.DateTimeField(default=timezone.now)
    result = models.CharField(max_length=20, blank=True)
    status = models.PositiveSmallIntegerField(null=True, blank=True)
    sent_at = models.DateTimeField(null=True, blank=True)
    failures = models.PositiveSmallIntegerField(default=0)
    off_at = models.DateTimeField(null=True, blank=True)

    def __str__(self):
        # Never the address itself.
        return f"notification address {self.pk}"
