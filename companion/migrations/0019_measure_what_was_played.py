"""How long each finished play took, as its trail tells it: in pieces, so that nobody waits long on a large site."""

from itertools import batched

from django.db import migrations, transaction

PIECE = 500
SHORTEST, LONGEST = 5, 12 * 60


def measure(apps, schema_editor):
    """Fill the minutes of what was started and finished here. One that was begun is gone on with."""
    alias = schema_editor.connection.alias
    Play, Event = (apps.get_model("companion", name) for name in ("Play", "Event"))
    unmeasured = Play.objects.using(alias).filter(state="finished", minutes__isnull=True)
    for numbers in batched(list(unmeasured.order_by("pk").values_list("pk", flat=True)), PIECE):
        times = {"start": {}, "finish": {}}
        events = Event.objects.using(alias).filter(play__in=numbers, kind__in=times).order_by("pk")
        for play, kind, at in events.values_list("play", "kind", "at"):
            times[kind].setdefault(play, at)
        with transaction.atomic(using=alias):
            plays = list(Play.objects.using(alias).select_for_update().filter(pk__in=numbers, minutes__isnull=True))
            for play in plays:
                play.minutes = between(times["start"].get(play.pk), times["finish"].get(play.pk))
            Play.objects.using(alias).bulk_update([play for play in plays if play.minutes], ["minutes"])


def between(start, finish):
    """The minutes from one to the other; None where this cannot be how long anybody sat at the table."""
    if not start or not finish:
        return None
    minutes = round((finish - start).total_seconds() / 60)
    return minutes if SHORTEST <= minutes <= LONGEST else None


class Migration(migrations.Migration):
    """Each piece is a transaction of its own."""

    atomic = False

    dependencies = [("companion", "0018_minutes")]

    operations = [migrations.RunPython(measure, migrations.RunPython.noop, elidable=True)]
