# The image of Caravan. docs/host/docker.md explains how to use it. deploy/in_a_tree.py tests it without Docker.

ARG DEBIAN_IMAGE=debian:trixie-slim
FROM ${DEBIAN_IMAGE} AS build
# Packages aren't pinned: Debian's stable release only changes them for fixes, which are wanted.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install --yes --no-install-recommends ca-certificates python3-pip
WORKDIR /caravan
# `s3` adds the packages for photos in S3, `notices` those and the packages for notifications.
ARG PACKAGES=run
COPY requirements/ requirements/
RUN python3 -m venv --without-pip .venv \
    && python3 -m pip --python .venv/bin/python install --no-cache-dir --only-binary :all: \
        --require-hashes --requirement requirements/${PACKAGES}.txt
COPY . .
RUN CARAVAN_DATA=/tmp/build .venv/bin/python manage.py compile_catalogues \
    && python3 -m compileall -q companion

FROM ${DEBIAN_IMAGE}
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install --yes --no-install-recommends python3 \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --uid 999 --user-group --home-dir /data --shell /usr/sbin/nologin caravan \
    && install --directory --owner caravan --group caravan --mode 700 /data
COPY --from=build /caravan /caravan
WORKDIR /caravan
ENV CARAVAN_DATA=/data PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1
VOLUME /data
EXPOSE 8000
USER 999:999
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s CMD ["scripts/alive"]
CMD ["scripts/serve"]
