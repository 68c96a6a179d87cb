/** What comes before damage is kept, whatever the format, within the rows that decide how a file is read and behind them. */
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { happened, importTest, ndjson } from '../support/importing.ts';

const CSV_START = 'event,distinct_id,timestamp,price\n';
const rows = (length: number) => Array.from({ length }, (_, at) => `paid,u${at},2026-03-09,${at}\n`).join('');
const LATIN = Buffer.from('caf\xe9,ana,2026-03-09,1\n', 'latin1');
const lines = (length: number) =>
  ndjson(...Array.from({ length }, (_, at) => happened('paid', `u${at}`, { properties: { at } })));
const list = (length: number) => `[${lines(length).trimEnd().replaceAll('\n', ',')},`;
const xes = (length: number) =>
  `<log xes.version="1.0"><trace>${Array.from({ length }, (_, at) => `<event><string key="concept:name" value="e${at}"/><date key="time:timestamp" value="2026-03-09"/></event>\n`).join('')}`;
const logged = (length: number) =>
  Array.from({ length }, (_, at) => `u${at} - - [09/Mar/2026:10:00:00 +0000] "GET /${at} HTTP/1.1" 200 1\n`).join('');
const cut = (text: string) => {
  const packed = gzipSync(`${text}#kX93,vQ;zP07-wJ41/hB58`);
  return packed.subarray(0, packed.length - 12);
};

test.each([3, 5_003])('what comes before damage is taken, wherever that is: %i rows', async (length) => {
  const { write, takeAll } = importTest();
  const damaged: [name: string, content: string | Uint8Array][] = [
    ['quote.csv', `${CSV_START}${rows(length)}"paid,ben,2026-03-09,1\n`],
    ['latin.csv', Buffer.concat([Buffer.from(CSV_START + rows(length)), LATIN])],
    ['cut.csv.gz', cut(CSV_START + rows(length))],
    ['opened.csv.gz', cut(`${CSV_START.replace('price', 'properties')}${rows(length)}`)],
    ['latin.ndjson', Buffer.concat([Buffer.from(lines(length)), LATIN])],
    ['cut.ndjson.gz', cut(lines(length))],
    ['cut.json', list(length)],
    ['latin.json', Buffer.concat([Buffer.from(list(length)), LATIN])],
    ['packed.json.gz', cut(list(length))],
    ['cut.xes', xes(length)],
    ['latin.xes', Buffer.concat([Buffer.from(xes(length)), LATIN])],
    ['latin.log', Buffer.concat([Buffer.from(logged(length)), LATIN])],
  ];
  for (const [name, content] of damaged) {
    const counts = (await takeAll([write(name, content)], { from: 'none' })).files[0];
    expect({ name, ...counts }).toMatchObject({ name, taken: length, failure: expect.stringContaining(name) });
  }
});
