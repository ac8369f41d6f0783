# syntax=docker/dockerfile:1
# A tag moves: pin it by digest with --build-arg NODE_IMAGE=node:26-slim@sha256:… (docs/operations.md, the image).
ARG NODE_IMAGE=node:26-slim
# Of the database's version, because an older pg_dump refuses a newer server.
ARG POSTGRES_IMAGE=postgres:17
FROM ${NODE_IMAGE} AS packages
ARG NODE_IMAGE
RUN echo "Base image ${NODE_IMAGE}: Node $(node --version), npm $(npm --version), $(. /etc/os-release && echo "$PRETTY_NAME")"
WORKDIR /site
COPY package.json package-lock.json .npmrc ./

FROM packages AS build
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build

FROM packages AS run-time
# Without the build tools in package.json the list is of what is installed, and nothing else.
RUN npm ci --omit=dev --no-audit --no-fund && npm pkg delete devDependencies && npm sbom --sbom-format=cyclonedx > sbom.cdx.json

# Backs up and audits on a schedule: the desk beside pg_dump (docker build --target backup; docs/deployment.md, backups).
FROM ${POSTGRES_IMAGE} AS backup
# What Node needs of Debian.
RUN apt-get update && apt-get install --yes --no-install-recommends libatomic1 libstdc++6 && rm -rf /var/lib/apt/lists/*
WORKDIR /site
RUN mkdir /backup && chown 1000:1000 /backup
COPY --from=packages /usr/local/bin/node /usr/local/bin/node
COPY --from=run-time /site/node_modules node_modules
COPY --from=build /site/build build
COPY --from=build /site/package.json ./
COPY --from=build /site/bin bin
USER 1000:1000
VOLUME /backup
ENTRYPOINT []
CMD ["sh", "bin/nightly.sh", "http://site:3000", "/backup"]

FROM ${NODE_IMAGE}
ARG NODE_IMAGE
LABEL org.opencontainers.image.base.name="${NODE_IMAGE}"
# The C library keeps memory that Node's threads have freed: with two arenas a site with an upstream takes 15 MB less.
ENV NODE_ENV=production PORT=3000 DATA_DIR=/data MALLOC_ARENA_MAX=2
WORKDIR /site
RUN mkdir /data && chown 1000:1000 /data
COPY --from=run-time /site/node_modules node_modules
COPY --from=run-time /site/sbom.cdx.json ./
COPY --from=build /site/build build
COPY --from=build /site/package.json ./
COPY --from=build /site/bin bin
# A number, so that an orchestrator can see that it is not root. Only /data is written to.
USER 1000:1000
VOLUME /data
# A brand of your own: -v ./brand:/brand:ro -e BRAND=/brand/brand.json (docs/brand.md).
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
# node itself is process 1: npm would swallow SIGTERM, and the site would be killed in the middle of a deposit.
CMD ["node", "--max-semi-space-size=8", "bin/start.mjs"]
