/**
 * Runs golden cases: each is asked of a real service through its one door and compared with what it names. A case is
 * "not yet" when the answer says that something cannot be computed (`not_supported`), or nothing here answers its kind.
 */
import { isObject } from '../../src/base/json.ts';
import { ServiceError } from '../../src/model/error.ts';
import type { Operation } from '../../src/service/contract/operation.ts';
import {
  computeFunnel,
  computeFunnelCorrelation,
  computePath,
  computeRetention,
  computeTrend,
} from '../support/operations.ts';
import { type CaseFile, type Expect, idOf, type QuestionCase, type Row, readCases } from './case.ts';
import { checkCohort } from './cohorts.ts';
import { compareFunnel, compareTrend } from './compare.ts';
import { compareCorrelation, comparePath } from './compare_edges.ts';
import { compareActivity, compareRetention } from './compare_periods.ts';
import { checkDate } from './dates.ts';
import { checkPersons } from './persons.ts';
import { checkProperty } from './properties.ts';
import { saveThings } from './saved.ts';
import { loadData, newProject, openWorld, parseTime, type World } from './world.ts';

type Outcome =
  | { readonly kind: 'passed' }
  | { readonly kind: 'skipped' }
  | { readonly kind: 'failed'; readonly differences: readonly string[] }
  | { readonly kind: 'not_yet'; readonly needs: string };

export interface Checked {
  readonly id: string;
  readonly file: string;
  readonly about: string;
  readonly outcome: Outcome;
}

interface Kind {
  readonly operation: Operation;
  readonly compare: (expect: Expect, answer: Readonly<Record<string, unknown>>) => string[];
}

const KINDS: Readonly<Record<string, Kind>> = {
  trend: { operation: computeTrend, compare: compareTrend },
  funnel: { operation: computeFunnel, compare: compareFunnel },
  retention: { operation: computeRetention, compare: compareRetention },
  lifecycle: { operation: computeTrend, compare: compareActivity },
  stickiness: { operation: computeTrend, compare: compareActivity },
  correlation: { operation: computeFunnelCorrelation, compare: compareCorrelation },
  path: { operation: computePath, compare: comparePath },
};

type Check = (world: World, row: Row) => string[] | Promise<string[]>;

/** Files whose rows are no questions. */
const OTHER_FILES: Readonly<Record<string, Check>> = {
  cohorts: checkCohort,
  dates: (_world, row) => checkDate(row),
  properties: checkProperty,
  'person-merge': checkPersons,
};

/** `events`: see `openWorld`. */
export async function runGolden(folder: string, events: string | null = null): Promise<Checked[]> {
  const world = openWorld(events);
  try {
    return await checkCases(world, folder, () => true);
  } finally {
    await world.service.close();
  }
}

/** `wanted` picks cases by their file and their place in it. */
export async function checkCases(
  world: World,
  folder: string,
  wanted: (file: CaseFile, at: number) => boolean,
): Promise<Checked[]> {
  const checked: Checked[] = [];
  for (const file of readCases(folder)) {
    for (const [at, row] of file.rows.entries()) {
      if (wanted(file, at)) checked.push(await checkRow(world, file, row, at));
    }
  }
  return checked;
}

/** Files whose rows are questions. */
export function asksQuestions(file: CaseFile): boolean {
  return !(file.name in OTHER_FILES);
}

async function checkRow(world: World, file: CaseFile, row: Row, at: number): Promise<Checked> {
  const about = typeof row['about'] === 'string' ? row['about'] : '';
  return { id: idOf(file, row, at), file: file.name, about, outcome: await outcomeOf(world, file, row) };
}

async function outcomeOf(world: World, file: CaseFile, row: Row): Promise<Outcome> {
  if (row['older_engine_only'] === true) return { kind: 'skipped' };
  try {
    const check = OTHER_FILES[file.name];
    if (check) return judged(await check(world, row));
    const kind = typeof row['kind'] === 'string' ? row['kind'] : file.name.replace(/s?(-\d+)?$/, '');
    const known = KINDS[kind];
    if (!known) return { kind: 'not_yet', needs: `kind ${kind}` };
    return judged(await checkQuestion(world, known, row as unknown as QuestionCase));
  } catch (error) {
    if (error instanceof ServiceError) {
      if (error.code === 'not_supported') return { kind: 'not_yet', needs: error.needs ?? 'something unnamed' };
      return { kind: 'failed', differences: [`${error.status} ${error.attr ?? ''}: ${error.message}`] };
    }
    return { kind: 'failed', differences: [error instanceof Error ? (error.stack ?? error.message) : String(error)] };
  }
}

function judged(differences: readonly string[]): Outcome {
  return differences.length === 0 ? { kind: 'passed' } : { kind: 'failed', differences };
}

async function checkQuestion(world: World, kind: Kind, row: QuestionCase): Promise<string[]> {
  world.clock_ms = parseTime(row.now);
  const project = newProject(world, row);
  loadData(world, project, row);
  saveThings(world, project, row);
  const refusal = row.expect['error'];
  if (!isObject(refusal)) return kind.compare(row.expect, await world.ask(project, kind.operation, row.filters));
  try {
    await world.ask(project, kind.operation, row.filters);
    return [`expected the error ${JSON.stringify(refusal)}, got an answer`];
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code === 'not_supported') throw error;
    return compareError(refusal, error);
  }
}

function compareError(refusal: Record<string, unknown>, error: ServiceError): string[] {
  const differences: string[] = [];
  if (error.status !== refusal['status']) differences.push(`status ${error.status}: ${error.message}`);
  if ('attr' in refusal && error.attr !== refusal['attr']) differences.push(`attr ${error.attr}: ${error.message}`);
  return differences;
}

/** needs -> ids of the cases that wait for it, in the order of the files. */
export function notYet(checked: readonly Checked[]): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const { id, outcome } of checked) {
    if (outcome.kind !== 'not_yet') continue;
    found[outcome.needs] ??= [];
    found[outcome.needs]!.push(id);
  }
  return Object.fromEntries(Object.entries(found).sort(([a], [b]) => (a < b ? -1 : 1)));
}
