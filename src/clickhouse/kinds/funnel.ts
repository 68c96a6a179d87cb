/**
 * Ordered funnels of different events, by window functions that carry the latest matching start along. All others
 * (exclusions, breakdowns, strict and unordered ones, trends) are left to the kernels, to which only rows of steps are
 * sent: fifty times as fast as a fold in SQL.
 */
import type { FunnelNumbers, FunnelQuery, FunnelStep } from '../../model/question/funnel.ts';
import type { Sample } from '../../model/question/query.ts';
import { type Answered, type Asking, actorOf, type Cell, type Row } from '../statement/asking.ts';
import { eventsOf, everyDefined, matched, numbered } from '../statement/condition.ts';
import { Frame, type Scope } from '../statement/frame.ts';
import { allOf, anyOf, list, ms, type Sql, sql } from '../statement/sql.ts';
import type { Staged } from '../statement/staged.ts';

export async function answerFunnel(query: FunnelQuery, asking: Asking): Answered<FunnelNumbers> {
  const { steps, viz } = query;
  if (steps.length === 0) return { viz: 'steps', groups: [] };
  if (!isPlain(query)) return null;
  const rows = await asking.rows((scope) =>
    viz === 'steps' ? stepsStatement(query, scope) : timesStatement(query, scope),
  );
  if (rows === undefined) return null;
  if (viz === 'time_to_convert') return { viz, times_ms: Float64Array.from(numbersOf(rows[0]?.[0])) };
  return { viz: 'steps', groups: [{ key: [], ...stepNumbers(steps.length, rows[0] ?? []) }] };
}

/** Row: actors of each step, then times to each step from the second on. */
function stepNumbers(steps: number, row: Row): { counts: number[]; times_ms: Sample[] } {
  const counts = Array.from({ length: steps }, (_, step) => Number(row[step] ?? 0));
  const times_ms = counts.map((_, step) => [sampleOf(step === 0 ? [] : numbersOf(row[steps + step - 1]))]);
  return { counts, times_ms };
}

function numbersOf(cell: Cell | undefined): readonly number[] {
  return Array.isArray(cell) ? cell.map(Number) : [];
}

function sampleOf(numbers: readonly number[]): Sample[number] {
  return {
    lists: numbers.length === 0 ? [] : [Float64Array.from(numbers)],
    size: numbers.length,
    sum: numbers.reduce((sum, number) => sum + number, 0),
    bins: null,
  };
}

function isPlain({ order, viz, exclusions, breakdown, steps }: FunnelQuery): boolean {
  const events = steps.map(eventOf);
  return (
    order === 'ordered' &&
    viz !== 'trends' &&
    exclusions.length === 0 &&
    (breakdown === null || viz === 'time_to_convert') &&
    events.every((event) => event !== null) &&
    new Set(events).size === events.length
  );
}

/** The event of a step that has no other condition; else null. */
function eventOf({ matches, first_of }: FunnelStep): string | null {
  return matches.length === 1 && first_of === null ? matches[0]!.event : null;
}

function stepsStatement(query: FunnelQuery, scope: Scope): Staged | undefined {
  const attempts = attemptsOf(query, scope);
  if (attempts === undefined) return undefined;
  const steps = query.steps.map((_, at) => at + 1);
  const reached = steps.map((step) => sql`countIf(length(times) >= ${step}) as ${numbered('reached', step)}`);
  const took = steps.slice(1).map((step) => {
    const between = sql`times[${step}] - times[${step - 1}]`;
    return sql`groupArrayIf(${between}, length(times) >= ${step} and ${between} > 0) as ${numbered('took', step)}`;
  });
  return {
    inner: sql`select ${list([...reached, ...took])} from (${attempts})`,
    outer: (parts) =>
      sql`select ${list([
        ...steps.map((step) => sql`sum(${numbered('reached', step)})`),
        ...steps.slice(1).map((step) => sql`groupArrayArray(${numbered('took', step)})`),
      ])} from ${parts}`,
    per: perOf(query),
  };
}

function timesStatement(query: FunnelQuery, scope: Scope): Staged | undefined {
  const attempts = attemptsOf(query, scope);
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

const NOWHERE = sql`(toInt64(0), toInt64(0), emptyArrayInt64())`;
const SO_FAR = sql`over (partition by actor order by time, step rows between unbounded preceding and current row)`;

/** Times of each actor's best attempt: the deepest, and of those the first to get there. */
function attemptsOf(query: FunnelQuery, scope: Scope): Sql | undefined {
  const rows = stepRows(query, scope);
  if (rows === undefined) return undefined;
  const count = query.steps.length;
  const stages = Array.from({ length: count }, (_, at) => stageOf(at + 1, query));
  const last = numbered('stage', count);
  const levels = query.steps.map((_, at) => at + 1).slice(1);
  const level = sql`multiIf(step = 1, 1, ${list([...levels.map((at) => sql`${numbered('leads', at)}, ${at}`), sql`0`])})`;
  const own = sql`multiIf(step = 1, ${numbered('at', 1)}.3, ${list([...levels.map((at) => sql`step = ${at}, ${numbered('at', at)}.3`), sql`emptyArrayInt64()`])})`;
  return sql`with steps as (${rows}), ${list(stages)}
    select actor, argMax(${own}, (level, -time)) as times from (select *, ${level} as level from ${last}) where level > 0 group by actor`;
}

/** Start, negated time, and times of all steps, of the attempt with the latest start that came this far. */
function stageOf(step: number, { window_ms }: FunnelQuery): Sql {
  const at = numbered('at', step);
  if (step === 1) {
    return sql`${numbered('stage', 1)} as (select *, max(if(step = 1, (time, toInt64(0), [time]), ${NOWHERE})) ${SO_FAR} as ${at} from steps)`;
  }
  const before = numbered('at', step - 1);
  const leads = numbered('leads', step);
  return sql`${numbered('stage', step)} as (
    select *, (step = ${step} and notEmpty(${before}.3) and time - ${before}.1 <= ${ms(window_ms)}) as ${leads},
      max(if(${leads}, (${before}.1, -time, arrayPushBack(${before}.3, time)), ${NOWHERE})) ${SO_FAR} as ${at}
    from ${numbered('stage', step - 1)})`;
}

/** Rows: actor, time, step from 1. */
function stepRows(query: FunnelQuery, scope: Scope): Sql | undefined {
  const frame = new Frame(scope);
  const actor = actorOf(query.actor, frame);
  const found = everyDefined(query.steps.map(({ matches }) => matched(matches, frame)));
  if (actor === undefined || found === undefined) return undefined;
  const reach = { events: eventsOf(query.steps.flatMap(({ matches }) => matches)), ...query.range };
  const cases = found.map((one, at) => sql`${one}, ${at + 1}`);
  return sql`select ${actor.of} as actor, time, multiIf(${list([...cases, sql`0`])}) as step
    from ${frame.rows(reach)} where ${allOf([anyOf(found), actor.is_there])}`;
}
