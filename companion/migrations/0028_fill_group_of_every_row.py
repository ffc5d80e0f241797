from django.db import migrations


class Migration(migrations.Migration):
    """Do nothing: earlier versions filled the columns of 0027 here, which nothing reads since 0043."""

    dependencies = [("companion", "0027_group_of_every_row")]

    operations = []
