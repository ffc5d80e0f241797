"""Settings, all from the environment; docs/host/configuration.md lists the variables."""

from django.utils.csp import CSP

from companion.server.configuration import (
    beside,
    database,
    flag,
    former_keys,
    groups_a_day,
    hosts,
    no_path,
    one_of,
    photo_store,
    shared_key,
    site_address,
    token,
    web_address,
    whole_number,
)
from companion.server.environment import ROOT, data_folder, own_hosts, secret_key
from companion.streams import wire

DATA = data_folder()

PORT = whole_number("PORT", default=8000, least=1, most=65535)
DEBUG = flag("DEBUG", default=False)
HTTPS = flag("HTTPS", default=True)
DATABASES = {"default": database("DATABASE_URL", DATA)}
ON_POSTGRESQL = DATABASES["default"]["ENGINE"].endswith("postgresql")
# A copy of the database for what may be a second old.
if REPLICA := beside("REPLICA_URL", is_postgresql=ON_POSTGRESQL):
    DATABASES["replica"] = REPLICA | {"TEST": {"MIRROR": "default"}}
    DATABASE_ROUTERS = ["companion.server.replicas.Router"]
# Whether the database is spread over several servers by group.
BY_GROUP = flag("BY_GROUP", default=False)
# How what is served reaches the database, where connections are few.
POOLER = beside("POOLER_URL", is_postgresql=ON_POSTGRESQL)
SECRET_KEY = shared_key("SECRET_KEY", is_needed=ON_POSTGRESQL and HTTPS) or secret_key(DATA)
# What these signed and sealed stays good, and is signed and sealed by the newer one as it comes along.
SECRET_KEY_FALLBACKS = former_keys("SECRET_KEY_FALLBACKS")
ALLOWED_HOSTS = hosts("ALLOWED_HOSTS") or own_hosts()
# The lasting address that links and QR codes carry; without one they carry the address of the visit.
CARAVAN_URL = site_address("CARAVAN_URL")
no_path("SCRIPT_NAME")
# How many proxies stand before this server and write down who asked.
PROXY = whole_number("PROXY", default=0, least=0, most=9)
FOUNDING = groups_a_day("FOUNDING")
# To how many plays an import may bring a group, and how many plays a person may import in a day.
GROUP_PLAYS = whole_number("GROUP_PLAYS", default=50_000, least=1, most=10_000_000)
IMPORTED_PLAYS = whole_number("IMPORTED_PLAYS", default=50_000, least=1, most=10_000_000)
# How many photos a play and a group may have, and what one may weigh that is sent, in megabytes.
PLAY_PHOTOS = whole_number("PLAY_PHOTOS", default=20, least=0, most=1000)
GROUP_PHOTOS = whole_number("GROUP_PHOTOS", default=1000, least=0, most=1_000_000)
PHOTO_MEGABYTES = whole_number("PHOTO_MEGABYTES", default=15, least=1, most=20)
IMPRINT_URL = web_address("IMPRINT_URL")
PRIVACY_URL = web_address("PRIVACY_URL")
# Who may read what is counted; without one nothing is.
METRICS_TOKEN = token("METRICS_TOKEN")
LOGS = one_of("LOGS", "quiet", "plain", "json")
# Where people come from is nobody's business, unless somebody has to be shut out.
LOG_REFUSED = flag("LOG_REFUSED", default=False)

INSTALLED_APPS = [
    "companion",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "companion.server.static_files.StaticFiles",
    "django_htmx",
    "django_tasks_db",
]
# What no request waits for is done by a process of its own, where there is one: not beside plain `runserver` and tests.
IMMEDIATE, IN_THE_DATABASE = "django.tasks.backends.immediate.ImmediateBackend", "django_tasks_db.DatabaseBackend"
# What takes moments never waits for what takes minutes, and reading a file waits for neither.
QUEUES = ["default", "quick", "reading"]
TASKS = {"default": {"BACKEND": IN_THE_DATABASE if wire.is_laid() else IMMEDIATE, "QUEUES": QUEUES}}
MIDDLEWARE = [
    "companion.server.logs.line_for_each_request",
    "companion.server.headers.on_every_answer",
    "companion.server.headers.to_https",
    "companion.server.health.health",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "companion.server.cookies.under_their_names",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "companion.access.middleware.who_it_is",
    "companion.access.middleware.lasting_identity",
    # What comes after this one is for those who have something to read.
    "companion.access.middleware.polls_without_news",
    "companion.server.middleware.GzipWhatIsNotPacked",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "companion.server.middleware.own_clock",
    "companion.server.middleware.private_pages",
    "companion.server.middleware.not_too_much",
    "companion.server.middleware.ids_that_can_be_kept",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "companion.server.middleware.page_for_other_methods",
    "companion.access.middleware.GoneMeanwhile",
]
if REPLICA:
    # The last one, so that only the view and the page it draws read there.
    MIDDLEWARE.append("companion.server.replicas.replicas")
if METRICS_TOKEN:
    MIDDLEWARE.insert(MIDDLEWARE.index("companion.server.health.health"), "companion.server.metrics.metrics")
ROOT_URLCONF = "companion.urls"
WSGI_APPLICATION = "companion.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [ROOT / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.messages.context_processors.messages",
                "companion.access.notices.notices",
                "companion.server.compiled.one_token",
            ],
            "builtins": ["companion.templatetags.caravan"],
        },
    },
    {
        "NAME": "compiled",
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "DIRS": [ROOT / "templates" / "compiled"],
        "OPTIONS": {"environment": "companion.server.compiled.environment"},
    },
]

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_USER_MODEL = "companion.Person"
# Django's checks passwords, and knows phones that came before the first one was ours.
AUTHENTICATION_BACKENDS = ["companion.sessions.PersonOfSession", "django.contrib.auth.backends.ModelBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ["name"]},
    },
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
SESSION_ENGINE = "companion.sessions"
# Browsers keep no cookie for longer than 400 days.
SESSION_COOKIE_AGE = 400 * 24 * 3600
# As `companion.server.cookies` calls those of ours.
SESSION_COOKIE_NAME = "__Host-caravan" if HTTPS else "caravan"
CSRF_COOKIE_NAME = "__Host-csrftoken" if HTTPS else "csrftoken"
# The maker of a sheet is one form: with 40 rows and 12 stages it has more than the 1,000 inputs that Django reads.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 3000
LANGUAGE_COOKIE_NAME = "language"
LANGUAGE_COOKIE_AGE = SESSION_COOKIE_AGE
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_HTTPONLY = True
MESSAGE_STORAGE = "companion.server.cookies.Messages"

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("de", "Deutsch"), ("ja", "日本語")]
FORMAT_MODULE_PATH = ["companion.formats"]
LOCALE_PATHS = [ROOT / "companion" / "locale"]
USE_TZ = True
TIME_ZONE = "UTC"

STATIC_URL = "static/"
# What is compiled here to static files.
MADE = DATA / "made"
MADE.mkdir(exist_ok=True)
STATICFILES_DIRS = [ROOT / "static", MADE]
STATIC_ROOT = DATA / "static"
# Pages name the hashed ones alone: compressing takes half as long.
WHITENOISE_KEEP_ONLY_HASHED_FILES = True
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "companion.server.static_files.LightStaticFiles"},
    "photos": photo_store("PHOTOS", DATA),
}

# Nobody else's pages load what is ours.
WHITENOISE_ALLOW_ALL_ORIGINS = False
# Static files are collected into the data folder, which is nobody else's.
FILE_UPLOAD_PERMISSIONS = 0o600
FILE_UPLOAD_HANDLERS = [
    "companion.server.uploads.SizeLimit",
    "django.core.files.uploadhandler.MemoryFileUploadHandler",
    "django.core.files.uploadhandler.TemporaryFileUploadHandler",
]

SECURE_CSP: dict[str, list[str]] = {
    "default-src": [CSP.NONE],
    "script-src": [CSP.SELF],
    "style-src": [CSP.SELF],
    "img-src": [CSP.SELF, "data:"],
    "connect-src": [CSP.SELF],
    "manifest-src": [CSP.SELF],
    "worker-src": [CSP.SELF],
    "form-action": [CSP.SELF],
    "base-uri": [CSP.NONE],
    "frame-ancestors": [CSP.NONE],
}
SECURE_SSL_REDIRECT = SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
# Who watches over the site asks the server itself, without the proxy that speaks https.
SECURE_REDIRECT_EXEMPT = ["^healthz$", "^readyz$"]
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if PROXY else None
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if HTTPS else 0
# Browsers answer a COOP header on plain http with an error on every page.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if HTTPS else None
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
# What a phone can do and no page of ours asks it for.
PERMISSIONS_POLICY: dict[str, list[str]] = dict.fromkeys(
    [
        *("accelerometer", "camera", "display-capture", "geolocation", "gyroscope", "magnetometer", "microphone"),
        *("midi", "payment", "usb"),
    ],
    [],
)
CSRF_FAILURE_VIEW = "companion.access.errors.csrf_failure"
# W005 and W021: subdomains and the browsers' preload list belong to whoever owns the domain, not to us. W001 and W002:
# the headers that Django's middleware would say are on every answer (`companion.server.headers`).
SILENCED_SYSTEM_CHECKS = ["security.W001", "security.W002", "security.W005", "security.W021"]

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"pattern_instead_of_path": {"()": "companion.server.logs.PatternInsteadOfPath"}},
    "formatters": {"line": {"()": f"companion.server.logs.{'Json' if LOGS == 'json' else 'Plain'}"}},
    "handlers": {
        "nowhere": {"class": "logging.NullHandler"},
        "errors": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["pattern_instead_of_path"]},
        "refusals": {"class": "logging.StreamHandler", "formatter": "line"},
        "requests": {"class": "logging.StreamHandler", "formatter": "line", "stream": "ext://sys.stdout"},
    },
    "loggers": {
        "django": {"handlers": ["errors"], "level": "ERROR", "propagate": False},
        # What is refused is no error of ours; the line of its request says as much as is of use.
        "django.security": {"handlers": ["nowhere"], "propagate": False},
        "psycopg.pool": {"handlers": ["errors"], "level": "WARNING", "propagate": False},
        "companion.refusals": {"handlers": ["refusals"], "level": "WARNING", "propagate": False},
        "companion.requests": {
            "handlers": ["requests"],
            "level": "CRITICAL" if LOGS == "quiet" else "INFO",
            "propagate": False,
        },
    },
}
