/** Over HTTP answers about saved things have a link to their page; over stdio there is no server to open. */
import { expect, test } from 'vitest';
import { connectHttp, served } from '../support/mcp.ts';
import { temporaryProduct } from '../support/product.ts';

const LINK = /^As a page, once: (http:\/\/127\.0\.0\.1:\d+\/open\/\S+)$/;

test.each(['2025', '2026'] as const)('a client of %s is given links to insights and dashboards', async (era) => {
  const product = temporaryProduct();
  const { client } = await connectHttp(await served(product), product.key(['*']), era);
  const linkOf = async (name: string, sent: Record<string, unknown>) => {
    const { content } = await client.callTool({ name, arguments: sent });
    const texts = (content as { text?: string }[]).flatMap(({ text }) => text ?? []);
    return texts.flatMap((text) => LINK.exec(text)?.[1] ?? [])[0];
  };
  const opened = async (link: string | undefined) => {
    const answer = await fetch(link!);
    return /url=([^"]+)"/.exec(await answer.text())?.[1];
  };
  const filters = { events: [{ id: 'sign up' }] };
  expect(await opened(await linkOf('create_insight', { name: 'A', filters }))).toBe('/view/1/insights/1');
  expect(await opened(await linkOf('get_insight', { id: '1' }))).toBe('/view/1/insights/1');
  expect(await opened(await linkOf('create_dashboard', { name: 'B', tiles: [{ insight: 1 }] }))).toBe(
    '/view/1/dashboards/1',
  );
  expect(await opened(await linkOf('get_dashboard', { id: 1 }))).toBe('/view/1/dashboards/1');
  expect(await linkOf('update_insight', { id: '1', deleted: true })).toBeUndefined();
  expect(await linkOf('compute_trend', filters)).toBeUndefined();
  // It has a number as well, but no page.
  const all = { type: 'AND', values: [{ type: 'person', key: 'plan', operator: 'is_set', value: 'is_set' }] };
  expect(await linkOf('create_cohort', { name: 'C', filters: { properties: all } })).toBeUndefined();
});

test.each(['2025', '2026'] as const)('a sharing link told to a client of %s opens as it is told', async (era) => {
  const product = temporaryProduct();
  const { client } = await connectHttp(await served(product), product.key(['*']), era);
  await client.callTool({ name: 'create_insight', arguments: { name: 'A', filters: { events: [{ id: 'sign up' }] } } });
  const shared = { insight_id: '1', enabled: true };
  const { content, structuredContent } = await client.callTool({ name: 'share_insight', arguments: shared });
  const { url } = structuredContent as { url: string };
  expect((content as { text: string }[])[0]!.text).toContain(`anybody who opens ${url} sees it.`);
  expect((await fetch(url)).status).toBe(200);
});
