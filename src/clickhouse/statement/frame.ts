/**
 * The rows a statement reads: a project's events with their current persons, and the values the statement needs. A
 * frame is made for one statement; requesting a value returns the column that will hold it.
 */

import type { PlainSource } from '../../model/question/expression.ts';
import type { ValueSource } from '../../model/question/predicate.ts';
import { allOf, list, name, type Sql, sql } from './sql.ts';
import type { Tables } from './staged.ts';

/** Shared by all statements of a question. */
export interface Scope {
  readonly project_id: number;
  readonly tables: Tables;
  /** Whether a merge gave any distinct id another person than its events were stored with. */
  readonly has_moves: boolean;
}

/** Which rows to read, as far as the table's sort order helps. */
export interface Reach {
  /** null = every event. */
  readonly events: readonly string[] | null;
  readonly from_ms: number;
  readonly until_ms: number;
}

/** A property's value; missing if absent, which differs from ''. */
export function propertyOf(properties: Sql, key: string): Sql {
  return sql`if(mapContains(${properties}, ${key}), ${properties}[${key}], null)`;
}

type Owned = Extract<PlainSource, { of: 'event' | 'person' | 'group' }>;

/** A requested value. */
interface Wanted {
  readonly column: Sql;
  readonly source: Owned;
}

export class Frame {
  readonly scope: Scope;
  /** Requested values, by what they were requested as. */
  readonly #wanted = new Map<string, Wanted>();
  #wants_id = false;
  #wants_created = false;
  #wants_sessions = false;

  constructor(scope: Scope) {
    this.scope = scope;
  }

  /** Column with a source's text, null if missing; undefined if SQL cannot express it. */
  text(source: ValueSource): Sql | undefined {
    switch (source.of) {
      case 'event':
      case 'person':
      case 'group':
        return this.#owned(source);
      case 'metadata':
        return this.#metadata(source.key);
      case 'session':
        this.#wants_sessions = true;
        this.#owned(SESSION_ID);
        return sql`toString(session_seconds)`;
      default:
        return undefined;
    }
  }

  /** When the row's person was created. */
  personCreated(): Sql {
    this.#wants_created = true;
    return sql`person_created`;
  }

  session(): Sql {
    return this.#owned(SESSION_ID);
  }

  group(type_index: number): Sql {
    return sql`ifNull(${this.#owned({ of: 'event', key: `$group_${type_index}` })}, '')`;
  }

  /** The `from` clause. Call it last, as it contains the columns requested so far. */
  rows(reach: Reach, besides: readonly ('json' | 'properties')[] = []): Sql {
    const wanted = [...this.#wanted.values()];
    const own = wanted.filter(({ source }) => source.of === 'event');
    const columns = own.map(({ column, source }) => sql`, ${propertyOf(sql`properties`, source.key)} as ${column}`);
    const { tables, project_id } = this.scope;
    const events = sql`(select event, time, arrived, uuid, distinct, distinct_id, ${this.#person()} as person${pieces(besides.map((column) => sql`, ${name(column)}`))}${pieces(columns)}
      from ${tables.events} final ${this.#moved()} where ${allOf([sql`project = ${project_id}`, ...conditionsOf(reach)])}) as happened`;
    return sql`${events}${this.#persons(wanted)}${this.#groups(wanted)}${this.#sessions()}`;
  }

  #owned(source: Owned): Sql {
    // A group's values are found by its key.
    if (source.of === 'group') this.group(source.type_index);
    const key = JSON.stringify([source.of, source.of === 'group' ? source.type_index : null, source.key]);
    const known = this.#wanted.get(key) ?? { column: name(`${source.of}_${this.#wanted.size}`), source };
    this.#wanted.set(key, known);
    return known.column;
  }

  #metadata(key: Extract<PlainSource, { of: 'metadata' }>['key']): Sql {
    if (key === 'person_id') this.#wants_id = true;
    const columns = {
      event: sql`toNullable(toString(event))`,
      distinct_id: sql`toNullable(distinct_id)`,
      person_id: sql`toNullable(person_id)`,
      timestamp: sql`toNullable(toString(time))`,
    };
    return columns[key];
  }

  #person(): Sql {
    return this.scope.has_moves ? sql`if(moved_to.moved = 1, moved_to.person, person)` : sql`person`;
  }

  #moved(): Sql {
    if (!this.scope.has_moves) return sql``;
    const { tables, project_id } = this.scope;
    return sql`left any join (select person, moved, distinct from ${tables.distincts} final where project = ${project_id} and moved = 1) as moved_to using (distinct)`;
  }

  #persons(wanted: readonly Wanted[]): Sql {
    const own = wanted.filter(({ source }) => source.of === 'person');
    if (own.length === 0 && !this.#wants_id && !this.#wants_created) return sql``;
    const { tables, project_id } = this.scope;
    const columns = own.map(({ column, source }) => sql`, ${propertyOf(sql`properties`, source.key)} as ${column}`);
    return sql` left any join (select person, id as person_id, created as person_created${pieces(columns)}
      from ${tables.persons} final where project = ${project_id}) as persons using (person)`;
  }

  #groups(wanted: readonly Wanted[]): Sql {
    const types = Map.groupBy(wanted, ({ source }) => (source.of === 'group' ? source.type_index : null));
    return pieces([...types].map(([type, of_type]) => (type === null ? sql`` : this.#groupsOf(type, of_type))));
  }

  #groupsOf(type_index: number, wanted: readonly Wanted[]): Sql {
    const key = this.#wanted.get(JSON.stringify(['event', null, `$group_${type_index}`]));
    const { tables, project_id } = this.scope;
    const columns = wanted.map(({ column, source }) => sql`, ${propertyOf(sql`properties`, source.key)} as ${column}`);
    const groups = name(`groups_${type_index}`);
    return sql` left any join (select key as ${groups}_key${pieces(columns)} from ${tables.groups} final
      where project = ${project_id} and type = ${type_index}) as ${groups} on ifNull(${key!.column}, '') = ${groups}.${groups}_key`;
  }

  /** Joins each session's length over all of its events, whatever the statement reads. */
  #sessions(): Sql {
    if (!this.#wants_sessions) return sql``;
    const { tables, project_id } = this.scope;
    const id = sql`properties[${SESSION_ID.key}]`;
    return sql` left any join (select ${id} as session_id, toNullable(intDiv(max(time) - min(time), 1000)) as session_seconds
      from ${tables.events} final where project = ${project_id} and mapContains(properties, ${SESSION_ID.key}) group by session_id) as sessions
      on ${this.session()} = sessions.session_id`;
  }
}

const SESSION_ID = { of: 'event', key: '$session_id' } as const;

function pieces(some: readonly Sql[]): Sql {
  return some.reduce((before, piece) => sql`${before}${piece}`, sql``);
}

/** The first and last day that the table's column can hold. */
const DAYS_FROM_MS = Date.UTC(1900, 0, 1);
const DAYS_UNTIL_MS = Date.UTC(2299, 11, 31);

/** Restricts days besides times, as days are in the table's sort order. */
function conditionsOf({ events, from_ms, until_ms }: Reach): Sql[] {
  const conditions: Sql[] = [];
  if (events !== null) conditions.push(sql`event in (${list(events.map((event) => sql`${event}`))})`);
  if (Number.isFinite(from_ms)) conditions.push(sql`time >= ${Math.ceil(from_ms)}`);
  if (Number.isFinite(until_ms)) conditions.push(sql`time < ${Math.ceil(until_ms)}`);
  if (from_ms >= DAYS_FROM_MS && from_ms < DAYS_UNTIL_MS) conditions.push(sql`day >= ${dayText(from_ms)}::Date32`);
  if (until_ms > DAYS_FROM_MS && until_ms < DAYS_UNTIL_MS) conditions.push(sql`day <= ${dayText(until_ms)}::Date32`);
  return conditions;
}

/** YYYY-MM-DD. */
export function dayText(time_ms: number): string {
  return new Date(Math.min(Math.max(time_ms, DAYS_FROM_MS), DAYS_UNTIL_MS)).toISOString().slice(0, 10);
}
