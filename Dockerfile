# syntax=docker/dockerfile:1
FROM node:24-slim AS packages
WORKDIR /site
COPY package.json package-lock.json .npmrc ./

FROM packages AS build
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build

FROM packages AS run-time
RUN npm ci --omit=dev --no-audit --no-fund && npm cache clean --force

FROM node:24-slim
ENV NODE_ENV=production PORT=3000 DATA_DIR=/data
WORKDIR /site
RUN mkdir /data && chown node:node /data
COPY --from=run-time /site/node_modules node_modules
COPY --from=build /site/build build
COPY --from=build /site/package.json ./
COPY --from=build /site/bin bin
USER node
VOLUME /data
# A brand of your own: -v ./brand:/brand:ro -e BRAND=/brand/brand.json (docs/brand.md).
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
# node itself is process 1: npm would swallow SIGTERM, and the site would be killed in the middle of a deposit.
CMD ["node", "bin/start.mjs"]
