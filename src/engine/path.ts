/** Paths: names the steps of all rows that count, lets the kernel walk each person's sessions, and adds up the edges. */
import { LEFT_OUT } from '../model/mark.ts';
import type { PathNumbers, PathQuery } from '../model/path.ts';
import type { ActorKind } from '../model/query.ts';
import type { DatasetView } from './dataset.ts';
import { expressionColumn } from './expression/column.ts';
import type { EventSource } from './kernels/actor_events.ts';
import { newEdgeLog, sumEdges } from './kernels/path_edges.ts';
import { type ActorSpans, NO_STEP_NAME, type PathPlan, walkPaths } from './kernels/path_walk.ts';
import { runsOf } from './matching.ts';
import { funnelSpans } from './path_funnel.ts';
import { NO_NAME, nameAll, nameRows, newNames, numberOf, type PathNames } from './path_names.ts';
import { topEdges } from './path_top.ts';
import { select } from './predicate.ts';
import type { Run } from './run.ts';
import { actorSlices } from './slices.ts';

/** Paths are people's, whoever else a question may count. */
const PERSON: ActorKind = { kind: 'person' };

export function computePath(query: PathQuery, view: DatasetView): PathNumbers {
  const { names, parts, plan, spans } = preparePaths(query, view);
  const rows = parts.flatMap(({ sources }) => sources).reduce((sum, { actor }) => sum + actor.length, 0);
  const log = newEdgeLog(rows);
  for (const { skip, sources } of parts) {
    for (const { first, until } of actorSlices(view.actorCount(PERSON), view)) {
      walkPaths(sources, plan, { ...query.range, skip, spans, first_actor: first, until_actor: until }, log);
    }
  }
  view.checkpoint();
  return topEdges(sumEdges(log), names.texts, query);
}

export interface PreparedPaths {
  readonly names: PathNames;
  readonly parts: readonly { readonly skip: Uint32Array | null; readonly sources: readonly EventSource[] }[];
  readonly plan: PathPlan;
  readonly spans: ActorSpans | null;
}

export function preparePaths(query: PathQuery, view: DatasetView): PreparedPaths {
  const { every, custom, names: wanted } = query.events;
  const events = every || custom ? null : [...new Set(wanted)];
  const names = newNames(query);
  // All steps are named before the first path is walked: the numbers of edges depend on how many names there are.
  const parts = view.parts({ events, ...query.range, actor: PERSON }).map((part) => {
    const runs = runsOf(part, events).filter((run) => isStep(query, run.event));
    return { skip: part.skip, sources: runs.map((run) => sourceOf(query, run, names, view)) };
  });
  const plan = planOf(query, names);
  const spans = query.funnel === null ? null : funnelSpans(query.funnel, view);
  return { names, parts, plan, spans };
}

function isStep({ events }: PathQuery, event: string): boolean {
  return events.every || (events.custom && !event.startsWith('$')) || events.names.includes(event);
}

function sourceOf(query: PathQuery, run: Run, names: PathNames, view: DatasetView): EventSource {
  const group = nameSteps(query, run, names, view);
  // Where nothing is left out every row is a step.
  const steps = query.where.kind === 'all' && query.excluded.length === 0 ? null : namedRows(group);
  const { actor, time_ms } = run;
  return { actor, time_ms, group, steps, steps_any: 1, gaps: null, gaps_any: 0, others: null };
}

/** row -> 1 where it has a name. */
function namedRows(names: Uint32Array): Uint32Array {
  const steps = new Uint32Array(names.length);
  for (let row = 0; row < names.length; row++) steps[row] = names[row] === NO_NAME ? 0 : 1;
  return steps;
}

/** row -> number of its step, NO_NAME where it is none. */
function nameSteps(query: PathQuery, run: Run, names: PathNames, view: DatasetView): Uint32Array {
  const rows = select(query.where, run, view);
  const naming = query.named.find(({ event }) => event === run.event);
  if (naming !== undefined) return nameRows(names, run.column(naming.key), naming.is_url, rows, run.rows);
  if (query.expression === null) return nameAll(names, run.event, rows, run.rows);
  return nameRows(names, expressionColumn(query.expression, run, view), false, rows, run.rows);
}

function planOf(query: PathQuery, names: PathNames): PathPlan {
  const { start_point, end_point, session_gap_ms, step_limit } = query;
  const start = start_point === null ? NO_STEP_NAME : names.of_text.get(start_point);
  const end = end_point === null ? NO_STEP_NAME : names.of_text.get(end_point);
  const empty = names.of_text.get('') ?? NO_STEP_NAME;
  const left_out = numberOf(names, LEFT_OUT);
  const is_impossible = start === undefined || end === undefined;
  return {
    ...{ session_gap_ms, step_limit, is_impossible, empty, left_out },
    start: start ?? NO_STEP_NAME,
    end: end ?? NO_STEP_NAME,
    names: names.texts.length,
  };
}
