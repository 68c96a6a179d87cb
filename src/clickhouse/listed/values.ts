/** The most frequent values of properties, of events or of current persons; which properties events have. */
import type {
  PropertiesNumbers,
  PropertiesQuery,
  ValueCount,
  ValuesNumbers,
  ValuesQuery,
} from '../../model/question/values.ts';
import type { Answered, Asking } from '../statement/asking.ts';
import { Frame, propertyOf, type Scope } from '../statement/frame.ts';
import { type Sql, sql } from '../statement/sql.ts';
import type { Staged } from '../statement/staged.ts';

export async function answerValues(query: ValuesQuery, asking: Asking): Answered<ValuesNumbers> {
  const numbers: ValueCount[][] = [];
  for (const key of query.keys) {
    const rows = await asking.rows((scope) => valuesStatement(query, key, scope));
    if (rows === undefined) return null;
    numbers.push(rows.map(([value, count]) => ({ value: String(value), count: Number(count) })));
  }
  return numbers;
}

export async function answerProperties({ event, keys }: PropertiesQuery, asking: Asking): Answered<PropertiesNumbers> {
  const values = await answerValues({ owner: 'event', event, keys, search: '', limit: 1 }, asking);
  return values && keys.filter((_, at) => values[at]!.length > 0);
}

function valuesStatement(query: ValuesQuery, key: string, scope: Scope): Staged {
  const { search, limit, owner } = query;
  const found = search === '' ? sql`` : sql` and positionCaseInsensitiveUTF8(value, ${search}) > 0`;
  return {
    inner: sql`select assumeNotNull(text) as value, count() as times from (${owner === 'event' ? ofEvents(query, key, scope) : ofPersons(key, scope)})
      where isNotNull(text) and text != ''${found} group by value`,
    outer: (parts) =>
      sql`select value, sum(times) as count from ${parts} group by value order by count desc, value limit ${limit}`,
    // Every shard has all persons.
    per: owner === 'event' ? 'shard' : 'whole',
  };
}

function ofEvents({ event }: ValuesQuery, key: string, scope: Scope): Sql {
  const frame = new Frame(scope);
  const text = frame.text({ of: 'event', key })!;
  const reach = {
    events: event === null ? null : [event],
    from_ms: Number.NEGATIVE_INFINITY,
    until_ms: Number.POSITIVE_INFINITY,
  };
  return sql`select ${text} as text from ${frame.rows(reach)}`;
}

/** Persons with at least one distinct id. */
function ofPersons(key: string, { tables, project_id }: Scope): Sql {
  return sql`select ${propertyOf(sql`properties`, key)} as text from ${tables.persons} final where project = ${project_id}
    and person in (select person from ${tables.distincts} final where project = ${project_id})`;
}
