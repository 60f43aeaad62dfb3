# hadolint global ignore=DL3008,DL3013
FROM python:3.13-slim AS build
ENV ONIRIUM_COMPILE=release
RUN apt-get update && apt-get install -y --no-install-recommends build-essential \
    && rm -rf /var/lib/apt/lists/*
COPY . /onirium
RUN python -m venv /opt/build \
    && /opt/build/bin/pip install --no-cache-dir --require-hashes -r /onirium/deploy/build-requirements.txt \
    && /opt/build/bin/pip wheel --no-deps --no-build-isolation -w /wheel /onirium
RUN python -m venv /opt/onirium \
    && /opt/onirium/bin/pip install --no-cache-dir --require-hashes -r /onirium/deploy/requirements.txt \
    && /opt/onirium/bin/pip install --no-cache-dir --no-deps /wheel/*.whl

FROM python:3.13-slim
COPY --from=build /opt/onirium /opt/onirium
RUN useradd --system --uid 10001 onirium && install -d -o onirium /data
USER 10001
VOLUME /data
ENV ONIRIUM_SERVE_DATA_DIR=/data \
    ONIRIUM_SERVE_HOST=0.0.0.0 \
    ONIRIUM_SERVE_PORT=8765 \
    ONIRIUM_SERVE_LOG_JSON=true
EXPOSE 8765
HEALTHCHECK CMD ["/opt/onirium/bin/python", "-c", "import urllib.request as r; r.urlopen('http://127.0.0.1:8765/healthz', timeout=5)"]
ENTRYPOINT ["/opt/onirium/bin/onirium"]
CMD ["serve"]
