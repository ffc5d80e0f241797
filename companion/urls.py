"""The map: one line for each thing a visitor can ask for or do."""

from django.urls import include, path
from django.views.i18n import set_language

from .views import files, games, groups, holdings, home, house, links, people, players, plays, seats, stages, tables

a_play = [
    path("", plays.play, name="play"),
    path("live", plays.live, name="live"),
    path("more", plays.more, name="more"),
    path("options", plays.options, name="options"),
    path("finish", stages.finish, name="finish"),
    path("tie-break", stages.tie_break, name="tie_break"),
    path("reopen", plays.reopen, name="reopen"),
    path("stop", plays.stop, name="stop"),
    path("delete", plays.delete, name="delete"),
    path("restore", plays.restore, name="restore"),
    path("rematch", plays.rematch, name="rematch"),
    path("seats", seats.seats, name="seats"),
    path("seats/mine", tables.mine, name="mine"),
    path("seats/<int:seat>/<slug:stage>", holdings.card, name="card"),
    path("kept/<int:row>", holdings.kept, name="kept"),
    path("stages/<slug:stage>", stages.stage, name="stage"),
    path("stages/<slug:stage>/close", stages.close, name="close"),
    path("stages/<slug:stage>/reopen", stages.reopen, name="reopen_stage"),
    path("stages/<slug:stage>/correct/<slug:item>", holdings.correct, name="correct"),
    path("table", tables.table, name="table"),
    path("table/code", tables.code, name="code"),
    path("links/<slug:kind>/renew", tables.renew, name="renew_link"),
    path("watch", tables.watch, name="watch"),
]

a_group = [
    path("", groups.group, name="group"),
    path("name", groups.rename, name="rename_group"),
    path("join", links.join_group, name="join_group"),
    path("my-name", links.my_name, name="my_name"),
    path("people", people.people, name="people"),
    path("people/<int:member>/role", people.role, name="role"),
    path("people/<int:member>/remove", people.remove, name="remove_member"),
    path("invitation/renew", people.renew_invitation, name="renew_invitation"),
    path("leave", people.leave, name="leave"),
    path("export", files.export_plays, name="export_group"),
    path("import", files.import_plays, name="import_plays"),
    path("delete", groups.delete, name="delete_group"),
    path("settings", house.settings, name="group_settings"),
    path("settings/locale", house.locale, name="group_locale"),
    path("rules/<slug:slug>", house.rules, name="group_rules"),
    path("players", players.players, name="players"),
    path("players/<int:player>/edit", players.edit, name="edit_player"),
    path("players/<int:player>/me", players.claim, name="claim_player"),
    path("players/<int:player>/hide", players.hide, name="hide_player"),
    path("players/<int:player>/merge", players.merge, name="merge_player"),
    path("players/<int:player>/anonymous", players.make_anonymous, name="make_anonymous"),
    path("players/<int:player>/remove", players.remove, name="remove_player"),
]

urlpatterns = [
    path("", home.home, name="home"),
    path("join", home.join, name="join"),
    path("language", set_language, name="set_language"),
    path("t/<str:key>", links.open_link, name="link"),
    path("games/<slug:slug>", games.game, name="game"),
    path("groups/<uuid:uuid>/", include(a_group)),
    path("plays/<uuid:uuid>/", include(a_play)),
]
handler404 = "companion.views.errors.not_found"
