/** Events and properties a project has seen: names, types, counts. */
import { denseCounter } from '../file/counter.ts';
import type { Database } from '../file/database.ts';
import { checkRow, rowCrc } from '../file/row_crc.ts';
import type { DefinitionStore, EventDefinition, PropertyDefinition } from '../types/store.ts';

export function definitionStore(database: Database): DefinitionStore {
  return { ...events(database), ...properties(database) };
}

function events(database: Database) {
  const nextOrd = denseCounter(
    database,
    'SELECT coalesce(max(ord) + 1, 0) AS next FROM event_definition WHERE project_id = ?',
  );
  const find = (project_id: number, name: string) =>
    database.get<{ ord: number }>(
      'SELECT ord FROM event_definition WHERE project_id = ? AND name = ?',
      project_id,
      name,
    )?.ord;
  return {
    eventOrd(project_id: number, name: string): number {
      return find(project_id, name) ?? database.transaction(() => find(project_id, name) ?? add(project_id, name));
    },
    hasEvent: (project_id: number, name: string): boolean =>
      database.remembered(`event ${project_id} ${name}`, () => find(project_id, name) !== undefined),
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
          noteCrc(project_id, ord);
        }
      });
    },
    events: (project_id: number): readonly EventDefinition[] =>
      database.remembered(`events ${project_id}`, () => {
        const sql = `SELECT ord, name, count, first_seen_ms, last_seen_ms, crc FROM event_definition
                   WHERE project_id = ? ORDER BY ord`;
        return database
          .all<EventDefinition & { readonly crc: number | null }>(sql, project_id)
          .map(({ crc, ord, name, count, first_seen_ms, last_seen_ms }) => {
            const expected = rowCrc(name, project_id, ord, count, first_seen_ms, last_seen_ms);
            checkRow(crc, expected, 'event_definition', `event ${ord} of project ${project_id}`);
            return { ord, name, count, first_seen_ms, last_seen_ms };
          });
      }),
  };

  function noteCrc(project_id: number, ord: number): void {
    const sql = `UPDATE event_definition SET crc = row_crc(name, project_id, ord, count, first_seen_ms, last_seen_ms)
                 WHERE project_id = ? AND ord = ?`;
    database.run(sql, project_id, ord);
  }

  function add(project_id: number, name: string): number {
    const ord = nextOrd(project_id);
    database.run('INSERT INTO event_definition (project_id, ord, name) VALUES (?, ?, ?)', project_id, ord, name);
    noteCrc(project_id, ord);
    return ord;
  }
}

function properties(database: Database) {
  return {
    property: (project_id: number, of: Omit<PropertyDefinition, 'type'>): PropertyDefinition | undefined =>
      database.remembered(`property ${project_id} ${of.owner} ${of.group_type_index} ${of.name}`, () => {
        const sql = `SELECT type FROM property_definition
                   WHERE project_id = ? AND owner = ? AND group_type_index = ? AND name = ?`;
        const found = database.get<Pick<PropertyDefinition, 'type'>>(
          sql,
          project_id,
          of.owner,
          of.group_type_index,
          of.name,
        );
        return found && { ...of, type: found.type };
      }),
    noteProperty(project_id: number, { owner, group_type_index, name, type }: PropertyDefinition): void {
      database.run(
        `INSERT INTO property_definition (project_id, owner, group_type_index, name, type) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (project_id, owner, group_type_index, name) DO UPDATE SET type = NULL
         WHERE type IS NOT NULL AND type IS NOT excluded.type`,
        project_id,
        owner,
        group_type_index,
        name,
        type,
      );
    },
    properties(project_id: number, filter: { owner?: PropertyDefinition['owner']; search?: string }) {
      const owner = filter.owner ?? null;
      return database
        .all<PropertyDefinition>(
          `SELECT owner, group_type_index, name, type FROM property_definition
           WHERE project_id = ? AND (? IS NULL OR owner = ?) AND instr(fold(name), ?)
           ORDER BY owner, group_type_index, name`,
          project_id,
          owner,
          owner,
          filter.search?.toLowerCase() ?? '', // matches every name
        )
        .map((row) => ({ ...row }));
    },
  };
}
