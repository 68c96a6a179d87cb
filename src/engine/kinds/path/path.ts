/** Paths: names the steps of all rows, lets the kernel walk each person's sessions, picks the top edges. */
import { LEFT_OUT } from '../../../model/question/mark.ts';
import type { PathNumbers, PathQuery } from '../../../model/question/path.ts';
import type { ActorKind } from '../../../model/question/query.ts';
import type { DatasetView } from '../../frame/dataset.ts';
import type { Run } from '../../frame/run.ts';
import { actorCuts } from '../../frame/slices.ts';
import { inPhase, tracing } from '../../frame/trace.ts';
import { NO_STEP_NAME, type PathPlan } from '../../kernels/path/sessions.ts';
import { PATHS, type PathSource, type Paths, type RowNames } from '../../kernels/path/walk.ts';
import { expressionColumn } from '../../select/expression/column.ts';
import { runsOf } from '../../select/matching.ts';
import { select as selectRows } from '../../select/predicate.ts';
import { rowsIn } from '../../select/skipped.ts';
import { funnelSpans } from './funnel.ts';
import { nameAll, nameValues, newNames, numberOf, type PathNames } from './names.ts';
import { topEdges } from './top.ts';

/** Paths are always about persons. */
const PERSON: ActorKind = { kind: 'person' };

export function computePath(query: PathQuery, view: DatasetView): PathNumbers {
  const { names, paths } = preparePaths(query, view);
  const chunks = view.share(PATHS, paths, actorCuts(view.actorCount(PERSON))).flat();
  view.checkpoint();
  return topEdges({ chunks, team: view }, names.texts, query);
}

export interface PreparedPaths {
  readonly names: PathNames;
  readonly paths: Paths;
}

export function preparePaths(query: PathQuery, view: DatasetView): PreparedPaths {
  const { every, custom, names: wanted } = query.events;
  const events = every || custom ? null : [...new Set(wanted)];
  const names = newNames(query, () => view.checkpoint());
  // All steps are named before walking, because a source's index depends on how many names there are.
  const parts = view.parts({ events, ...query.range, actor: PERSON }).map((part) => {
    const sources = runsOf(part, null).map((run) =>
      isStep(query, run.event)
        ? sourceOf(
            run,
            inPhase('select', () => nameSteps(query, run, names, view)),
            part.skip,
          )
        : null,
    );
    const is_one = sources.filter((source) => source !== null).length < 2;
    return { skip: part.skip, sources, timeline: is_one ? null : part.timeline(view) };
  });
  const plan = planOf(query, names);
  const spans = query.funnel === null ? null : funnelSpans(query.funnel, view);
  return { names, paths: { range: query.range, parts, plan, spans } };
}

function isStep({ events }: PathQuery, event: string): boolean {
  return events.every || (events.custom && !event.startsWith('$')) || events.names.includes(event);
}

function sourceOf(run: Run, names: RowNames, skip: Uint32Array | null): PathSource {
  const { actor, time_ms, ranges } = run;
  tracing()?.note('rows', rowsIn(run, null, skip));
  return { actor, time_ms, ranges, names };
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
  const start = start_point === null ? NO_STEP_NAME : names.texts.find(start_point);
  const end = end_point === null ? NO_STEP_NAME : names.texts.find(end_point);
  const empty = names.texts.find('') ?? NO_STEP_NAME;
  const left_out = numberOf(names, LEFT_OUT);
  const is_impossible = start === undefined || end === undefined;
  return {
    ...{ session_gap_ms, step_limit, is_impossible, empty, left_out },
    start: start ?? NO_STEP_NAME,
    end: end ?? NO_STEP_NAME,
    names: names.texts.length,
  };
}
