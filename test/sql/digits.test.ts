/** Ids that are numbers of many digits. */
import { expect, test } from 'vitest';
import { startServer } from '../http/support.ts';
import { event } from '../support/product.ts';

test('a number that would lose digits is refused, and its text finds the one id', async () => {
  const { post, service } = await startServer({ now: () => Date.parse('2026-03-10T12:00:00Z') });
  const shipped = ['9007199254740995', '9007199254740997'].map((id) =>
    event('shipped', 'ana', '2026-03-09T10:00:00Z', { id }),
  );
  service.ingest.importItems(service.store.projects.list()[0]!, shipped);
  const where = 'select count() from events where properties.id =';
  const asked = (id: string) => post('query/', { query: { kind: 'HogQLQuery', query: `${where} ${id}` } });
  expect((await asked('9007199254740995')).body.detail).toContain("Write it in quotes: '9007199254740995'.");
  expect((await asked("'9007199254740995'")).body.results).toEqual([[1]]);
  expect((await asked('1700000000000000000')).body.results).toEqual([[0]]);
});
