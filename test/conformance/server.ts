/**
 * The product's own HTTP and MCP layers with the conformance suite's fixtures on top, for one run of the suite. Prints
 * its address and a key.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '../../src/http/app.ts';
import { listen } from '../../src/http/server.ts';
import { createServer } from '../../src/mcp/server.ts';
import { DEFAULT_TOOLSETS } from '../../src/mcp/tools/toolsets.ts';
import { mcpHttp } from '../../src/mcp/transport/http.ts';
import { localOwner } from '../../src/service/access/authenticate.ts';
import { createKey } from '../../src/service/access/keys.ts';
import { openService } from '../../src/service/service.ts';
import { withFixtures } from './overlay.ts';

const service = openService({ path: join(mkdtempSync(join(tmpdir(), 'insights-conformance-')), 'fixtures.db') });
const { value } = createKey(service, {
  user_id: localOwner(service).user.id,
  label: 'conformance',
  scopes: ['*'],
  project_ids: null,
});
const mcp = mcpHttp(service, { read_only: false, toolsets: DEFAULT_TOOLSETS }, (...of) =>
  withFixtures(createServer(...of)),
);
const app = createApp(service, { rate_limit: false, mounts: [{ path: '/mcp', fetch: mcp.fetch }] });
const server = await listen(app, { host: '127.0.0.1', port: 0 });
process.stdout.write(`${JSON.stringify({ port: server.port, key: value })}\n`);
process.once('SIGTERM', () => process.exit(0));
