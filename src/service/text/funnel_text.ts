/** A funnel as text: one line per step, breakdown value, point in time, or bin of times to convert. */
import { formatMinute } from '../../base/time.ts';
import { quoted } from '../../base/visible.ts';
import { shortDayName } from '../../model/question/day_name.ts';
import type { FunnelResult, FunnelSeries, Step, TimesToConvert } from '../../model/question/funnel.ts';
import type { ComputedAnswer, Resolved } from '../../model/question/result.ts';
import { type FunnelView, viewOf } from '../present/funnel_views.ts';
import { FUNNEL_TITLES } from '../sentences/questions.ts';
import { type SplitValue, splitValueText } from '../sentences/values.ts';
import { durationText, percentText } from '../words/numbers.ts';
import { lacksOf, lackText, spanOf } from '../words/periods.ts';
import { byArguments, emptyReason, headlines, nowOf, type Telling } from './headline.ts';
import type { Passage, Rows } from './passages.ts';

type FunnelAnswer = ComputedAnswer<FunnelResult['result']>;

export function funnelPassages(answer: FunnelAnswer, telling: Telling): Passage[] {
  const { resolved } = answer;
  const view = viewOf(resolved.viz, answer.result);
  return [
    ...headlines(answer, FUNNEL_TITLES[view.viz]),
    cutShort(resolved, nowOf(answer)),
    isEmpty(view) ? emptyReason(resolved) : '',
    ...viewPassages(answer, view, telling),
  ];
}

/** Whose window is longer than what the answer sees of it: rates will rise up to now, but never in a range that is over. */
function cutShort({ timezone, window_ms, ...dates }: Resolved, now_ms: number): string {
  const { from_ms, until_ms } = spanOf(dates, timezone);
  const seen_ms = Math.min(until_ms, now_ms);
  const open_ms = Math.max(from_ms, seen_ms - (window_ms ?? 0));
  if (window_ms === undefined || open_ms >= seen_ms) return '';
  const since = formatMinute(timezone, open_ms);
  return until_ms > now_ms
    ? `Whoever entered since ${since} still has time to convert.`
    : `Steps after the range do not count: whoever entered since ${since} had less than the window to convert.`;
}

function isEmpty(view: FunnelView): boolean {
  switch (view.viz) {
    case 'steps':
      return view.tables.every((steps) => (steps[0]?.count ?? 0) === 0);
    case 'trends':
      return view.series.every((series) => series.reached_from_counts.every((count) => count === 0));
    case 'time_to_convert':
      return view.times.bins.length === 0;
  }
}

function viewPassages(answer: FunnelAnswer, view: FunnelView, telling: Telling): Passage[] {
  switch (view.viz) {
    case 'steps': {
      const [only] = view.tables;
      if (view.tables.length === 1 && only && splitOf(only[0]) === null) {
        return [...stepLines(answer.resolved, only), nextLine(only)];
      }
      return [valueRows(answer.resolved, view.tables, telling)];
    }
    case 'trends':
      return [pointRows(answer, view.series, telling), isEmpty(view) ? '' : WHO_ENTERED];
    case 'time_to_convert':
      return timePassages(view.times, telling);
  }
}

const WHO_ENTERED =
  'Next: list_persons with a "day" of these says who entered then and got through, with a negative "funnel_step" who did not.';

/** The largest drop-off, and how to find out who dropped off and why. */
function nextLine(steps: readonly Step[]): string {
  const lost = steps.map(({ count }, at) => (at === 0 ? 0 : steps[at - 1]!.count - count));
  const most = Math.max(...lost);
  const at = lost.indexOf(most);
  if (steps.length < 2 || most <= 0 || !steps.every(({ order }, place) => order === place)) return '';
  // With nobody who completed it, there is nothing to compare them with.
  const common =
    steps.at(-1)!.count === 0 ? '' : ' compute_funnel_correlation with these steps says what they have in common.';
  return `Next: most are lost before step ${at + 1}.${common} list_persons with "funnel_step":${-at - 1} says who they are.`;
}

function stepLines(resolved: Resolved, steps: readonly Step[]): string[] {
  const first = steps[0];
  return steps.map((step, at) => stepLine(resolved, step, steps[at - 1]?.count ?? step.count, first?.count ?? 0));
}

function stepLine(resolved: Resolved, step: Step, before: number, entered: number): string {
  const { average_conversion_time: average, median_conversion_time: median } = step;
  const share =
    step.order === 0
      ? ''
      : ` (${percentText(step.count, entered)} of the first, ${percentText(step.count, before)} of the step before)`;
  const times =
    average === null || median === null
      ? ''
      : `, average ${durationText(average)}, median ${durationText(median)} from the step before`;
  return `${step.order + 1}. ${stepName(resolved, step)}: ${step.count}${share}${times}`;
}

/** If steps may be done in any order, a step's name says how many were done, unquoted. */
function stepName({ entities }: Resolved, step: Step): string {
  if (step.action_id === null && step.name.startsWith('Completed ')) return step.name;
  return entities[step.order]?.words ?? quoted(step.custom_name ?? step.name);
}

/** Breakdown value of a table or series; null without a breakdown. Cohorts have their name in `breakdown`. */
function splitOf(row: Step | FunnelSeries | undefined): string | null {
  const value = row?.['breakdown'] ?? row?.['breakdown_value'];
  return value === undefined ? null : splitValueText(value as SplitValue);
}

/** One line per value, one column per step. */
function valueRows(resolved: Resolved, tables: readonly (readonly Step[])[], telling: Telling): Rows {
  const names = (tables[0] ?? []).map((step) => `${step.order + 1}. ${stepName(resolved, step)}`);
  const rows = tables.map((steps, at) => {
    const value = splitOf(steps[0]) ?? '';
    // The last table pools values past the limit, under a name that a value could also have.
    const shown = value === '"Other"' && at === tables.length - 1 && at > 0 ? 'Other' : value;
    return [shown, ...steps.map((step) => stepCell(step, steps[0]?.count ?? 0))].join(' | ');
  });
  return {
    head: ['(shares are of the first step, times from the step before)', ['value', ...names].join(' | ')],
    rows,
    keep: 'first',
    noun: 'values',
    how: `${byArguments(telling, 'properties')} can pick some of them, a lower ${byArguments(telling, 'breakdown_limit')} pools more as Other.`,
  };
}

function stepCell(step: Step, entered: number): string {
  if (step.order === 0) return String(step.count);
  const median = step.median_conversion_time;
  return `${step.count} (${percentText(step.count, entered)}${median === null ? '' : `, median ${durationText(median)}`})`;
}

/** One line per point in time and one column per series: the rate, and how many entered and converted. */
function pointRows(answer: FunnelAnswer, series: readonly FunnelSeries[], telling: Telling): Rows {
  const { resolved } = answer;
  const days = series[0]?.days ?? [];
  const lacks = lacksOf(days, resolved, resolved, nowOf(answer));
  const rows = days.map((_, at) =>
    [`${shortDayName(days, at)}${lackText(lacks[at])}`, ...series.map((each) => pointText(each, at))].join(' | '),
  );
  return {
    head: [['date', ...series.map((each) => splitOf(each) ?? 'converted of entered')].join(' | ')],
    rows,
    keep: 'last',
    noun: 'points',
    how: `A later ${byArguments(telling, 'date_from')} or a longer ${byArguments(telling, 'interval')} makes them fewer.`,
  };
}

function pointText({ data, reached_from_counts, reached_to_counts }: FunnelSeries, at: number): string {
  const entered = reached_from_counts[at] ?? 0;
  return entered === 0 ? '–' : `${data[at]}% (${reached_to_counts[at]} of ${entered})`;
}

function timePassages({ bins, average_conversion_time: average }: TimesToConvert, telling: Telling): Passage[] {
  if (average === null) return [];
  return [
    `Average ${durationText(average)}.`,
    {
      head: ['from | people'],
      rows: bins.map(([from_s, count]) => `${durationText(from_s)} | ${count}`),
      keep: 'first',
      noun: 'spans',
      how: `A lower ${byArguments(telling, 'bin_count')} makes them fewer.`,
    },
  ];
}
