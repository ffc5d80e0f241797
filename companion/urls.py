"""The map: one line for each thing a visitor can ask for or do."""

from django.urls import include, path
from django.views.i18n import set_language

from .views import (
    games,
    groups,
    holdings,
    home,
    links,
    passkeys,
    people,
    plays,
    profiles,
    recovery,
    seats,
    sheets,
    sign_in,
    stages,
    tables,
    tonight,
    trail,
    you,
)

a_play = [
    path("", plays.play, name="play"),
    path("live", plays.live, name="live"),
    path("more", plays.more, name="more"),
    path("trail", trail.trail, name="trail"),
    path("trail/changes/<int:row>/put-back", trail.put_back_change, name="put_back"),
    path("trail/options/<int:event>/put-back", trail.put_back_options, name="put_back_options"),
    path("options", plays.options, name="options"),
    path("notes", plays.notes, name="notes"),
    path("sheet", sheets.filled, name="sheet"),
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
    path("seats/<int:seat>/<slug:stage>/undo", holdings.undo, name="undo"),
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
    path("sheet", sheets.history, name="history_sheet"),
    path("tonight", tonight.tonight, name="tonight"),
    path("players/<int:number>", profiles.player, name="player"),
    path("games/<slug:slug>", profiles.game, name="group_game"),
    path("games/<slug:slug>/mark", profiles.mark, name="mark"),
]

oneself = [
    path("password", you.keep, name="keep"),
    path("passkeys", passkeys.add, name="add_passkey"),
    path("passkeys/question", passkeys.question, name="passkey_to_make"),
    path("passkeys/<int:passkey>/remove", passkeys.remove, name="remove_passkey"),
    path("recovery", recovery.sheet, name="recovery"),
    path("recovery/renew", recovery.renew_sheet, name="renew_recovery"),
    path("delete", you.delete, name="delete_person"),
]

urlpatterns = [
    path("", home.home, name="home"),
    path("join", home.join, name="join"),
    path("language", set_language, name="set_language"),
    path("you", you.you, name="you"),
    path("you/", include(oneself)),
    path("sign-in", sign_in.sign_in, name="sign_in"),
    path("sign-in/passkey", sign_in.sign_in_by_passkey, name="sign_in_by_passkey"),
    path("sign-in/passkey/question", sign_in.passkey_question, name="passkey_to_show"),
    path("sign-out", you.sign_out, name="sign_out"),
    path("back", recovery.come_back, name="come_back"),
    path("t/<str:key>", links.open_link, name="link"),
    path("games/<slug:slug>", games.game, name="game"),
    path("games/<slug:slug>/sheet", sheets.blank, name="blank_sheet"),
    path("groups/<uuid:uuid>/", include(a_group)),
    path("plays/<uuid:uuid>/", include(a_play)),
]
handler404 = "companion.views.errors.not_found"
