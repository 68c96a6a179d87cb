/** A funnel in the computing thread. */
import type { FunnelNumbers, FunnelQuery, FunnelResult, Step } from '../../model/question/funnel.ts';
import { asLine, isNothing, type Line } from '../nothing/lines.ts';
import { presentFunnel } from '../present/funnel.ts';
import { type FunnelShowing, isPooled } from '../present/funnel_values.ts';
import { viewOf } from '../present/funnel_views.ts';
import type { LinkTo } from '../present/people_links.ts';
import type { Result } from '../present/showing.ts';
import type { Shown } from './shown.ts';

type Views = FunnelResult['result'];

export const funnel: Shown<'funnel', FunnelShowing, Views> = {
  present: (query, showing, numbers) => ({ result: presentFunnel(query, showing, numbers) }),
  linked: linkSteps,
  lines: ({ steps, range }) => steps.map((step) => asLine(step, range)),
  empty: splitMissed,
};

/** Only steps have members for links. */
function linkSteps(result: Views, link: LinkTo, { viz, breakdown }: FunnelQuery): Result {
  const view = viewOf(viz, result);
  if (view.viz !== 'steps') return result;
  // Nobody has a value of the breakdown.
  if (breakdown !== null && view.tables[0]?.length === 0) return result;
  const tables = view.tables.map((steps) => {
    const value = steps[0]?.['breakdown_value'];
    return breakdown?.kind === 'values' && isPooled(value) ? steps : linkTable(steps, value, link);
  });
  return breakdown === null ? (tables[0] ?? []) : tables;
}

function linkTable(steps: readonly Step[], breakdown_value: unknown, link: LinkTo): Step[] {
  return steps.map((step) => ({
    ...step,
    converted_people_url: link({ funnel_step: step.order + 1, breakdown_value }),
    dropped_people_url: step.order === 0 ? null : link({ funnel_step: -step.order - 1, breakdown_value }),
  }));
}

/** The step by which people are told apart, if it tells nobody apart; the one that nobody gets to where all steps do. */
function splitMissed(query: FunnelQuery, numbers: FunnelNumbers): Line[] {
  const { steps, range, breakdown, attribution } = query;
  const missed = firstStepMissed(query, numbers);
  const [dimension, ...others] = breakdown?.kind === 'values' ? breakdown.dimensions : [];
  if (dimension === undefined || others.length > 0 || numbers.viz === 'time_to_convert') return missed;
  const split = { source: dimension.source, steps };
  if (attribution.kind === 'all_events') return missed.map((line) => ({ ...line, split }));
  const isSplit = numbers.groups.some(({ key: [value] }) => value !== null && value !== '');
  const step = attribution.kind === 'step' ? steps[attribution.step] : undefined;
  return isSplit || step === undefined ? missed : [{ ...asLine(step, range), split }, ...missed];
}

function firstStepMissed(query: FunnelQuery, numbers: FunnelNumbers): Line[] {
  const at = placeMissed(query, numbers);
  const step = at === null ? undefined : query.steps[at];
  if (at === null || step === undefined) return [];
  const before = query.steps[at - 1];
  if (before === undefined) return [{ ...asLine(step, query.range), is_start: true }];
  const { window_ms } = query;
  return [{ ...asLine(step, query.range), step: { place: at + 1, before: before.name, window_ms } }];
}

function placeMissed({ steps, from_step, to_step }: FunnelQuery, numbers: FunnelNumbers): number | null {
  if (numbers.viz === 'time_to_convert') return numbers.times_ms.length === 0 ? to_step : null;
  if (numbers.viz === 'trends') {
    if (numbers.groups.every(({ reached_from }) => isNothing(reached_from))) return from_step;
    return numbers.groups.every(({ reached_to }) => isNothing(reached_to)) ? to_step : null;
  }
  const missed = steps.findIndex((_, at) => numbers.groups.every(({ counts }) => (counts[at] ?? 0) === 0));
  return missed < 0 ? null : missed;
}
