/** Projects, users and keys; saved things; cached answers. See `schema.ts`. */
export const SAVED_TABLES = `
CREATE TABLE project (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  api_token TEXT NOT NULL UNIQUE,
  timezone TEXT NOT NULL,
  week_start_day INTEGER NOT NULL,
  test_account_filters TEXT NOT NULL, -- JSON array
  path_cleaning_filters TEXT NOT NULL, -- JSON array
  created_at_ms INTEGER NOT NULL,
  crc INTEGER,
  retention_days INTEGER,
  autocapture_opt_out INTEGER NOT NULL DEFAULT 0
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
  revoked_at_ms INTEGER,
  expires_at_ms INTEGER
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
  crc INTEGER,
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
  created_by INTEGER REFERENCES user (id),
  tags TEXT NOT NULL DEFAULT '[]', -- JSON list
  pinned INTEGER NOT NULL DEFAULT 0,
  crc INTEGER
) STRICT;
CREATE INDEX dashboard_by_project ON dashboard (project_id);

-- An insight, or a text beside them.
CREATE TABLE tile (
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
  crc INTEGER,
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
  crc INTEGER,
  members_crc INTEGER, -- of all rows in cohort_member; null = there never were any
  PRIMARY KEY (project_id, id)
) STRICT;

-- Members of static cohorts, each by one of its distinct ids: whoever that leads to after a merge is the member.
CREATE TABLE cohort_member (
  project_id INTEGER NOT NULL,
  cohort_id INTEGER NOT NULL,
  distinct_ord INTEGER NOT NULL,
  PRIMARY KEY (project_id, cohort_id, distinct_ord)
) STRICT, WITHOUT ROWID;

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
  condition TEXT NOT NULL DEFAULT 'absolute_value',
  threshold TEXT NOT NULL DEFAULT 'absolute',
  is_ongoing INTEGER NOT NULL DEFAULT 0,
  skip_weekend INTEGER NOT NULL DEFAULT 0,
  calculation_interval TEXT NOT NULL DEFAULT 'daily',
  subscribed_users TEXT NOT NULL DEFAULT '[]', -- JSON list of numbers
  PRIMARY KEY (project_id, id)
) STRICT;

-- Audit log. Keys and users may be gone; project is null if it concerns all.
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
