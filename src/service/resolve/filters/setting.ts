/** Context of filters: the clock, and the project's saved cohorts and actions. Refuses cycles among them. */
import { z } from 'zod';
import { amongText, SAVED_TOLD } from '../../../base/nearest.ts';
import { quoted } from '../../../base/visible.ts';
import { invalid, ServiceError } from '../../../model/error.ts';
import { LIMIT } from '../../../model/limit.ts';
import type { EventMatch, Predicate } from '../../../model/question/predicate.ts';
import { type ActionStep, ActionSteps } from '../../../model/saved/action.ts';
import type { ActionRow, CohortRow } from '../../../store/types/saved.ts';
import { meantText } from '../../access/saved.ts';
import type { ProjectContext } from '../../contract/context.ts';
import { inputError } from '../../words/input_error.ts';
import { see } from '../../words/operation_names.ts';
import { expressionSetting } from '../dates/expression.ts';
import { resolveSteps } from './actions.ts';
import type { BehaviourSetting } from './behaviour.ts';
import { resolveBehaviourFilter } from './behaviour_filter.ts';
import { resolveCohort } from './cohorts.ts';

/** `trail`: saved things being read, outermost first. */
export function settingOf(context: ProjectContext, trail: readonly string[] = []): BehaviourSetting {
  // A question may name a cohort many times; sharing the predicate evaluates it once.
  const known = new Map<number, Predicate>();
  const setting: BehaviourSetting = {
    ...expressionSetting(context),
    spend: (steps) => spent(context, steps) <= LIMIT.regex_steps_asked,
    cohort(id, attr) {
      const found = known.get(id) ?? resolveSavedCohort(context, id, attr, trail);
      known.set(id, found);
      return found;
    },
    cohortNamed: (sent) => savedNamed(context, 'cohort', sent),
    action(id, attr) {
      const row = liveAction(context, id);
      if (row === null) throw unknownAction(context, id, attr);
      return actionMatches(context, row, attr, trail);
    },
    behaviour: (leaf, attr) => resolveBehaviourFilter(context, leaf, attr, setting),
  };
  return setting;
}

/** Steps of patterns by question: its parts have settings of their own, and one context. */
const SPENT = new WeakMap<ProjectContext, number>();

function spent(context: ProjectContext, steps: number): number {
  const sum = (SPENT.get(context) ?? 0) + steps;
  SPENT.set(context, sum);
  return sum;
}

/** null if the action does not exist or was removed. */
export function liveAction(context: ProjectContext, id: number): ActionRow | null {
  const row = context.service.store.actions.get(context.project.id, id);
  return row === undefined || row.deleted ? null : row;
}

/** null if the cohort does not exist or was removed. */
export function liveCohort(context: ProjectContext, id: number): CohortRow | null {
  const row = context.service.store.cohorts.get(context.project.id, id);
  return row === undefined || row.deleted ? null : row;
}

export function unknownAction(context: ProjectContext, id: number, attr: string): ServiceError {
  return invalid(
    attr,
    `Action ID ${id} does not exist! ${see('list_actions')} lists those there are.${someOf(context, 'actions')}`,
    'does_not_exist',
  );
}

/** A sentence that lists the first few by number and name. */
function someOf({ service, project }: ProjectContext, of: 'cohorts' | 'actions'): string {
  const { rows } = service.store[of].list(project.id, { limit: SAVED_TOLD, offset: 0 });
  return ` ${amongText(rows) || 'There are none yet.'}`;
}

/** Help if a name was sent instead of a number: which saved thing has it, or a similar one. */
export function savedNamed(context: ProjectContext, noun: 'cohort' | 'action', sent: unknown): string {
  const meant = meantText(context, noun, sent);
  const place = see(`list_${noun}s`);
  return meant === '' ? `${place} lists them with their names.` : `${meant} ${place} lists all.`;
}

export function actionMatches(
  context: ProjectContext,
  row: ActionRow,
  attr: string,
  trail: readonly string[] = [],
): EventMatch[] {
  return within(`action ${row.id}`, row.name, attr, trail, (deeper) =>
    resolveSteps(stepsOf(row), 'steps', settingOf(context, deeper)),
  );
}

/** The steps as stored, perhaps by another version. @throws ServiceError if unreadable */
function stepsOf({ steps }: ActionRow): ActionStep[] {
  const read = z.object({ steps: ActionSteps });
  const { success, data, error } = read.safeParse({ steps }, { reportInput: true });
  if (!success) throw inputError(error);
  return data.steps;
}

function resolveSavedCohort(context: ProjectContext, id: number, attr: string, trail: readonly string[]): Predicate {
  const row = liveCohort(context, id);
  if (row === null) {
    throw invalid(
      attr,
      `Cohort ${id} does not exist. ${see('list_cohorts')} lists those there are.${someOf(context, 'cohorts')}`,
      'does_not_exist',
    );
  }
  return within(`cohort ${id}`, row.name, attr, trail, (deeper) => {
    const found = cohortPredicate(context, row, deeper);
    return found.kind === 'cohort' ? { ...found, label: `cohort ${id} ${quoted(row.name)}` } : found;
  });
}

/** Members of a saved cohort, static or defined. */
export function cohortPredicate(context: ProjectContext, row: CohortRow, trail: readonly string[]): Predicate {
  if (!row.is_static) return resolveCohort(row.filters, 'filters', settingOf(context, trail));
  const distincts = context.service.store.cohorts.memberList(context.project.id, row.id);
  return { kind: 'cohort', where: { kind: 'members', distincts } };
}

/** Reports errors inside a saved thing at the field that names it. */
function within<T>(
  key: string,
  name: string,
  attr: string,
  trail: readonly string[],
  read: (deeper: readonly string[]) => T,
): T {
  if (trail.includes(key)) {
    throw invalid(attr, `This goes round in a circle: ${[...trail, key].join(' -> ')}. Take one of them out.`);
  }
  if (trail.length >= LIMIT.reference_depth) {
    throw invalid(attr, `Cohorts and actions may name each other ${LIMIT.reference_depth} deep, not deeper.`);
  }
  return readStored(`In ${key} (${name})`, attr, () => read([...trail, key]));
}

/** Reads what another version may have stored in a form that this one does not know. The error says where it is. */
export function readStored<T>(place: string, attr: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status !== 400) throw error;
    throw error.at(attr).saying(`${place}: ${error.message}`);
  }
}
