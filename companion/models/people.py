"""Who plays: people with phones, their groups, and the names that sit at a group's tables."""

import datetime
import uuid

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from companion.core.language.texts import listed
from companion.rules.scoring.checking import same_name

from .coming import Here, import_it_comes_with


class PersonManager(BaseUserManager["Person"]):
    """Makes people who have nothing yet but a cookie."""

    def create_visitor(self):
        person = self.model()
        person.set_unusable_password()
        person.save()
        return person

    def get_by_natural_key(self, username):
        """The person who signs in with this name, however it is spelled."""
        return self.get(folded_name=same_name(username))


class Person(AbstractBaseUser):
    """Somebody with a phone. Known by a cookie alone until they choose a name to sign in with."""

    name = models.CharField(_("name"), max_length=60, unique=True, null=True, blank=True)
    folded_name = models.CharField(max_length=180, unique=True, null=True, blank=True, editable=False)
    created_at = models.DateTimeField(default=timezone.now)
    last_login = None

    USERNAME_FIELD = "name"
    objects = PersonManager()

    def __str__(self):
        return self.name or f"visitor {self.pk}"

    def save(self, *args, **kwargs):
        self.folded_name = same_name(self.name) if self.name else None
        super().save(*args, **kwargs)

    @property
    def can_sign_in(self):
        """Whether this person can come back on any phone: by a name and password, a passkey or an outside account."""
        return bool(self.name) or self.passkeys.exists() or self.outside_accounts.exists()


class Passkey(models.Model):
    """A person's key that a phone or its owner's account keeps, used instead of a password.

    `credential_id` is unpadded base64url; `sign_count` goes up with each use where the phone counts.
    """

    person = models.ForeignKey(Person, models.CASCADE, related_name="passkeys")
    credential_id = models.CharField(max_length=1400, unique=True)
    public_key = models.BinaryField()
    sign_count = models.PositiveBigIntegerField(default=0)
    created_at = models.DateTimeField(default=timezone.now)
    used_at = models.DateTimeField(null=True, blank=True)

    def __str__(self):
        return f"passkey of {self.person}"


class OutsideAccount(models.Model):
    """A person's account at the host's own provider of sign-ins.

    `issuer` is the provider's URL, empty for the host's proxy. It gives each account another `subject`.
    """

    person = models.ForeignKey(Person, models.CASCADE, related_name="outside_accounts")
    issuer = models.CharField(max_length=200, blank=True)
    subject = models.CharField(max_length=255)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["issuer", "subject"], name="outside_account_once")]

    def __str__(self):
        return f"outside account of {self.person}"


class Group(models.Model):
    """People who play together. Named after its players until somebody names it.

    `time_zone` is a name of the IANA database, empty for that of the server.
    `options` remembers what was agreed last, by game: `{slug: {option: value}}`. One that was deleted
    (`deleted_at`) is seen by nobody; its owners can put it back for a while.
    """

    uuid = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=100, blank=True)
    language = models.CharField(max_length=10, blank=True)
    time_zone = models.CharField(max_length=50, blank=True)
    options = models.JSONField(default=dict)
    created_at = models.DateTimeField(default=timezone.now)
    deleted_at = models.DateTimeField(null=True, blank=True)
    people = models.ManyToManyField(Person, through="Member", related_name="groups")

    def __str__(self):
        return (
            self.name
            or listed(player.name for player in self.players.all() if not player.is_hidden)
            or gettext("New group")
        )


class Member(models.Model):
    """A person's place in a group."""

    class Role(models.TextChoices):
        OWNER = "owner"
        MEMBER = "member"

    group = models.ForeignKey(Group, models.CASCADE, related_name="members")
    person = models.ForeignKey(Person, models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=10, choices=Role, default=Role.MEMBER)
    joined_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["group", "person"], name="member_once")]

    def __str__(self):
        return f"{self.person} in {self.group}: {self.role}"


class Removal(models.Model):
    """Somebody whom others have removed from a group, so that they can be told; gone when they join it again."""

    group = models.ForeignKey(Group, models.CASCADE, related_name="removals")
    person = models.ForeignKey(Person, models.CASCADE, related_name="removals")

    def __str__(self):
        return f"{self.person} removed from {self.group}"


class Player(models.Model):
    """A name in a group. `folded_name` is what two spellings of one name have in common.

    `colour` is that of their disc, from 1 to 8; no two of up to eight people have the same.
    `person` is who said of this name "this is me". A hidden one is not offered for new plays. An anonymous one was
    somebody whose name was taken out of everything for good. One that comes with an import (`coming_with`) has not
    taken its name yet: until then `folded_name` is what nobody is called.
    """

    group = models.ForeignKey(Group, models.CASCADE, related_name="players")
    name = models.CharField(max_length=60)
    folded_name = models.CharField(max_length=180, editable=False)
    colour = models.PositiveSmallIntegerField(default=0, db_default=0)
    is_hidden = models.BooleanField(default=False)
    is_anonymous = models.BooleanField(default=False)
    person = models.ForeignKey(Person, models.SET_NULL, null=True, blank=True, related_name="players")
    coming_with = import_it_comes_with()
    # How many plays they have played to the end, where that was asked along.
    plays: int
    # Whether a name that was typed has just become this player.
    is_new = False

    objects, everybody = Here(), models.Manager()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["group", "folded_name"], name="player_once"),
            models.UniqueConstraint(fields=["group", "person"], name="player_person_once"),
        ]

    def __str__(self):
        return self.name

    def save(self, *args, **kwargs):
        self.folded_name = same_name(self.name)
        super().save(*args, **kwargs)


UNDO_DELETE_WITHIN = datetime.timedelta(days=30)
