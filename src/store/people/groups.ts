/** Group types (organisation, team, …) of a project, and the groups themselves. */
import { must } from '../../base/assert.ts';
import { objectIn } from '../../base/json.ts';
import { LIMIT } from '../../model/limit.ts';
import type { GroupType } from '../../model/saved/project.ts';
import type { Database } from '../file/database.ts';
import { type Codecs, decode, plain, type StoredRow, update } from '../file/record.ts';
import { checkRow, rowCrc } from '../file/row_crc.ts';
import type { Group, GroupStore, KeyPage } from '../types/store.ts';

const GROUP_TYPE: Codecs<GroupType> = {
  group_type: plain(),
  group_type_index: plain(),
  name_singular: plain(),
  name_plural: plain(),
};

interface GroupRow {
  readonly type_index: number;
  readonly key: string;
  readonly properties: string;
  readonly created_at_ms: number;
  readonly revision: number;
  readonly crc: number | null;
}

const GROUP = 'type_index, key, properties, created_at_ms, revision, crc';

/** Groups per read. */
const PAGE = 1_000;

export function groupStore(database: Database): GroupStore {
  return {
    types: (project_id) => types(database, project_id),
    typeIndex: (project_id, group_type) => typeIndex(database, project_id, group_type),
    rename(project_id, index, names) {
      const where = { sql: 'project_id = ? AND group_type_index = ?', values: [project_id, index] };
      update(database, 'group_type', GROUP_TYPE, names, where);
      return must(types(database, project_id)[index], `group type ${index}`);
    },
    get(project_id, type_index, key) {
      const row = database.get<GroupRow>(
        `SELECT ${GROUP} FROM actor_group WHERE project_id = ? AND type_index = ? AND key = ?`,
        project_id,
        type_index,
        key,
      );
      return row && toGroup(project_id, row);
    },
    list: (project_id, type_index, page) => list(database, project_id, type_index, page),
    put(project_id, group, revision) {
      const row = { ...group, properties: JSON.stringify(group.properties), revision };
      database.run(
        `INSERT INTO actor_group (project_id, ${GROUP}) VALUES (?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (project_id, type_index, key) DO UPDATE SET properties = excluded.properties,
           created_at_ms = excluded.created_at_ms, revision = excluded.revision, crc = excluded.crc`,
        project_id,
        row.type_index,
        row.key,
        row.properties,
        row.created_at_ms,
        revision,
        crcOf(project_id, row),
      );
    },
    changedSince: (project_id, type_index, revision) => changedSince(database, project_id, type_index, revision),
  };
}

function list(database: Database, project_id: number, type_index: number, { after, limit }: KeyPage): Group[] {
  const rows = database.all<GroupRow>(
    `SELECT ${GROUP} FROM actor_group WHERE project_id = ? AND type_index = ? AND key > ? ORDER BY key LIMIT ?`,
    project_id,
    type_index,
    after,
    limit,
  );
  return rows.map((row) => toGroup(project_id, row));
}

function types(database: Database, project_id: number): GroupType[] {
  return database
    .all<StoredRow>('SELECT * FROM group_type WHERE project_id = ? ORDER BY group_type_index', project_id)
    .map((row) => decode(GROUP_TYPE, row));
}

function typeIndex(database: Database, project_id: number, group_type: string): number | null {
  const found = () =>
    database.get<{ group_type_index: number }>(
      'SELECT group_type_index FROM group_type WHERE project_id = ? AND group_type = ?',
      project_id,
      group_type,
    )?.group_type_index;
  return (
    found() ??
    database.transaction(() => {
      const known = found(); // another process may have added it before we got the lock
      if (known !== undefined) return known;
      const index = types(database, project_id).length;
      if (index >= LIMIT.groups_per_project) return null;
      database.run(
        'INSERT INTO group_type (project_id, group_type_index, group_type) VALUES (?, ?, ?)',
        project_id,
        index,
        group_type,
      );
      return index;
    })
  );
}

function* changedSince(
  database: Database,
  project_id: number,
  type_index: number,
  revision: number,
): IterableIterator<Group> {
  let after = { revision: revision + 0.5, key: '' }; // after all of that revision, before all of the next
  for (;;) {
    const page = database.all<GroupRow>(
      `SELECT ${GROUP} FROM actor_group
       WHERE project_id = ? AND type_index = ? AND (revision, key) > (?, ?) ORDER BY revision, key LIMIT ${PAGE}`,
      project_id,
      type_index,
      after.revision,
      after.key,
    );
    for (const row of page) yield toGroup(project_id, row);
    if (page.length < PAGE) return;
    after = page[PAGE - 1]!;
  }
}

type CrcOf = Pick<GroupRow, 'type_index' | 'key' | 'properties' | 'created_at_ms' | 'revision'>;

function crcOf(project_id: number, { type_index, key, properties, created_at_ms, revision }: CrcOf): number {
  return rowCrc(`${key}\n${properties}`, project_id, type_index, created_at_ms, revision);
}

function toGroup(project_id: number, row: GroupRow): Group {
  checkRow(row.crc, crcOf(project_id, row), 'actor_group', `${JSON.stringify(row.key)} of project ${project_id}`);
  return {
    type_index: row.type_index,
    key: row.key,
    properties: objectIn(row.properties),
    created_at_ms: row.created_at_ms,
  };
}
