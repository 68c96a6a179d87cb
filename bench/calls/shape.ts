/** Ids and texts that never repeat, and many properties that few events have. */
import { join } from 'node:path';
import type { Shape } from '../shape.ts';
import { COLUMNS, writeCallFiles } from './files.ts';
import { QUESTIONS } from './questions.ts';

export const CALLS: Shape = {
  name: 'calls',
  events: 2_000_000,
  quick_events: 200_000,
  settings: [],
  questions: QUESTIONS,
  first: 'C01',
  columns: {
    clickhouse: COLUMNS.map(([name, , type]) => `"${name}" ${type}`).join(', '),
    duckdb: COLUMNS.map(([name, type]) => `"${name}" ${type}`).join(', '),
  },
  orders: {
    clickhouse: { by_event: 'event, toDate(local), person, timestamp' },
    duckdb: { by_event: 'event, timestamp' },
  },
  load: null,
  async write(folder, count, knobs) {
    if (Object.keys(knobs).length > 0) throw new Error('The calls shape has no knobs.');
    const files = { ndjson: join(folder, 'events.ndjson'), peers: join(folder, 'events.tsv') };
    const events = await writeCallFiles(files, count);
    return { events, ours: [['NDJSON without ids', files.ndjson]], peers: files.peers };
  },
};
