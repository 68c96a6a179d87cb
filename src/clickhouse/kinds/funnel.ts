/**
 * Ordered funnels of different events, by window functions that carry along the attempt with the latest start. All
 * others (exclusions, attribution by step, strict and unordered ones, trends) are left to the kernels, which get only
 * rows of steps: that is fifty times as fast as a fold in SQL.
 */
import type { FunnelGroup, FunnelNumbers, FunnelQuery, FunnelStep } from '../../model/question/funnel.ts';
import { type Breakdown, restricted, type Sample } from '../../model/question/query.ts';
import { type Answered, type Asking, actorOf, type Cell, type Row } from '../statement/asking.ts';
import { keyColumn, keyOf, type Split, UNSPLIT } from '../statement/breakdown.ts';
import { eventsOf, everyDefined, matched, numbered } from '../statement/condition.ts';
import { Frame, type Scope } from '../statement/frame.ts';
import { allOf, anyOf, list, ms, type Sql, sql } from '../statement/sql.ts';
import type { Staged } from '../statement/staged.ts';

export async function answerFunnel(query: FunnelQuery, asking: Asking): Answered<FunnelNumbers> {
  const { steps, viz, breakdown } = query;
  if (steps.length === 0) return { viz: 'steps', groups: [] };
  if (!isPlain(query)) return null;
  if (viz === 'time_to_convert') {
    const rows = await asking.rows((scope) => timesStatement(query, scope));
    return rows ? { viz, times_ms: Float64Array.from(numbersOf(rows[0]?.[0])) } : null;
  }
  const groups = breakdown?.kind === 'cohorts' ? await byCohort(query, breakdown, asking) : await byKey(query, asking);
  return groups && { viz: 'steps', groups };
}

async function byCohort(
  query: FunnelQuery,
  { cohorts }: Extract<Breakdown, { kind: 'cohorts' }>,
  asking: Asking,
): Answered<FunnelGroup[]> {
  const groups: FunnelGroup[] = [];
  for (const { id, where } of cohorts) {
    const steps = query.steps.map((step) => restricted(step, where));
    const within = await byKey({ ...query, breakdown: null, steps }, asking);
    if (within === null) return null;
    for (const group of within) if (group.counts[0] !== 0) groups.push({ ...group, key: [String(id)] });
  }
  return groups;
}

/** Without a breakdown there is one group. */
async function byKey(query: FunnelQuery, asking: Asking): Answered<FunnelGroup[]> {
  const parts = query.breakdown?.kind === 'values' ? query.breakdown.dimensions : [];
  // The kernels measure bins over the rows of all steps.
  if (parts.some(({ bins }) => bins !== null)) return null;
  const split: Split = { parts, bounds: parts.map(() => undefined) };
  const rows = await asking.rows((scope) => stepsStatement(query, split, scope));
  if (rows === undefined) return null;
  const met = parts.length === 0 ? [rows[0] ?? [[]]] : rows;
  return met.map(([key, ...row]) => ({ key: keyOf(split, key), ...stepNumbers(query.steps.length, row) }));
}

/** `row`: number of actors per step, then lists of times to each step from the second on. */
function stepNumbers(steps: number, row: Row): { counts: number[]; times_ms: Sample[] } {
  const counts = Array.from({ length: steps }, (_, step) => Number(row[step] ?? 0));
  const times_ms = counts.map((_, step) => (step === 0 ? [] : [Float64Array.from(numbersOf(row[steps + step - 1]))]));
  return { counts, times_ms };
}

function numbersOf(cell: Cell | undefined): readonly number[] {
  return Array.isArray(cell) ? cell.map(Number) : [];
}

function isPlain({ order, viz, exclusions, attribution, breakdown, steps }: FunnelQuery): boolean {
  const events = steps.map(eventOf);
  return (
    order === 'ordered' &&
    viz !== 'trends' &&
    exclusions.length === 0 &&
    (breakdown?.kind !== 'values' || viz === 'time_to_convert' || attribution.kind !== 'step') &&
    events.every((event) => event !== null) &&
    new Set(events).size === events.length
  );
}

/** The event of a step with a single match and no `first_of`; else null. */
function eventOf({ matches, first_of }: FunnelStep): string | null {
  return matches.length === 1 && first_of === null ? matches[0]!.event : null;
}

/** Rows: key, number of actors per step, lists of times to each step from the second on. */
function stepsStatement(query: FunnelQuery, split: Split, scope: Scope): Staged | undefined {
  const attempts = attemptsOf(query, split, scope);
  if (attempts === undefined) return undefined;
  const steps = query.steps.map((_, at) => at + 1);
  const reached = steps.map((step) => sql`countIf(length(times) >= ${step}) as ${numbered('reached', step)}`);
  const took = steps.slice(1).map((step) => {
    const between = sql`times[${step}] - times[${step - 1}]`;
    return sql`groupArrayIf(${between}, length(times) >= ${step} and ${between} > 0) as ${numbered('took', step)}`;
  });
  return {
    inner: sql`select k, ${list([...reached, ...took])} from (${attempts}) group by k`,
    outer: (parts) =>
      sql`select k, ${list([
        ...steps.map((step) => sql`sum(${numbered('reached', step)})`),
        ...steps.slice(1).map((step) => sql`groupArrayArray(${numbered('took', step)})`),
      ])} from ${parts} group by k`,
    per: perOf(query),
  };
}

function timesStatement(query: FunnelQuery, scope: Scope): Staged | undefined {
  const attempts = attemptsOf(query, UNSPLIT, scope);
  const { from_step, to_step } = query;
  return (
    attempts && {
      inner: sql`select groupArray(times[${to_step + 1}] - times[${from_step + 1}]) as took from (${attempts}) where length(times) > ${to_step}`,
      outer: (parts) => sql`select groupArrayArray(took) from ${parts}`,
      per: perOf(query),
    }
  );
}

function perOf({ actor }: FunnelQuery): Staged['per'] {
  return actor.kind === 'person' ? 'shard' : 'whole';
}

/** Sorts before any attempt. */
const NOWHERE = sql`(${ms(Number.NEGATIVE_INFINITY)}, toInt64(0), emptyArrayInt64())`;

/** Decides which of an actor's rows gives it its key. */
const PLACE = sql`(time, event, arrived)`;

/**
 * One row per actor, or per actor and key if keys have funnels of their own: the key, and the times of the best
 * attempt. That is the deepest one; among equals, the one that got there first.
 */
function attemptsOf(query: FunnelQuery, split: Split, scope: Scope): Sql | undefined {
  const is_apart = split.parts.length > 0 && query.attribution.kind === 'all_events';
  const rows = stepRows(query, split, scope);
  if (rows === undefined) return undefined;
  const count = query.steps.length;
  const apart = is_apart ? sql`actor, own_key` : sql`actor`;
  const so_far = sql`over (partition by ${apart} order by time, step rows between unbounded preceding and current row)`;
  const stages = Array.from({ length: count }, (_, at) => stageOf(at + 1, query, so_far));
  const last = numbered('stage', count);
  const levels = query.steps.map((_, at) => at + 1).slice(1);
  const level = sql`multiIf(step = 1, 1, ${list([...levels.map((at) => sql`${numbered('leads', at)}, ${at}`), sql`0`])})`;
  const own = sql`multiIf(step = 1, ${numbered('at', 1)}.3, ${list([...levels.map((at) => sql`step = ${at}, ${numbered('at', at)}.3`), sql`emptyArrayInt64()`])})`;
  const key = is_apart ? sql`own_key` : touched(query, split);
  return sql`with steps as (${rows}), ${list(stages)}
    select ${key} as k, argMaxIf(${own}, (level, -time), level > 0) as times
    from (select *, ${level} as level from ${last}) group by ${apart} having max(level) > 0`;
}

/** The first or last key with a value in any part. */
function touched({ attribution }: FunnelQuery, { parts }: Split): Sql {
  if (parts.length === 0) return sql`emptyArrayString()`;
  const of = attribution.kind === 'last_touch' ? sql`argMaxIf` : sql`argMinIf`;
  return sql`arrayResize(${of}(own_key, ${PLACE}, arrayExists(part -> part != '', own_key)), ${parts.length}, '')`;
}

/** Start, negated time and times of all steps, for the attempt with the latest start that reached this step. */
function stageOf(step: number, { window_ms }: FunnelQuery, so_far: Sql): Sql {
  const at = numbered('at', step);
  if (step === 1) {
    return sql`${numbered('stage', 1)} as (select *, max(if(step = 1, (time, toInt64(0), [time]), ${NOWHERE})) ${so_far} as ${at} from steps)`;
  }
  const before = numbered('at', step - 1);
  const leads = numbered('leads', step);
  return sql`${numbered('stage', step)} as (
    select *, (step = ${step} and notEmpty(${before}.3) and time - ${before}.1 <= ${ms(window_ms)}) as ${leads},
      max(if(${leads}, (${before}.1, -time, arrayPushBack(${before}.3, time)), ${NOWHERE})) ${so_far} as ${at}
    from ${numbered('stage', step - 1)})`;
}

/** Rows: actor, time, step from 1; with a breakdown also the key, and event and arrival to order an instant. */
function stepRows(query: FunnelQuery, split: Split, scope: Scope): Sql | undefined {
  const frame = new Frame(scope);
  const actor = actorOf(query.actor, frame);
  const found = everyDefined(query.steps.map(({ matches }) => matched(matches, frame)));
  const key = keyColumn(split, frame);
  if (actor === undefined || found === undefined || key === undefined) return undefined;
  const reach = { events: eventsOf(query.steps.flatMap(({ matches }) => matches)), ...query.range };
  const cases = found.map((one, at) => sql`${one}, ${at + 1}`);
  const keyed = split.parts.length === 0 ? sql`` : sql`, ${key} as own_key, event, arrived`;
  return sql`select ${actor.of} as actor, time, multiIf(${list([...cases, sql`0`])}) as step${keyed}
    from ${frame.rows(reach)} where ${allOf([anyOf(found), actor.is_there])}`;
}
