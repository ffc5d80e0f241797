"""A group's marks on games, and the ratings of its players."""

from django.db import models

from .people import Group, Person, Player


class Mark(models.Model):
    """A member's mark on a game, which the whole group sees."""

    class Kind(models.TextChoices):
        OWNED = "owned"
        LIKED = "liked"
        WANTED = "wanted"
        PLAYED = "played"

    group = models.ForeignKey(Group, models.CASCADE, related_name="marks")
    person = models.ForeignKey(Person, models.CASCADE, related_name="marks")
    game_slug = models.SlugField(db_column="game")
    kind = models.CharField(max_length=10, choices=Kind)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["group", "person", "game_slug", "kind"], name="mark_once")]

    def __str__(self):
        return f"{self.game_slug} is {self.kind} by {self.person}"


class NamedMark(models.Model):
    """A mark from an imported file, of a player whose person isn't here yet.

    Once someone says "this is me" of the player, it counts as theirs in the group. The key has no database constraint,
    so that an older Caravan, which doesn't know these rows, can delete the player. Such a mark counts nowhere.
    """

    player = models.ForeignKey(Player, models.CASCADE, related_name="marks", db_constraint=False)
    game_slug = models.SlugField(db_column="game")
    kind = models.CharField(max_length=10, choices=Mark.Kind)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "game_slug", "kind"], name="named_mark_once")]

    def __str__(self):
        return f"{self.game_slug} is {self.kind} by {self.player}"


class Ladder(models.Model):
    """The ratings of a group's players in a game after its first `plays` plays: `{player: [mu, sigma]}`.

    This is a cache: `fingerprint` says whether those plays have changed since.
    """

    group = models.ForeignKey(Group, models.CASCADE, related_name="ladders")
    game_slug = models.SlugField(db_column="game")
    plays = models.PositiveIntegerField()
    fingerprint = models.CharField(max_length=64)
    ratings = models.JSONField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["group", "game_slug"], name="ladder_once")]

    def __str__(self):
        return f"{self.game_slug}, {self.plays} plays"
