import { rmSync } from 'node:fs';
import { serve } from '@hono/node-server';
import { openService } from '/work/main/src/service/service.ts';
import { captureRoutes } from '/work/main/src/http/capture.ts';
const path = '/tmp/ingest/http.db'; for (const s of ['', '-wal', '-shm']) rmSync(path + s, { force: true });
const service = openService({ path, log: { info() {}, warn() {}, error: console.error } as any });
serve({ fetch: captureRoutes(service).fetch, port: 0, hostname: '127.0.0.1' }, (i) => process.send!({ port: i.port, token: service.store.projects.list()[0]!.api_token }));
process.on('message', async () => { await service.close(); process.exit(0); });
