/** Paths, the slow and obvious way: each person's steps as a list of texts, cut and counted by the letter of the rules. */
import type { PathQuery } from '../../src/model/question/path.ts';
import { type Happening, isWithin, matchesAny, textOfProperty } from './happening.ts';

export interface OracleEdge {
  readonly source: string;
  readonly target: string;
  readonly value: number;
  readonly total_ms: number;
}

interface Step {
  readonly text: string;
  readonly time_ms: number;
}

/** Instants (both inclusive) between which the events of an actor count; undefined = none of them do. */
export type SpanOf = (actor: number) => readonly [from_ms: number, to_ms: number] | undefined;

export function pathOracle(query: PathQuery, history: readonly Happening[], spanOf: SpanOf): OracleEdge[] {
  const edges = new Map<string, { source: string; target: string; times: number[] }>();
  for (const path of allPaths(query, history, spanOf)) {
    for (const [at, step] of path.slice(1).entries()) {
      const source = `${at + 1}_${path[at]!.text}`;
      const target = `${at + 2}_${step.text}`;
      const key = JSON.stringify([source, target]);
      const edge = edges.get(key) ?? { source, target, times: [] };
      edge.times.push(step.time_ms - path[at]!.time_ms);
      edges.set(key, edge);
    }
  }
  const found = [...edges.values()]
    .map(({ source, target, times }) => ({
      ...{ source, target, value: times.length, total_ms: times.reduce((sum, time) => sum + time, 0) },
    }))
    .filter(({ value }) => value >= query.min_weight && value <= query.max_weight)
    .sort((a, b) => b.value - a.value || compare(a.source, b.source) || compare(a.target, b.target))
    .slice(0, query.edge_limit);
  const is_weighed = query.min_weight > 0 || query.max_weight < Number.POSITIVE_INFINITY;
  return is_weighed ? found : found.filter((edge) => isReached(found, edge.source));
}

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

function isReached(edges: readonly OracleEdge[], node: string): boolean {
  return node.startsWith('1_') || edges.some((edge) => edge.target === node && isReached(edges, edge.source));
}

/** What is left of each session. */
export function allPaths(query: PathQuery, history: readonly Happening[], spanOf: SpanOf): Step[][] {
  return [...new Set(history.map(({ actor }) => actor))].flatMap((actor) => {
    const span = spanOf(actor);
    if (span === undefined) return [];
    const steps = history
      .filter((row) => row.actor === actor && isWithin(query.range, row))
      .filter(({ time_ms }) => time_ms >= span[0] && time_ms <= span[1])
      .filter((row) => matchesAny([{ event: null, where: query.where }], row) && isStep(query, row.event))
      .sort((a, b) => a.time_ms - b.time_ms || compare(a.event, b.event))
      .map((row) => ({ text: textOf(query, row), time_ms: row.time_ms }))
      .filter(({ text }) => !query.excluded.includes(text));
    return sessionsOf(steps, query.session_gap_ms).map((session) => cut(query, withoutRepeats(session)));
  });
}

function isStep({ events }: PathQuery, event: string): boolean {
  return events.every || events.names.includes(event) || (events.custom && event[0] !== '$');
}

function textOf(query: PathQuery, row: Happening): string {
  const naming = query.named.find(({ event }) => event === row.event);
  let text = naming === undefined ? row.event : textOfProperty(row, naming.key);
  if (naming?.is_url === true) text = text.replace(/(.)\/$/, '$1');
  for (const { regex, alias } of query.rules) text = text.replace(new RegExp(regex, 'g'), () => alias);
  const ends = query.groupings.map((grouping) => firstEnd(grouping, text));
  const first = Math.min(...ends);
  return first === Number.POSITIVE_INFINITY ? text : query.groupings[ends.indexOf(first)]!;
}

/** The least end of any part of the text that the grouping describes. */
function firstEnd(grouping: string, text: string): number {
  const parts = grouping.split('*').map((part) => part.replace(/[^\w]/g, '\\$&'));
  const whole = new RegExp(`^${parts.join('.*')}$`, 's');
  for (let end = 0; end <= text.length; end++) {
    for (let begin = 0; begin <= end; begin++) if (whole.test(text.slice(begin, end))) return end;
  }
  return Number.POSITIVE_INFINITY;
}

function sessionsOf(steps: readonly Step[], gap_ms: number): Step[][] {
  const sessions: Step[][] = [];
  for (const [at, step] of steps.entries()) {
    if (at === 0 || step.time_ms - steps[at - 1]!.time_ms >= gap_ms) sessions.push([]);
    sessions.at(-1)!.push(step);
  }
  return sessions;
}

/** A step stays where another follows, or where it ends the session and has a name. */
function withoutRepeats(session: readonly Step[]): Step[] {
  return session.filter((step, at) => step.text !== (session[at + 1]?.text ?? ''));
}

function cut({ start_point, end_point, step_limit: limit }: PathQuery, path: readonly Step[]): Step[] {
  const first = start_point === null ? 0 : path.findIndex(({ text }) => text === start_point);
  if (first < 0) return [];
  const from_start = path.slice(first);
  if (end_point === null) return from_start.slice(0, limit);
  const last = from_start.findIndex(({ text }) => text === end_point);
  if (last < 0) return [];
  const whole = from_start.slice(0, last + 1);
  if (whole.length <= limit) return whole;
  if (start_point === null) return whole.slice(-limit);
  const half = Math.floor(limit / 2);
  const end = half === 0 ? [] : whole.slice(-half);
  return [...whole.slice(0, half), { text: '...', time_ms: whole[half]!.time_ms }, ...end];
}
