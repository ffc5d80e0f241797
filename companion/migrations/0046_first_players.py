from django.db import migrations, models


class Migration(migrations.Migration):
    """A play knows who was drawn to begin."""

    dependencies = [
        ("companion", "0045_colours_of_players"),
    ]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="is_first",
            field=models.BooleanField(blank=True, null=True),
        ),
    ]
