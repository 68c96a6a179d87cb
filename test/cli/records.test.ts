/** Tables of people and groups: rows that are no events. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { describeFile } from '../../src/cli/files/describe.ts';
import { dryRun } from '../../src/cli/files/dry_run.ts';
import { saveMapping, settingsOf } from '../../src/cli/files/mapping.ts';
import type { FileOptions } from '../../src/cli/files/settings.ts';
import { tellFiles } from '../../src/cli/files/tell.ts';
import { readBatches } from '../../src/cli/importing/read_batches.ts';
import { happened, importTest, ndjson } from '../support/importing.ts';
import { look } from '../support/reading.ts';

const PEOPLE = { rows: 'people' };
const BY_ID = { ...PEOPLE, map: 'distinct_id=user_id' };

/** What an import takes of the file, and what it refuses. */
async function taken(content: string, options: FileOptions): Promise<{ items: unknown[]; refused: string[] }> {
  const file = await look(content, options);
  const items: unknown[] = [];
  const refused: string[] = [];
  for await (const { events, others, chunks } of readBatches([{ file, source: 's' }])) {
    expect(events.rows).toBe(0);
    items.push(...others.map(({ item }) => item));
    refused.push(...chunks.flatMap((chunk) => chunk.refused.map(({ line, reason }) => `${line}: ${reason}`)));
  }
  return { items, refused };
}

describe('people', () => {
  test('of CSV: an id, a time, and properties; a row without an id is refused alone', async () => {
    const text = 'user_id;signup_date;plan;seats;event\n7;31.01.2026;team;1,5;x\n;01.02.2026;free;2;\n8;;;;\n';
    const { items, refused } = await taken(text, BY_ID);
    expect(items).toEqual([
      {
        kind: 'person',
        person: {
          distinct_ids: ['7'],
          properties: { plan: 'team', seats: 1.5, event: 'x' },
          created_at_ms: Date.parse('2026-01-31T00:00:00Z'),
        },
      },
      { kind: 'person', person: { distinct_ids: ['8'], properties: {}, created_at_ms: null } },
    ]);
    expect(refused).toEqual(['3: An id of a person must not be empty.']);
  });

  test('of JSON: members are properties, whatever they are called; paths and renamed ones are moved', async () => {
    const text = ndjson(
      { user: { id: 'ana', team: 'a' }, type: 'admin', event: 'x', timestamp: 'soon', made: '2026-01-31T10:00:00Z' },
      { user: { id: 'bo' }, properties: { plan: 'free' }, type: null },
      { distinct_ids: ['cy', 'c-1'], plan: 'team' },
      [1],
    );
    const { items, refused } = await taken(text, { ...PEOPLE, map: 'distinct_id=user.id,created_at=made,role=type' });
    expect(items).toMatchObject([
      {
        person: {
          distinct_ids: ['ana'],
          properties: { role: 'admin', event: 'x', timestamp: 'soon', user: { id: 'ana', team: 'a' } },
          created_at_ms: Date.parse('2026-01-31T10:00:00Z'),
        },
      },
      { person: { distinct_ids: ['bo'], properties: { plan: 'free', user: { id: 'bo' } }, created_at_ms: null } },
      { person: { distinct_ids: ['cy', 'c-1'], properties: { plan: 'team' } } },
    ]);
    expect(refused).toEqual(['4: A line must be a JSON object.']);
  });

  test('they join what is known under their ids; once more changes nothing, a changed row does', async () => {
    const { product, write, take, count } = importTest();
    await take(write('e.ndjson', ndjson(happened('paid', '7'), happened('paid', '8'), happened('paid', '9'))));
    const table = (plan: string) => `user_id,plan,created_at\n7,${plan},2026-01-02\n8,free,2026-01-03\n`;
    expect(await take(write('users.csv', table('team')), BY_ID)).toMatchObject({ taken: 2, refused: 0 });
    const onPlan = (value: string) => count('paid', [{ key: 'plan', value, type: 'person' }]);
    expect([await count('paid'), await onPlan('team'), await onPlan('free')]).toEqual([3, 1, 1]);
    expect(await take(write('users.csv', table('team')), BY_ID)).toMatchObject({ taken: 0, known: 2 });
    expect(await take(write('users.csv', table('free')), BY_ID)).toMatchObject({ taken: 1, known: 1 });
    expect([await onPlan('team'), await onPlan('free')]).toEqual([0, 2]);
    const { people } = product.service.store;
    const id = people.find(1, '7');
    expect(people.get(1, id!.person_ord)?.created_at_ms).toBe(Date.parse('2026-01-02T00:00:00Z'));
  });

  test('a dry run says how many, of what, and shows the first', async () => {
    const { text } = await dryRun(await look('user_id,joined_at,plan\n7,2026-01-02,team\n', BY_ID));
    expect(text).toContain('created_at: column "joined_at" (another one: --map created_at=<column>)');
    expect(text).toContain('would be taken: 1 person; refused: 0');
    expect(text).toContain('{"distinct_ids":["7"],"properties":{"plan":"team"},"created_at":"2026-01-02T00:00:00Z"}');
  });
});

describe('who a row is about', () => {
  const T = '2026-03-09T10:00:00Z';

  test('is in user_id where nothing else may say it, which is told', async () => {
    const file = await look(`userId,session_id,event_name,time\n7,s1,paid,${T}\n`);
    expect(tellFiles([file])).toContain('distinct_id: column "userId" (another one: --map distinct_id=<column>)');
    expect((await dryRun(file)).text).toContain('{"event":"paid","distinct_id":"7"');
    const line = { event: 'paid', user_id: 7, timestamp: T };
    expect((await dryRun(await look(ndjson(line)))).text).toContain('"distinct_id":"7"');
  });

  test('is asked beside another id, and never taken from other names', async () => {
    await expect(look(`user_id,anonymous_id,event,time\n7,a,paid,${T}\n`)).rejects.toThrow(
      '"distinct_id" could be "user_id" or "anonymous_id". Say which one it is: --map distinct_id=user_id',
    );
    await expect(look(`customer_id,event,time\n7,paid,${T}\n`)).rejects.toThrow('--map distinct_id=customer_id');
  });

  test('distinct_id goes before user_id, which is a property then', async () => {
    const { text } = await dryRun(await look(`user_id,distinct_id,event,time\n7,ana,paid,${T}\n`));
    expect(text).toContain('"distinct_id":"ana"');
    expect(text).toContain('"properties":{"user_id":7}');
  });
});

test('groups have a key', async () => {
  const { items } = await taken('domain,name,size\nacme.com,ACME,5\n', {
    rows: 'groups:company',
    map: 'group_key=domain',
  });
  expect(items).toEqual([
    {
      kind: 'group',
      group: {
        group_type: 'company',
        group_key: 'acme.com',
        properties: { name: 'ACME', size: 5 },
        created_at_ms: null,
      },
    },
  ]);
  await expect(look('domain,name\nacme.com,ACME\n', { rows: 'groups:company' })).rejects.toThrow(
    'No column gives "group_key". Columns: "domain", "name". Say which one it is: --map group_key=domain',
  );
});

test('how a table was read is kept, and reads the next one', async () => {
  const { folder, write } = importTest();
  const path = join(folder, 'mapping.json');
  const options = { rows: 'groups:company', map: 'group_key=domain', dateFormat: 'dmy' };
  saveMapping(path, await look('domain,created_at\nacme.com,1/2/2026\n', options));
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ rows: 'groups:company', date_format: 'dmy' });
  const next = await describeFile(
    write('next.csv', 'domain,created_at\nb.com,3/2/2026\n'),
    settingsOf({ mapping: path }),
  );
  expect((await dryRun(next)).text).toContain('"created_at":"2026-02-03T00:00:00Z"');
});

test.each<[FileOptions, string]>([
  [{ rows: 'users' }, '--rows takes events, people, or groups:company'],
  [{ rows: 'groups:' }, '--rows takes events, people, or groups:company'],
  [{ ...PEOPLE, event: 'x' }, '--event names events, but rows are people. Leave one out.'],
  [{ ...PEOPLE, from: 'mixpanel' }, '--from says what rows are, and so does --rows. Leave one out.'],
  [
    { ...PEOPLE, map: '$set.plan=tier' },
    "$set.plan is about an event's person or group. Rows are people: --map plan=tier",
  ],
  [{ ...PEOPLE, delimiter: ';' }, 'No column gives "distinct_id"'],
  [{}, 'Rows that are people or companies instead: --rows people, --rows groups:company'],
])('%j is refused, and what would do is said', async (options, said) => {
  await expect(async () => look('user_id,plan\n7,team\n', options)).rejects.toThrow(said);
});

test('logs have events only', async () => {
  const line = '127.0.0.1 - ana [10/Oct/2025:13:55:36 +0000] "GET /a HTTP/1.1" 200 5\n';
  await expect(look(line.repeat(3), PEOPLE)).rejects.toThrow('A log has events only: leave --rows out.');
  expect(tellFiles([await look(line.repeat(3))])).toContain('access log');
});
