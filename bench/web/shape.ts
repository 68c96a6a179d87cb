/** Events like those of a real product; see `generate.ts`. */
import { join } from 'node:path';
import type { Shape } from '../shape.ts';
import { COLUMNS, writeWebFiles } from './files.ts';
import { KNOBS, ZONE } from './generate.ts';
import { QUESTIONS } from './questions.ts';
import { BUYERS } from './trends.ts';

export const WEB: Shape = {
  name: 'web',
  events: 3_000_000,
  quick_events: 300_000,
  settings: [
    ['update_project', { timezone: ZONE }],
    ['create_cohort', BUYERS],
  ],
  questions: QUESTIONS,
  first: 'T02',
  columns: {
    clickhouse: COLUMNS.map(([name, , type]) => `${name} ${type}`).join(', '),
    duckdb: COLUMNS.map(([name, type]) => `${name} ${type}`).join(', '),
  },
  orders: {
    clickhouse: { by_event: 'event, toDate(local), person, timestamp', by_person: 'person, timestamp' },
    duckdb: { by_event: 'event, timestamp' },
  },
  load: null,
  async write(folder, count, knobs) {
    const unknown = Object.keys(knobs).find((name) => !Object.hasOwn(KNOBS, name));
    if (unknown !== undefined) throw new Error(`There is no knob ${unknown}: ${Object.keys(KNOBS).join(', ')}`);
    const files = {
      csv: join(folder, 'events.csv'),
      ndjson: join(folder, 'events.ndjson'),
      peers: join(folder, 'events.tsv'),
    };
    const events = await writeWebFiles(files, { ...KNOBS, ...knobs, events: count });
    return {
      events,
      ours: [
        ['CSV', files.csv],
        ['NDJSON', files.ndjson],
      ],
      peers: files.peers,
    };
  },
};
