/**
 * Format 6: a segment holds all events of a range of arrival. Before, there was one segment per event and month with a
 * blob per column: 403,000 blobs for three million events of a real shape. Old segments are renamed, and the service
 * rebuilds them before it reads anything.
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
