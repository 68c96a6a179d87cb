/** Few names and properties, sixty days, people of equal weight. */
import { join } from 'node:path';
import type { Shape } from '../shape.ts';
import { writeFiles } from './files.ts';
import { QUESTIONS } from './questions.ts';

export const OLD: Shape = {
  name: 'old',
  events: 10_000_000,
  quick_events: 1_000_000,
  settings: [],
  questions: QUESTIONS,
  first: 'T2',
  columns: {
    clickhouse: `timestamp DateTime64(3, 'UTC'), event LowCardinality(String), person UInt32, distinct_id String,
      url LowCardinality(String), browser LowCardinality(String), system LowCardinality(String), plan LowCardinality(String),
      country LowCardinality(String), session_id String, amount Nullable(Float64)`,
    duckdb: `timestamp timestamp, event varchar, person uinteger, distinct_id varchar, url varchar, browser varchar,
      system varchar, plan varchar, country varchar, session_id varchar, amount double`,
  },
  orders: {
    // PostHog's sort order, and one that keeps a person's events together.
    clickhouse: { by_event: 'event, toDate(timestamp), person, timestamp', by_person: 'person, timestamp' },
    duckdb: { by_event: 'event, timestamp' },
  },
  load: async (db) => (await import('../load.ts')).underLoad(db),
  async write(folder, count, knobs) {
    if (Object.keys(knobs).length > 0) throw new Error('The old shape has no knobs.');
    const files = {
      with_uuids: join(folder, 'events.ndjson'),
      without_uuids: join(folder, 'events_without_uuids.ndjson'),
      peers: join(folder, 'events.tsv'),
    };
    const events = await writeFiles(files, count);
    return {
      events,
      ours: [
        ['NDJSON without ids', files.without_uuids],
        ['NDJSON', files.with_uuids],
      ],
      peers: files.peers,
    };
  },
};
