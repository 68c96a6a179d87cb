/**
 * `node test/clients/record.ts`: records what unmodified libraries of other products send, one file each, to
 * `recorded/`. Their tests use the libraries as installed; these files hold what they sent when they were recorded.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { createInstance, Identify } from '@amplitude/analytics-node';
import { OTLPLogExporter } from '@opentelemetry/exporter-logs-otlp-http';
import { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs';
import { Analytics } from '@segment/analytics-node';
import { buildPageView, buildSelfDescribingEvent, buildStructEvent, newTracker } from '@snowplow/node-tracker';
import Mixpanel from 'mixpanel';

const FOLDER = join(import.meta.dirname, 'recorded');
/** Stands where the project's token belongs. */
const TOKEN = 'phc_recorded';
const HOUR_MS = 3_600_000;

interface Recorded {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const KEPT = ['authorization', 'content-type'];

/** Runs a library against a server that takes everything. `answer`: what the library expects. */
async function record(name: string, answer: string, run: (base: string) => Promise<void>): Promise<void> {
  const recorded: Recorded[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const bytes = Buffer.concat(chunks);
      const headers = Object.fromEntries(KEPT.map((one) => [one, String(request.headers[one] ?? '')]));
      const plain = bytes[0] === 0x1f ? gunzipSync(bytes) : bytes;
      recorded.push({ path: request.url ?? '', headers, body: plain.toString('utf8') });
      response.end(answer);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  await run(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  await sleep(500);
  server.closeAllConnections();
  server.close();
  writeFileSync(
    join(FOLDER, `${name}.json`),
    `${JSON.stringify({ at_ms: Date.now(), requests: recorded }, null, 2)}\n`,
  );
}

async function segment(base: string): Promise<void> {
  const client = new Analytics({ writeKey: TOKEN, host: base, flushAt: 20 });
  client.track({ anonymousId: 'visitor', event: 'Signed Up', properties: { plan: 'free' } });
  client.identify({ userId: 'ana', anonymousId: 'visitor', traits: { city: 'Oslo' } });
  const context = {
    groupId: 'acme',
    campaign: { source: 'news', name: 'spring', medium: 'mail' },
    ip: '203.0.113.5',
    locale: 'nb-NO',
  };
  client.track({ userId: 'ana', event: 'Signed Up', properties: { plan: 'pro' }, context });
  client.track({ userId: 'ben', event: 'Signed Up', timestamp: new Date(Date.now() - HOUR_MS) });
  client.page({ userId: 'ben', name: 'Home', properties: { url: 'http://x/', path: '/' } });
  client.screen({ userId: 'ben', name: 'Start' });
  client.group({ userId: 'ana', groupId: 'acme', traits: { size: 5 } });
  client.alias({ userId: 'ben', previousId: 'ben-before' });
  await client.closeAndFlush();
}

async function amplitude(base: string): Promise<void> {
  const client = createInstance();
  await client.init(TOKEN, { serverUrl: `${base}/2/httpapi`, flushQueueSize: 50 }).promise;
  client.track('Bought', { plan: 'free' }, { device_id: 'phone-1', time: Date.now() - HOUR_MS, os_name: 'iOS' });
  client.track('Bought', { plan: 'pro' }, { user_id: 'ana', groups: { company: 'acme' }, session_id: 7 });
  client.identify(new Identify().set('city', 'Oslo').setOnce('first', 'yes').unset('old'), {
    user_id: 'ana',
    device_id: 'phone-1',
  });
  client.groupIdentify('company', 'acme', new Identify().set('size', 5));
  await client.flush().promise;
}

async function mixpanel(base: string): Promise<void> {
  const client = Mixpanel.init(TOKEN, { host: new URL(base).host, protocol: 'http' });
  const sent = (run: (done: () => void) => void) => new Promise<void>((resolve) => run(resolve));
  const time = Math.floor((Date.now() - HOUR_MS) / 1_000);
  await sent((done) => client.track('Bought', { distinct_id: 'ana', plan: 'pro', time }, done));
  const batch = [{ event: 'Bought', properties: { distinct_id: 'ben', plan: 'free' } }];
  await sent((done) => client.track_batch(batch, done as never));
  await sent((done) => client.people.set('ana', { city: 'Oslo' }, done));
  await sent((done) => client.people.set_once('ana', 'first', 'yes', done));
  await sent((done) => client.groups.set('company', 'acme', { size: 5 }, done));
}

async function snowplow(base: string): Promise<void> {
  const tracker = newTracker(
    { namespace: 'shop', appId: TOKEN, encodeBase64: true },
    { endpoint: base, bufferSize: 10, eventMethod: 'post' },
  );
  tracker.setUserId('ana');
  tracker.setDomainUserId('visitor');
  tracker.setScreenResolution('1920', '1080');
  tracker.setLang('nb-NO');
  const page = { schema: 'iglu:com.acme/shop_page/jsonschema/1-0-0', data: { kind: 'prices' } };
  tracker.track(buildPageView({ pageUrl: 'http://x/pricing?utm_source=news', pageTitle: 'Prices' }), [page]);
  const data = { plan: 'pro', seats: 5 };
  tracker.track(buildSelfDescribingEvent({ event: { schema: 'iglu:com.acme/signed_up/jsonschema/2-1-0', data } }));
  const bought = buildStructEvent({ category: 'shop', action: 'bought', label: 'shoes', value: 12.5 });
  tracker.track(bought, null, { type: 'ttm', value: Date.now() - HOUR_MS });
  tracker.flush();
}

async function otelLogs(base: string): Promise<void> {
  const headers = { Authorization: `Bearer ${TOKEN}` };
  const exporter = new OTLPLogExporter({ url: `${base}/v1/logs`, headers });
  const provider = new LoggerProvider({ processors: [new BatchLogRecordProcessor({ exporter })] });
  const logger = provider.getLogger('shop');
  const attributes = { 'user.id': 'ana', plan: 'pro', seats: 5, tags: ['a', 'b'], 'session.id': 's1' };
  logger.emit({ eventName: 'signed up', timestamp: Date.now() - HOUR_MS, attributes, body: { size: { deep: true } } });
  logger.emit({ severityText: 'INFO', body: 'a line, and no event', attributes });
  await provider.forceFlush();
  await provider.shutdown();
}

mkdirSync(FOLDER, { recursive: true });
await record('segment', '{"success":true}', segment);
await record('amplitude', '{"code":200}', amplitude);
await record('mixpanel', '1', mixpanel);
await record('snowplow', 'ok', snowplow);
await record('otel_logs', '{}', otelLogs);
process.exit();
