"""What is noted of a play beside its counts: its variant, the hour, who began, and each player's role."""

from django.utils.translation import gettext as _

from companion.core.language.texts import isolated, say
from companion.models import Arrival


def list_facts(play, seats, *, with_roles) -> list[str]:
    """Return the variant of a play, when it began by another program's clock, who began, and roles: a text each."""
    rest = Arrival.objects.filter(play=play).values_list("rest", flat=True).first() or {}
    variants, time = play.game.variants, rest.get("time")
    told = [f"{say(variants.label)}: {isolated(say(variants.label_for(play.variant)))}"] if play.variant else []
    told += [_("began at %(time)s") % {"time": time}] if time and isinstance(time, str) else []
    told += [_("%(player)s began") % {"player": isolated(seat.player.name)} for seat in seats if seat.is_first]
    roles = ((seat, role) for seat, role in zip(seats, roles_of(play.game, seats), strict=True) if with_roles and role)
    return told + [f"{isolated(seat.player.name)}: {isolated(role)}" for seat, role in roles]


def roles_of(game, seats) -> list[str]:
    """Return the role of each seat in words, nothing for who has none."""
    return [say(game.roles.label_for(seat.role)) for seat in seats]
