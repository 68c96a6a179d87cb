# The server in a container: no shell, no package manager, no root. The database lies in the volume /data.
#   docker build -t insights-mcp .
#   docker run -p 8787:8787 -v insights:/data insights-mcp
FROM node:24-bookworm-slim AS build
WORKDIR /checkout
COPY . .
RUN npm ci && mkdir /packed && npm pack --pack-destination /packed
WORKDIR /app
RUN tar xzf /packed/insights-mcp-*.tgz --strip-components 1 \
  && cp /checkout/package-lock.json . \
  && npm ci --omit=dev --omit=optional --ignore-scripts \
  && mkdir /data

FROM gcr.io/distroless/nodejs24-debian12:nonroot
COPY --from=build /app /app
COPY --from=build --chown=65532:65532 /data /data
ENV INSIGHTS_MCP_DB=/data/insights.db
VOLUME /data
EXPOSE 8787
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
  CMD ["/nodejs/bin/node", "-e", "fetch('http://127.0.0.1:8787/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["/nodejs/bin/node", "/app/bin/insights-mcp.js"]
CMD ["serve", "--host", "0.0.0.0"]
