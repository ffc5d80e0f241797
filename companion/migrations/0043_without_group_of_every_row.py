from django.core.management.base import CommandError
from django.db import migrations

NAMED_THEIR_GROUP = ("arrival", "event", "holdings", "photo", "seat", "sentphoto", "sheetversion", "tablecode")


def refuse_sharded_database(apps, schema_editor):
    """Raise CommandError if the keys of the tables contain the group, because no row could be stored any more."""
    connection = schema_editor.connection
    with connection.cursor() as cursor:
        key = connection.introspection.get_primary_key_columns(cursor, "companion_seat")
    if key != ["id"]:
        raise CommandError(
            "This database is sharded by group, which Caravan no longer supports. Nothing was changed. Follow "
            "'Undo sharding' in docs/host/several-servers.md."
        )


class Migration(migrations.Migration):
    """Forget the columns that only a database sharded by group needed.

    The columns stay in the database and are empty in new rows, because an older Caravan still reads them while servers
    are upgraded one after the other. They can be removed once no supported upgrade starts before this migration.
    """

    dependencies = [
        ("companion", "0042_by_of_holdings"),
    ]

    operations = [
        migrations.RunPython(refuse_sharded_database, migrations.RunPython.noop, elidable=True),
        migrations.SeparateDatabaseAndState(
            state_operations=[migrations.RemoveField(model, "group") for model in NAMED_THEIR_GROUP]
        ),
    ]
