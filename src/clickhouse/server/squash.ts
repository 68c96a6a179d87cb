/**
 * After merges: rewrites events of merged people under their new persons, so that questions need no lookup. Each step
 * is idempotent.
 */
import { name, type Sql, sql } from '../statement/sql.ts';

/** For distinct ids whose events are stored under another person. */
export function movesStatement(project_id: number): Sql {
  return sql`select count() from distincts final where project = ${project_id} and moved = 1`;
}

const COLUMNS = 'project, event, day, time, distinct, uuid, distinct_id, arrived, properties, json';

/**
 * Rewrites the rows with a later version; on a cluster, where those go to another shard, deletes the old ones; records
 * it.
 */
export function squashStatements(cluster: string | null, project_id: number): Sql[] {
  const moved = sql`select person as now, distinct from distincts final where project = ${project_id} and moved = 1`;
  const columns: Sql = { texts: [COLUMNS], values: [] };
  const again = sql`insert into events (${columns}, person, version)
    select ${columns}, moves.now as person, version + 1 as version from events final join (${moved}) as moves using (distinct)
    where project = ${project_id} and events.person != moves.now`;
  const done = sql`insert into distincts (project, distinct_id, person, moved, version, distinct)
    select project, distinct_id, person, 0 as moved, version + 1 as version, distinct from distincts final where project = ${project_id} and moved = 1`;
  if (cluster === null) return [again, done];
  const former = sql`delete from events_local on cluster ${name(cluster)} where project = ${project_id}
    and distinct in (select distinct from distincts final where project = ${project_id} and moved = 1)
    and (person, distinct) not in (select person, distinct from distincts final where project = ${project_id})`;
  return [again, former, done];
}
