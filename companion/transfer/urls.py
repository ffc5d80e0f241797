"""URLs of exports, imports and the calendar."""

from django.urls import include, path

from .views import exports, imports

a_group = [
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
    path("imports/<uuid:upload>/progress", imports.progress, name="upload_progress"),
    path("imports/<uuid:upload>/unread", imports.unread, name="upload_faults"),
    path("imports/<uuid:upload>/undo", imports.undo_upload, name="undo_upload"),
    path("imports/<uuid:upload>/drop", imports.drop_upload, name="drop_upload"),
]

app_name = "transfer"
urlpatterns = [
    path("plays/<uuid:uuid>/bgstats", exports.to_bgstats, name="to_bgstats"),
    path("groups/<uuid:uuid>/", include(a_group)),
    path("calendars/<slug:key>.ics", exports.shared_calendar, name="shared_calendar"),
]
