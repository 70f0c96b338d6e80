# The gateway for production, on PostgreSQL: without the embedded database, the embedded chain and Swagger UI.
#
# For an image that others use, name both base images by digest (docs/operations.md#image):
#   --build-arg NODE_IMAGE=node@sha256:… --build-arg BASE_IMAGE=debian@sha256:…
ARG NODE_IMAGE=node:24-bookworm-slim
ARG BASE_IMAGE=debian:bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /source
COPY package.json package-lock.json ./
COPY clients/typescript/package.json clients/typescript/
# No script of a package is needed to build.
RUN --mount=type=cache,target=/root/.npm npm ci --ignore-scripts --no-audit --no-fund
COPY . .
# The commit, which `giveaways --version` prints; there is no git here.
ARG COMMIT=
# The image has the files of the package, and what the lockfile names for production.
RUN npm run build \
 && npm pack --ignore-scripts --silent --pack-destination /tmp \
 && mkdir /app && tar -xzf /tmp/*.tgz -C /app --strip-components=1 && cp package-lock.json /app
# Packages that the image has besides, for trials, such as '@foundry-rs/anvil*'.
ARG EXTRAS=
# Types, maps and documents are for those who develop.
RUN --mount=type=cache,target=/root/.npm \
    cd /app && npm ci --omit=dev --ignore-scripts --no-audit --no-fund && rm package-lock.json \
 && find node_modules -type f \( -name '*.map' -o -name '*.ts' -o -name '*.mts' -o -name '*.cts' -o -name '*.md' \) \
      ! -iname 'licen[cs]e*' ! -iname 'notice*' -delete \
 && cd /source/node_modules && { [ -z "$EXTRAS" ] || cp -a --parents $EXTRAS /app/node_modules; }

FROM ${BASE_IMAGE}
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=build /app /app
COPY deploy/image/healthcheck /usr/local/bin/healthcheck
RUN ln -s /app/dist/src/cli/main.js /usr/local/bin/giveaways && install -d -m 700 -o 10001 -g 10001 /data
ENV NODE_ENV=production DATA_DIR=/data
WORKDIR /app
# A number, so that Kubernetes sees that it is not root.
USER 10001:10001
VOLUME /data
EXPOSE 4000 9464
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 CMD ["healthcheck"]
CMD ["node", "--import", "./dist/src/source-maps.js", "dist/src/main.js"]
