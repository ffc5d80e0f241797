from datetime import timedelta

from django.db import migrations

# So many events are looked at by one statement.
PIECE = 500
# An import was noted so soon after its plays were created.
SOON = timedelta(minutes=1)


def mark_unknown_starts(apps, schema_editor):
    """Note the import of a play in the very moment in which the play was created, unless its file gives the start."""
    alias = schema_editor.connection.alias
    Event = apps.get_model("companion", "Event")
    imports = Event.objects.using(alias).filter(kind="import").order_by("pk")
    last = 0
    while some := list(imports.filter(pk__gt=last).select_related("play")[:PIECE]):
        last = some[-1].pk
        unknown = [event for event in some if abs(event.at - event.play.created_at) < SOON]
        for event in unknown:
            event.at = event.play.created_at
        Event.objects.using(alias).bulk_update(unknown, ["at"])


class Migration(migrations.Migration):
    """An imported play began when its file says it, and else at no known time."""

    dependencies = [
        ("companion", "0043_without_group_of_every_row"),
    ]

    operations = [
        migrations.RunPython(mark_unknown_starts, migrations.RunPython.noop, elidable=True),
    ]
