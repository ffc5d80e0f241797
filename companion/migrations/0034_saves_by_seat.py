from django.db import migrations, models
from django.db.models import Q

# Whatever a migration makes of the key of a seat, its own index has this name on both databases.
OF_SEAT = "companion_holdings_seat_id_31dc23e2"


class Migration(migrations.Migration):
    """Saves are found by their seat and id together; those that wait and those that cards begin with, of which there
    are few, by indexes of their own.

    The tables stay as they are.
    """

    dependencies = [
        ("companion", "0033_exports"),
    ]

    operations = [
        migrations.AddIndex("holdings", models.Index(fields=["seat", "save_id"], name="holdings_of_seat")),
        migrations.AddIndex(
            "holdings",
            models.Index(fields=["seat"], condition=Q(fate__in=["late", "clash"]), name="holdings_waiting"),
        ),
        migrations.AddIndex(
            "holdings",
            models.Index(fields=["seat"], condition=Q(fate="counted", revision=1), name="holdings_first"),
        ),
        migrations.RemoveIndex("holdings", "holdings_save_id"),
        migrations.RunSQL(
            f'DROP INDEX IF EXISTS "{OF_SEAT}"',
            f'CREATE INDEX "{OF_SEAT}" ON "companion_holdings" ("seat_id")',
            state_operations=[
                migrations.AlterField(
                    "holdings",
                    "seat",
                    models.ForeignKey("companion.seat", models.CASCADE, related_name="holdings", db_index=False),
                ),
            ],
        ),
    ]
