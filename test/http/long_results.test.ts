/** A result close to the maximum length: whole on reading, left out of answers to writes. */
import { expect, test } from 'vitest';
import { TUNING } from '../../src/model/tuning.ts';
import { startServer } from './support.ts';

test('a result of several megabytes is read whole, also by its link, and does not travel with writes', async () => {
  const server = await startServer();
  const events = Array.from({ length: 14 }, (_, at) => ({ id: `nobody did ${at}` }));
  const filters = { insight: 'TRENDS', events, interval: 'hour', date_from: '2024-01-01', date_to: '2025-02-20' };
  const { id } = (await server.post('insights/', { name: 'long', filters })).body;
  const computed = await server.get(`insights/${id}/`);
  expect(computed.text.length).toBeGreaterThan(TUNING.written_results_bytes);
  expect(computed.body.result.map(({ data }: { data: number[] }) => data.length)).toEqual(events.map(() => 9_985));

  const [listed] = (await server.get('insights/')).body.results;
  expect([listed.is_cached, listed.result.length]).toEqual([true, events.length]);
  const { access_token } = (await server.patch(`insights/${id}/sharing/`, { enabled: true })).body;
  const shared = (await server.get(`/shared/${access_token}.json`)).body;
  expect(shared.result[13].data).toEqual(computed.body.result[13].data);

  const renamed = (await server.patch(`insights/${id}/`, { name: 'longer' })).body;
  expect([renamed.name, renamed.result, renamed.query_status.error_message]).toEqual([
    'longer',
    null,
    'The result is long, and is left out of the answer to a write. Read the insight.',
  ]);
  const board = (await server.post('dashboards/', { name: 'B', tiles: [{ insight: id }] })).body;
  expect(board.tiles[0].insight.result).toBeNull();
});
