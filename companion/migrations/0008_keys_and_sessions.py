from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('companion', '0007_next_play'),
    ]

    operations = [
        migrations.CreateModel(
            name='Session',
            fields=[
                ('session_data', models.TextField(verbose_name='session data')),
                ('expire_date', models.DateTimeField(db_index=True, verbose_name='expire date')),
                ('session_key', models.CharField(max_length=64, primary_key=True, serialize=False)),
                ('of_person', models.BigIntegerField(blank=True, db_index=True, null=True)),
            ],
            options={
                'verbose_name': 'session',
                'verbose_name_plural': 'sessions',
                'abstract': False,
            },
        ),
        migrations.RenameField(
            model_name='link',
            old_name='key',
            new_name='digest',
        ),
        migrations.AlterField(
            model_name='link',
            name='digest',
            field=models.CharField(max_length=64, unique=True),
        ),
        migrations.AddField(
            model_name='link',
            name='sealed',
            field=models.CharField(default='', max_length=250),
            preserve_default=False,
        ),
    ]
