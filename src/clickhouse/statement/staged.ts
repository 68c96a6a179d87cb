/**
 * A question's statement in two: what each shard makes of its own persons, and what is made of all those. The inner part
 * ends in numbers that add up, or in states, so that only groups cross the network.
 */
import { name, type Sql, sql } from './sql.ts';

export interface Staged {
  readonly inner: Sql;
  /** Rows of the inner parts of all shards in, rows of the answer out. */
  readonly outer: (parts: Sql) => Sql;
  /**
   * `shard`: whoever is counted has all rows on one shard. `whole`: not so (groups, sessions), and the inner part looks at
   * all rows from one place.
   */
  readonly per: 'shard' | 'whole';
}

/** Which tables a piece speaks of. */
export interface Tables {
  readonly events: Sql;
  readonly persons: Sql;
  readonly distincts: Sql;
  readonly groups: Sql;
}

export const OWN_TABLES: Tables = {
  events: name('events'),
  persons: name('persons'),
  distincts: name('distincts'),
  groups: name('groups'),
};
/** On a shard: what lies there. All but the events lies on each. */
export const LOCAL_TABLES: Tables = { ...OWN_TABLES, events: name('events_local') };

/** On one server the inner part is a subquery as it stands. */
export function onOneServer({ inner, outer }: Staged): Sql {
  return outer(sql`(${inner})`);
}
