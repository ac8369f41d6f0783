# syntax=docker/dockerfile:1
# A tag moves: pin it by digest with --build-arg NODE_IMAGE=node:26-slim@sha256:… (docs/deployment.md, the container).
ARG NODE_IMAGE=node:26-slim
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

FROM ${NODE_IMAGE}
ARG NODE_IMAGE
LABEL org.opencontainers.image.base.name="${NODE_IMAGE}"
# The C library keeps memory that Node's threads have freed: with two arenas a site with an upstream takes 15 MB less.
ENV NODE_ENV=production PORT=3000 DATA_DIR=/data MALLOC_ARENA_MAX=2
WORKDIR /site
# Some platforms run the image as any user of group 0, OpenShift by default.
RUN mkdir /data /backup && chown 1000:0 /data /backup && chmod 775 /data /backup
COPY --from=run-time /site/node_modules node_modules
COPY --from=run-time /site/sbom.cdx.json ./
COPY --from=build /site/build build
COPY --from=build /site/package.json ./
COPY --from=build /site/bin bin
# A number, so that an orchestrator can see that it is not root. Only /data is written to, and /backup by bin/nightly.sh.
USER 1000:1000
VOLUME /data
# A brand of your own: -v ./brand:/brand:ro -e BRAND=/brand/brand.json (docs/brand.md).
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
# node itself is process 1: npm would swallow SIGTERM, and the site would be killed in the middle of a deposit.
CMD ["node", "--max-semi-space-size=8", "bin/start.mjs"]
