/** Answers suggest an obvious next question, and suggestions work. */
import { expect, test } from 'vitest';
import { answered, connectHttp, served } from '../support/mcp.ts';
import { event, temporaryProduct } from '../support/product.ts';

const NOW = Date.parse('2026-03-15T12:00:00Z');
const STEPS = { events: [{ id: 'visited' }, { id: 'signed up' }, { id: 'paid' }], date_from: '-7d' };

async function connected() {
  const product = temporaryProduct({ now: () => NOW });
  const at = (name: string, count: number, day: string) =>
    Array.from({ length: count }, (_, who) => event(name, `p${who}`, `2026-03-${day}T1${name.length % 9}:00:00Z`));
  product.service.ingest.importItems(product.service.store.projects.list()[0]!, [
    ...at('visited', 10, '10'),
    ...at('signed up', 9, '11'),
    ...at('paid', 2, '12'),
    ...at('visited', 20, '03'),
  ]);
  const { client } = await connectHttp(await served(product), product.key(['*']), '2026');
  const textOf = async (name: string, args: Record<string, unknown>) =>
    ((await client.callTool({ name, arguments: args })).content as { text: string }[])[0]!.text;
  return { client, textOf };
}

test('a funnel says where most are lost, and who they are can be asked so', async () => {
  const { client, textOf } = await connected();
  const next = /^Next: most are lost before step 3\. .*list_persons with "funnel_step":(-\d+)/m;
  const step = next.exec(await textOf('compute_funnel', STEPS))?.[1];
  expect(step).toBe('-3');
  const question = { kind: 'funnel', ...STEPS };
  expect(await answered(client, 'list_persons', { question, funnel_step: Number(step) })).toMatchObject({ count: 7 });
  // Where nobody is lost there is nothing to ask.
  expect(await textOf('compute_funnel', { ...STEPS, events: [{ id: 'paid' }] })).not.toContain('Next:');
  const again = { events: [{ id: 'visited' }, { id: 'visited' }], date_from: '2026-03-01', date_to: '2026-03-12' };
  const all_came = { ...again, date_from: '2026-03-10', events: [{ id: 'visited' }, { id: 'nothing' }] };
  expect(await textOf('compute_funnel', all_came)).toContain('Next: most are lost before step 2.');
  const nobody = { ...again, date_from: '2026-02-01', date_to: '2026-02-02' };
  expect(await textOf('compute_funnel', nobody)).not.toContain('Next:');
});

test('a trend that fell says how to learn why; one that did not says nothing', async () => {
  const { client, textOf } = await connected();
  const asked = { events: [{ id: 'visited' }], date_from: '2026-03-08', date_to: '2026-03-14' };
  expect(await textOf('compute_trend', { ...asked, compare: true })).toMatch(
    /^Next: explain_change .* account for the fall\.$/m,
  );
  expect(await answered(client, 'explain_change', { question: asked })).toMatchObject({ change: -10 });
  expect(await textOf('compute_trend', asked)).not.toContain('Next:');
  const steady = { ...asked, events: [{ id: 'nothing' }], compare: true };
  expect(await textOf('compute_trend', steady)).not.toContain('Next:');
});
