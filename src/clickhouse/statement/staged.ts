/**
 * A question's statement in two stages: what each shard computes over its persons, and what combines these results. The
 * inner stage returns numbers that add up, or aggregate states, so that only groups cross the network.
 */
import { name, type Sql, sql } from './sql.ts';

export interface Staged {
  readonly inner: Sql;
  /** Combines the rows of all inner stages into rows of the answer. */
  readonly outer: (parts: Sql) => Sql;
  /**
   * `row`: it does not matter which rows are together. `shard`: each actor has all rows on one shard. `whole`: its
   * rows may be on several (groups, sessions), so the inner stage must read all rows in one place.
   */
  readonly per: 'row' | 'shard' | 'whole';
}

/** The tables that a fragment refers to. */
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
/** A shard's own tables. All but the events are on each shard. */
export const LOCAL_TABLES: Tables = { ...OWN_TABLES, events: name('events_local') };

/** On one server the inner stage is simply a subquery. */
export function onOneServer({ inner, outer }: Staged): Sql {
  return outer(sql`(${inner})`);
}
