from django.db import migrations, models

# Whatever a migration makes of the key of a seat, its own index has this name on both databases.
OF_SEAT = "companion_holdings_seat_id_31dc23e2"


class Migration(migrations.Migration):
    """The indexes of saves go in whose place others came. The tables stay as they are."""

    dependencies = [
        ("companion", "0034_saves_by_seat"),
    ]

    operations = [
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
