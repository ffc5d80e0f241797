"""The map: one line for each thing a visitor can ask for or do, what phones ask most first: it is found soonest."""

from django.urls import include, path
from django.views.i18n import set_language

from companion.access.views import join
from companion.accounts.views import api_keys, confirm, passkeys, phones, recovery, sign_in, you
from companion.collection.views import carrying, library, new_sheets, own_sheets, sharing, totals
from companion.groups.views import group, members, players, settings
from companion.groups.views.joining import join_group, my_name
from companion.history.views import history, places, profiles, tonight, year
from companion.player_aids.views import referees, timer
from companion.plays.views import cards, correct, home, play, seats, stages, start, streams, table, trail
from companion.transfer.views import exports, imports

from .access import views as access
from .api import views as api
from .core import views as app
from .notifications import views as notifications
from .photos import views as photos
from .results.printing import views as sheets
from .results.sharing import views as results

a_play = [
    path("live", play.live, name="live"),
    path("stream", streams.live_stream, name="stream"),
    path("cursor", streams.cursor, name="cursor"),
    path("", play.show_play, name="play"),
    path("seats/<int:seat>/<slug:stage>", cards.card, name="card"),
    path("ahead", play.ahead, name="ahead"),
    path("more", play.more, name="more"),
    path("trail", trail.show_trail, name="trail"),
    path("trail/changes/<int:row>/put-back", trail.put_back_change, name="put_back"),
    path("trail/options/<int:event>/put-back", trail.put_back_options, name="put_back_options"),
    path("options", play.options, name="options"),
    path("notes", play.notes, name="notes"),
    path("sheet", sheets.filled, name="sheet"),
    path("result", results.share_result, name="share_result"),
    path("result/link", results.result_link, name="result_link"),
    path("result/<slug:shape>.png", results.result_picture, name="result_picture"),
    path("photos", photos.show_photos, name="photos"),
    path("photos/add", photos.add_photos, name="add_photos"),
    path("photos/<uuid:photo>", photos.change_photo, name="photo"),
    path("photos/<uuid:photo>/<slug:size>.jpg", photos.picture, name="picture"),
    path("photos/<uuid:photo>/waiting", photos.waiting_photo, name="waiting_photo"),
    path("photos/<uuid:photo>/remove", photos.remove_photo, name="remove_photo"),
    path("photos/<uuid:photo>/put-back", photos.restore_photo, name="restore_photo"),
    path("photos/<uuid:photo>/forget", photos.forget_photo, name="forget_photo"),
    path("bgstats", exports.to_bgstats, name="to_bgstats"),
    path("finish", stages.finish, name="finish"),
    path("last-round", stages.end_rounds, name="end_rounds"),
    path("tie-break", stages.tie_break, name="tie_break"),
    path("reopen", play.reopen, name="reopen"),
    path("stop", play.stop, name="stop"),
    path("delete", play.delete, name="delete"),
    path("restore", play.restore, name="restore"),
    path("rematch", play.rematch, name="rematch"),
    path("next", play.go_on, name="go_on"),
    path("seats", seats.show_seats, name="seats"),
    path("seats/mine", table.mine, name="mine"),
    path("seats/here", table.count_here, name="count_here"),
    path("order", table.order, name="order"),
    path("seats/<int:seat>/<slug:stage>/undo", cards.undo, name="undo"),
    path("kept", cards.count_all, name="count_all"),
    path("kept/<int:row>", cards.kept, name="kept"),
    path("stages/<slug:stage>", stages.show_stage, name="stage"),
    path("stages/<slug:stage>/close", stages.close, name="close"),
    path("stages/<slug:stage>/strike", stages.strike, name="strike"),
    path("stages/<slug:stage>/reopen", stages.reopen, name="reopen_stage"),
    path("stages/<slug:stage>/correct/<slug:item>", correct.correct, name="correct"),
    path("table", table.table, name="table"),
    path("table/code", table.code, name="code"),
    path("links/<slug:kind>/renew", table.renew, name="renew_link"),
    path("watch", table.watch, name="watch"),
]

a_group = [
    path("", group.show_group, name="group"),
    path("plays", history.history, name="history"),
    path("start", start.start_at_once, name="start_at_once"),
    path("places", places.show_place, name="place"),
    path("places/edit", places.edit_place, name="edit_place"),
    path("years/<int:year>", year.show_year, name="year"),
    path("games", profiles.show_games, name="games"),
    path("players/<int:one>/against/<int:other>", profiles.show_pair, name="pair"),
    path("name", group.rename, name="rename_group"),
    path("join", join_group, name="join_group"),
    path("my-name", my_name, name="my_name"),
    path("people", members.show_members, name="people"),
    path("people/<int:member>/role", members.role, name="role"),
    path("people/<int:member>/remove", members.remove, name="remove_member"),
    path("invitation/renew", members.renew_invitation, name="renew_invitation"),
    path("leave", members.leave, name="leave"),
    path("export", exports.export_as, {"kind": "caravan"}, name="export_group"),
    path("export/photos", exports.export_photos, name="export_photos"),
    path("export/<slug:kind>", exports.export_as, name="export_as"),
    path("files/<slug:kind>/make", exports.make_file, name="make_file"),
    path("files/<uuid:export>", exports.made_file, name="made_file"),
    path("files/<uuid:export>/progress", exports.file_progress, name="file_progress"),
    path("files/<uuid:export>/file", exports.take_file, name="take_file"),
    path("calendar", exports.calendar_link, name="calendar_link"),
    path("take-along", exports.take_along, name="take_along"),
    path("import", imports.import_plays, name="import_plays"),
    path("imports", imports.imports, name="imports"),
    path("imports/<uuid:upload>", imports.show_upload, name="upload"),
    path("imports/<uuid:upload>/progress", imports.progress, name="progress"),
    path("imports/<uuid:upload>/unread", imports.unread, name="unread"),
    path("imports/<uuid:upload>/undo", imports.undo_upload, name="undo_upload"),
    path("imports/<uuid:upload>/drop", imports.drop_upload, name="drop_upload"),
    path("delete", group.delete, name="delete_group"),
    path("restore", group.restore, name="restore_group"),
    path("settings", settings.settings, name="group_settings"),
    path("notifications", notifications.notifications, name="notifications"),
    path("settings/locale", settings.locale, name="group_locale"),
    path("rules/<slug:slug>", settings.house_rules, name="group_rules"),
    path("players", players.show_players, name="players"),
    path("players/<int:player>/edit", players.edit, name="edit_player"),
    path("players/<int:player>/me", players.claim, name="claim_player"),
    path("players/<int:player>/hide", players.hide, name="hide_player"),
    path("players/<int:player>/merge", players.merge, name="merge_player"),
    path("players/<int:player>/anonymous", players.make_anonymous, name="make_anonymous"),
    path("players/<int:player>/remove", players.remove, name="remove_player"),
    path("sheet", sheets.history, name="history_sheet"),
    path("tonight", tonight.tonight, name="tonight"),
    path("players/<int:player>", profiles.show_player, name="player"),
    path("games/<slug:slug>", profiles.show_game, name="group_game"),
    path("games/<slug:slug>/mark", profiles.mark, name="mark"),
    path("totals", totals.totals, name="totals"),
    path("totals/counter", totals.totals, {"template": "collection/counter.html"}, name="counter"),
    path("sheets/take", library.take_sheet, name="take_sheet"),
    path("sheets/make", new_sheets.make_sheet, name="make_sheet"),
    path("sheets/import", own_sheets.import_sheet, name="import_sheet"),
    path("sheets/<slug:slug>/", own_sheets.own_sheet, name="own_sheet"),
    path("sheets/<slug:slug>/file", own_sheets.sheet_file, name="sheet_file"),
    path("sheets/<slug:slug>/share", sharing.share_sheet, name="share_sheet"),
]

oneself = [
    path("plays", profiles.show_own_plays, name="own_plays"),
    path("password", you.keep, name="keep"),
    path("confirm", confirm.confirm_it_is_you, name="confirm"),
    path("phones", phones.show_phones, name="phones"),
    path("passkeys", passkeys.add, name="add_passkey"),
    path("passkeys/question", passkeys.question, name="passkey_to_make"),
    path("passkeys/<int:passkey>/remove", passkeys.remove, name="remove_passkey"),
    path("keys", api_keys.show_keys, name="api_keys"),
    path("keys/<int:number>", api_keys.change_key, name="api_key"),
    path("recovery", recovery.sheet, name="recovery"),
    path("recovery/renew", recovery.renew_sheet, name="renew_recovery"),
    path("delete", you.delete, name="delete_person"),
]

of_the_api = [
    path("groups", api.groups, name="api_groups"),
    path("groups/<uuid:uuid>", api.group, name="api_group"),
    path("groups/<uuid:uuid>/plays", api.plays, name="api_plays"),
    path("groups/<uuid:uuid>/statistics", api.statistics, name="api_statistics"),
    path("plays/<uuid:uuid>", api.play, name="api_play"),
    path("me", api.me, name="api_me"),
    path("plays/<uuid:uuid>/photos/<uuid:photo>/<slug:size>.jpg", api.picture, name="api_picture"),
]

urlpatterns = [
    path("plays/<uuid:uuid>/", include(a_play)),
    path("groups/<uuid:uuid>/", include(a_group)),
    path("", home.home, name="home"),
    path("join", join, name="join"),
    path("language", set_language, name="set_language"),
    path("you", you.you, name="you"),
    path("you/", include(oneself)),
    path("sign-in", sign_in.sign_in, name="sign_in"),
    path("sign-in/passkey", sign_in.sign_in_by_passkey, name="sign_in_by_passkey"),
    path("sign-in/passkey/question", sign_in.passkey_question, name="passkey_to_show"),
    path("sign-out", you.sign_out, name="sign_out"),
    path("back", recovery.come_back, name="come_back"),
    path("api/1/", include(of_the_api)),
    path("t/<slug:key>", access.open_link, name="link"),
    path("manifest.webmanifest", app.manifest, name="manifest"),
    path("service-worker.js", app.service_worker, name="service_worker"),
    path("offline", app.offline, name="offline"),
    path("library", library.library, name="library"),
    path("totals", totals.new_totals, name="new_totals"),
    path("totals/counter", totals.new_totals, {"template": "collection/counter.html"}, name="new_counter"),
    path("totals/sheet", sheets.blank_totals, name="totals_sheet"),
    path("sheets/new", new_sheets.new_sheet, name="new_sheet"),
    path("sheets/open", carrying.open_sheet, name="open_sheet"),
    path("sheets/carry", carrying.carry_sheet, name="carry_sheet"),
    path("sheets/<slug:key>", sharing.shared_sheet, name="shared_sheet"),
    path("calendars/<slug:key>.ics", exports.shared_calendar, name="shared_calendar"),
    path("results/<slug:key>", results.shared_result, name="shared_result"),
    path("results/<slug:key>/<slug:shape>.png", results.shared_picture, name="shared_picture"),
    path("games/<slug:slug>", start.show_game, name="game"),
    path("games/<slug:slug>/referee/", referees.show_referees, name="referees"),
    path("games/<slug:slug>/referee/<slug:key>/", referees.show_referee, name="referee"),
    path("games/<slug:slug>/timer", timer.timer, name="timer"),
    path("games/<slug:slug>/sheet", sheets.blank, name="blank_sheet"),
]
handler400 = "companion.core.errors.refused"
handler404 = "companion.access.errors.not_found"
handler500 = "companion.core.errors.failed"
