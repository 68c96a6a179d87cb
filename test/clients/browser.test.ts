/**
 * Pages in a real browser, with the browser library loaded from this server by a tag, as its documentation says. What
 * visitors do is what is stored, field by field.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { BrowserFiles } from '../../src/http/browser/files.ts';
import { localOwner } from '../../src/service/access/authenticate.ts';
import { call } from '../../src/service/gate/call.ts';
import { operationNamed } from '../../src/service/operations/index.ts';
import { openBrowser } from '../view/host.ts';
import { type Asking, askingOf, type StoredEvent } from './asking.ts';

const WAIT_MS = 15_000;

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const BODY = `
  <form id="order" onsubmit="return false">
    <button class="buy big" type="button" data-plan="pro; monthly">Buy <b>now</b></button>
    <input name="coupon" type="text"><input name="word" type="password">
    <select name="size"><option>small<option>large</select>
    <button id="send">Send "it"</button>
  </form>
  <div class="ph-no-capture"><button id="private">Private</button></div>
  <a href="/next?from=shop">Next page</a>`;

/** Forms of the tag. */
const TAGS = {
  bootstrap: ({ base }: Asking) =>
    `<script src="${base}/static/loader-bootstrap.js" data-asset-host="${base}"></script>`,
  script: ({ base }: Asking) => `<script src="${base}/static/array.js"></script>`,
  'script with settings': ({ base, token }: Asking) => `<script src="${base}/array/${token}/array.js"></script>`,
};

/** Shortest and longest that the library takes. */
const SOON_MS = 250;
const LATE_MS = 5_000;

/**
 * The site is another origin; each of its pages has the library. What waits when a page is left goes by beacon; what
 * is being packed just then is lost by the library, so pages that are left keep it waiting.
 */
async function siteOf(asking: Asking, tag: keyof typeof TAGS = 'bootstrap', flush_ms = LATE_MS): Promise<string> {
  const options = JSON.stringify({
    api_host: asking.base,
    defaults: '2025-05-24',
    opt_out_useragent_filter: true, // else the library is silent where nobody sits
    request_queue_config: { flush_interval_ms: flush_ms },
  });
  const page = `<!doctype html><title>Shop</title>${TAGS[tag](asking)}
    <script>posthog.init('${asking.token}', ${options})</script><main>${BODY}</main>`;
  const server = createServer((_, answer) => answer.setHeader('Content-Type', 'text/html').end(page));
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  onTestFinished(() => void server.close());
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}

interface Visitor {
  readonly context: BrowserContext;
  readonly page: Page;
  /** All requests to the product. */
  readonly sent: Request[];
  /** Errors of the pages. */
  readonly troubles: string[];
}

async function visitorOf({ base }: Asking): Promise<Visitor> {
  const context = await browser.newContext({ viewport: { width: 1_000, height: 700 } });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const [sent, troubles]: [Request[], string[]] = [[], []];
  page.on('request', (request) => request.url().startsWith(base) && sent.push(request));
  page.on('pageerror', (error) => troubles.push(String(error)));
  return { context, page, sent, troubles };
}

/** Opens a page, ready for clicks: the settings have arrived. */
async function open({ page }: Visitor, url: string): Promise<void> {
  const settings = page.waitForResponse(/\/array\/[^/]+\/(config|array)/, { timeout: WAIT_MS });
  await page.goto(url);
  await settings;
  await page.waitForFunction('window.posthog?.__loaded && posthog.autocapture?.isEnabled !== undefined');
}

/** Stored events, once there are so many. */
async function stored(asking: Asking, count: number): Promise<StoredEvent[]> {
  await expect.poll(async () => (await asking.list()).length, { timeout: WAIT_MS }).toBeGreaterThanOrEqual(count);
  return asking.list();
}

const script = <T>(page: Page, text: string) => page.evaluate(text) as Promise<T>;

function make(asking: Asking, name: string, input: Record<string, unknown>) {
  const operation = operationNamed(name);
  return call(asking.service, localOwner(asking.service), operation, input) as Promise<{ id: number }>;
}

const FORM = 'form:attr__id="order"attr__onsubmit="return false"attr_id="order"nth-child="1"nth-of-type="1"';
const OUTSIDE = 'main:nth-child="1"nth-of-type="1";body:nth-child="2"nth-of-type="1"';
const inForm = (element: string) => `${element};${FORM};${OUTSIDE}`;
const BUY =
  'button.big.buy:attr__class="buy big"attr__data-plan="pro; monthly"attr__type="button"nth-child="1"nth-of-type="1"text="Buy"';

/** type of the event -> elements, of what `shop` does there. */
const DONE = [
  ['click', inForm(`b:nth-child="1"nth-of-type="1"text="now";${BUY}`)],
  ['change', inForm('input:attr__name="coupon"nth-child="2"nth-of-type="1"')],
  ['change', inForm('input:attr__name="word"nth-child="3"nth-of-type="2"')],
  ['change', inForm('select:attr__name="size"nth-child="4"nth-of-type="1"')],
  ['click', inForm('button:attr__id="send"attr_id="send"nth-child="5"nth-of-type="2"text="Send \\"it\\""')],
  ['submit', `${FORM};${OUTSIDE}`],
  [
    'click',
    `a:attr__href="/next?from=shop"href="/next?from=shop"nth-child="3"nth-of-type="1"text="Next page";${OUTSIDE}`,
  ],
];

async function shop(page: Page): Promise<void> {
  await page.click('button.buy b');
  await page.fill('[name=coupon]', 'TEN');
  await page.fill('[name=word]', 'hunter2');
  await page.selectOption('[name=size]', 'large');
  await page.click('#private');
  await page.click('#send');
  await page.click('a');
  await page.waitForURL('**/next**');
}

const STEPS: [number, Record<string, string>][] = [
  [1, { selector: 'button.buy' }],
  [1, { selector: 'form#order > .buy.big b' }],
  [1, { selector: '[data-plan="pro; monthly"]' }],
  [2, { selector: '#order button' }],
  [0, { selector: 'main > button.buy' }],
  [1, { selector: 'select[name="size"]:nth-child(4)' }],
  [1, { text: 'Next page' }],
  [1, { text: 'Send "it"' }],
  [1, { text: 'end "i', text_matching: 'contains' }],
  [1, { href: '/next?from=shop' }],
  [1, { href: '^/next', href_matching: 'regex', tag_name: 'a' }],
  [0, { href: '/nex' }],
  [2, { tag_name: 'button' }],
];

test('clicks, changes and submits are stored with their elements, and actions find them', async () => {
  const asking = await askingOf();
  const site = await siteOf(asking);
  const visitor = await visitorOf(asking);
  const started_ms = Date.now();
  await open(visitor, `${site}/?utm_source=news`);
  await shop(visitor.page);
  const events = await stored(asking, 2 + DONE.length + 1);

  const here = { $current_url: `${site}/?utm_source=news`, $pathname: '/', $host: new URL(site).host };
  // The library's clock is corrected by each request, so events of two requests may change places on a busy machine.
  const named = (event: string, path = '/') =>
    events.find(({ event: name, properties }) => name === event && properties['$pathname'] === path);
  const visited = named('$pageview');
  const { $device_id, $session_id, $window_id, $pageview_id } = visited!.properties;
  const lib = { $lib: 'web', $lib_version: '1.449.2', $device_type: 'Desktop', $browser: 'Chrome' };
  const always = { ...lib, $device_id, $session_id, $window_id, token: asking.token, $is_identified: false };
  expect(visited).toMatchObject({
    event: '$pageview',
    distinct_id: $device_id,
    properties: { ...always, ...here, title: 'Shop', utm_source: 'news', $referrer: '$direct', $viewport_width: 1_000 },
  });
  expect(Date.parse(visited!.timestamp)).toBeGreaterThan(started_ms - 1_000);
  const captured = events.filter(({ event }) => event === '$autocapture');
  const told = captured.map(({ properties }) => [properties['$event_type'], properties['$elements_chain']]);
  expect(told.map(String).sort()).toEqual(DONE.map(String).sort());
  for (const { distinct_id, properties } of captured) {
    expect({ distinct_id, properties }).toMatchObject({ distinct_id: $device_id, properties: { ...always, ...here } });
    expect(properties).toMatchObject({ $ce_version: 1, $pageview_id });
    expect(JSON.stringify(properties)).not.toMatch(/hunter2|TEN|Private/);
  }
  const [left, next] = [named('$pageleave'), named('$pageview', '/next')];
  expect(left).toMatchObject({
    event: '$pageleave',
    properties: { ...always, ...here, $prev_pageview_id: $pageview_id, $prev_pageview_pathname: '/' },
  });
  expect(left!.properties['$prev_pageview_duration']).toBeGreaterThan(0);
  expect(next).toMatchObject({
    event: '$pageview',
    distinct_id: $device_id,
    properties: { ...always, $current_url: `${site}/next?from=shop` },
  });
  expect(next!.properties['$pageview_id']).not.toBe($pageview_id);
  expect(visitor.troubles).toEqual([]);

  for (const [count, step] of STEPS) {
    const { id } = await make(asking, 'create_action', { name: 'A', steps: [{ event: '$autocapture', ...step }] });
    expect(await asking.trend({ actions: [{ id }] }), JSON.stringify(step)).toEqual({ A: count });
  }
});

test('what is off is not asked for; what is asked for says that there is none', async () => {
  const asking = await askingOf();
  const visitor = await visitorOf(asking);
  const { page, sent, troubles } = visitor;
  await open(visitor, await siteOf(asking, 'bootstrap', SOON_MS));
  await page.click('button.buy');
  await stored(asking, 2);
  expect(await script(page, 'posthog.sessionRecordingStarted()')).toBe(false);
  expect(await script(page, 'new Promise((done) => posthog.getSurveys(done, true))')).toEqual([]);
  expect(await script(page, 'new Promise((done) => posthog.getEarlyAccessFeatures(done, true))')).toEqual([]);
  expect(await script(page, 'posthog.isFeatureEnabled("beta")')).toBeFalsy();
  const scripts = sent.filter((request) => request.resourceType() === 'script').map((request) => request.url());
  expect(scripts.join(' ')).not.toMatch(/recorder|dead-clicks|web-vitals|exception|toolbar|heatmap/);
  expect(scripts.length).toBeGreaterThan(2);
  const refused = (await Promise.all(sent.map((request) => request.response()))).filter(
    (response) => response !== null && response.status() >= 400 && response.status() !== 503,
  );
  expect(refused.map((response) => response!.url())).toEqual([]);
  expect(troubles).toEqual([]);
});

test('a project that wants no clicks gets none, but pages and what its own code captures', async () => {
  const asking = await askingOf();
  await make(asking, 'update_project', { autocapture_opt_out: true });
  const visitor = await visitorOf(asking);
  const { page } = visitor;
  await open(visitor, await siteOf(asking, 'script with settings'));
  await page.click('button.buy');
  await script(page, 'posthog.capture("bought", { plan: "pro" })');
  await page.click('a');
  const events = await stored(asking, 4);
  expect(events.map(({ event }) => event).sort()).toEqual(['$pageleave', '$pageview', '$pageview', 'bought']);
});

test('an anonymous visitor, known by name, in a group, comes back, and leaves by logging out', async () => {
  const asking = await askingOf();
  const site = await siteOf(asking, 'script');
  const visitor = await visitorOf(asking);
  const { page } = visitor;
  await open(visitor, site);
  const anonymous = await script<string>(page, 'posthog.get_distinct_id()');
  await script(page, 'posthog.identify("ana", { email: "ana@example.com" }, { first_plan: "free" })');
  await script(page, 'posthog.group("company", "acme", { size: 5 })');
  await page.click('button.buy');
  await page.reload();
  await stored(asking, 6);
  await page.click('#send');
  await script(page, 'posthog.reset()');
  await script(page, 'posthog.capture("browsed")');
  await page.goto('about:blank');
  const events = await stored(asking, 10);
  const bought = events.find(({ event }) => event === '$autocapture')!;
  expect(bought).toMatchObject({
    distinct_id: 'ana',
    properties: { $is_identified: true, $groups: { company: 'acme' }, $group_0: 'acme', $user_id: 'ana' },
  });
  expect(events.find(({ event }) => event === '$identify')).toMatchObject({
    distinct_id: 'ana',
    properties: { $anon_distinct_id: anonymous },
  });
  const { people, groups } = asking.service.store;
  const ana = people.find(1, 'ana')!;
  expect(people.find(1, anonymous)?.person_ord).toBe(ana.person_ord);
  expect(people.get(1, ana.person_ord)!.properties).toMatchObject({ email: 'ana@example.com', first_plan: 'free' });
  expect(groups.get(1, 0, 'acme')?.properties).toEqual({ size: 5 });
  const again = [anonymous, 'ana'].map((id) =>
    events.find(({ event, distinct_id }) => event === '$pageview' && distinct_id === id),
  );
  expect(again[1]!.properties['$session_id']).toBe(again[0]!.properties['$session_id']);
  expect(events.filter(({ event }) => event === '$pageview')).toHaveLength(2);
  const browsed = events.find(({ event }) => event === 'browsed')!;
  expect([anonymous, 'ana']).not.toContain(browsed.distinct_id);
  expect(browsed.properties).toMatchObject({ $is_identified: false });
});

test('nothing is lost while the visitor is offline, or told twice; packed bodies and beacons are read', async () => {
  const asking = await askingOf();
  const visitor = await visitorOf(asking);
  const { context, page, sent } = visitor;
  await open(visitor, await siteOf(asking));
  await stored(asking, 1);
  await context.setOffline(true);
  const failed = page.waitForEvent('requestfailed', { timeout: WAIT_MS });
  await script(page, `posthog.capture("tunnel", { text: "${'x'.repeat(2_000)}" }, { send_instantly: true })`);
  await failed;
  const alone = (await asking.list()).map(({ event }) => event);
  expect(alone).toEqual(['$pageview']);
  await context.setOffline(false);
  await stored(asking, 2);
  await script(page, 'posthog.capture("by beacon", {}, { transport: "sendBeacon" })');
  await stored(asking, 3);
  await script(page, 'posthog.capture("leaving")');
  await page.goto('about:blank');
  const events = await stored(asking, 5);
  const names = events.map(({ event }) => event).sort();
  expect(names).toEqual(['$pageleave', '$pageview', 'by beacon', 'leaving', 'tunnel']);
  const tunnel = events.find(({ event }) => event === 'tunnel')!;
  expect(tunnel.properties['text']).toHaveLength(2_000);
  const posted = sent.filter((request) => request.method() === 'POST');
  expect(posted.map((request) => request.resourceType())).toContain('ping');
  const packed = posted.map((request) => request.postDataBuffer()).filter((body) => body?.[0] === 0x1f);
  expect(gunzipSync(packed[0]!).toString()).toContain(asking.token);
});

test('scripts are those of the package, and nothing else', async () => {
  const { base } = await askingOf();
  const got = await fetch(`${base}/static/array.js`, { headers: { 'accept-encoding': 'identity' } });
  expect(got.headers.get('content-type')).toContain('javascript');
  const tag = got.headers.get('etag')!;
  for (const [held, status] of [
    [tag, 304],
    [`W/${tag}`, 304],
    [`"other", ${tag}`, 304],
    ['*', 304],
    ['"other"', 200],
  ] as const) {
    const asked = await fetch(`${base}/static/1/array.js`, { headers: { 'if-none-match': held } });
    expect([held, asked.status]).toEqual([held, status]);
  }
  expect((await got.text()).length).toBeGreaterThan(100_000);
  for (const path of [
    'none.js',
    'array.js.map',
    '..%2Fpackage.json',
    '1.0.0/array.js',
    'rrweb.d.ts',
    '%2e%2e/lib.js',
  ]) {
    expect((await fetch(`${base}/static/${path}`)).status, path).toBe(404);
  }
});

test('where the package is missing the answer says how to get it', async () => {
  const files = new BrowserFiles('posthog-js-of-somebody-else');
  await expect(files.answer(new Request('http://x/'), 'array.js', null)).rejects.toMatchObject({
    code: 'not_found',
    message: expect.stringContaining('npm install posthog-js-of-somebody-else@1.449.2'),
  });
});
