/** Exports of other products, in the forms that their documentation shows: whose they are, and what becomes of rows. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readRows } from '../../src/cli/files/rows.ts';
import { parseFileOptions } from '../../src/cli/files/settings.ts';
import { tellFiles } from '../../src/cli/files/tell.ts';
import { localOwner } from '../../src/service/access/authenticate.ts';
import { call } from '../../src/service/gate/call.ts';
import { operationNamed } from '../../src/service/operations/index.ts';
import { runCli } from '../support/cli.ts';
import { type ImportTest, importTest, ndjson } from '../support/importing.ts';
import { look, read } from '../support/reading.ts';
import { zipOf } from '../support/zip.ts';

/** What an import takes of a file. */
async function linesOf(content: string | Uint8Array, options = {}): Promise<unknown[]> {
  const lines: unknown[] = [];
  for await (const { rows } of readRows(await look(content, options), () => {})) {
    for (const row of rows) lines.push('value' in row ? row.value : row.reason);
  }
  return lines;
}

const input = (name: string): Buffer => readFileSync(join(import.meta.dirname, 'inputs', name));

const FILES: readonly (readonly [name: string, told: RegExp])[] = [
  ['posthog_events.jsonl', /NDJSON, an export of PostHog/],
  ['posthog_persons.jsonl', /NDJSON, an export of PostHog/],
  ['posthog_list.csv', /CSV separated by ",", an export of PostHog/],
  ['mixpanel.ndjson', /NDJSON, an export of Mixpanel/],
  ['mixpanel_people.ndjson', /NDJSON, an export of Mixpanel/],
  ['amplitude.ndjson', /NDJSON, an export of Amplitude/],
  ['ga4.ndjson', /NDJSON, an export of Google Analytics 4/],
  ['segment.ndjson', /NDJSON, an export of Segment or RudderStack/],
  ['segment_tracks.csv', /CSV separated by ",", an export of Segment or RudderStack/],
  ['umami.csv', /CSV separated by ",", an export of Umami/],
  ['plausible_pages.csv', /CSV separated by ",", an export of Plausible/],
  ['access.log', /a web server's access log/],
  ['process.xes', /an XES log/],
  ['excel.csv', /CSV separated by ";"/],
];

test.each(FILES)('%s is known by its content, and its lines are these', async (name, told) => {
  const options =
    name === 'excel.csv' ? { timezone: 'Europe/Berlin', map: 'distinct_id=Kunde,event=Aktion,timestamp=Zeit' } : {};
  expect(tellFiles([await look(input(name), options)])).toMatch(told);
  const lines = (await linesOf(input(name), options)).map((line) => `${JSON.stringify(line)}\n`);
  await expect(lines.join('')).toMatchFileSnapshot(join(import.meta.dirname, 'inputs', `${name}.lines`));
});

interface Person {
  readonly distinct_ids: readonly string[];
  readonly properties: Readonly<Record<string, unknown>>;
}

async function people({ product: { service } }: ImportTest): Promise<Person[]> {
  const list = operationNamed('list_persons');
  const { results } = (await call(service, localOwner(service), list, {})) as { results: readonly Person[] };
  return results
    .map(({ distinct_ids, properties }) => ({ distinct_ids: [...distinct_ids].sort(), properties }))
    .sort((one, other) => (one.distinct_ids[0]! < other.distinct_ids[0]! ? -1 : 1));
}

const idsOf = (persons: readonly Person[]) => persons.map(({ distinct_ids }) => distinct_ids.join(' '));

test('again doubles nothing, whatever has ids and whatever has none', async () => {
  const { write, take } = importTest();
  for (const [name] of FILES.slice(0, -1)) {
    const path = write(name, input(name));
    const { taken, known } = await take(path);
    expect(taken, name).toBeGreaterThan(1);
    expect(await take(path), name).toMatchObject({ taken: 0, known: taken + known, refused: 0 });
  }
});

test('PostHog: ids of a person are joined, later properties win; events twice in the export are one', async () => {
  const tried = importTest();
  const path = tried.write('events.jsonl', input('posthog_events.jsonl'));
  await tried.take(path);
  expect(idsOf(await people(tried))).toEqual(['0190-anon ana@acme.example', 'ben@acme.example']);
  expect((await people(tried))[0]!.properties).toMatchObject({ plan: 'team', email: 'ana@acme.example' });
  expect(await tried.count('order paid', [{ key: 'amount', value: 40, operator: 'gt' }])).toBe(1);
  expect(await tried.count('order paid', [{ key: 'plan', value: 'team', type: 'person' }])).toBe(1);
});

test('Amplitude: a zip of gzips, each hour a file; what a device did before logging in counts', async () => {
  const tried = importTest();
  const [first, second] = splitLines(input('amplitude.ndjson').toString());
  const path = tried.write(
    'export.zip',
    zipOf({ '1/1_2026-03-01_10#0.json.gz': gzipSync(first), '1/1_2026-03-01_11#0.json.gz': gzipSync(second) }),
  );
  const { files, taken } = await tried.takeAll([path]);
  expect(files.map(({ file }) => file.slice(path.length))).toEqual([
    '/1/1_2026-03-01_10#0.json.gz',
    '/1/1_2026-03-01_11#0.json.gz',
  ]);
  expect(idsOf(await people(tried))).toEqual(['device-1 user-1', 'user-2']);
  expect((await tried.takeAll([path])).taken).toBe(0);
  expect(taken).toBeGreaterThan(3);
});

function splitLines(text: string): [string, string] {
  const lines = text.trimEnd().split('\n');
  return [ndjson(...lines.slice(0, 2)), ndjson(...lines.slice(2))];
}

test('Amplitude: page views have an address', async () => {
  const row = {
    event_type: '[Amplitude] Page Viewed',
    event_time: '2026-03-01 10:00:00',
    amplitude_id: 1,
    user_id: 'u',
  };
  const url = { '[Amplitude] Page URL': 'https://shop.example/a', '[Amplitude] Page Path': '/a' };
  const located = { ...url, '[Amplitude] Page Location': 'https://shop.example/a?b=1', '[Amplitude] Page Title': 'A' };
  const rows = [url, located].map((event_properties) => ({ ...row, event_properties }));
  const events = (await linesOf(ndjson(...rows))).filter((line) => 'event' in Object(line));
  expect(events).toMatchObject([
    { event: '$pageview', properties: { $current_url: 'https://shop.example/a', $pathname: '/a' } },
    { event: '$pageview', properties: { $current_url: 'https://shop.example/a?b=1', title: 'A' } },
  ]);
});

test('Snowplow: events have the names of what was tracked, and whoever is named later did what was done before', async () => {
  const tried = importTest();
  const row = { app_id: 'web', platform: 'web', collector_tstamp: '2026-03-01 10:00:09.000', domain_userid: 'd-1' };
  const rows = [
    {
      ...{ ...row, event: 'page_view', event_name: 'page_view', event_id: '4b3a1c10-0000-4000-8000-000000000001' },
      ...{ derived_tstamp: '2026-03-01 10:00:00.500', user_id: null, page_url: 'https://shop.example/?a=1' },
      ...{ mkt_source: 'letter', domain_sessionid: 's-1', br_name: 'Firefox', contexts_com_acme_cart_1: [{ size: 2 }] },
    },
    {
      ...{ ...row, event: 'unstruct', event_name: 'order_paid', event_id: '4b3a1c10-0000-4000-8000-000000000002' },
      ...{ derived_tstamp: null, dvce_created_tstamp: '2026-03-01 10:01:00.000', user_id: 'ana' },
      unstruct_event_com_acme_order_paid_1: { amount: 9.5, currency: 'EUR' },
    },
    {
      ...{ ...row, event: 'struct', event_name: 'event', event_id: '4b3a1c10-0000-4000-8000-000000000003' },
      ...{ user_id: 'ana', se_category: 'video', se_action: 'play', se_value: 3 },
    },
  ];
  const events = (await linesOf(ndjson(...rows))).filter((line) => 'event' in Object(line));
  expect(events).toMatchObject([
    {
      ...{ event: '$pageview', distinct_id: 'd-1', timestamp: '2026-03-01 10:00:00.500' },
      uuid: rows[0]!.event_id,
      properties: {
        ...{ $current_url: 'https://shop.example/?a=1', utm_source: 'letter', $session_id: 's-1', $browser: 'Firefox' },
        ...{ app_id: 'web', contexts_com_acme_cart_1: [{ size: 2 }] },
      },
    },
    { event: 'order_paid', distinct_id: 'ana', properties: { amount: 9.5, currency: 'EUR', $device_id: 'd-1' } },
    { event: 'play', properties: { category: 'video', value: 3 } },
  ]);
  const path = tried.write('events.ndjson', ndjson(...rows));
  expect(await tried.take(path)).toMatchObject({ refused: 0 });
  expect(await tried.take(path)).toMatchObject({ taken: 0 });
  expect(idsOf(await people(tried))).toEqual(['ana d-1']);
  // Where a warehouse keeps the event's own data in one column, as text.
  const data = {
    schema: 'iglu:com.snowplowanalytics.snowplow/unstruct_event/jsonschema/1-0-0',
    data: { data: { a: 1 } },
  };
  const old = { ...rows[1], unstruct_event_com_acme_order_paid_1: undefined, unstruct_event: JSON.stringify(data) };
  expect((await linesOf(ndjson(old)))[0]).toMatchObject({ properties: { a: 1 } });
});

test('an archive that is damaged, or a workbook, is told', async () => {
  const { write, takeAll } = importTest();
  const zip = zipOf({ 'a.ndjson': Buffer.from(ndjson({ event: 'a', distinct_id: 'b', timestamp: '2026-03-01' })) });
  await expect(takeAll([write('cut.zip', zip.subarray(0, zip.length - 9))])).rejects.toThrow(/damaged or encrypted/);
  const book = zipOf({ '[Content_Types].xml': Buffer.from('<x/>'), 'xl/workbook.xml': Buffer.from('<x/>') });
  await expect(takeAll([write('book.xlsx', book)])).rejects.toThrow(/Excel workbook. Export the sheet as CSV/);
  const flipped = Buffer.from(zip);
  flipped[45]! ^= 1;
  expect((await takeAll([write('flip.zip', flipped)])).files[0]!.failure).toMatch(/damaged/);
});

test('Segment: whoever is named later did what was done before, in messages and in tables', async () => {
  const tried = importTest();
  await tried.takeAll(['segment.ndjson', 'segment_tracks.csv'].map((name) => tried.write(name, input(name))));
  expect(await people(tried)).toEqual([
    { distinct_ids: ['1.10', 'a-2'], properties: expect.any(Object) },
    { distinct_ids: ['a-1', 'ana'], properties: expect.objectContaining({ email: 'ana@shop.example', plan: 'team' }) },
  ]);
  expect(await tried.count('Order Completed', [{ key: 'total', value: 25, operator: 'gt' }])).toBe(1);
  const pages =
    'id,anonymous_id,name,url,received_at,sent_at,timestamp\np-1,a-1,Home,https://shop.example/,,,2026-03-01 10:00:00\n';
  expect(await linesOf(pages)).toMatchObject([
    { event: '$pageview', properties: { $current_url: 'https://shop.example/' } },
  ]);
  const nobody = 'id,anonymous_id,user_id,event,received_at,sent_at,timestamp\nx-1,,,paid,,,2026-03-01 10:00:00\n';
  expect((await tried.take(tried.write('nobody.csv', nobody))).refused).toBe(1);
});

test('Mixpanel: merges of both kinds; times of a project that is not in UTC', async () => {
  const tried = importTest();
  await tried.take(tried.write('events.ndjson', input('mixpanel.ndjson')));
  await tried.take(tried.write('people.ndjson', input('mixpanel_people.ndjson')));
  expect(idsOf(await people(tried))).toEqual(['$device:d-1 user-1', '7', 'anon-7 user-7', 'user-2']);
  expect(await tried.count('Signed up', [{ key: 'plan', value: 'pro', type: 'person' }])).toBe(1);
  const [line] = await linesOf(input('mixpanel.ndjson'), { timezone: 'Europe/Berlin' });
  expect(line).toMatchObject({ timestamp: Date.parse('2026-03-01T09:00:00Z') });
});

test('PostHog: people as its API lists them', async () => {
  const person = { distinct_ids: ['ana', 'anon'], properties: { plan: 'pro' }, created_at: '2025-01-01T00:00:00Z' };
  const page = { next: null, previous: null, results: [{ id: 'p-1', name: 'ana', ...person, uuid: 'p-1' }] };
  expect(await linesOf(JSON.stringify(page))).toEqual([{ type: 'person', ...person }]);
});

test('PostHog: whoever was deleted there does not come back', async () => {
  const tried = importTest();
  const person = { team_id: 7, properties: '{}', created_at: '2025-01-01T00:00:00Z', is_deleted: false };
  const rows = [
    { ...person, distinct_id: 'ana', person_id: 'p-1' },
    { ...person, distinct_id: 'gone', person_id: 'p-2', is_deleted: true },
  ];
  await tried.take(tried.write('persons.jsonl', ndjson(...rows)));
  expect(idsOf(await people(tried))).toEqual(['ana']);
  const csv =
    'team_id,distinct_id,person_id,properties,created_at,is_deleted\n7,gone,p-2,{},2025-01-01 00:00:00,true\n';
  expect(await linesOf(csv)).toEqual([]);
});

test('GA4: the campaign of an event is found where it stands, in parameters or in a record of its own', async () => {
  const event = { event_name: 'purchase', event_timestamp: '1772355600000000', user_pseudo_id: '1.2' };
  const collected_traffic_source = {
    ...{ manual_source: 'letter', manual_medium: 'email', manual_campaign_name: 'spring', manual_term: null },
    gclid: 'g-1',
  };
  const source = [{ key: 'source', value: { string_value: 'partner' } }];
  const app_info = { version: '1.10' };
  const rows = [
    { ...event, event_params: [], collected_traffic_source, app_info },
    { ...event, event_params: source, collected_traffic_source },
  ];
  const campaign = { utm_medium: 'email', utm_campaign: 'spring', gclid: 'g-1' };
  expect(await linesOf(ndjson(...rows))).toMatchObject([
    { properties: { utm_source: 'letter', ...campaign, $app_version: '1.10' } },
    { properties: { utm_source: 'partner', ...campaign } },
  ]);
});

test('GA4 as Parquet, with lists of structs, says the same as JSON', async () => {
  expect(await linesOf(input('ga4.parquet'))).toEqual(await linesOf(input('ga4.ndjson')));
});

test('GA4 as a query wrote it, without parameters, is a table like any other: its columns are kept', async () => {
  const rows = `event_name,event_timestamp,user_pseudo_id,page_location\npage_view,1772355600000000,1.10,https://shop.example/\n`;
  expect(await linesOf(rows, { map: 'distinct_id=user_pseudo_id' })).toMatchObject([
    { event: 'page_view', distinct_id: '1.10', properties: { page_location: 'https://shop.example/' } },
  ]);
  await expect(look(rows)).rejects.toThrow('--map distinct_id=user_pseudo_id');
});

test('ids in CSV of a product are text, as they are in its JSON', async () => {
  const columns = 'event_name,event_timestamp,event_params,user_pseudo_id';
  const rows = ['1.10', '1.1'].map((id) => `page_view,1772355600000000,[],${id}\n`).join('');
  expect(await linesOf(`${columns}\n${rows}`)).toMatchObject([{ distinct_id: '1.10' }, { distinct_id: '1.1' }]);
});

test('how a file is read can be saved, shared and used again', async () => {
  const { folder, write, product, take, count } = importTest();
  const db = join(folder, 'saved.db');
  const path = write('excel.csv', input('excel.csv'));
  const mapping = join(folder, 'shop.json');
  const map = 'event=Aktion,distinct_id=Kunde,timestamp=Zeit,euro=Betrag,$set.name=Kunde,$groups.shop=Aktion';
  const { code, stderr } = await runCli([
    ...['import', path, '--map', map, '--timezone', 'Europe/Berlin', '--save-mapping', mapping, '--db', db],
  ]);
  expect([code, stderr]).toEqual([0, expect.stringContaining('separated by ";"')]);
  expect(JSON.parse(readFileSync(mapping, 'utf8'))).toEqual({
    columns: {
      timestamp: 'Zeit',
      distinct_id: 'Kunde',
      event: 'Aktion',
      euro: 'Betrag',
      '$set.name': 'Kunde',
      '$groups.shop': 'Aktion',
    },
    delimiter: ';',
    date_format: 'dmy',
    timezone: 'Europe/Berlin',
  });
  expect(await take(path, { mapping })).toMatchObject({ taken: 2 });
  expect(await count('Kauf', [{ key: 'euro', value: 1_000, operator: 'gt' }])).toBe(1);
  expect(await count('Kauf', [{ key: 'name', value: 'Jörg', type: 'person' }])).toBe(1);
  const [shop] = product.service.store.groups.types(1);
  expect(shop).toMatchObject({ group_type: 'shop' });
  writeFileSync(mapping, '{"column":{}}');
  await expect(take(path, { mapping })).rejects.toThrow(/mapping .* cannot be used.*column/);
});

test('who says how a file is read is not contradicted', async () => {
  const map = { map: 'event=event,distinct_id=properties.distinct_id,timestamp=properties.time' };
  expect(await look(input('mixpanel.ndjson'), map)).toMatchObject({ origin: null });
  expect(await look(input('amplitude.ndjson'), { from: 'amplitude' })).toMatchObject({ origin: 'amplitude' });
  await expect(look(input('amplitude.ndjson'), { from: 'none' })).rejects.toThrow(/--map/);
  expect(() => parseFileOptions({ from: 'matomo' })).toThrow(/--from takes posthog, mixpanel/);
});

test('of wrapped rows the member with the name of the field is suggested, and times as Snowplow calls them', async () => {
  const timestamp = '2026-03-09T10:00:00Z';
  const data = { id: 1, person: { email: 'a@b.example' }, distinct_id: 'ana', event: 'paid', timestamp };
  await expect(look(ndjson({ _airbyte_emitted_at: 1, _airbyte_data: data }))).rejects.toThrow(
    '--map event=_airbyte_data.event,distinct_id=_airbyte_data.distinct_id,timestamp=_airbyte_data.timestamp.',
  );
  const row = `event,distinct_id,derived_tstamp\npaid,ana,${timestamp}\n`;
  await expect(look(row)).rejects.toThrow('timestamp=derived_tstamp');
});

test('a log and an XES file that are odd are told by line', async () => {
  const log = input('access.log').toString();
  expect((await linesOf(`${log}what is this\n`)).at(-1)).toMatch(/no line of an access log/);
  const xes = input('process.xes').toString();
  await expect(linesOf(xes.replace('</trace>', '</track>'))).rejects.toThrow(/Line \d+ of the XES log/);
  await expect(linesOf(xes.replace('<log', '<!DOCTYPE log [<!ENTITY a "b">]>\n<log'))).rejects.toThrow(/document type/);
});

test('logs of IIS and CloudFront are read by the names in their own lines', async () => {
  const iis = [
    '#Software: Microsoft Internet Information Services 10.0',
    '#Version: 1.0',
    '#Date: 2026-03-09 00:00:01',
    '#Fields: time cs-method cs-uri-stem cs-username c-ip cs(User-Agent) cs(Referer) sc-status time-taken',
    '10:00:00 GET /index.html - 203.0.113.5 Mozilla/5.0+(Windows+NT) - 200 15',
    '10:00:05 GET /account ana 203.0.113.6 - - 404',
    '#Fields: date time cs-username cs-method cs-uri-stem',
    '2026-03-10 09:00:00 ana POST /pay',
  ];
  const { events, properties, refused } = await read(`${iis.join('\r\n')}\r\n`);
  expect(events).toEqual(['request 203.0.113.5 2026-03-09T10:00:00Z', 'request ana 2026-03-10T09:00:00Z']);
  const [method, $pathname, $raw_user_agent] = ['GET', '/index.html', 'Mozilla/5.0 (Windows NT)'];
  const seen = { method, $pathname, $ip: '203.0.113.5', $raw_user_agent, status: 200, 'time-taken': 15 };
  expect(properties).toEqual([seen, { method: 'POST', $pathname: '/pay' }]);
  expect(refused).toEqual(['6: 8 values where #Fields names 9']);
  const cloudfront = '#Version: 1.0\n#Fields: date time x-edge-location c-ip cs(Host) cs(User-Agent)\n';
  const cells = ['2026-03-09', '10:00:00', 'FRA56-P1', '192.0.2.7', 'd1.example', 'Mozilla/5.0%20(X11)'];
  const of_cloudfront = await read(`${cloudfront}${cells.join('\t')}\n`);
  expect(of_cloudfront.events).toEqual(['request 192.0.2.7 2026-03-09T10:00:00Z']);
  expect(of_cloudfront.properties).toEqual([
    { 'x-edge-location': 'FRA56-P1', $ip: '192.0.2.7', $host: 'd1.example', $raw_user_agent: 'Mozilla/5.0 (X11)' },
  ]);
});
