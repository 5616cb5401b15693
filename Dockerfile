# The product: web app, API and background work in one process, with the commands ops, doctor, setup, backup,
# nightly-backup and restore. Build it with `docker build -t nerdify .`.
FROM node:24.21.0-trixie-slim@sha256:8ec5d7557396cfe32d21c3f9c13072355ceab22b584578ca4bb28af31120cffe AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY apps/api/package.json apps/api/
COPY apps/desk/package.json apps/desk/
COPY apps/sandbox/package.json apps/sandbox/
COPY apps/web/package.json apps/web/
COPY bench/package.json bench/
COPY e2e/package.json e2e/
COPY packages/browser/package.json packages/browser/
COPY packages/contract/package.json packages/contract/
COPY packages/domain/package.json packages/domain/
COPY packages/ui/package.json packages/ui/
RUN npm ci --ignore-scripts
COPY . .
# What the server opens: no packages of browsers and the sandbox, and no embedded database, which production refuses.
RUN node apps/web/build.ts && node apps/desk/build.ts \
    && npm ci --omit=dev --omit=optional --ignore-scripts -w @nerdify/api -w @nerdify/contract -w @nerdify/domain \
    && rm -r node_modules/@electric-sql

FROM node:24.21.0-trixie-slim@sha256:8ec5d7557396cfe32d21c3f9c13072355ceab22b584578ca4bb28af31120cffe
# pg_dump and pg_restore, of the major version of the database in compose.yaml.
RUN apt-get update && apt-get install --yes --no-install-recommends postgresql-client-17 && rm -rf /var/lib/apt/lists/*
# The session of `ops sign-in` is in a folder that compose.yaml leaves writable. OPS_COMMAND is how texts call it. More
# arenas of the allocator, one a thread, only hold memory that was freed.
ENV NODE_ENV=production DATA_DIR=/data XDG_STATE_HOME=/tmp MALLOC_ARENA_MAX=2 OPS_COMMAND=ops
WORKDIR /app
COPY --from=build --chown=root:root /app/node_modules node_modules
COPY --from=build --chown=root:root /app/package.json ./
COPY --from=build --chown=root:root /app/packages/contract packages/contract
COPY --from=build --chown=root:root /app/packages/domain packages/domain
COPY --from=build --chown=root:root /app/apps/api apps/api
COPY --from=build --chown=root:root /app/apps/web/dist apps/web/dist
COPY --from=build --chown=root:root /app/apps/desk/dist apps/desk/dist
COPY --from=build --chown=root:root /app/tools tools
RUN for command in ops:tools/operations doctor:apps/api/src/doctor setup:apps/api/src/setup backup:tools/backup \
      nightly-backup:tools/nightly-backup restore:tools/restore; do \
      file="/usr/local/bin/${command%%:*}"; \
      printf '#!/bin/sh\nexec node /app/%s.ts "$@"\n' "${command#*:}" > "$file" && chmod 755 "$file"; \
    done && mkdir /data /backups && chown node:node /data /backups
USER node
VOLUME /data /backups
EXPOSE 3000 3001 3002
HEALTHCHECK --interval=10s --start-period=30s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "apps/api/src/main.ts"]
