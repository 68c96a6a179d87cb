/** The chart view in a real browser, from a real MCP server, through a small host that speaks the Apps protocol. */
import { createRequire } from 'node:module';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { must } from '../../src/base/assert.ts';
import { draw } from '../../src/chart/draw.ts';
import { sampleShop } from '../../src/cli/demo/shop.ts';
import { startServer } from '../../src/cli/serve.ts';
import { CHART_META, type Chart, type ChartTable } from '../../src/model/question/chart.ts';
import type { Scope } from '../../src/model/scope.ts';
import { localOwner } from '../../src/service/access/authenticate.ts';
import { createKey } from '../../src/service/access/keys.ts';
import { openService, type RunningService } from '../../src/service/service.ts';
import { GALLERY, galleryCharts } from '../support/gallery.ts';
import { type Hosted, type HostOptions, hostView, openBrowser } from './host.ts';

const NOW_MS = Date.UTC(2026, 10, 20, 18);
const URI = 'ui://insights/chart.html';
const UI = { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } } };
const BYTES_MAX = 150_000;
const TREND = { events: [{ id: '$pageview', name: 'Views' }], date_from: '-30d' };
const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

type Result = Awaited<ReturnType<Client['callTool']>>;

interface Shop {
  readonly client: Client;
  call(name: string, args: Record<string, unknown>): Promise<Result>;
}

let browser: Browser;
let charts: ReadonlyMap<string, Chart>;
let service: RunningService;
let server: Awaited<ReturnType<typeof startServer>>;
let html: string;
/** As a host that shows views asks it. */
let shop: Shop;

/** The sample shop behind MCP over HTTP. */
beforeAll(async () => {
  // One after the other: a browser that is unpacked moves everybody's folder for temporary files.
  charts = await galleryCharts();
  browser = await openBrowser();
  service = openService({ path: ':memory:', now: () => NOW_MS });
  service.ingest.importItems(service.store.projects.get(1)!, sampleShop(NOW_MS, 1));
  const options = { port: 0, host: '127.0.0.1', allowedHosts: [], readOnly: false, rateLimit: false };
  server = await startServer(service, options);
  shop = await connect();
  const { contents } = await shop.client.readResource({ uri: URI });
  html = (contents[0] as { text: string }).text;
});
afterAll(async () => {
  await shop.client.close();
  await Promise.all([browser.close(), server.close()]);
  await service.close();
});

async function connect(capabilities: Record<string, unknown> = UI, scopes: readonly Scope[] = ['*']): Promise<Shop> {
  const client = new Client({ name: 'test', version: '1' }, { capabilities, versionNegotiation: { mode: 'auto' } });
  const key = createKey(service, { user_id: localOwner(service).user.id, label: 'test', scopes, project_ids: null });
  const headers = { Authorization: `Bearer ${key.value}` };
  const address = new URL('/mcp', `http://127.0.0.1:${server.port}`);
  await client.connect(new StreamableHTTPClientTransport(address, { requestInit: { headers } }));
  return { client, call: (name, args) => client.callTool({ name, arguments: args }) };
}

async function show(from: Shop, result: unknown, options: Partial<HostOptions> = {}): Promise<Hosted> {
  const hosted = await hostView(browser, html, from.call, { theme: 'light', width: 760, ...options });
  onTestFinished(() => hosted.close());
  await hosted.tell('ui/notifications/tool-result', result);
  await hosted.frame.waitForSelector('svg, pre');
  return hosted;
}

test('the view is one small file that loads nothing; tools whose answers are charts lead to it', async () => {
  const { client } = shop;
  expect(Buffer.byteLength(html)).toBeLessThan(BYTES_MAX);
  const outside = /\beval\(|new Function|import\(|https?:\/\/(?!www\.w3\.org\/2000\/svg)[^`]*|<link|<\w+ [^>]*src=/;
  expect(outside.exec(html)?.[0].slice(0, 80)).toBeUndefined();
  const { contents } = await client.readResource({ uri: URI });
  expect(contents[0]).toMatchObject({
    uri: URI,
    mimeType: 'text/html;profile=mcp-app',
    _meta: { ui: { prefersBorder: true, permissions: { clipboardWrite: {} } } },
  });
  expect((await client.listResources()).resources.map(({ uri }) => uri)).toContain(URI);
  const { tools } = await client.listTools();
  const linked = tools.filter(({ _meta }) => (_meta?.['ui'] as { resourceUri?: string })?.resourceUri === URI);
  expect(linked.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['compute_trend', 'compute_funnel', 'get_insight']),
  );
  expect(linked.map(({ name }) => name)).not.toContain('list_persons');
});

test('who shows views gets the chart where no model reads it; who does not, a picture where it is asked for', async () => {
  const result = await shop.call('compute_trend', TREND);
  expect(result._meta?.[CHART_META]).toMatchObject({ kind: 'series', form: 'area' });
  expect(JSON.stringify([result.content, result.structuredContent])).not.toContain('controls');

  const plain = await connect({});
  const without = await plain.call('compute_trend', TREND);
  expect(without._meta?.[CHART_META]).toBeUndefined();
  expect(without.content).toHaveLength(1);
  const { content } = await plain.call('compute_trend', { ...TREND, picture: true });
  const [, image] = content as { type: string; mimeType: string; data: string }[];
  expect(image).toMatchObject({ type: 'image', mimeType: 'image/png' });
  const bytes = Buffer.from(image!.data, 'base64');
  expect([bytes.subarray(1, 4).toString(), bytes.readUInt32BE(16)]).toEqual(['PNG', 800]);
  expect(bytes.length).toBeLessThan(100_000);
});

test('another interval and other dates are asked for in place, and the model is told', async () => {
  const capabilities = { serverTools: {}, updateModelContext: { text: {} } };
  const { frame, said, troubles } = await show(shop, await shop.call('compute_trend', TREND), { capabilities });
  await frame.getByRole('button', { name: 'Week', exact: true }).click();
  await frame.getByRole('button', { name: 'Week', pressed: true }).waitFor();
  expect(await frame.locator('h1').textContent()).toBe('Views per week');
  await frame.getByRole('button', { name: '90 days' }).click();
  await frame.getByRole('button', { name: '90 days', pressed: true }).waitFor();
  const calls = (await said()).filter(({ method }) => method === 'tools/call').map(({ params }) => params);
  expect(calls.at(-1)).toEqual({ name: 'compute_trend', arguments: { ...TREND, interval: 'week', date_from: '-90d' } });
  const told = (await said()).filter(({ method }) => method === 'ui/update-model-context');
  expect(JSON.stringify(told.at(-1))).toContain('The chart now shows:\\nTrend by week of \\"Views\\"');
  expect(troubles).toEqual([]);
});

test('a point leads to the people behind it, by mouse and by keys', async () => {
  const { frame, said, page } = await show(shop, await shop.call('compute_trend', TREND));
  await frame.locator('.plot').hover({ position: { x: 400, y: 100 } });
  expect(await frame.locator('.tip.on b').textContent()).toMatch(/^\w{3} \d+ \w{3} 2026$/);
  await frame.locator('.plot').click({ position: { x: 400, y: 100 } });
  await frame.locator('.people li').first().waitFor();
  const first = await frame.locator('.people h2').textContent();
  const call = (await said()).findLast(({ method }) => method === 'tools/call')!.params as {
    name: string;
    arguments: { day: string; question: unknown };
  };
  expect(call).toMatchObject({
    name: 'list_persons',
    arguments: { question: { kind: 'trend', ...TREND }, series: 0, limit: 25 },
  });
  expect(call.arguments.day).toMatch(/^2026-1[01]-\d\d$/);

  await frame.locator('.plot').focus();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  expect(await frame.locator('[aria-live=polite].unseen').textContent()).toContain('Thu 19 Nov 2026');
  await page.keyboard.press('Enter');
  await frame.locator('.people h2', { hasText: 'Thu 19 Nov 2026' }).waitFor();
  await frame.locator('.people li').first().waitFor();
  expect(first).not.toContain('Thu 19 Nov 2026');
  await frame.locator('.plot').focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Escape');
  expect(await frame.locator('.tip.on').count()).toBe(0);
});

test('among several lines a click means the nearest point, and people without a name go by an id of theirs', async () => {
  const split = { ...TREND, breakdown: 'channel', breakdown_type: 'event' };
  const { frame, said } = await show(shop, await shop.call('compute_trend', split));
  const spots = frame.locator('.plot circle[r="7"]');
  const spot = must(await spots.nth(10).boundingBox(), 'a point');
  const plot = must(await frame.locator('.plot').boundingBox(), 'the plot');
  const beside = { x: spot.x + 7 - plot.x + 9, y: spot.y + 7 - plot.y };
  await frame.locator('.plot').hover({ position: { x: beside.x, y: plot.height - 60 } });
  expect(await frame.locator('.tip.on em').textContent()).toBe('Click a point for its people');
  await frame.locator('.plot').click({ position: beside });
  await frame.locator('.people li').first().waitFor();
  const call = (await said()).findLast(({ method }) => method === 'tools/call')!.params['arguments'];
  expect(call).toMatchObject({ breakdown_value: expect.any(String), day: expect.stringMatching(/^2026-/) });
  const { structuredContent } = await shop.call('list_persons', call as Record<string, unknown>);
  const { results } = structuredContent as { results: { name: string | null; distinct_ids: string[] }[] };
  expect(
    await frame.locator('.people li').evaluateAll((items) => items.map(({ firstChild }) => firstChild?.textContent)),
  ).toEqual(results.map(({ name, distinct_ids }) => name ?? distinct_ids[0]));
});

test('when people did it is told by the clock of their project', async () => {
  await shop.call('update_project', { timezone: 'Asia/Kathmandu' });
  onTestFinished(async () => {
    await shop.call('update_project', { timezone: 'UTC' });
  });
  const { frame, said } = await show(shop, await shop.call('compute_trend', TREND));
  await frame.locator('.plot').focus();
  for (const key of ['End', 'ArrowLeft', 'Enter']) await frame.locator('.plot').press(key);
  await frame.locator('.people li small').first().waitFor();
  const call = (await said()).findLast(({ method }) => method === 'tools/call')!.params['arguments'];
  const { structuredContent } = await shop.call('list_persons', call as Record<string, unknown>);
  const { results } = structuredContent as { results: { matched_at: string[] }[] };
  const local = (time = '') => new Date(Date.parse(time) + 345 * 60_000).toISOString().slice(0, 16).replace('T', ' ');
  expect(await frame.locator('.people li small').allTextContents()).toEqual(
    results.map(({ matched_at }) => ` ${local(matched_at[0])}`),
  );
});

test('each kind of point is one that list_persons knows', async () => {
  for (const { name, tool, arguments: asked } of GALLERY.filter(({ name }) => !/funnel-(trend|times)/.test(name))) {
    const chart = (await shop.call(tool, asked))._meta?.[CHART_META] as Chart;
    const hit = draw(chart, { width: 1200, theme: 'light', hits: 'numbers' }).hits.findLast(
      ({ people }) => people !== null,
    );
    const people = must(hit, `${name} has a point with people`).people;
    const { isError, content } = await shop.call('list_persons', { ...chart.listing!.arguments, ...people, limit: 1 });
    expect(isError ?? false, `${name}: ${JSON.stringify([people, content])}`).toBe(false);
  }
});

test('lines are switched off and on; all at once cannot be', async () => {
  const split = { ...TREND, breakdown: 'channel', breakdown_type: 'event' };
  const { frame } = await show(shop, await shop.call('compute_trend', split));
  const lines = () => frame.locator('.plot path[stroke-width="2"]').count();
  const before = await lines();
  const search = frame.locator('.legend').getByRole('button', { name: 'search' });
  await search.click();
  expect(await search.getAttribute('aria-pressed')).toBe('false');
  expect(await lines()).toBeLessThan(before);
  expect(await frame.evaluate('document.activeElement.title')).toBe('search');
  for (const name of ['direct', 'newsletter', 'social', 'partner']) await frame.getByRole('button', { name }).click();
  expect(await lines()).toBe(before);
});

test('the table has what the picture shows; it is copied by hand where the clipboard is closed', async () => {
  const steps = ['$pageview', 'purchase'].map((id, order) => ({ id, order }));
  const { frame } = await show(shop, await shop.call('compute_funnel', { events: steps, date_from: '-30d' }));
  await frame.getByRole('button', { name: 'Show as table' }).click();
  expect(await frame.getByRole('row').count()).toBe(3);
  expect(await frame.getByRole('rowheader').allTextContents()).toEqual(['1. $pageview', '2. purchase']);
  await frame.getByRole('button', { name: 'Copy CSV' }).click();
  expect(await frame.getByLabel('CSV').inputValue()).toMatch(/^Step,Count,Of the first,.*\n1\. \$pageview,\d+,/);
  await frame.getByRole('button', { name: 'Copy PNG' }).click();
  await frame.locator('.aside img').waitFor();
  expect(await frame.evaluate("document.querySelector('.aside img').naturalWidth")).toBe(1920);
});

test('texts of a table begin at the left, numbers end at the right, and all headings are of one weight', async () => {
  const table: ChartTable = {
    columns: [
      { name: 'Value', unit: 'text' },
      { name: 'Step', unit: 'text' },
      { name: 'Count', unit: 'count' },
    ],
    rows: [['direct', '1. visit', 3]],
    rows_left_out: 0,
  };
  const result = await shop.call('compute_trend', TREND);
  const chart = { ...(result._meta?.[CHART_META] as Chart), table };
  const { frame } = await show(shop, { ...result, _meta: { [CHART_META]: chart } });
  await frame.getByRole('button', { name: 'Show as table' }).click();
  const styles = (selector: string, name: string) =>
    frame.evaluate(`[...document.querySelectorAll('${selector}')].map((cell) => getComputedStyle(cell).${name})`);
  expect(await styles('tbody tr > *', 'textAlign')).toEqual(['left', 'left', 'right']);
  expect(await styles('thead th', 'textAlign')).toEqual(['left', 'left', 'right']);
  expect(await styles('thead th', 'fontWeight')).toEqual(['600', '600', '600']);
});

test('a copied table has no cell that a spreadsheet would run, as an exported one has none', async () => {
  const result = await shop.call('compute_trend', TREND);
  const table = { columns: [{ name: 'name', unit: 'text' }], rows: [['＝1+1'], ['-1+1'], ['-5']], rows_left_out: 0 };
  const chart = { ...(result._meta?.[CHART_META] as Chart), table };
  const { frame } = await show(shop, { ...result, _meta: { [CHART_META]: chart } });
  await frame.getByRole('button', { name: 'Show as table' }).click();
  await frame.getByRole('button', { name: 'Copy CSV' }).click();
  expect(await frame.getByLabel('CSV').inputValue()).toBe("name\n'＝1+1\n'-1+1\n-5\n");
});

test('a host that saves files gets them', async () => {
  const { frame, said } = await show(shop, await shop.call('compute_trend', TREND), {
    capabilities: { downloadFile: {} },
  });
  // Without tool calls there is nothing that would need one.
  expect(await frame.locator('.controls').count()).toBe(0);
  await frame.getByRole('button', { name: 'Copy PNG' }).click();
  await expect.poll(async () => JSON.stringify(await said()), { timeout: 10_000 }).toContain('ui/download-file');
  const { params } = (await said()).find(({ method }) => method === 'ui/download-file')!;
  expect(params).toMatchObject({
    contents: [{ type: 'resource', resource: { mimeType: 'image/png', blob: expect.stringMatching(/^iVBOR/) } }],
  });
  await frame.locator('.plot').click({ position: { x: 400, y: 100 } });
  expect((await said()).filter(({ method }) => method === 'tools/call')).toEqual([]);
});

test('refusals and answers without a chart are told in words', async () => {
  const refused = await show(shop, await shop.call('compute_trend', { ...TREND, date_from: 'never' }));
  expect(await refused.frame.locator('pre').textContent()).toMatch(/date/i);
  const reader = await connect(UI, ['insight:read']);
  const { frame } = await show(reader, await reader.call('compute_trend', TREND));
  await frame.locator('.plot').hover({ position: { x: 400, y: 100 } });
  expect(await frame.locator('.tip.on em').count(), 'people are for those who may see them').toBe(0);
});

test('it follows the host: theme, width, and how high it is', async () => {
  const { frame, page, tell, said } = await show(shop, await shop.call('compute_trend', TREND));
  const ground = () => frame.evaluate('getComputedStyle(document.body).backgroundColor');
  expect(await ground()).toBe('rgb(255, 255, 255)');
  await tell('ui/notifications/host-context-changed', { theme: 'dark' });
  await expect.poll(ground).toBe('rgb(22, 24, 28)');
  await tell('ui/notifications/host-context-changed', {
    styles: { variables: { '--color-background-primary': '#223344' } },
  });
  await expect.poll(ground).toBe('rgb(34, 51, 68)');
  await page.setViewportSize({ width: 400, height: 800 });
  await expect.poll(() => frame.locator('svg').getAttribute('viewBox')).toMatch(/^0 0 400 /);
  await expect
    .poll(async () => (await said()).findLast(({ method }) => method.endsWith('size-changed'))?.params['width'])
    .toBe(400);
});

describe.each(['light', 'dark'] as const)('%s', (theme) => {
  test('every kind, narrow and wide: nothing overflows, no trouble, nothing that a screen reader stumbles over', async () => {
    const { frame, page, tell, troubles, close } = await hostView(browser, html, async () => ({}), {
      theme,
      width: 360,
    });
    await frame.addScriptTag({ path: AXE });
    for (const [name, chart] of charts) {
      await tell('ui/notifications/tool-result', { content: [], _meta: { [CHART_META]: chart } });
      await frame.getByRole('heading', { name: chart.title }).waitFor();
      for (const width of [1200, 360]) {
        await page.setViewportSize({ width, height: 800 });
        await expect.poll(() => frame.locator('svg').getAttribute('viewBox')).toContain(`0 0 ${width} `);
        expect(await frame.evaluate('document.documentElement.scrollWidth'), name).toBeLessThanOrEqual(width);
        expect(await frame.evaluate(TEXTS_OUTSIDE), `${name} at ${width}`).toEqual([]);
      }
      // The colours are the same in all of them: in the dark those count that have texts on marks.
      if (theme === 'dark' && !/retention|paths|total|lines/.test(name)) continue;
      expect(await frame.evaluate(VIOLATIONS), `${name} ${theme}`).toEqual([]);
    }
    expect(troubles).toEqual([]);
    await close();
  }, 60_000);
});

/** Runs in the page: what else was checked is megabytes, which Playwright would check again one by one. */
const VIOLATIONS = `axe.run({ resultTypes: ['violations'] })
  .then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html]))`;

/** Runs in the page: texts of the picture that lie over each other or out of it, as this browser draws them. */
const TEXTS_OUTSIDE = `(() => {
  const picture = document.querySelector('.plot svg').getBoundingClientRect();
  const boxes = [...document.querySelectorAll('.plot svg text')].map((text) => ({ text: text.textContent, box: text.getBoundingClientRect() }));
  const out = boxes.filter(({ box }) => box.left < picture.left - 2 || box.right > picture.right + 2);
  const isOver = (one, other) =>
    one.left < other.right - 2 && other.left < one.right - 2 && one.top < other.bottom - 5 && other.top < one.bottom - 5;
  const over = boxes.flatMap((one, at) => boxes.slice(at + 1).filter(({ box }) => isOver(one.box, box)).map((other) => one.text + ' | ' + other.text));
  return [...out.map(({ text }) => 'outside: ' + text), ...over];
})()`;

test('a dashboard is all of its charts', async () => {
  const ids = [];
  for (const filters of [
    { insight: 'TRENDS', ...TREND },
    {
      insight: 'FUNNELS',
      events: [
        { id: '$pageview', order: 0 },
        { id: 'purchase', order: 1 },
      ],
    },
  ]) {
    const { structuredContent } = await shop.call('create_insight', { name: `A ${filters.insight}`, filters });
    ids.push(String((structuredContent as { id: number }).id));
  }
  const made = await shop.call('create_dashboard', { name: 'Weekly', tiles: ids.map((insight) => ({ insight })) });
  const { id } = made.structuredContent as { id: number };
  const { frame } = await show(shop, await shop.call('get_dashboard', { id, refresh: true }));
  expect(await frame.locator('figure').count()).toBe(2);
  expect(await frame.getByRole('heading').allTextContents()).toEqual(['Weekly', 'A TRENDS', 'A FUNNELS']);
});

test('the page may not load, and may not make code of text', async () => {
  const { frame } = await show(shop, await shop.call('compute_trend', TREND));
  // From a timer, as the debugger lifts the policy while it evaluates.
  const tried = await frame.evaluate(
    () =>
      new Promise<string[]>((done) =>
        setTimeout(async () => {
          const loaded = await fetch('https://example.com').then(
            () => 'loaded',
            () => 'blocked',
          );
          let made = 'made';
          try {
            new Function('return 1')();
          } catch {
            made = 'blocked';
          }
          done([loaded, made]);
        }),
      ),
  );
  expect(tried).toEqual(['blocked', 'blocked']);
});
