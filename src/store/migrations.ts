/**
 * Formats of the file, counted by SQLite's `user_version`. A new file gets the current one (`schema.ts`), an older file the
 * steps it lacks, all in one transaction. Released steps are never edited: a change is a new step, and goes into the schema.
 */
import { pause } from '../base/pause.ts';
import { ServiceError } from '../model/error.ts';
import { LIMIT } from '../model/limit.ts';
import { TUNING } from '../model/tuning.ts';
import { SPAN_SEGMENTS } from './events/span_segments.ts';
import { configure, type Database, openDatabase, whileUnused } from './file/database.ts';
import { failure, isForeign } from './file/failure.ts';
import { SCHEMA } from './schema.ts';

/** Lines about persons and groups already imported from files. Event lines are known by their ids. */
const IMPORTED_LINES = `
CREATE TABLE imported_line (
  project_id INTEGER NOT NULL REFERENCES project (id),
  about BLOB NOT NULL, -- hash of the source, and of whom the line is about
  nth INTEGER NOT NULL, -- from 1, among the lines about them
  content BLOB NOT NULL, -- hash of what it says
  PRIMARY KEY (project_id, about, nth)
) STRICT, WITHOUT ROWID;
`;

const DASHBOARD_FIELDS = `
ALTER TABLE dashboard ADD COLUMN tags TEXT NOT NULL DEFAULT '[]'; -- JSON list
ALTER TABLE dashboard ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tile ADD COLUMN "order" INTEGER;
`;

/** Rows that identities and properties depend on carry checksums; see row_crc.ts. */
const ROW_CHECKSUMS = `
ALTER TABLE person_page ADD COLUMN crc INTEGER;
UPDATE person_page SET crc = row_crc(bytes, project_id, page, persons, revision);
ALTER TABLE person_long ADD COLUMN crc INTEGER;
UPDATE person_long SET crc = row_crc(properties, project_id, person_ord);
ALTER TABLE distinct_page ADD COLUMN crc INTEGER;
UPDATE distinct_page SET crc = row_crc(bytes, project_id, page, ids);
ALTER TABLE distinct_move ADD COLUMN crc INTEGER;
UPDATE distinct_move SET crc = row_crc('', project_id, revision, distinct_ord, person_ord);
ALTER TABLE property_term ADD COLUMN crc INTEGER;
UPDATE property_term SET crc = row_crc(text, project_id, ord);
ALTER TABLE person_map ADD COLUMN crc INTEGER;
DELETE FROM person_map; -- made anew from the ids
ALTER TABLE actor_group ADD COLUMN crc INTEGER;
UPDATE actor_group SET crc = row_crc(key || char(10) || properties, project_id, type_index, created_at_ms, revision);
ALTER TABLE event_definition ADD COLUMN crc INTEGER;
UPDATE event_definition SET crc = row_crc(name, project_id, ord, count, first_seen_ms, last_seen_ms);
ALTER TABLE segment ADD COLUMN crc INTEGER;
UPDATE segment SET crc = row_crc(header, project_id, rows, from_ms, until_ms, revision);
ALTER TABLE project_state ADD COLUMN crc INTEGER;
UPDATE project_state SET crc = row_crc('', project_id, revision, sealed_seq);
ALTER TABLE project ADD COLUMN crc INTEGER;
UPDATE project SET crc = values_crc("api_token", "created_at_ms", "id", "name", "path_cleaning_filters", "test_account_filters", "timezone", "week_start_day");
ALTER TABLE insight ADD COLUMN crc INTEGER;
UPDATE insight SET crc = values_crc("created_at_ms", "created_by", "deleted", "derived_name", "description", "favorited", "filters", "id", "is_sample", "last_modified_at_ms", "last_modified_by", "name", "order", "project_id", "query", "saved", "short_id", "tags", "updated_at_ms");
ALTER TABLE dashboard ADD COLUMN crc INTEGER;
UPDATE dashboard SET crc = values_crc("created_at_ms", "created_by", "deleted", "description", "filters", "id", "name", "pinned", "project_id", "tags");
ALTER TABLE action ADD COLUMN crc INTEGER;
UPDATE action SET crc = values_crc("created_at_ms", "created_by", "deleted", "description", "id", "name", "project_id", "steps", "tags", "updated_at_ms");
ALTER TABLE cohort ADD COLUMN crc INTEGER;
UPDATE cohort SET crc = values_crc("created_at_ms", "created_by", "deleted", "description", "filters", "id", "is_static", "name", "project_id", "updated_at_ms");
`;

const MARKS = `
CREATE TABLE annotation (
  project_id INTEGER NOT NULL REFERENCES project (id),
  id INTEGER NOT NULL,
  content TEXT NOT NULL,
  date_ms INTEGER NOT NULL,
  deleted INTEGER NOT NULL,
  created_at_ms INTEGER NOT NULL,
  created_by INTEGER REFERENCES user (id),
  updated_at_ms INTEGER NOT NULL,
  PRIMARY KEY (project_id, id)
) STRICT;
CREATE INDEX annotation_by_date ON annotation (project_id, date_ms);

CREATE TABLE alert (
  project_id INTEGER NOT NULL REFERENCES project (id),
  id INTEGER NOT NULL,
  name TEXT NOT NULL,
  insight_id INTEGER NOT NULL REFERENCES insight (id),
  lower REAL,
  upper REAL,
  series INTEGER NOT NULL,
  webhook_url TEXT,
  enabled INTEGER NOT NULL,
  notified_point TEXT, -- as answers write it
  notified_at_ms INTEGER,
  deleted INTEGER NOT NULL,
  created_at_ms INTEGER NOT NULL,
  created_by INTEGER REFERENCES user (id),
  updated_at_ms INTEGER NOT NULL,
  PRIMARY KEY (project_id, id)
) STRICT;
`;

/** Audit log. Keys and users may be gone; project is NULL if an action concerns all projects. */
const KEYS_END = `
ALTER TABLE api_key ADD COLUMN expires_at_ms INTEGER;

CREATE TABLE audit (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  at_ms INTEGER NOT NULL,
  project_id INTEGER,
  user_id INTEGER,
  key_id INTEGER,
  action TEXT NOT NULL,
  target TEXT,
  fields TEXT NOT NULL -- JSON array of names
) STRICT;
CREATE INDEX audit_by_project ON audit (project_id, seq);
`;

/** Where sealed events are, if not in this file; at most one row. */
const EVENTS_PLACE = `
CREATE TABLE events_place (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  place TEXT NOT NULL
) STRICT;
`;

/**
 * Permanent removal: pending and finished erasures by number; whether removed bytes may still be in unused parts of the
 * file; imports, so that one can be undone; how long events are kept. More rows carry checksums.
 */
const ERASURES = `
ALTER TABLE project_state ADD COLUMN erasures INTEGER NOT NULL DEFAULT 0; -- readers begin anew when it changes
ALTER TABLE project_state ADD COLUMN expired_before_ms INTEGER NOT NULL DEFAULT 0; -- older events are gone; 0 = none
UPDATE project_state SET crc = row_crc('', project_id, revision, sealed_seq, erasures, expired_before_ms);
ALTER TABLE project ADD COLUMN retention_days INTEGER;
UPDATE project SET crc = values_crc("api_token", "created_at_ms", "id", "name", "path_cleaning_filters", "retention_days", "test_account_filters", "timezone", "week_start_day");

CREATE TABLE erasure (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  project_id INTEGER NOT NULL,
  task TEXT NOT NULL, -- JSON, numbers only
  requested_at_ms INTEGER NOT NULL,
  done_at_ms INTEGER,
  events INTEGER NOT NULL, -- removed so far
  persons INTEGER NOT NULL,
  crc INTEGER
) STRICT;
CREATE INDEX erasure_pending ON erasure (project_id, id) WHERE done_at_ms IS NULL;

CREATE TABLE scrubbing (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  removals INTEGER NOT NULL, -- so many there were
  scrubbed INTEGER NOT NULL -- so many of them have left no bytes
) STRICT;
INSERT INTO scrubbing (id, removals, scrubbed) VALUES (1, 0, 0);

CREATE TABLE import_run (
  project_id INTEGER NOT NULL REFERENCES project (id),
  id INTEGER NOT NULL,
  sources TEXT NOT NULL, -- JSON array of names
  started_at_ms INTEGER NOT NULL,
  changed_at_ms INTEGER NOT NULL,
  events INTEGER NOT NULL,
  persons TEXT NOT NULL, -- JSON array: [from, until) of the numbers it gave, end to end
  revision INTEGER NOT NULL, -- of its last change
  crc INTEGER,
  PRIMARY KEY (project_id, id)
) STRICT;
ALTER TABLE imported_line ADD COLUMN import_id INTEGER;

ALTER TABLE log ADD COLUMN crc INTEGER;
UPDATE log SET crc = row_crc(bytes, seq, project_id, events);
ALTER TABLE property_definition ADD COLUMN crc INTEGER;
UPDATE property_definition SET crc = values_crc(project_id, owner, group_type_index, name, type);
ALTER TABLE cohort ADD COLUMN members_crc INTEGER; -- of all rows in cohort_member; null = there never were any
UPDATE cohort SET members_crc = (
  SELECT row_crc(group_concat(distinct_ord), cohort.project_id, cohort.id, count(*))
  FROM (SELECT distinct_ord FROM cohort_member
        WHERE cohort_member.project_id = cohort.project_id AND cohort_id = cohort.id ORDER BY distinct_ord)
  HAVING count(*) > 0);
`;

const AUTOCAPTURE = `
ALTER TABLE project ADD COLUMN autocapture_opt_out INTEGER NOT NULL DEFAULT 0;
UPDATE project SET crc = values_crc("api_token", "autocapture_opt_out", "created_at_ms", "id", "name", "path_cleaning_filters", "retention_days", "test_account_filters", "timezone", "week_start_day");
`;

/**
 * Segments are large. Their blobs are stored piece by piece in transactions of their own, so that nobody waits long for
 * the transaction that adds the segment.
 */
const STAGED_BLOBS = `
CREATE TABLE staged_blob (
  stage INTEGER NOT NULL, -- random
  name TEXT NOT NULL,
  part INTEGER NOT NULL, -- from 0
  bytes BLOB NOT NULL,
  PRIMARY KEY (stage, name, part)
) STRICT;
ALTER TABLE segment ADD COLUMN stage INTEGER; -- of its blobs; null = they are in segment_blob
CREATE INDEX segment_by_stage ON segment (stage) WHERE stage IS NOT NULL;
CREATE TRIGGER unstage AFTER DELETE ON segment WHEN old.stage IS NOT NULL BEGIN
  DELETE FROM staged_blob WHERE stage = old.stage;
END;
`;

/** Texts beside insights on dashboards. Alerts that judge a change or a running day, and their subscribers. */
const DASHBOARD_TEXTS = `
CREATE TABLE new_tile (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  dashboard_id INTEGER NOT NULL REFERENCES dashboard (id),
  insight_id INTEGER REFERENCES insight (id),
  text TEXT,
  deleted INTEGER,
  "order" INTEGER,
  color TEXT,
  layouts TEXT NOT NULL, -- JSON
  show_description INTEGER,
  UNIQUE (insight_id, dashboard_id),
  CHECK ((insight_id IS NULL) <> (text IS NULL))
) STRICT;
INSERT INTO new_tile (id, dashboard_id, insight_id, deleted, "order", color, layouts)
  SELECT id, dashboard_id, insight_id, deleted, "order", color, layouts FROM tile;
DROP TABLE tile;
ALTER TABLE new_tile RENAME TO tile;
CREATE INDEX tile_by_dashboard ON tile (dashboard_id);

ALTER TABLE alert ADD COLUMN condition TEXT NOT NULL DEFAULT 'absolute_value';
ALTER TABLE alert ADD COLUMN threshold TEXT NOT NULL DEFAULT 'absolute';
ALTER TABLE alert ADD COLUMN is_ongoing INTEGER NOT NULL DEFAULT 0;
ALTER TABLE alert ADD COLUMN skip_weekend INTEGER NOT NULL DEFAULT 0;
ALTER TABLE alert ADD COLUMN calculation_interval TEXT NOT NULL DEFAULT 'daily';
ALTER TABLE alert ADD COLUMN subscribed_users TEXT NOT NULL DEFAULT '[]'; -- JSON list of numbers
`;

/** Columns of few rows, in the log and in segments: earlier programs cannot read them, but no table changes. */
const PLACED_COLUMNS = '';

/** SQL of each step, from the first format on. */
const STEPS: readonly string[] = [
  IMPORTED_LINES,
  SPAN_SEGMENTS,
  DASHBOARD_FIELDS,
  ROW_CHECKSUMS,
  MARKS,
  KEYS_END,
  EVENTS_PLACE,
  ERASURES,
  AUTOCAPTURE,
  STAGED_BLOBS,
  DASHBOARD_TEXTS,
  PLACED_COLUMNS,
];

/** Earlier formats were never released. */
const FIRST_FORMAT = 4;

/** This program's format, which is the result of all steps. */
export const FORMAT = FIRST_FORMAT + STEPS.length;

/** Marks a SQLite file as ours: "InsM". */
export const APPLICATION_ID = 0x496e734d;

interface Stamp {
  readonly application_id: number;
  readonly version: number;
  readonly tables: number;
}

/**
 * Opens a file that is ours and current, or makes it so. An older one is upgraded only while nobody else has it open:
 * whoever has it open may be an older program, which would write what this one takes for damage.
 * @param upgraded told the format that the file had
 * @throws ServiceError if it is not ours, newer than this program, or older and in use
 */
export function openCurrent(
  path: string,
  open: () => Database = () => openDatabase(path),
  upgraded: (format: number) => void = () => {},
): Database {
  const until_ms = performance.now() + LIMIT.store_busy_ms;
  for (;;) {
    const opened = openIfCurrent(path, open);
    if (typeof opened !== 'number') return opened;
    const isUpgraded = whileUnused(path, (alone) => {
      configure(alone);
      alone.transaction(() => upgrade(alone));
    });
    if (isUpgraded) upgraded(opened);
    else if (performance.now() > until_ms) throw heldByOthers(path);
    // Two that try at once must not go on doing so.
    pause(TUNING.lock_retry_ms * (1 + Math.random()));
  }
}

/** Returns the format if it is an older one. A file without tables gets them. */
function openIfCurrent(path: string, open: () => Database): Database | number {
  const database = open();
  try {
    const { version } = checkFormat(database, path);
    if (version === 0 || version === FORMAT) {
      configure(database);
      if (version === 0) database.transaction(() => upgrade(database));
      return database;
    }
    database.close();
    return version;
  } catch (error) {
    database.close();
    throw error;
  }
}

function heldByOthers(path: string): ServiceError {
  return new ServiceError(
    'conflict',
    `${path} was written by an older version of this program, and something has it open: a server, or an assistant that started the program. Stop it, then try again: the file is upgraded then, and older versions cannot open it any more. Now it is as it was; a backup can be made of it before.`,
  );
}

/** Reads a file as it would be upgraded, and leaves its content as it was. @throws ServiceError like `checkFormat` */
export function readMigrated<T>(database: Database, path: string, read: () => T): T {
  const { version } = checkFormat(database, path);
  configure(database);
  if (version === FORMAT) return database.snapshot(read);
  const results: T[] = [];
  try {
    database.transaction(() => {
      upgrade(database);
      results.push(read());
      throw UNDONE;
    });
  } catch (error) {
    if (error !== UNDONE) throw error;
  }
  return results[0]!;
}

/** Ends a transaction that was only to be read. */
const UNDONE = new Error('undone');

function upgrade(database: Database): void {
  const { version } = stampOf(database); // another process may have done some of it, or all
  const steps = version === 0 ? [SCHEMA] : STEPS.slice(version - FIRST_FORMAT);
  for (const sql of steps) database.execute(sql);
  database.execute(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${FORMAT}`);
}

/** @throws ServiceError if the file is not ours, or newer than this program */
export function checkFormat(database: Database, path: string): Stamp {
  const stamp = readStamp(database, path);
  const fresh = stamp.application_id === 0 && stamp.version === 0 && stamp.tables === 0;
  if (!fresh && stamp.application_id !== APPLICATION_ID) throw foreign(path);
  if (stamp.version > FORMAT) {
    throw new ServiceError(
      'error',
      `${path} was written by a newer version of this program (format ${stamp.version}, this one knows formats up to ${FORMAT}). Update the program, or use another file.`,
    );
  }
  if (stamp.version > 0 && stamp.version < FIRST_FORMAT) {
    throw new ServiceError(
      'error',
      `${path} was written by a version of this program from before its first release (format ${stamp.version}), which this one cannot read. Use another file and import the events again.`,
    );
  }
  return stamp;
}

function readStamp(database: Database, path: string): Stamp {
  try {
    return database.snapshot(() => stampOf(database)); // another process may be creating the file right now
  } catch (error) {
    throw error instanceof ServiceError && isForeign(error.cause) ? foreign(path) : failure(error, 'open');
  }
}

function stampOf(database: Database): Stamp {
  const { application_id } = database.get<{ application_id: number }>('PRAGMA application_id')!;
  const { user_version } = database.get<{ user_version: number }>('PRAGMA user_version')!;
  const { tables } = database.get<{ tables: number }>('SELECT count(*) AS tables FROM sqlite_schema')!;
  return { application_id, version: user_version, tables };
}

function foreign(path: string): ServiceError {
  return new ServiceError(
    'error',
    `${path} is not a database of this program. It was left as it is; use another file.`,
  );
}
