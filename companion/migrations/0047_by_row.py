from django.db import migrations, models


class Migration(migrations.Migration):
    """A table may be asked for its counts row by row."""

    dependencies = [
        ("companion", "0046_first_players"),
    ]

    operations = [
        migrations.AddField(
            model_name="play",
            name="by_row",
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
