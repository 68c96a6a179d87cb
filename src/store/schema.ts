/**
 * Tables of the first format. STRICT everywhere. Foreign keys only on small tables: tables every event touches
 * (persons, distinct ids, log) rely on their single writer. WITHOUT ROWID for small rows read in key order; rowid
 * tables for blobs and long text. AUTOINCREMENT where deleted numbers must never return, as readers remember them.
 */
export const FIRST_SCHEMA = `
CREATE TABLE project (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  api_token TEXT NOT NULL UNIQUE,
  timezone TEXT NOT NULL,
  week_start_day INTEGER NOT NULL,
  test_account_filters TEXT NOT NULL, -- JSON array
  path_cleaning_filters TEXT NOT NULL, -- JSON array
  created_at_ms INTEGER NOT NULL
) STRICT;

-- Apart from the project: it changes with every commit.
CREATE TABLE project_state (
  project_id INTEGER PRIMARY KEY REFERENCES project (id),
  revision INTEGER NOT NULL DEFAULT 0,
  sealed_seq INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE user (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid TEXT NOT NULL UNIQUE,
  distinct_id TEXT NOT NULL,
  first_name TEXT NOT NULL,
  last_name TEXT NOT NULL,
  email TEXT NOT NULL,
  is_email_verified INTEGER,
  hedgehog_config TEXT -- JSON object
) STRICT;

CREATE TABLE api_key (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES user (id),
  label TEXT NOT NULL,
  hash TEXT NOT NULL UNIQUE,
  mask TEXT NOT NULL,
  scopes TEXT NOT NULL, -- JSON array
  project_ids TEXT, -- JSON array
  created_at_ms INTEGER NOT NULL,
  last_used_at_ms INTEGER,
  revoked_at_ms INTEGER
) STRICT;

CREATE TABLE insight (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  project_id INTEGER NOT NULL REFERENCES project (id),
  short_id TEXT NOT NULL,
  name TEXT,
  derived_name TEXT,
  description TEXT,
  filters TEXT NOT NULL, -- JSON
  query TEXT, -- JSON
  "order" INTEGER,
  deleted INTEGER NOT NULL,
  saved INTEGER NOT NULL,
  favorited INTEGER NOT NULL,
  is_sample INTEGER NOT NULL,
  tags TEXT NOT NULL, -- JSON array of texts
  created_at_ms INTEGER NOT NULL,
  created_by INTEGER REFERENCES user (id),
  updated_at_ms INTEGER NOT NULL,
  last_modified_at_ms INTEGER NOT NULL,
  last_modified_by INTEGER REFERENCES user (id),
  UNIQUE (project_id, short_id)
) STRICT;

CREATE TABLE dashboard (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  project_id INTEGER NOT NULL REFERENCES project (id),
  name TEXT NOT NULL,
  description TEXT NOT NULL,
  filters TEXT NOT NULL, -- JSON
  deleted INTEGER NOT NULL,
  created_at_ms INTEGER NOT NULL,
  created_by INTEGER REFERENCES user (id)
) STRICT;
CREATE INDEX dashboard_by_project ON dashboard (project_id);

CREATE TABLE tile (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  dashboard_id INTEGER NOT NULL REFERENCES dashboard (id),
  insight_id INTEGER NOT NULL REFERENCES insight (id),
  deleted INTEGER,
  color TEXT,
  layouts TEXT NOT NULL, -- JSON
  UNIQUE (insight_id, dashboard_id)
) STRICT;
CREATE INDEX tile_by_dashboard ON tile (dashboard_id);

CREATE TABLE activity (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  project_id INTEGER NOT NULL REFERENCES project (id),
  user_id INTEGER REFERENCES user (id),
  activity TEXT NOT NULL,
  scope TEXT NOT NULL,
  item_id TEXT NOT NULL,
  detail TEXT NOT NULL, -- JSON
  created_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX activity_by_scope ON activity (project_id, scope, created_at_ms);
CREATE INDEX activity_by_item ON activity (project_id, scope, item_id, created_at_ms);

CREATE TABLE insight_view (
  project_id INTEGER NOT NULL REFERENCES project (id),
  user_id INTEGER NOT NULL REFERENCES user (id),
  insight_id INTEGER NOT NULL REFERENCES insight (id),
  viewed_at_ms INTEGER NOT NULL,
  PRIMARY KEY (project_id, user_id, insight_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE sharing (
  insight_id INTEGER PRIMARY KEY REFERENCES insight (id),
  enabled INTEGER NOT NULL,
  access_token TEXT NOT NULL UNIQUE,
  created_at_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE result (
  project_id INTEGER NOT NULL REFERENCES project (id),
  key TEXT NOT NULL,
  body TEXT NOT NULL, -- JSON
  computed_at_ms INTEGER NOT NULL,
  PRIMARY KEY (project_id, key)
) STRICT;
CREATE INDEX result_by_age ON result (computed_at_ms);

-- What was answered to a write that carried an Idempotency-Key. Owner: the API key's number, 0 for the file's owner.
CREATE TABLE repeatable (
  owner INTEGER NOT NULL,
  key TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  answer TEXT NOT NULL, -- JSON
  answered_at_ms INTEGER NOT NULL,
  PRIMARY KEY (owner, key)
) STRICT;
CREATE INDEX repeatable_by_age ON repeatable (answered_at_ms);

-- Sixteen neighbours by number, see person_pages.ts. A merged person stays, so that its number is never given out again.
CREATE TABLE person_page (
  project_id INTEGER NOT NULL,
  page INTEGER NOT NULL, -- number / 16
  persons INTEGER NOT NULL,
  revision INTEGER NOT NULL, -- of the last change
  bytes BLOB NOT NULL,
  PRIMARY KEY (project_id, page)
) STRICT;
CREATE INDEX person_page_by_revision ON person_page (project_id, revision, page);

CREATE TABLE person_long (
  project_id INTEGER NOT NULL,
  person_ord INTEGER NOT NULL,
  properties BLOB NOT NULL, -- packed, see properties.ts
  PRIMARY KEY (project_id, person_ord)
) STRICT;

-- What persons' properties are packed with: names and values that come up again. Never changed, never removed.
CREATE TABLE property_term (
  project_id INTEGER NOT NULL,
  ord INTEGER NOT NULL,
  text TEXT NOT NULL, -- JSON
  PRIMARY KEY (project_id, ord)
) STRICT, WITHOUT ROWID;

-- Thirty-two neighbours by number, see distinct_ids.ts.
CREATE TABLE distinct_page (
  project_id INTEGER NOT NULL,
  page INTEGER NOT NULL, -- number / 32
  ids INTEGER NOT NULL,
  bytes BLOB NOT NULL, -- texts, and whose they are
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
  PRIMARY KEY (project_id, revision, distinct_ord)
) STRICT, WITHOUT ROWID;

-- The persons of the first distinct ids, as of that revision, so that who is who is read at once and not page by
-- page. What came later is in distinct_page and distinct_move.
CREATE TABLE person_map (
  project_id INTEGER PRIMARY KEY,
  revision INTEGER NOT NULL,
  bytes BLOB NOT NULL -- 4 * ord -> person_ord, little-endian
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
  PRIMARY KEY (project_id, type_index, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX actor_group_by_revision ON actor_group (project_id, type_index, revision);

CREATE TABLE event_definition (
  project_id INTEGER NOT NULL REFERENCES project (id),
  ord INTEGER NOT NULL,
  name TEXT NOT NULL,
  count INTEGER NOT NULL DEFAULT 0,
  first_seen_ms INTEGER NOT NULL DEFAULT 0, -- means nothing while count is 0
  last_seen_ms INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (project_id, ord),
  UNIQUE (project_id, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE property_definition (
  project_id INTEGER NOT NULL REFERENCES project (id),
  owner TEXT NOT NULL,
  group_type_index INTEGER NOT NULL,
  name TEXT NOT NULL,
  type TEXT,
  PRIMARY KEY (project_id, owner, group_type_index, name)
) STRICT, WITHOUT ROWID;

-- Numbered within the project, so that what is brought over from elsewhere keeps the numbers that questions name.
CREATE TABLE action (
  project_id INTEGER NOT NULL REFERENCES project (id),
  id INTEGER NOT NULL,
  name TEXT NOT NULL,
  description TEXT NOT NULL,
  tags TEXT NOT NULL, -- JSON array of texts
  steps TEXT NOT NULL, -- JSON array
  deleted INTEGER NOT NULL,
  created_at_ms INTEGER NOT NULL,
  created_by INTEGER REFERENCES user (id),
  updated_at_ms INTEGER NOT NULL,
  PRIMARY KEY (project_id, id)
) STRICT;

CREATE TABLE cohort (
  project_id INTEGER NOT NULL REFERENCES project (id),
  id INTEGER NOT NULL,
  name TEXT NOT NULL,
  description TEXT NOT NULL,
  filters TEXT NOT NULL, -- JSON object
  is_static INTEGER NOT NULL,
  deleted INTEGER NOT NULL,
  created_at_ms INTEGER NOT NULL,
  created_by INTEGER REFERENCES user (id),
  updated_at_ms INTEGER NOT NULL,
  PRIMARY KEY (project_id, id)
) STRICT;

-- Members of static cohorts, each by one of its distinct ids: whoever that leads to after a merge is the member.
CREATE TABLE cohort_member (
  project_id INTEGER NOT NULL,
  cohort_id INTEGER NOT NULL,
  distinct_ord INTEGER NOT NULL,
  PRIMARY KEY (project_id, cohort_id, distinct_ord)
) STRICT, WITHOUT ROWID;

CREATE TABLE log (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  project_id INTEGER NOT NULL,
  events INTEGER NOT NULL,
  bytes BLOB NOT NULL
) STRICT;
CREATE INDEX log_by_project ON log (project_id, seq);

CREATE TABLE segment (
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
CREATE INDEX segment_by_project ON segment (project_id);

CREATE TABLE segment_column (
  segment_id INTEGER NOT NULL REFERENCES segment (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  bytes BLOB NOT NULL,
  PRIMARY KEY (segment_id, name)
) STRICT;

CREATE TABLE import (
  project_id INTEGER NOT NULL REFERENCES project (id),
  digest TEXT NOT NULL,
  lines INTEGER NOT NULL,
  PRIMARY KEY (project_id, digest)
) STRICT, WITHOUT ROWID;
`;
