"""URLs of a group: its page, members, players and settings."""

from django.urls import include, path

from .views import group, joining, members, players, settings

a_group = [
    path("", group.show_group, name="group"),
    path("name", group.rename, name="rename_group"),
    path("join", joining.join_group, name="join_group"),
    path("my-name", joining.my_name, name="my_name"),
    path("people", members.show_members, name="people"),
    path("people/<int:member>/role", members.role, name="role"),
    path("people/<int:member>/remove", members.remove, name="remove_member"),
    path("invitation/renew", members.renew_invitation, name="renew_invitation"),
    path("leave", members.leave, name="leave"),
    path("delete", group.delete, name="delete_group"),
    path("restore", group.restore, name="restore_group"),
    path("settings", settings.settings, name="group_settings"),
    path("settings/locale", settings.locale, name="group_locale"),
    path("rules/<slug:slug>", settings.house_rules, name="group_rules"),
    path("players", players.show_players, name="players"),
    path("players/<int:player>/edit", players.edit, name="edit_player"),
    path("players/<int:player>/me", players.claim, name="claim_player"),
    path("players/<int:player>/hide", players.hide, name="hide_player"),
    path("players/<int:player>/merge", players.merge, name="merge_player"),
    path("players/<int:player>/anonymous", players.make_anonymous, name="make_anonymous"),
    path("players/<int:player>/remove", players.remove, name="remove_player"),
]

app_name = "groups"
urlpatterns = [path("groups/<uuid:uuid>/", include(a_group))]
