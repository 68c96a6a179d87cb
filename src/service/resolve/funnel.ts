/** FunnelBody -> FunnelQuery: nothing is left to decide. What cannot be computed yet is refused by name. */
import type { EntityBody } from '../../model/body.ts';
import { invalid, notSupported } from '../../model/error.ts';
import type { FunnelBody, FunnelOrder, FunnelQuery, FunnelViz } from '../../model/funnel.ts';
import { LIMIT } from '../../model/limit.ts';
import { narrowed } from '../../model/query.ts';
import type { ProjectContext } from '../context.ts';
import { resolveActor } from './actor.ts';
import { resolveBreakdown } from './breakdown.ts';
import { resolveRange } from './dates.ts';
import { type Line, resolveEntities } from './entities.ts';
import { resolveExclusions } from './exclusions.ts';
import { rangeInput, resolveCommonFilter } from './question.ts';
import { refuseOtherKind, refuseSampling } from './refuse.ts';
import { resolveWindowMs } from './window.ts';

const BUILT_ORDERS: readonly FunnelOrder[] = ['ordered', 'unordered'];
const BUILT_VIZ_TYPES: readonly FunnelViz[] = ['steps'];

export function resolveFunnel(context: ProjectContext, body: FunnelBody): FunnelQuery {
  refuseOtherKind(body, 'FUNNELS');
  const order = body.funnel_order_type ?? 'ordered';
  const viz = body.funnel_viz_type ?? (body.display === 'ActionsLineGraph' ? 'trends' : 'steps');
  const lines = resolveEntities(context, body, 'funnel');
  const steps = lines.map((line) => line.entity);
  const exclusions = resolveExclusions(context, body.exclusions ?? [], steps, order);
  checkStepRange(body, viz, steps.length);
  checkAttribution(body, order, steps.length);
  const breakdown = resolveBreakdown(context, body, LIMIT.breakdown_default_funnel);
  const window_ms = resolveWindowMs(body);
  const actor = resolveActor(context, body);
  refuseUnbuilt(body, order, viz, lines);
  const { timezone } = context.project;
  // Whole days at both ends whatever the interval; only hours (for a view over time) are finer.
  const interval = viz === 'trends' ? (body.interval ?? 'day') : 'day';
  const range = resolveRange({ ...rangeInput(context, body), interval, whole_first_day: false });
  const where = resolveCommonFilter(context, body);
  return {
    kind: 'funnel',
    timezone,
    range,
    actor,
    order,
    viz,
    window_ms,
    steps: steps.map((step) => narrowed(step, where)),
    exclusions: exclusions.map((exclusion) => narrowed(exclusion, where)),
    breakdown,
  };
}

/** `funnel_from_step` and `funnel_to_step` of the views that look at a part of the funnel. */
function checkStepRange(body: FunnelBody, viz: FunnelViz, steps: number): void {
  if (viz === 'steps' || steps < 2) return;
  const { funnel_from_step: from = 0, funnel_to_step: to = steps - 1 } = body;
  if (from < 0 || from > steps - 2) {
    throw invalid('funnel_from_step', `funnel_from_step is out of bounds. It must be between 0 and ${steps - 2}.`);
  }
  if (to < 1 || to > steps - 1) {
    throw invalid('funnel_to_step', `funnel_to_step is out of bounds. It must be between 1 and ${steps - 1}.`);
  }
  if (to > from) return;
  throw invalid(
    'funnel_to_step',
    'Funnel step range is invalid. funnel_to_step should be greater than funnel_from_step.',
  );
}

function checkAttribution(body: FunnelBody, order: FunnelOrder, steps: number): void {
  if (body.breakdown_attribution_type !== 'step') return;
  const step = body.breakdown_attribution_value ?? 0;
  if (order === 'unordered' && step !== 0) {
    throw invalid(
      'breakdown_attribution_value',
      'Only the first step can be used for breakdown attribution in unordered funnels.',
    );
  }
  if (step >= 0 && step < Math.max(1, steps)) return;
  throw invalid('breakdown_attribution_value', `Ensure this field is a step of the funnel: 0 to ${steps - 1}.`);
}

function refuseUnbuilt(body: FunnelBody, order: FunnelOrder, viz: FunnelViz, lines: readonly Line<EntityBody>[]): void {
  if (!BUILT_ORDERS.includes(order)) {
    throw notSupported(
      `funnel order ${order}`,
      'funnel_order_type',
      `${order} funnels cannot be computed yet; ${BUILT_ORDERS.join(' and ')} ones can.`,
    );
  }
  if (!BUILT_VIZ_TYPES.includes(viz)) {
    throw notSupported(`funnel viz ${viz}`, 'funnel_viz_type', `"${viz}" cannot be computed yet; "steps" can.`);
  }
  const attribution = body.breakdown_attribution_type ?? 'first_touch';
  if (attribution !== 'first_touch') {
    throw notSupported(
      `funnel attribution ${attribution}`,
      'breakdown_attribution_type',
      `Attribution by ${attribution} cannot be computed yet; first_touch can.`,
    );
  }
  const aggregate = body['funnel_aggregate_by_hogql'];
  if (aggregate !== undefined && aggregate !== '' && aggregate !== 'person_id') {
    throw notSupported(
      'funnel aggregation by expression',
      'funnel_aggregate_by_hogql',
      'Only people and groups can be counted yet.',
    );
  }
  for (const { body: line, attr } of lines) refuseMath(line['math'], attr);
  refuseSampling(body);
}

/** Other maths mean nothing in a funnel and are ignored; these two change who can do the step. */
function refuseMath(math: unknown, attr: string): void {
  if (math !== 'first_time_for_user' && math !== 'first_time_for_user_with_filters') return;
  throw notSupported(`funnel math ${math}`, `${attr}__math`, `"${math}" cannot be computed yet; leave it out.`);
}
