# The site as an image: content, settings and functions of this folder are in it, what it keeps is in the volume /data.
#   docker build -t porchlight . && docker run --init -p 3000:3000 -v porchlight:/data porchlight

FROM node:24-bookworm-slim AS build
# Empty: where the volume will be.
WORKDIR /data
WORKDIR /site
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev
COPY . .
RUN npm run build
# What only a build needs, and the Node among the packages: the image has its own.
RUN npm uninstall --no-save --omit=dev --ignore-scripts vite @vitejs/plugin-react @tailwindcss/vite tailwindcss node

FROM node:24-bookworm-slim
ENV HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /site
COPY --from=build /site ./
COPY --from=build --chown=node:node /data /data
# Root where a volume belongs to root, as on Fly. The database then still runs as another user.
ARG RUN_AS=node
USER $RUN_AS
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Node itself, not npm: it gets SIGTERM, finishes its requests and closes the database within 15 seconds.
STOPSIGNAL SIGTERM
CMD ["node", "main.ts"]
