/** Events: the log, sealed segments, definitions, imports and erasures. See `schema.ts`. */
export const EVENT_TABLES = `
-- Apart from the project: it changes with every commit.
CREATE TABLE project_state (
  project_id INTEGER PRIMARY KEY REFERENCES project (id),
  revision INTEGER NOT NULL DEFAULT 0,
  sealed_seq INTEGER NOT NULL DEFAULT 0,
  crc INTEGER,
  erasures INTEGER NOT NULL DEFAULT 0, -- readers begin anew when it changes
  expired_before_ms INTEGER NOT NULL DEFAULT 0 -- older events are gone; 0 = none
) STRICT;

CREATE TABLE event_definition (
  project_id INTEGER NOT NULL REFERENCES project (id),
  ord INTEGER NOT NULL,
  name TEXT NOT NULL,
  count INTEGER NOT NULL DEFAULT 0,
  first_seen_ms INTEGER NOT NULL DEFAULT 0, -- means nothing while count is 0
  last_seen_ms INTEGER NOT NULL DEFAULT 0,
  crc INTEGER,
  PRIMARY KEY (project_id, ord),
  UNIQUE (project_id, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE property_definition (
  project_id INTEGER NOT NULL REFERENCES project (id),
  owner TEXT NOT NULL,
  group_type_index INTEGER NOT NULL,
  name TEXT NOT NULL,
  type TEXT,
  crc INTEGER,
  PRIMARY KEY (project_id, owner, group_type_index, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE log (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  project_id INTEGER NOT NULL,
  events INTEGER NOT NULL,
  bytes BLOB NOT NULL,
  crc INTEGER
) STRICT;
CREATE INDEX log_by_project ON log (project_id, seq);

CREATE TABLE segment (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  project_id INTEGER NOT NULL REFERENCES project (id),
  rows INTEGER NOT NULL,
  from_ms INTEGER NOT NULL,
  until_ms INTEGER NOT NULL,
  header BLOB NOT NULL,
  revision INTEGER NOT NULL,
  crc INTEGER,
  stage INTEGER -- of its blobs; null = they are in segment_blob
) STRICT;
CREATE INDEX segment_by_project ON segment (project_id);
CREATE INDEX segment_by_stage ON segment (stage) WHERE stage IS NOT NULL;

CREATE TABLE segment_blob (
  segment_id INTEGER NOT NULL REFERENCES segment (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  bytes BLOB NOT NULL,
  PRIMARY KEY (segment_id, name)
) STRICT;

-- Blobs of large segments, stored piece by piece in transactions of their own, so that nobody waits long for the one
-- that adds the segment.
CREATE TABLE staged_blob (
  stage INTEGER NOT NULL, -- random
  name TEXT NOT NULL,
  part INTEGER NOT NULL, -- from 0
  bytes BLOB NOT NULL,
  PRIMARY KEY (stage, name, part)
) STRICT;
CREATE TRIGGER unstage AFTER DELETE ON segment WHEN old.stage IS NOT NULL BEGIN
  DELETE FROM staged_blob WHERE stage = old.stage;
END;

-- Segments up to format 5, which the service rebuilds before it reads anything.
CREATE TABLE outdated_segment (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  project_id INTEGER NOT NULL REFERENCES project (id),
  event_ord INTEGER NOT NULL,
  month INTEGER NOT NULL,
  rows INTEGER NOT NULL,
  from_ms INTEGER NOT NULL,
  until_ms INTEGER NOT NULL,
  header BLOB NOT NULL,
  revision INTEGER NOT NULL
) STRICT;

CREATE TABLE outdated_column (
  segment_id INTEGER NOT NULL REFERENCES outdated_segment (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  bytes BLOB NOT NULL,
  PRIMARY KEY (segment_id, name)
) STRICT;

-- Where sealed events rest, if not in this file; at most one row.
CREATE TABLE events_place (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  place TEXT NOT NULL
) STRICT;

-- What is removed for good, pending and finished.
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

-- Whether bytes of what was removed may still be in unused parts of the file; one row.
CREATE TABLE scrubbing (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  removals INTEGER NOT NULL, -- so many there were
  scrubbed INTEGER NOT NULL -- so many of them have left no bytes
) STRICT;
INSERT INTO scrubbing (id, removals, scrubbed) VALUES (1, 0, 0);

CREATE TABLE import (
  project_id INTEGER NOT NULL REFERENCES project (id),
  digest TEXT NOT NULL,
  lines INTEGER NOT NULL,
  PRIMARY KEY (project_id, digest)
) STRICT, WITHOUT ROWID;

-- Imports, so that one can be undone.
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

-- Lines about persons and groups already imported from files. Event lines are known by their ids.
CREATE TABLE imported_line (
  project_id INTEGER NOT NULL REFERENCES project (id),
  about BLOB NOT NULL, -- hash of the source, and of whom the line is about
  nth INTEGER NOT NULL, -- from 1, among the lines about them
  content BLOB NOT NULL, -- hash of what it says
  import_id INTEGER,
  PRIMARY KEY (project_id, about, nth)
) STRICT, WITHOUT ROWID;
`;
