/**
 * After merges: rewrites events of merged people under their new persons, so that questions need no lookup. Each step
 * is idempotent.
 */
import type { Row } from '../statement/asking.ts';
import { integers, name, type Sql, sql } from '../statement/sql.ts';
import { slicesOf } from './rows.ts';

/** Counts distinct ids whose events are stored under another person. */
export function movesStatement(project_id: number): Sql {
  return sql`select count() from distincts final where project = ${project_id} and moved = 1`;
}

const COLUMNS = 'project, event, day, time, distinct, uuid, distinct_id, arrived, properties, json';

/** Rows: those distinct ids, and their current persons. */
export function movedStatement(project_id: number): Sql {
  return sql`select distincts.distinct, person from distincts final where project = ${project_id} and moved = 1`;
}

/** Distinct ids per statement, so that a statement and its entry in ClickHouse Keeper stay small. */
const MOVES_AT_ONCE = 10_000;

/**
 * Rewrites the rows with a later version. On a cluster the new rows go to another shard, so the old ones are deleted. Each
 * deletion lists its distinct ids, because replicated tables allow none that reads another table. The last statement
 * records that all is done. `moved`: rows of `movedStatement`.
 */
export function squashStatements(cluster: string | null, project_id: number, moved: readonly Row[]): Sql[] {
  const now = sql`select person as now, distinct from distincts final where project = ${project_id} and moved = 1`;
  const columns: Sql = { texts: [COLUMNS], values: [] };
  const again = sql`insert into events (${columns}, person, version)
    select ${columns}, moves.now as person, version + 1 as version from events final join (${now}) as moves using (distinct)
    where project = ${project_id} and events.person != moves.now`;
  const done = sql`insert into distincts (project, distinct_id, person, moved, version, distinct)
    select project, distinct_id, person, 0 as moved, version + 1 as version, distinct from distincts final where project = ${project_id} and moved = 1`;
  if (cluster === null) return [again, done];
  const former = slicesOf(moved, MOVES_AT_ONCE).map((some) => {
    const ids = integers(some.map(([distinct]) => Number(distinct)));
    const persons = integers(some.map(([, person]) => Number(person)));
    return sql`delete from events_local on cluster ${name(cluster)} where project = ${project_id}
      and distinct in (${ids}) and person != transform(toInt64(distinct), ${ids}, ${persons}, toInt64(person))`;
  });
  return [again, ...former, done];
}
