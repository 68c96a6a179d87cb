/** Events and properties a project has seen: names, types, counts. */
import { soughtName } from '../../base/letters/caseless.ts';
import { denseCounter } from '../file/counter.ts';
import type { Database } from '../file/database.ts';
import { asStored, checkRow, rowCrc, valuesCrc } from '../file/row_crc.ts';
import type { DefinitionStore, DefinitionsLeft, EventDefinition, PropertyDefinition } from '../types/store.ts';

export function definitionStore(database: Database): DefinitionStore {
  const kinds = { ...events(database), ...properties(database) };
  return {
    ...kinds,
    counts: () =>
      database.remembered('definitions', () => {
        const sql = `SELECT project_id, count(*) AS names FROM (
                       SELECT project_id FROM event_definition UNION ALL SELECT project_id FROM property_definition
                     ) GROUP BY project_id`;
        const rows = database.all<{ project_id: number; names: number }>(sql);
        return new Map(rows.map(({ project_id, names }) => [project_id, names]));
      }),
    recount(project_id, left) {
      database.transaction(() => {
        recountEvents(database, project_id, left.events);
        for (const definition of kinds.properties(project_id, {})) {
          if (!isLeft(definition, left)) removeProperty(database, project_id, definition);
        }
      });
    },
  };
}

function recountEvents(database: Database, project_id: number, left: DefinitionsLeft['events']): void {
  const ords = JSON.stringify(left.map(({ ord }) => ord));
  const sql = 'DELETE FROM event_definition WHERE project_id = ? AND ord NOT IN (SELECT value FROM json_each(?))';
  database.run(sql, project_id, ords);
  for (const { ord, count, first_seen_ms, last_seen_ms } of left) {
    database.run(
      `UPDATE event_definition SET count = ?, first_seen_ms = ?, last_seen_ms = ? WHERE project_id = ? AND ord = ?`,
      ...[count, first_seen_ms, last_seen_ms, project_id, ord],
    );
    noteCrc(database, project_id, ord);
  }
}

function isLeft({ owner, name }: PropertyDefinition, left: DefinitionsLeft): boolean {
  if (owner === 'group') return true;
  return (owner === 'event' ? left.event_properties : left.person_properties).has(name);
}

function removeProperty(
  database: Database,
  project_id: number,
  { owner, group_type_index, name }: PropertyDefinition,
): void {
  const sql = `DELETE FROM property_definition
               WHERE project_id = ? AND owner = ? AND group_type_index = ? AND name = ?`;
  database.run(sql, project_id, owner, group_type_index, name);
}

function noteCrc(database: Database, project_id: number, ord: number): void {
  const sql = `UPDATE event_definition SET crc = row_crc(name, project_id, ord, count, first_seen_ms, last_seen_ms)
               WHERE project_id = ? AND ord = ?`;
  database.run(sql, project_id, ord);
}

type StoredProperty = PropertyDefinition & { readonly crc: number | null };

/** The property without its checksum. @throws ServiceError if that is wrong */
function checkedProperty(project_id: number, { crc, ...of }: StoredProperty): PropertyDefinition {
  const expected = valuesCrc([project_id, of.owner, of.group_type_index, of.name, of.type]);
  checkRow(crc, expected, 'property_definition', `a property of project ${project_id}`);
  return of;
}

type StoredEvent = EventDefinition & { readonly crc: number | null };

const EVENT_COLUMNS = 'ord, name, count, first_seen_ms, last_seen_ms, crc';

/** The event without its checksum. @throws ServiceError if that is wrong */
function checkedEvent(project_id: number, { crc, ...of }: StoredEvent): EventDefinition {
  const { ord, name, count, first_seen_ms, last_seen_ms } = of;
  const expected = rowCrc(name, project_id, ord, count, first_seen_ms, last_seen_ms);
  checkRow(crc, expected, 'event_definition', `event ${ord} of project ${project_id}`);
  return { ord, name, count, first_seen_ms, last_seen_ms };
}

// A damaged page may lead a search to a wrong row or to none; reading all rows still finds them. So a name that a search
// does not find is looked for among all rows: an existing name must not seem new.

function events(database: Database) {
  const nextOrd = denseCounter(
    database,
    'SELECT coalesce(max(ord) + 1, 0) AS next FROM event_definition WHERE project_id = ?',
  );
  /** Project -> names that existed when a new one came. Some may be gone since. */
  const names_seen = new Map<number, Set<string>>();
  const find = (project_id: number, name: string): number | undefined => {
    const sql = `SELECT ${EVENT_COLUMNS} FROM event_definition WHERE project_id = ? AND name = ?`;
    const found = database.get<StoredEvent>(sql, project_id, name);
    return found?.name === asStored(name) ? checkedEvent(project_id, found).ord : undefined;
  };
  const list = (project_id: number): EventDefinition[] => {
    const sql = `SELECT ${EVENT_COLUMNS} FROM event_definition WHERE project_id = ? ORDER BY ord`;
    return database.all<StoredEvent>(sql, project_id).map((row) => checkedEvent(project_id, row));
  };
  /** Names as stored, unchecked: a damaged name equals no name that arrives. */
  const namesOf = (project_id: number): Set<string> => {
    const sql = 'SELECT name FROM event_definition WHERE project_id = ? ORDER BY ord';
    const names = new Set(database.all<{ name: string }>(sql, project_id).map(({ name }) => name));
    names_seen.set(project_id, names);
    return names;
  };
  return {
    eventOrd(project_id: number, name: string): number {
      return find(project_id, name) ?? database.transaction(() => find(project_id, name) ?? add(project_id, name));
    },
    nameEvent,
    hasEvent(project_id: number, name: string): boolean {
      return database.remembered(`event ${project_id} ${name}`, () => {
        return find(project_id, name) !== undefined || list(project_id).some((one) => one.name === asStored(name));
      });
    },
    noteEvents(
      project_id: number,
      counts: readonly { ord: number; count: number; first_ms: number; last_ms: number }[],
    ): void {
      database.transaction(() => {
        for (const { ord, count, first_ms, last_ms } of counts) {
          database.run(
            `UPDATE event_definition SET
               first_seen_ms = CASE WHEN count = 0 THEN ? ELSE min(first_seen_ms, ?) END,
               last_seen_ms = CASE WHEN count = 0 THEN ? ELSE max(last_seen_ms, ?) END,
               count = count + ?
             WHERE project_id = ? AND ord = ?`,
            first_ms,
            first_ms,
            last_ms,
            last_ms,
            count,
            project_id,
            ord,
          );
          noteCrc(database, project_id, ord);
        }
      });
    },
    events: (project_id: number): readonly EventDefinition[] =>
      database.remembered(`events ${project_id}`, () => list(project_id)),
  };

  function add(project_id: number, name: string): number {
    const names = names_seen.get(project_id) ?? namesOf(project_id);
    const stored = asStored(name);
    const may_be_hidden = names.has(stored) && namesOf(project_id).has(stored);
    const hidden = may_be_hidden ? list(project_id).find((one) => one.name === stored) : undefined;
    if (hidden !== undefined) return hidden.ord;
    names.add(stored);
    const ord = nextOrd(project_id);
    nameEvent(project_id, ord, name);
    return ord;
  }

  function nameEvent(project_id: number, ord: number, name: string): void {
    database.run('INSERT INTO event_definition (project_id, ord, name) VALUES (?, ?, ?)', project_id, ord, name);
    noteCrc(database, project_id, ord);
  }
}

function properties(database: Database) {
  const read = (project_id: number, owner: PropertyDefinition['owner'] | null, search: string): PropertyDefinition[] =>
    database
      .all<StoredProperty>(
        `SELECT owner, group_type_index, name, type, crc FROM property_definition
         WHERE project_id = ? AND (? IS NULL OR owner = ?) AND instr(fold(name), ?)
         ORDER BY owner, group_type_index, name`,
        project_id,
        owner,
        owner,
        soughtName(search),
      )
      .map((row) => checkedProperty(project_id, row));
  const all = (project_id: number, owner: PropertyDefinition['owner'] | null): readonly PropertyDefinition[] =>
    database.remembered(`properties ${project_id} ${owner}`, () => read(project_id, owner, ''));
  return {
    property: (project_id: number, of: Omit<PropertyDefinition, 'type'>): PropertyDefinition | undefined =>
      database.remembered(`property ${project_id} ${of.owner} ${of.group_type_index} ${of.name}`, () => {
        const isAsked = ({ owner, name, group_type_index }: PropertyDefinition): boolean =>
          name === asStored(of.name) && owner === of.owner && group_type_index === of.group_type_index;
        const sql = `SELECT owner, group_type_index, name, type, crc FROM property_definition
                   WHERE project_id = ? AND owner = ? AND group_type_index = ? AND name = ?`;
        const found = database.get<StoredProperty>(sql, project_id, of.owner, of.group_type_index, of.name);
        if (found !== undefined && isAsked(found)) return checkedProperty(project_id, found);
        return all(project_id, of.owner).find(isAsked);
      }),
    noteProperty(project_id: number, { owner, group_type_index, name, type }: PropertyDefinition): void {
      // A single statement, because an event may bring thousands of new names.
      const values = [project_id, owner, group_type_index, name, type];
      database.run(
        `INSERT INTO property_definition (project_id, owner, group_type_index, name, type, crc) VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT (project_id, owner, group_type_index, name) DO UPDATE SET
           type = NULL, crc = values_crc(project_id, owner, group_type_index, name, NULL)
         WHERE type IS NOT NULL AND type IS NOT excluded.type`,
        ...values,
        valuesCrc(values),
      );
    },
    properties(
      project_id: number,
      filter: { owner?: PropertyDefinition['owner']; search?: string },
    ): readonly PropertyDefinition[] {
      const { owner = null, search = '' } = filter; // an empty text is in every name
      return search === '' ? all(project_id, owner) : read(project_id, owner, search);
    },
  };
}
