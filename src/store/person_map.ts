/**
 * Whose each distinct id is, for all of them at once. Most of it is kept as one array of numbers beside the rows; the
 * rows tell only what is younger than the array.
 */
import type { Database } from './database.ts';

/** Rows read at a time. */
const SPAN = 65_536;
/** The array is written anew when what is younger is more than this share of it … */
const YOUNG_SHARE = 8;
/** … and so many at least: fewer rows are read as fast. */
const YOUNG_LEAST = 1_024;

/** Left to itself, SQLite walks all ids of the project. */
const MOVED = 'distinct_id INDEXED BY distinct_id_moved';

interface KeptMap {
  readonly revision: number;
  readonly bytes: Uint8Array;
}

export function personMap(database: Database) {
  return {
    personOf: (project_id: number, from_ord: number) => personOf(database, project_id, from_ord),
    keepPersonOf(project_id: number, person_of: Uint32Array, revision: number): void {
      const kept = database.get<{ revision: number; count: number }>(
        'SELECT revision, length(bytes) / 4 AS count FROM person_map WHERE project_id = ?',
        project_id,
      );
      const { revision: since, count } = kept ?? { revision: 0, count: 0 };
      const young = person_of.length - count + movedCount(database, project_id, since);
      if (young < YOUNG_LEAST || young * YOUNG_SHARE < count) return;
      database.run(
        `INSERT INTO person_map (project_id, revision, bytes) VALUES (?, ?, ?)
         ON CONFLICT (project_id) DO UPDATE SET revision = excluded.revision, bytes = excluded.bytes`,
        project_id,
        revision,
        new Uint8Array(person_of.buffer, person_of.byteOffset, person_of.byteLength),
      );
    },
  };
}

function movedCount(database: Database, project_id: number, revision: number): number {
  const sql = `SELECT count(*) AS count FROM ${MOVED} WHERE project_id = ? AND moved_revision > ?`;
  return database.get<{ count: number }>(sql, project_id, revision)!.count;
}

function personOf(database: Database, project_id: number, from_ord: number): Uint32Array {
  const kept = keptFrom(database, project_id, from_ord);
  const young = rowsFrom(database, project_id, from_ord + kept.length);
  // distinct id's number - from_ord -> person's number
  const person_of = new Uint32Array(young.reduce((sum, span) => sum + span.length, kept.length));
  person_of.set(kept);
  let at = kept.length;
  for (const span of young) {
    person_of.set(span, at);
    at += span.length;
  }
  return person_of;
}

/** What the array holds from that number on, brought up to date. */
function keptFrom(database: Database, project_id: number, from_ord: number): Uint32Array {
  // Most who ask know the array already: then it is not read.
  const row = database.get<KeptMap>(
    'SELECT revision, bytes FROM person_map WHERE project_id = ? AND length(bytes) > ?',
    project_id,
    from_ord * 4,
  );
  if (row === undefined) return new Uint32Array(0);
  // A copy, as numbers must start at a multiple of their width.
  const kept = new Uint32Array(row.bytes.slice(from_ord * 4).buffer);
  const moved = database.all<{ ord: number; person_ord: number }>(
    `SELECT ord, person_ord FROM ${MOVED} WHERE project_id = ? AND moved_revision > ? AND ord >= ?`,
    project_id,
    row.revision,
    from_ord,
  );
  for (const { ord, person_ord } of moved) if (ord - from_ord < kept.length) kept[ord - from_ord] = person_ord;
  return kept;
}

/** One text of numbers per span: reading rows one by one takes four times as long. */
function rowsFrom(database: Database, project_id: number, from_ord: number): number[][] {
  const spans: number[][] = [];
  for (let ord = from_ord; ; ord += SPAN) {
    const { list } = database.get<{ list: string | null }>(
      `SELECT group_concat(person_ord ORDER BY ord) AS list FROM distinct_id
       WHERE project_id = ? AND ord >= ? AND ord < ?`,
      project_id,
      ord,
      ord + SPAN,
    )!;
    if (list === null) return spans;
    spans.push(JSON.parse(`[${list}]`) as number[]);
  }
}
