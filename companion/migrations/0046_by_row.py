from django.db import migrations, models


class Migration(migrations.Migration):
    """A table may be asked for its counts row by row."""

    dependencies = [
        ("companion", "0044_start_of_imported_plays"),
    ]

    operations = [
        migrations.AddField(
            model_name="play",
            name="by_row",
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
