/** The tables of persons, their distinct ids, and groups; a part of `schema.ts`. */
export const PEOPLE_TABLES = `
-- Sixteen neighbours by number, see person_pages.ts. A merged person stays, so that its number is never given out again.
CREATE TABLE person_page (
  project_id INTEGER NOT NULL,
  page INTEGER NOT NULL, -- number / 16
  persons INTEGER NOT NULL,
  revision INTEGER NOT NULL, -- of the last change
  bytes BLOB NOT NULL,
  crc INTEGER,
  PRIMARY KEY (project_id, page)
) STRICT;
CREATE INDEX person_page_by_revision ON person_page (project_id, revision, page);

CREATE TABLE person_long (
  project_id INTEGER NOT NULL,
  person_ord INTEGER NOT NULL,
  properties BLOB NOT NULL, -- packed, see properties.ts
  crc INTEGER,
  PRIMARY KEY (project_id, person_ord)
) STRICT;

-- What persons' properties are packed with: names and values that come up again. Never changed or removed,
-- but for texts that nobody has now, which are blanked where data is deleted for good.
CREATE TABLE property_term (
  project_id INTEGER NOT NULL,
  ord INTEGER NOT NULL,
  text TEXT NOT NULL, -- JSON
  crc INTEGER,
  PRIMARY KEY (project_id, ord)
) STRICT, WITHOUT ROWID;

-- Thirty-two neighbours by number, see distinct_ids.ts.
CREATE TABLE distinct_page (
  project_id INTEGER NOT NULL,
  page INTEGER NOT NULL, -- number / 32
  ids INTEGER NOT NULL,
  bytes BLOB NOT NULL, -- texts, and whose they are
  crc INTEGER,
  PRIMARY KEY (project_id, page)
) STRICT;

-- From texts to numbers, for all projects.
CREATE TABLE distinct_hash (
  hash INTEGER PRIMARY KEY, -- of project and text, or the next free number after it
  ord INTEGER NOT NULL
) STRICT;

-- Distinct ids of persons besides the one that each was made by.
CREATE TABLE distinct_more (
  project_id INTEGER NOT NULL,
  person_ord INTEGER NOT NULL,
  distinct_ord INTEGER NOT NULL,
  PRIMARY KEY (project_id, person_ord, distinct_ord)
) STRICT, WITHOUT ROWID;

-- Distinct ids that a merge gave another person.
CREATE TABLE distinct_move (
  project_id INTEGER NOT NULL,
  revision INTEGER NOT NULL,
  distinct_ord INTEGER NOT NULL,
  person_ord INTEGER NOT NULL,
  crc INTEGER,
  PRIMARY KEY (project_id, revision, distinct_ord)
) STRICT, WITHOUT ROWID;

-- The persons of the first distinct ids, as of that revision, so that who is who is read at once and not page by
-- page. What came later is in distinct_page and distinct_move.
CREATE TABLE person_map (
  project_id INTEGER PRIMARY KEY,
  revision INTEGER NOT NULL,
  bytes BLOB NOT NULL, -- 4 * ord -> person_ord, little-endian
  crc INTEGER
) STRICT;

CREATE TABLE group_type (
  project_id INTEGER NOT NULL REFERENCES project (id),
  group_type_index INTEGER NOT NULL,
  group_type TEXT NOT NULL,
  name_singular TEXT,
  name_plural TEXT,
  PRIMARY KEY (project_id, group_type_index),
  UNIQUE (project_id, group_type)
) STRICT, WITHOUT ROWID;

CREATE TABLE actor_group (
  project_id INTEGER NOT NULL,
  type_index INTEGER NOT NULL,
  key TEXT NOT NULL,
  properties TEXT NOT NULL, -- JSON object
  created_at_ms INTEGER NOT NULL,
  revision INTEGER NOT NULL, -- of the last change
  crc INTEGER,
  PRIMARY KEY (project_id, type_index, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX actor_group_by_revision ON actor_group (project_id, type_index, revision);
`;
