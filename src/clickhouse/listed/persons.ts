/** How many persons fulfil a condition, with or without events. */
import type { Predicate } from '../../model/question/predicate.ts';
import { condition } from '../statement/condition.ts';
import { Frame, type Scope } from '../statement/frame.ts';
import { sql } from '../statement/sql.ts';
import type { Staged } from '../statement/staged.ts';

/** One row: the count. Persons are on every shard, their events are not. */
export function personsStatement(where: Predicate, scope: Scope): Staged | undefined {
  const { tables, project_id } = scope;
  const found = condition({ kind: 'cohort', where }, new Frame(scope));
  return (
    found && {
      inner: sql`select uniqExact(person) as people from ${tables.distincts} final where project = ${project_id} and ${found}`,
      outer: (parts) => sql`select sum(people) from ${parts}`,
      per: 'whole',
    }
  );
}
