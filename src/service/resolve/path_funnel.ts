/** Funnel paths: which people's events count, and around which step of the funnel. */
import { isObject } from '../../base/json.ts';
import { invalid, ServiceError } from '../../model/error.ts';
import { FunnelBody } from '../../model/question/funnel.ts';
import type { PathBody, PathFunnel } from '../../model/question/path.ts';
import type { ProjectContext } from '../contract/context.ts';
import { readBody } from './body.ts';
import { resolveFunnel } from './funnel.ts';

const FORM = '{"events":[{"id":"sign up"},{"id":"paid"}],"funnel_step":2}';

export function resolvePathFunnel(context: ProjectContext, body: PathBody): PathFunnel | null {
  const around = body.funnel_paths;
  if (around === undefined) return null;
  const sent = body.funnel_filter;
  if (!isObject(sent)) {
    throw invalid('funnel_filter', `funnel_paths needs a funnel and one of its steps: ${FORM}.`, 'required');
  }
  const query = within('funnel_filter', () => resolveFunnel(context, dated(readBody(FunnelBody, sent), body)));
  if (query.steps.length === 0) throw invalid('funnel_filter__events', `The funnel has no steps: ${FORM}.`, 'required');
  if (query.actor.kind !== 'person') {
    throw invalid(
      'funnel_filter__aggregation_group_type_index',
      'Paths are those of people: leave the group type out of the funnel.',
    );
  }
  const step = stepOf(sent['funnel_step'], query.steps.length);
  if (around === 'funnel_path_between_steps' && step < 2) {
    throw invalid('funnel_filter__funnel_step', 'Paths between steps end at step 2 or a later one.');
  }
  // Display settings of the funnel are dropped, because only who reached which step when matters.
  return { query: { ...query, viz: 'steps', breakdown: null }, around, step };
}

/** A funnel without dates of its own is taken over those of its paths. */
function dated(funnel: FunnelBody, { date_from, date_to, explicit_date }: PathBody): FunnelBody {
  const has_dates = funnel.date_from !== undefined || funnel.date_to !== undefined;
  return has_dates ? funnel : { ...funnel, date_from, date_to, explicit_date };
}

/** 1 is the first step. -2 means people who dropped off before the second step. */
function stepOf(sent: unknown, steps: number): number {
  const step = typeof sent === 'string' && sent.trim() !== '' ? Number(sent) : sent;
  const most = Math.max(1, steps);
  if (typeof step === 'number' && Number.isInteger(step)) {
    if (step >= 1 && step <= most) return step;
    if (step <= -2 && step >= -most) return step;
  }
  throw invalid(
    'funnel_filter__funnel_step',
    `A step of the funnel: 1 to ${most} for those who got there, -2 to -${most} for those who dropped off before it.`,
    sent === undefined ? 'required' : 'invalid_input',
  );
}

/** Reports errors of the inner funnel with their outer path. */
function within<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status !== 400) throw error;
    throw error.at(error.attr === null ? name : `${name}__${error.attr}`);
  }
}
