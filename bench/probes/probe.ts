/** Data of a shape that the engine was not made for, and questions that are hard on it. */
import type { Random } from '../../src/base/random.ts';

export interface Probe {
  readonly name: string;
  readonly about: string;
  /** How many, unless a share is asked for. */
  readonly events: number;
  readonly from_ms: number;
  readonly days: number;
  /** What an event says besides its time. `at`: its number among `count`. */
  event(random: Random, at: number, count: number): ProbeEvent;
  readonly questions: readonly ProbeQuestion[];
}

export interface ProbeEvent {
  readonly event: string;
  readonly distinct_id: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

export type ProbeQuestion = readonly [about: string, operation: string, body: Readonly<Record<string, unknown>>];

export const MAY_MS = Date.UTC(2026, 4, 1);
/** The range that most questions ask for: all of half a year. */
export const HALF_YEAR = { date_from: '2026-05-01', date_to: '2026-10-31' };
export const HALF_YEAR_DAYS = 184;

export function oneOf<T>(random: Random, values: readonly T[]): T {
  return values[random.below(values.length)]!;
}

export function trend(
  about: string,
  series: Readonly<Record<string, unknown>>,
  body: Readonly<Record<string, unknown>> = {},
): ProbeQuestion {
  return [about, 'compute_trend', { events: [series], interval: 'week', ...HALF_YEAR, ...body }];
}

export function funnel(
  about: string,
  steps: readonly string[],
  body: Readonly<Record<string, unknown>> = {},
): ProbeQuestion {
  return [about, 'compute_funnel', { events: steps.map((id) => ({ id })), ...HALF_YEAR, ...body }];
}

export function sql(about: string, query: string): ProbeQuestion {
  return [about, 'run_sql', { query, refresh: true }];
}

export function change(event: string): ProbeQuestion {
  return [
    'why it changed',
    'explain_change',
    { question: { kind: 'trend', events: [{ id: event }], interval: 'week', ...HALF_YEAR } },
  ];
}

export const PAGE_OF_EVENTS: ProbeQuestion = ['latest events', 'list_events', { limit: 100 }];
export const FIRST_ROWS = sql('first rows', 'select * from events limit 10');
