/** Paths: names the steps of all rows that count, lets the kernel walk each person's sessions, and adds up the edges. */
import { LEFT_OUT } from '../model/mark.ts';
import type { PathNumbers, PathQuery } from '../model/path.ts';
import type { ActorKind, TimeRange } from '../model/query.ts';
import type { DatasetView } from './dataset.ts';
import { expressionColumn } from './expression/column.ts';
import type { EventSource } from './kernels/actor_events.ts';
import { dropLog, type EdgeLog, newEdgeLog } from './kernels/path_edges.ts';
import { NO_STEP_NAME, type PathPlan } from './kernels/path_sessions.ts';
import {
  type ActorSpans,
  newPathRoom,
  type PathRoom,
  type PathSource,
  type RowNames,
  rowNumbers,
  walkRun,
  walkRuns,
} from './kernels/path_walk.ts';
import { runsOf } from './matching.ts';
import { funnelSpans } from './path_funnel.ts';
import { nameAll, nameValues, newNames, numberOf, type PathNames } from './path_names.ts';
import { topEdges } from './path_top.ts';
import { select as selectRows } from './predicate.ts';
import type { Run } from './run.ts';
import { actorCuts } from './slices.ts';

/** Paths are people's, whoever else a question may count. */
const PERSON: ActorKind = { kind: 'person' };

export function computePath(query: PathQuery, view: DatasetView): PathNumbers {
  const prepared = preparePaths(query, view);
  const log = newEdgeLog();
  const cuts = actorCuts(view.actorCount(PERSON));
  for (let at = 0; at + 1 < cuts.length; at++) {
    view.checkpoint();
    logPaths(prepared, cuts[at]!, cuts[at + 1]!, log);
  }
  view.checkpoint();
  const numbers = topEdges(log, prepared.names.texts, query);
  dropLog(log);
  return numbers;
}

interface PathPart {
  readonly skip: Uint32Array | null;
  readonly sources: readonly PathSource[];
  /** The sources as they are merged; null where there is but one. */
  readonly merged: readonly EventSource[] | null;
}

export interface PreparedPaths {
  readonly range: TimeRange;
  readonly names: PathNames;
  readonly parts: readonly PathPart[];
  readonly plan: PathPlan;
  readonly spans: ActorSpans | null;
  readonly room: PathRoom;
}

/** Adds the edges of the actors in [first_actor, until_actor). */
export function logPaths(prepared: PreparedPaths, first_actor: number, until_actor: number, log: EdgeLog): void {
  const { range, parts, plan, spans, room } = prepared;
  for (const { skip, sources, merged } of parts) {
    const scope = { ...range, skip, spans, first_actor, until_actor };
    if (merged !== null) walkRuns(merged, plan, scope, room, log);
    else for (const source of sources) walkRun(source, plan, scope, room, log);
  }
}

export function preparePaths(query: PathQuery, view: DatasetView): PreparedPaths {
  const { every, custom, names: wanted } = query.events;
  const events = every || custom ? null : [...new Set(wanted)];
  const names = newNames(query);
  // All steps are named before the first path is walked: the numbers of edges depend on how many names there are.
  const parts = view.parts({ events, ...query.range, actor: PERSON }).map((part) => {
    const runs = runsOf(part, events).filter((run) => isStep(query, run.event));
    const sources = runs.map((run) => ({ run, names: nameSteps(query, run, names, view) }));
    return { skip: part.skip, sources, merged: sources.length > 1 ? sources.map(mergeable) : null };
  });
  const plan = planOf(query, names);
  const spans = query.funnel === null ? null : funnelSpans(query.funnel, view);
  return { range: query.range, names, parts, plan, spans, room: newPathRoom() };
}

function isStep({ events }: PathQuery, event: string): boolean {
  return events.every || (events.custom && !event.startsWith('$')) || events.names.includes(event);
}

function mergeable({ run, names }: PathSource): EventSource {
  const { actor, time_ms } = run;
  const group = rowNumbers(names);
  const steps = names.is_every ? null : namedRows(group);
  return { actor, time_ms, group, steps, steps_any: 1, gaps: null, gaps_any: 0, others: null };
}

/** row -> 1 where it has a name. */
function namedRows(names: Uint32Array): Uint32Array {
  const steps = new Uint32Array(names.length);
  for (let row = 0; row < names.length; row++) if (names[row] !== NO_STEP_NAME) steps[row] = 1;
  return steps;
}

function nameSteps(query: PathQuery, run: Run, names: PathNames, view: DatasetView): RowNames {
  const select = selectRows(query.where, run, view);
  const naming = query.named.find(({ event }) => event === run.event);
  if (naming !== undefined) return nameValues(names, run.column(naming.key), naming.is_url, select);
  if (query.expression === null) return nameAll(names, run.event, select, run.rows);
  return nameValues(names, expressionColumn(query.expression, run, view), false, select);
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
