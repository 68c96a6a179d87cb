/** Funnels as a kind of insight. */
import { z } from 'zod';
import { invalid } from '../../model/error.ts';
import { wholeField } from '../../model/fields.ts';
import { EntityBody } from '../../model/question/body.ts';
import { FunnelBody, type FunnelQuery, FunnelResult } from '../../model/question/funnel.ts';
import { KIND_NAMES } from '../../model/question/kind.ts';
import type { PeoplePoint } from '../../model/question/people.ts';
import { funnelChart } from '../chart/funnel.ts';
import type { ProjectContext } from '../contract/context.ts';
import { checked } from '../resolve/body.ts';
import { resolveFunnel, vizOf } from '../resolve/funnel.ts';
import { isListBreakdown } from '../resolve/series/breakdown.ts';
import { funnelWords } from '../sentences/questions.ts';
import { funnelTable } from '../text/funnel_table.ts';
import { funnelPassages } from '../text/funnel_text.ts';
import { axisOf } from '../words/labels.ts';
import { cohortsOf, pointsOf } from './record/extent.ts';
import { commonFilters, pick } from './record/filters.ts';
import type { FlatBody, InsightKind, Resolution } from './record/kind.ts';
import { indexOfDay, keyOf, nothingAsked, type SentPoint } from './record/point.ts';

const POINT = { funnel_step: wholeField('Funnel: 2 = got to step 2, -2 = dropped off before it') };

export const funnel: InsightKind<'funnel'> = {
  kind: 'funnel',
  body: FunnelBody,
  also: { funnel_window_interval_unit: z.unknown() },
  line: EntityBody,
  resolve,
  nothing: [],
  text: funnelPassages,
  table: funnelTable,
  chart: funnelChart,
  people: {
    shared: ['breakdown_value', 'day'],
    fields: POINT,
    point: pointOf,
  },
  computing: {
    path: 'funnel/',
    title: 'Compute a funnel',
    description:
      'How many people went through steps in order, how many dropped off where, and how long it took. Example: {"events":[{"id":"sign up"},{"id":"paid"}],"date_from":"-30d"}.',
    as_json: 'lists',
    output: FunnelResult,
    answer: FunnelResult,
    unasked: KIND_NAMES.funnel.insight,
  },
};

const OPTIONAL = [
  ...['funnel_window_days', 'funnel_window_interval', 'funnel_window_interval_type', 'funnel_window_interval_unit'],
  ...['exclusions', 'funnel_from_step', 'funnel_to_step', 'bin_count', 'funnel_aggregate_by_hogql', 'sampling_factor'],
  ...['breakdown_normalize_url', 'breakdown_attribution_type', 'breakdown_attribution_value', 'interval', 'display'],
];

export function funnelFilters(body: FunnelBody): Record<string, unknown> {
  const shown = {
    funnel_viz_type: vizOf(body),
    funnel_order_type: body.funnel_order_type ?? 'ordered',
  };
  return { insight: KIND_NAMES.funnel.insight, ...commonFilters(body, shown), ...pick(body, OPTIONAL) };
}

function resolve(context: ProjectContext, flat: FlatBody): Resolution<'funnel'> {
  const body = checked(FunnelBody, flat);
  const query = resolveFunnel(context, body);
  const { timezone, range, steps: entities, viz, window_ms } = query;
  const interval = viz === 'trends' ? query.interval : null;
  return {
    asked: { kind: 'funnel', query },
    showing: {
      form: { is_list: isListBreakdown(body), has_list: Array.isArray(body.breakdown) },
      sampled_share: body.sampling_factor ?? 1,
    },
    filters: funnelFilters(body),
    cached_as: [query],
    range,
    interval,
    extent: [{ cohorts: cohortsOf(query.breakdown), points: pointsOf(query) }],
    understood: () => ({
      timezone,
      range,
      interval,
      entities,
      ends: body,
      window_ms,
      viz,
      overlapping: areOverlapping(query),
      words: funnelWords(context, body, query),
    }),
  };
}

/** People are in several cohorts, and do events with several values. */
function areOverlapping({ breakdown, attribution }: FunnelQuery): boolean {
  return breakdown !== null && (breakdown.kind === 'cohorts' || attribution.kind === 'all_events');
}

function pointOf(sent: SentPoint<typeof POINT>, query: FunnelQuery): PeoplePoint {
  const step = sent.funnel_step ?? query.steps.length;
  const last = query.steps.length;
  if (last === 0) throw nothingAsked();
  if (sent.day !== undefined) return entryPoint(sent, sent.day, query);
  if (step === 0 || step === -1 || Math.abs(step) > last) {
    throw invalid('funnel_step', `Send 1 to ${last} for who got there, -2 to -${last} for who dropped off before.`);
  }
  const [least, most] = step > 0 ? [step, last] : [-step - 1, -step - 1];
  return { kind: 'funnel', query, key: keyOf(sent, query.breakdown), bucket: null, least, most };
}

/** Who entered on a day of a funnel over time, got through, or did not. */
function entryPoint(sent: SentPoint<typeof POINT>, day: string, query: FunnelQuery): PeoplePoint {
  if (query.viz !== 'trends')
    throw invalid('day', 'Only a funnel over time has days: send "funnel_viz_type":"trends" in its question.');
  const { timezone, interval, range, edges_ms, breakdown, steps } = query;
  const bucket = indexOfDay(axisOf(timezone, interval, range, edges_ms).days, day);
  const [from, to] = [query.from_step + 1, query.to_step + 1];
  const point = { kind: 'funnel', query, key: keyOf(sent, breakdown), bucket } as const;
  switch (sent.funnel_step ?? to) {
    case to:
      return { ...point, least: to, most: steps.length };
    case from:
      return { ...point, least: from, most: steps.length };
    case -to:
      return { ...point, least: from, most: to - 1 };
    default:
      throw invalid(
        'funnel_step',
        `With a day, send ${from} for who entered, ${to} for who got through, -${to} for who did not.`,
      );
  }
}
