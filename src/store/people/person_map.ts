/**
 * distinct id -> person for all ids at once. Mostly one array of numbers, stored beside the ids; only newer entries are
 * read from the ids.
 */
import type { Database } from '../file/database.ts';
import { checkRow, rowCrc } from '../file/row_crc.ts';
import type { DistinctIds } from './distinct_ids.ts';

/** The array is rewritten if newer ids exceed this share … */
const YOUNG_SHARE = 8;
/** … and are at least this many. Fewer are read quickly enough. */
const YOUNG_LEAST = 1_024;

interface KeptMap {
  readonly revision: number;
  readonly bytes: Uint8Array;
  readonly crc: number | null;
}

export function personMap(database: Database, ids: DistinctIds) {
  return {
    personOf(project_id: number, from_ord: number): Uint32Array {
      const kept = keptFrom(database, project_id, from_ord);
      const young = ids.personsFrom(project_id, from_ord + kept.length);
      // distinct_ord - from_ord -> person_ord
      const person_of = new Uint32Array(kept.length + young.length);
      person_of.set(kept);
      person_of.set(young, kept.length);
      return person_of;
    },
    movedSince: (project_id: number, revision: number) => movedSince(database, project_id, revision),
    keepPersonOf(project_id: number, person_of: Uint32Array, revision: number): void {
      const kept = database.get<{ revision: number; count: number }>(
        'SELECT revision, length(bytes) / 4 AS count FROM person_map WHERE project_id = ?',
        project_id,
      );
      const { revision: since, count } = kept ?? { revision: 0, count: 0 };
      const young = person_of.length - count + movedCount(database, project_id, since);
      // Another process may have stored a newer array.
      if (since >= revision || young < YOUNG_LEAST || young * YOUNG_SHARE < count) return;
      const bytes = new Uint8Array(person_of.buffer, person_of.byteOffset, person_of.byteLength);
      database.run(
        `INSERT INTO person_map (project_id, revision, bytes, crc) VALUES (?, ?, ?, ?)
         ON CONFLICT (project_id) DO UPDATE
         SET revision = excluded.revision, bytes = excluded.bytes, crc = excluded.crc`,
        project_id,
        revision,
        bytes,
        rowCrc(bytes, project_id, revision),
      );
    },
  };
}

interface Move {
  readonly revision: number;
  readonly distinct_ord: number;
  readonly person_ord: number;
  readonly crc: number | null;
}

export function moveCrc(project_id: number, { revision, distinct_ord, person_ord }: Omit<Move, 'crc'>): number {
  return rowCrc('', project_id, revision, distinct_ord, person_ord);
}

function movedCount(database: Database, project_id: number, revision: number): number {
  const sql = 'SELECT count(*) AS count FROM distinct_move WHERE project_id = ? AND revision > ?';
  return database.get<{ count: number }>(sql, project_id, revision)!.count;
}

/** Each id once, with the person of its last move. */
function movedSince(
  database: Database,
  project_id: number,
  revision: number,
): { distinct_ord: number; person_ord: number }[] {
  return database
    .all<Move>(
      `SELECT distinct_ord, person_ord, max(revision) AS revision, crc FROM distinct_move
       WHERE project_id = ? AND revision > ? GROUP BY distinct_ord ORDER BY distinct_ord`,
      project_id,
      revision,
    )
    .map((move) => {
      const { distinct_ord, person_ord, crc } = move;
      checkRow(crc, moveCrc(project_id, move), 'distinct_move', `id ${distinct_ord} of project ${project_id}`);
      return { distinct_ord, person_ord };
    });
}

/** The array from `from_ord` on, brought up to date. */
function keptFrom(database: Database, project_id: number, from_ord: number): Uint32Array {
  // Most callers know the array already. Then nothing is read.
  const row = database.get<KeptMap>(
    'SELECT revision, bytes, crc FROM person_map WHERE project_id = ? AND length(bytes) > ?',
    project_id,
    from_ord * 4,
  );
  // A damaged array costs only time: the ids have all data.
  if (row === undefined || row.crc !== rowCrc(row.bytes, project_id, row.revision)) return new Uint32Array(0);
  // Copied, to align it.
  const kept = new Uint32Array(row.bytes.slice(from_ord * 4).buffer);
  for (const { distinct_ord, person_ord } of movedSince(database, project_id, row.revision)) {
    const at = distinct_ord - from_ord;
    if (at >= 0 && at < kept.length) kept[at] = person_ord;
  }
  return kept;
}
