/**
 * Resolved conditions as SQL. Exact or nothing: if SQL would decide differently (free-form dates, page elements,
 * expressions), the whole condition is undefined, and the kernels answer from fetched rows.
 */
import { unreachable } from '../../base/assert.ts';
import { numbersIn, parseNested } from '../../base/json.ts';
import { LIMIT } from '../../model/limit.ts';
import type {
  Behaviour,
  Deeds,
  EventMatch,
  PersonCondition,
  Predicate,
  ValueTest,
} from '../../model/question/predicate.ts';
import { Frame, propertyOf, type Reach, type Scope } from './frame.ts';
import { allOf, anyOf, type Bound, ms, msList, name, type Sql, sql, textList } from './sql.ts';

/** Text of a value, null if missing; undefined if SQL cannot express it. */
type TextOf = (source: Extract<Predicate, { kind: 'value' }>['source']) => Sql | undefined;

export function condition(predicate: Predicate, frame: Frame): Sql | undefined {
  return judged(predicate, (source) => frame.text(source), frame.scope);
}

function judged(predicate: Predicate, textOf: TextOf, scope: Scope): Sql | undefined {
  switch (predicate.kind) {
    case 'all':
      return sql`1`;
    case 'none':
      return sql`0`;
    case 'and':
    case 'or': {
      const parts = everyDefined(predicate.of.map((part) => judged(part, textOf, scope)));
      return parts && (predicate.kind === 'and' ? allOf(parts) : anyOf(parts));
    }
    case 'not': {
      const part = judged(predicate.of, textOf, scope);
      return part && sql`(not ${part})`;
    }
    case 'value': {
      const text = textOf(predicate.source);
      return text && tested(predicate.test, text);
    }
    default: {
      const persons = personsOf(predicate, scope);
      return persons && sql`person in (${persons})`;
    }
  }
}

export function everyDefined<T>(values: readonly (T | undefined)[]): T[] | undefined {
  const defined = values.filter((value) => value !== undefined);
  return defined.length === values.length ? defined : undefined;
}

/** SQL that is true or false, never null: missing values fail. */
function tested(test: ValueTest, text: Sql): Sql | undefined {
  switch (test.op) {
    case 'set':
      return sql`isNotNull(${text})`;
    case 'in':
      return test.values.some(isNested) ? undefined : passes(sql`${text} in ${textList(test.values)}`);
    case 'contains':
      return test.needles.every(isAscii)
        ? anyOf(test.needles.map((needle) => passes(sql`${text} ilike ${likeOf(needle)}`)))
        : undefined;
    case 'matches':
      // `(?-s)`: a dot does not match a line break.
      return anyOf(test.patterns.map((pattern) => passes(sql`match(${text}, ${`(?-s)${pattern}`})`)));
    case 'number':
      return numberWithin(test, numberOf(text));
    default:
      return undefined;
  }
}

function passes(said: Sql): Sql {
  return sql`ifNull(${said}, 0)`;
}

/** Whether the text is an array or object: equal ones may be written differently. */
function isNested(text: string): boolean {
  return parseNested(text, LIMIT.json_depth) !== undefined;
}

/** The server and the engine fold case alike for these characters only. */
function isAscii(text: string): boolean {
  return Array.from(text).every((letter) => letter.charCodeAt(0) < 128);
}

/** `%` and `_` are wildcards in the engine and in SQL. */
function likeOf(needle: string): string {
  return `%${needle.replaceAll('\\', '\\\\')}%`;
}

function numberWithin(test: Extract<ValueTest, { op: 'number' }>, number: Sql): Sql {
  const bounds: Sql[] = [];
  if (Number.isFinite(test.min)) bounds.push(sql`${number} ${test.min_open ? sql`>` : sql`>=`} ${float(test.min)}`);
  if (Number.isFinite(test.max)) bounds.push(sql`${number} ${test.max_open ? sql`<` : sql`<=`} ${float(test.max)}`);
  return bounds.length === 0 ? sql`isNotNull(${number})` : passes(allOf(bounds));
}

function float(value: number): Sql {
  return sql`${{ type: 'Float64', value } satisfies Bound}`;
}

/** The number a text holds, else null. */
export function numberOf(text: Sql): Sql {
  return sql`arrayMap(number -> if(isFinite(number), number, null), [toFloat64OrNull(trim(${text}))])[1]`;
}

/** Rows that any of the matches selects. */
export function matched(matches: readonly EventMatch[], frame: Frame): Sql | undefined {
  const found = everyDefined(matches.map((match) => matchOf(match, frame)));
  return found && anyOf(found);
}

function matchOf({ event, where }: EventMatch, frame: Frame): Sql | undefined {
  const passed = condition(where, frame);
  return event === null ? passed : passed && allOf([sql`event = ${event}`, passed]);
}

/** Names of the events; null = every event. */
export function eventsOf(matches: readonly EventMatch[]): string[] | null {
  const events = new Set<string>();
  for (const { event } of matches) {
    if (event === null) return null;
    events.add(event);
  }
  return [...events];
}

/** A statement that selects the persons who fulfil a condition, whatever events they have. */
function personsOf(condition_: PersonCondition, scope: Scope): Sql | undefined {
  const { tables, project_id } = scope;
  switch (condition_.kind) {
    case 'cohort': {
      const passed = judged(condition_.where, personText, scope);
      return passed && sql`select person from ${tables.persons} final where project = ${project_id} and ${passed}`;
    }
    case 'members':
      return sql`select person from ${tables.distincts} final where project = ${project_id} and distinct in ${msList(numbersIn(condition_.distincts))}`;
    case 'any_distinct_id': {
      const passed = tested(condition_.test, sql`toNullable(distinct_id)`);
      return passed && sql`select person from ${tables.distincts} final where project = ${project_id} and ${passed}`;
    }
    case 'behaviour':
      return behaved(condition_.behaviour, scope);
    case 'sampled':
      return undefined;
    default:
      return unreachable(condition_);
  }
}

function personText(source: Extract<Predicate, { kind: 'value' }>['source']): Sql | undefined {
  return source.of === 'person' ? propertyOf(sql`properties`, source.key) : undefined;
}

function behaved(behaviour: Behaviour, scope: Scope): Sql | undefined {
  switch (behaviour.op) {
    case 'count': {
      const deeds = doneBy(behaviour.deeds, sql`count() as times`, scope);
      return deeds && sql`select person from (${deeds}) where ${between(behaviour.min, behaviour.max)}`;
    }
    case 'sequence':
      return followed(behaviour, scope);
    case 'regular':
      return regular(behaviour, scope);
    default:
      return unreachable(behaviour);
  }
}

function between(min: number, max: number): Sql {
  return Number.isFinite(max) ? sql`times >= ${min} and times <= ${max}` : sql`times >= ${min}`;
}

/** One row per person who did the deeds: the person, and `what`. */
function doneBy({ matches, from_ms, until_ms }: Deeds, what: Sql, scope: Scope): Sql | undefined {
  const frame = new Frame(scope);
  const found = matched(matches, frame);
  const reach: Reach = { events: eventsOf(matches), from_ms, until_ms };
  return found && sql`select person, ${what} from ${frame.rows(reach)} where ${found} group by person`;
}

function followed(behaviour: Extract<Behaviour, { op: 'sequence' }>, scope: Scope): Sql | undefined {
  const first = doneBy(behaviour.deeds, sql`groupArray(time) as began`, scope);
  const later = doneBy(behaviour.later, sql`groupArray(time) as went_on`, scope);
  if (first === undefined || later === undefined) return undefined;
  return sql`select person from (${first}) as first_deeds join (${later}) as later_deeds using (person)
    where arrayExists(a -> arrayExists(b -> b > a and b - a <= ${ms(behaviour.within_ms)}, went_on), began)`;
}

function regular(behaviour: Extract<Behaviour, { op: 'regular' }>, scope: Scope): Sql | undefined {
  const { matches, edges_ms, min, max, min_periods } = behaviour;
  const frame = new Frame(scope);
  const found = matched(matches, frame);
  const reach: Reach = { events: eventsOf(matches), from_ms: edges_ms[0]!, until_ms: edges_ms.at(-1)! };
  return (
    found &&
    sql`select person from (select person, roundDown(time, ${msList(edges_ms)}) as period, count() as times
      from ${frame.rows(reach)} where ${found} group by person, period)
      where ${between(min, max)} group by person having count() >= ${min_periods}`
  );
}

/** An alias with an index, as in `step_2`. */
export function numbered(text: string, at: number): Sql {
  return name(`${text}_${at}`);
}
