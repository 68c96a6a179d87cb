/**
 * Format 6: a segment is a span of rows with all events in it. Until then there was one for each event and month and a
 * blob for each of its columns, 403,000 of them for three million events of a real shape. The old ones wait under
 * other names for the service, which makes them anew before it reads anything.
 */
export const SPAN_SEGMENTS = `
DROP INDEX segment_by_project;
ALTER TABLE segment RENAME TO outdated_segment;
ALTER TABLE segment_column RENAME TO outdated_column;

CREATE TABLE segment (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  project_id INTEGER NOT NULL REFERENCES project (id),
  rows INTEGER NOT NULL,
  from_ms INTEGER NOT NULL,
  until_ms INTEGER NOT NULL,
  header BLOB NOT NULL,
  revision INTEGER NOT NULL
) STRICT;
CREATE INDEX segment_by_project ON segment (project_id);

CREATE TABLE segment_blob (
  segment_id INTEGER NOT NULL REFERENCES segment (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  bytes BLOB NOT NULL,
  PRIMARY KEY (segment_id, name)
) STRICT;
`;
