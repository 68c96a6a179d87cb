/**
 * The event log and segments. Rows leave the log and arrive in segments in one transaction, so a reader sees each event
 * exactly once.
 */
import { assert } from '../../base/assert.ts';
import { ServiceError } from '../../model/error.ts';
import type { Database } from '../file/database.ts';
import { checkRow, rowCrc } from '../file/row_crc.ts';
import type { AnySegment, BlobPart, SegmentRow, StagedSegment } from '../types/segments.ts';
import type { EventStore, ImportedLine, LogChunk } from '../types/store.ts';

const SEGMENT = 'id, rows, from_ms, until_ms, header, revision, stage, crc';

export function eventStore(database: Database): EventStore {
  return { ...place(database), ...state(database), ...log(database), ...segments(database), ...imports(database) };
}

function place(database: Database) {
  return {
    place: () => database.get<{ place: string }>('SELECT place FROM events_place')?.place ?? null,
    setPlace(text: string | null): void {
      database.run('DELETE FROM events_place');
      if (text !== null) database.run('INSERT INTO events_place (id, place) VALUES (1, ?)', text);
    },
  };
}

interface ProjectState {
  readonly revision: number;
  readonly sealed_seq: number;
  readonly erasures: number;
  readonly expired_before_ms: number;
  readonly crc: number | null;
}

const CRC = "row_crc('', project_id, revision, sealed_seq, erasures, expired_before_ms)";

function stateOf(database: Database, project_id: number): ProjectState | undefined {
  const sql = `SELECT revision, sealed_seq, erasures, expired_before_ms, crc FROM project_state WHERE project_id = ?`;
  const state = database.get<ProjectState>(sql, project_id);
  if (state === undefined) return undefined;
  const { revision, sealed_seq, erasures, expired_before_ms } = state;
  const crc = rowCrc('', project_id, revision, sealed_seq, erasures, expired_before_ms);
  checkRow(state.crc, crc, 'project_state', `project ${project_id}`);
  return state;
}

/** Changes columns of the project's state by `sql`. */
function changeState(database: Database, project_id: number, sql: string, ...values: readonly number[]): number {
  const set = `UPDATE project_state SET ${sql} WHERE project_id = ? RETURNING revision`;
  const row = database.get<{ revision: number }>(set, ...values, project_id);
  assert(row !== undefined, `project ${project_id} exists`);
  database.run(`UPDATE project_state SET crc = ${CRC} WHERE project_id = ?`, project_id);
  return row.revision;
}

function state(database: Database) {
  return {
    revision: (project_id: number): number =>
      database.remembered(`revision ${project_id}`, () => stateOf(database, project_id)?.revision ?? 0),
    nextRevision(project_id: number): number {
      return changeState(database, project_id, 'revision = revision + 1');
    },
    nextErasure(project_id: number): number {
      return changeState(database, project_id, 'revision = revision + 1, erasures = erasures + 1');
    },
    erasures: (project_id: number): number =>
      database.remembered(`erasures ${project_id}`, () => stateOf(database, project_id)?.erasures ?? 0),
    expiredBefore: (project_id: number): number | null =>
      database.remembered(`expired ${project_id}`, () => stateOf(database, project_id)?.expired_before_ms || null),
    noteExpired(project_id: number, before_ms: number): void {
      changeState(database, project_id, 'expired_before_ms = max(expired_before_ms, ?)', before_ms);
    },
    isOnlySealedSince(project_id: number, revision: number): boolean {
      // Each revision is one transaction, and its segments carry the revision. If they were merged away meanwhile, the
      // answer is no, which is safe.
      const sql = `SELECT (SELECT count(DISTINCT revision) FROM segment WHERE project_id = ? AND revision > ?) AS sealed,
                   revision FROM project_state WHERE project_id = ?`;
      const row = database.get<{ sealed: number; revision: number }>(sql, project_id, revision, project_id);
      return row !== undefined && row.revision - revision === row.sealed;
    },
    sealedSeq(project_id: number): number {
      return stateOf(database, project_id)?.sealed_seq ?? 0;
    },
  };
}

/** Chunk numbers are never reused. */
const NEXT_SEQ = `SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'log'), 0) + 1 AS next`;

function log(database: Database) {
  return {
    append(project_id: number, { events, bytes }: { events: number; bytes: Uint8Array }): number {
      const { next } = database.get<{ next: number }>(NEXT_SEQ)!;
      const sql = 'INSERT INTO log (seq, project_id, events, bytes, crc) VALUES (?, ?, ?, ?, ?)';
      return database.run(sql, next, project_id, events, bytes, rowCrc(bytes, next, project_id, events)).last_id;
    },
    logSince(project_id: number, seq: number): LogChunk[] {
      const sql = 'SELECT seq, events, bytes, crc FROM log WHERE project_id = ? AND seq > ? ORDER BY seq';
      return database.all<LogChunk & { readonly crc: number | null }>(sql, project_id, seq).map(({ crc, ...row }) => {
        checkRow(crc, rowCrc(row.bytes, row.seq, project_id, row.events), 'log', `number ${row.seq}`);
        return row;
      });
    },
    rewriteLog(project_id: number, seq: number, chunk: { events: number; bytes: Uint8Array } | null): void {
      if (chunk === null) database.run('DELETE FROM log WHERE project_id = ? AND seq = ?', project_id, seq);
      else {
        const { events, bytes } = chunk;
        const sql = 'UPDATE log SET events = ?, bytes = ?, crc = ? WHERE project_id = ? AND seq = ?';
        database.run(sql, events, bytes, rowCrc(bytes, seq, project_id, events), project_id, seq);
      }
    },
    tailEvents(project_id: number): number {
      const sql = `SELECT coalesce(sum(events), 0) AS events FROM log JOIN project_state USING (project_id)
                   WHERE project_id = ? AND seq > sealed_seq`;
      return database.get<{ events: number }>(sql, project_id)!.events;
    },
    seal(project_id: number, seq: number, made: readonly AnySegment[], revision: number): void {
      database.transaction(() => {
        const sql = 'DELETE FROM log WHERE project_id = ? AND seq <= ? RETURNING events';
        const taken = database.all<{ events: number }>(sql, project_id, seq);
        // Another process may have sealed these chunks since they were read; their events must not be added twice.
        const events = taken.reduce((sum, row) => sum + row.events, 0);
        const rows = made.reduce((sum, segment) => sum + segment.rows, 0);
        assert(rows <= events, `sealing makes ${rows} rows of ${events} events`);
        for (const segment of made) addSegment(database, project_id, segment, revision);
        const sealed_seq = Math.max(stateOf(database, project_id)?.sealed_seq ?? 0, seq);
        changeState(database, project_id, 'sealed_seq = ?', sealed_seq);
      });
    },
  };
}

function segments(database: Database) {
  return {
    replace(project_id: number, removed_ids: readonly number[], added: readonly AnySegment[], revision: number): void {
      database.transaction(() => {
        for (const id of removed_ids) {
          const { changes } = database.run('DELETE FROM segment WHERE project_id = ? AND id = ?', project_id, id);
          assert(changes === 1, `segment ${id} exists`);
        }
        for (const segment of added) addSegment(database, project_id, segment, revision);
      });
    },
    rewrite(project_id: number, id: number, made: AnySegment | null): void {
      database.transaction(() => {
        const before = database.get<{ revision: number }>('SELECT revision FROM segment WHERE id = ?', id);
        assert(before !== undefined, `segment ${id} exists`);
        database.run('DELETE FROM segment WHERE project_id = ? AND id = ?', project_id, id);
        if (made !== null) addSegment(database, project_id, made, before.revision, id);
      });
    },
    segments(project_id: number): SegmentRow[] {
      const sql = `SELECT ${SEGMENT} FROM segment WHERE project_id = ? ORDER BY id`;
      return database.all<StoredSegment>(sql, project_id).map(({ stage, crc, ...row }) => {
        checkRow(crc, segmentCrc(project_id, row, row.revision, stage), 'segment', `number ${row.id}`);
        return row;
      });
    },
    /** Segment numbers are never reused, so the newest number and the count identify a list. */
    segmentsMark(project_id: number): string {
      const sql = `SELECT count(*) || ':' || coalesce(max(id), 0) AS mark FROM segment WHERE project_id = ?`;
      return database.get<{ mark: string }>(sql, project_id)!.mark;
    },
    blob(segment_id: number, name: string): Uint8Array | undefined {
      const sql = 'SELECT bytes FROM segment_blob WHERE segment_id = ? AND name = ?';
      return (
        database.get<{ bytes: Uint8Array }>(sql, segment_id, name)?.bytes ?? stagedBlob(database, segment_id, name)
      );
    },
    stage(stage: number, parts: readonly BlobPart[]): void {
      const sql = 'INSERT INTO staged_blob (stage, name, part, bytes) VALUES (?, ?, ?, ?)';
      for (const { name, part, bytes } of parts) database.run(sql, stage, name, part, bytes);
    },
    unstage(stage: number | null): void {
      const of = stage === null ? 'SELECT DISTINCT stage FROM staged_blob' : 'SELECT ? AS stage';
      const sql = `DELETE FROM staged_blob WHERE stage IN (${of} EXCEPT SELECT stage FROM segment WHERE stage IS NOT NULL)`;
      database.run(sql, ...(stage === null ? [] : [stage]));
    },
  };
}

interface StoredSegment extends SegmentRow {
  readonly stage: number | null;
  readonly crc: number | null;
}

function stagedBlob(database: Database, segment_id: number, name: string): Uint8Array | undefined {
  const sql = `SELECT bytes FROM staged_blob WHERE stage = (SELECT stage FROM segment WHERE id = ?) AND name = ? ORDER BY part`;
  const parts = database.all<{ bytes: Uint8Array }>(sql, segment_id, name).map(({ bytes }) => bytes);
  return parts.length > 1 ? Buffer.concat(parts) : parts[0];
}

function segmentCrc(
  project_id: number,
  { rows, from_ms, until_ms, header }: Omit<SegmentRow, 'id' | 'revision'>,
  revision: number,
  stage: number | null,
): number {
  return rowCrc(header, project_id, rows, from_ms, until_ms, revision, ...(stage === null ? [] : [stage]));
}

/** Adds a segment. Its blobs will be deleted with it. `id`: the next number by default. */
export function addSegment(
  database: Database,
  project_id: number,
  segment: AnySegment,
  revision: number,
  id: number | null = null,
): void {
  const stage = 'stage' in segment ? segment.stage : null;
  if ('stage' in segment) checkStaged(database, segment);
  const { last_id } = database.run(
    `INSERT INTO segment (id, project_id, rows, from_ms, until_ms, header, revision, stage, crc)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    id,
    project_id,
    segment.rows,
    segment.from_ms,
    segment.until_ms,
    segment.header,
    revision,
    stage,
    segmentCrc(project_id, segment, revision, stage),
  );
  if ('stage' in segment) return;
  for (const { name, bytes } of segment.blobs) {
    database.run('INSERT INTO segment_blob (segment_id, name, bytes) VALUES (?, ?, ?)', last_id, name, bytes);
  }
}

/** Checks that all blobs are there: another process may have unstaged them. */
function checkStaged(database: Database, { stage, parts }: StagedSegment): void {
  const sql = 'SELECT count(*) AS parts FROM staged_blob WHERE stage = ?';
  const found = database.get<{ parts: number }>(sql, stage)!.parts;
  if (found !== parts)
    throw new ServiceError('busy', 'Another process works on the same events. Try again in a moment.');
}

function imports(database: Database) {
  return {
    noteLine(project_id: number, { about, nth, content }: ImportedLine, import_id?: number): boolean {
      const found = database.get<{ nth: number; content: Uint8Array }>(
        `SELECT nth, content FROM imported_line WHERE project_id = ? AND about = ? AND nth >= ? ORDER BY nth LIMIT 1`,
        project_id,
        about,
        nth,
      );
      if (found?.nth === nth && Buffer.compare(found.content, content) === 0) return false;
      if (found !== undefined) {
        const later = 'DELETE FROM imported_line WHERE project_id = ? AND about = ? AND nth >= ?';
        database.run(later, project_id, about, nth);
      }
      const sql = 'INSERT INTO imported_line (project_id, about, nth, content, import_id) VALUES (?, ?, ?, ?, ?)';
      database.run(sql, project_id, about, nth, content, import_id ?? null);
      return true;
    },
    hasFormerImports(project_id: number): boolean {
      return database.get('SELECT 1 FROM import WHERE project_id = ? LIMIT 1', project_id) !== undefined;
    },
  };
}
