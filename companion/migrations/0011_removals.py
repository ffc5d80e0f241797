import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('companion', '0010_imports'),
    ]

    operations = [
        migrations.CreateModel(
            name='Removal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('group', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='removals', to='companion.group')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='removals', to='companion.person')),
            ],
        ),
    ]
