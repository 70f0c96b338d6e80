FROM node:24-slim AS build
WORKDIR /app
COPY . .
# Installing also builds (prepare). "install" instead of "ci", because the lockfile lists the binaries of one platform only. The image
# has its own Node, so the npm package node is removed.
RUN --mount=type=cache,target=/root/.npm \
    npm install --no-audit --no-fund \
 && npm prune --omit=dev --ignore-scripts --no-audit --no-fund \
 && rm -rf node_modules/node node_modules/.bin/node

FROM node:24-slim
ENV NODE_ENV=production DATA_DIR=/data
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY --from=build /app/schema schema
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 4000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 4000}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--import", "./dist/src/source-maps.js", "dist/src/main.js"]
