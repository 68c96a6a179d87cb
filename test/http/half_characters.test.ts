/** Texts that are stored otherwise than they are sent: halves of surrogate pairs, NUL. None may look like damage later. */
import { expect, test } from 'vitest';
import { must } from '../../src/base/assert.ts';
import { verifyFile } from '../../src/service/operator/verify.ts';
import { startServer } from './support.ts';

const ODD = ['a\ud800', 'a\udbff', '\udc00b', 'n\0l', '\ufeffbom'];

test('names and values that are no Unicode leave a file whose checksums are right', async () => {
  const server = await startServer();
  const token = must(server.service.store.projects.list()[0], 'a project').api_token;
  const properties = Object.fromEntries(ODD.map((name) => [name, name]));
  const timestamp = '2026-03-01T00:00:00Z';
  // A second type for each name changes its row.
  for (const values of [properties, Object.fromEntries(ODD.map((name) => [name, 1]))]) {
    const batch = ODD.flatMap((name) => [
      { event: name, distinct_id: name, timestamp, properties: { ...values, $set: values, $set_once: properties } },
      {
        event: '$groupidentify',
        distinct_id: name,
        timestamp,
        properties: { $group_type: name, $group_key: name, $group_set: values },
      },
    ]);
    expect(await server.post('/batch/', { api_key: token, batch })).toMatchObject({ status: 200 });
  }
  for (const name of ODD) {
    const filters = { events: [{ id: name }], properties: [{ key: name, value: name, type: 'person' }] };
    const made = [
      ['insights/', { name, description: name, tags: [name], filters }],
      ['dashboards/', { name, description: name }],
      ['actions/', { name, description: name, steps: [{ event: name }] }],
      ['annotations/', { content: name, date_marker: '2026-03-01' }],
    ] as const;
    for (const [path, body] of made) expect([path, (await server.post(path, body)).status]).toEqual([path, 201]);
    // Ids are looked up as they are sent: some of these are nobody's.
    expect((await server.post('cohorts/', { name, is_static: true, distinct_ids: [name] })).status).toBeLessThan(500);
    expect(await server.patch('/api/projects/1/', { name })).toMatchObject({ status: 200 });
    const question = { events: [{ id: name }], date_from: '2026-02-25', date_to: '2026-03-03', breakdown: name };
    expect(await server.post('insights/trend/', question)).toMatchObject({ status: 200 });
  }
  for (const path of ['property_definitions/', 'describe/', 'persons/', 'insights/', 'dashboards/', 'cohorts/']) {
    expect([path, (await server.get(path)).status]).toEqual([path, 200]);
  }
  expect(verifyFile(server.path).problems).toEqual([]);
});
