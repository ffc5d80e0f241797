"""What happens to a group: it is founded, and players come into it."""

from .models import Group, Member, Player
from .rules.checking import same_name


def found(person, *, language="", time_zone="") -> Group:
    """A new group, which belongs to whoever founds it and takes the language and time zone of the moment."""
    group = Group.objects.create(language=language, time_zone=time_zone)
    Member.objects.create(group=group, person=person, role=Member.Role.OWNER)
    return group


def players_named(group, names) -> list[Player]:
    """The group's players of these names in this order; a name it did not know becomes a player."""
    known = {player.folded_name: player for player in group.players.all()}
    return [known.get(same_name(name)) or Player.objects.create(group=group, name=name.strip()) for name in names]
