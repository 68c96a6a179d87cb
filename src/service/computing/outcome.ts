/** Computes the numbers of a question and makes the answer from them. */

import { unreachable } from '../../base/assert.ts';
import { isLengthError } from '../../base/known.ts';
import { type Patch, patchBetween } from '../../base/written.ts';
import type { Shipped } from '../../clickhouse/shipping/shipped.ts';
import { type Asked, answerQuery, type Kind, type NumbersOf, type QueryOf } from '../../engine/answer.ts';
import type { Dataset } from '../../engine/frame/dataset.ts';
import type { Team } from '../../engine/frame/team.ts';
import { inPhase, Trace, traced } from '../../engine/frame/trace.ts';
import { ServiceError } from '../../model/error.ts';
import { LIMIT } from '../../model/limit.ts';
import type { Project } from '../../model/saved/project.ts';
import { runStatement } from '../../sql/operators/execute.ts';
import type { Store } from '../../store/types/store.ts';
import type { Datasets } from '../data/datasets.ts';
import { mayHaveReasons, type Reason, reasonsOf } from '../nothing/reasons.ts';
import type { BareKind, Result, ShownKind } from '../present/showing.ts';
import { shippedDataset } from '../remote/dataset.ts';
import type { Given } from '../remote/events.ts';
import { linkedResult, type Show, shownOf } from '../shown/index.ts';
import type { Outcome, ReasonsWanted, ShownAnswer, Task } from './messages.ts';

/** What computing and presenting need. */
export interface Sources {
  readonly store: Store;
  readonly datasets: Datasets;
  readonly team: Team;
  /** Memory for rows fetched for one question. */
  readonly memory_bytes: number;
}

/** Call within a snapshot. @throws ServiceError from the team's checkpoint, or if the answer would be too large */
export function outcomeOf(project: Project, task: Task, given: Given, sources: Sources): Outcome {
  if (!('is_traced' in task && task.is_traced)) return made(project, task, given, sources);
  const trace = new Trace(() => performance.now());
  const outcome = traced(trace, () => made(project, task, given, sources));
  return outcome.kind === 'shown' ? { ...outcome, traced: trace.end() } : outcome;
}

function made(project: Project, task: Task, given: Given, sources: Sources): Outcome {
  try {
    return madeFrom(project, task, given, sources);
  } catch (error) {
    if (!isLengthError(error)) throw error;
    throw new ServiceError('too_large', 'A text or list of the answer would be longer than any can be. Ask for less.');
  }
}

function madeFrom(project: Project, task: Task, given: Given, sources: Sources): Outcome {
  const { store, datasets, team, memory_bytes } = sources;
  switch (given.from) {
    case 'dataset':
      return computed(
        task,
        inPhase('load', () => datasets.current(project)),
        null,
      );
    case 'numbers':
      return presented(task, given.numbers, () => team.checkpoint(), null);
    case 'rows':
      return computed(
        task,
        inPhase('load', () => shippedDataset(store, project.id, given.shipped, team, memory_bytes)),
        given.shipped,
      );
    default:
      return unreachable(given);
  }
}

/** `shipped`: rows fetched for this question. They cannot tell why an answer is empty, which needs all events. */
function computed(task: Task, view: Dataset, shipped: Shipped | null): Outcome {
  const numbers = numbersOf(task.asked, view, shipped?.is_counted ?? false);
  return presented(task, numbers, () => view.checkpoint(), shipped === null ? view : null);
}

function presented(task: Task, numbers: NumbersOf<Kind>, checkpoint: () => void, view: Dataset | null): Outcome {
  if (!('showing' in task)) return { kind: 'numbers', numbers: numbers as NumbersOf<BareKind> };
  return answerShown(task, numbers as NumbersOf<ShownKind>, checkpoint, view);
}

function answerShown<K extends ShownKind>(
  show: Show<K>,
  numbers: NumbersOf<K>,
  checkpoint: () => void,
  view: Dataset | null,
): ShownAnswer {
  const { kind, query }: { kind: K; query: QueryOf<K> } = show.asked;
  const shown = shownOf(kind);
  const present = () => shown.present(query, show.showing, numbers, checkpoint);
  const { result, has_more = false, warnings = [], idle = [] } = inPhase('present', present);
  const [lines, empty] = [shown.lines(query), shown.empty(query, numbers, idle)];
  const reasons = view === null ? [] : reasonsOf(lines, empty, view);
  const reasons_wanted = view === null && mayHaveReasons(lines, empty) ? { lines, empty } : null;
  const written = inPhase('write', () => write(result, linkedResult(show, result), checkpoint));
  return { kind: 'shown', ...written, has_more, warnings, reasons, reasons_wanted, traced: null };
}

/** Finds reasons in rows fetched for that purpose. Call within a snapshot. */
export function reasonsIn(
  project: Project,
  { lines, empty }: ReasonsWanted,
  shipped: Shipped,
  { store, team, memory_bytes }: Sources,
): Reason[] {
  return reasonsOf(lines, empty, shippedDataset(store, project.id, shipped, team, memory_bytes));
}

/** Statements are answered in a layer above the engine. */
function numbersOf(asked: Asked, view: Dataset, is_counted: boolean): NumbersOf<Kind> {
  if (asked.kind !== 'sql') return answerQuery(asked, view);
  return inPhase('kernels', () => runStatement(asked.query, view, is_counted));
}

/** Writes item by item, to give up early if the answer is too large: each item may repeat the whole question. */
function write(result: Result, linked: Result, checkpoint: () => void): Pick<ShownAnswer, 'json' | 'ends' | 'patches'> {
  if (!Array.isArray(result)) {
    const json = JSON.stringify(result);
    return { json: encoded(json), ends: new Uint32Array(0), patches: patchesOf(json, result, linked, 0) };
  }
  const items: string[] = [];
  const patches: Patch[] = [];
  const ends = new Uint32Array(result.length);
  let end = 0;
  let patched = 0;
  for (const [at, item] of result.entries()) {
    checkpoint();
    const text = JSON.stringify(item);
    const [patch] = patchesOf(text, item, Array.isArray(linked) ? linked[at] : item, end + 1);
    if (patch !== undefined) patches.push(patch);
    patched += patch?.text.length ?? 0;
    end += 1 + Buffer.byteLength(text);
    if (end + patched > LIMIT.answer_bytes) throw tooLong(items.length, result.length);
    ends[at] = end;
    items.push(text);
  }
  return { json: encoded(`[${items.join(',')}]`), ends, patches };
}

function patchesOf(text: string, item: unknown, linked: unknown, at: number): Patch[] {
  return item === linked ? [] : [patchBetween(text, JSON.stringify(linked), at)];
}

/** Uses a buffer of its own, so that it can be transferred. */
function encoded(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

function tooLong(written: number, of: number): ServiceError {
  const allowed = `${LIMIT.answer_bytes / 1024 ** 2} MB`;
  return new ServiceError(
    'invalid_input',
    `This answer would be longer than the ${allowed} that are allowed: ${written} of its ${of} rows fill them. ` +
      'Ask for fewer series, values of a breakdown (breakdown_limit) or points, or with shorter filters; of a statement, for fewer rows (LIMIT), and for the properties you need instead of all.',
  );
}
