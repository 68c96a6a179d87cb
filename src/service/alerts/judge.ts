/** Whether the latest complete point of a saved trend, or its change, is within an alert's bounds. */
import { quoted } from '../../base/visible.ts';
import { Written } from '../../base/written.ts';
import { ServiceError } from '../../model/error.ts';
import { dayName } from '../../model/question/day_name.ts';
import { KIND_NAMES, type KindName } from '../../model/question/kind.ts';
import type { Resolved } from '../../model/question/result.ts';
import type { Series } from '../../model/question/trend.ts';
import type { ALERT_STATES } from '../../model/saved/alert.ts';
import type { AlertRow } from '../../store/types/saved.ts';
import type { InsightRow } from '../../store/types/store.ts';
import type { ProjectContext } from '../contract/context.ts';
import { computedFields, onItsOwn } from '../insights/result.ts';
import { isStatement } from '../questions/question.ts';
import { nowOf } from '../text/headline.ts';
import { distinctNames } from '../text/trend_table.ts';
import { counted } from '../words/lists.ts';
import { numberText } from '../words/numbers.ts';
import { lacksOf } from '../words/periods.ts';

export interface Judgement {
  readonly state: (typeof ALERT_STATES)[number];
  readonly value: number | null;
  readonly point: string | null;
  readonly reason: string;
}

/** What an alert watches, and its bounds. */
export type Watch = Pick<AlertRow, 'lower' | 'upper' | 'series' | 'condition' | 'threshold' | 'is_ongoing'>;

/** Without an answer, the state is `unknown` and says why. */
export async function judge(context: ProjectContext, { insight_id, ...watch }: AlertRow): Promise<Judgement> {
  const row = context.service.store.insights.get(context.project.id, insight_id);
  if (row === undefined || row.deleted) return unknown('The insight was removed.');
  try {
    return await judgeInsight(context, row, watch);
  } catch (error) {
    if (error instanceof ServiceError && error.status < 500) return unknown(context.wording(error.message));
    throw error;
  }
}

/** @throws ServiceError if the insight has no lines over time or cannot be computed */
export async function judgeInsight(context: ProjectContext, row: InsightRow, watch: Watch): Promise<Judgement> {
  if (isStatement(row)) throw notWatched();
  // As soon as a refresh may: a result is stale only hours after the day to be judged has ended.
  const { result, resolved, last_refresh } = await computedFields(context, onItsOwn(row), 'true');
  const lines = seriesOf(result instanceof Written ? await result.read() : result, resolved);
  if (lines === null || resolved === null) throw notWatched();
  const line = lines[watch.series];
  if (line === undefined) {
    return unknown(
      `The trend has ${counted(lines.length, 'line')} now; the alert watches number ${watch.series}, from 0.`,
    );
  }
  const name = watchedName(lines, watch.series);
  if (line.aggregated_value !== undefined) {
    if (watch.condition !== 'absolute_value') return unknown('The insight is a single number: nothing is before it.');
    return judged(watch, `${name} was ${numberText(line.aggregated_value)}`, line.aggregated_value, null);
  }
  const lacks = lacksOf(line.days.map(String), resolved, resolved, nowOf({ resolved, last_refresh }));
  const at = watch.is_ongoing ? lacks.findLastIndex((lack) => lack !== 'not yet') : lacks.lastIndexOf('');
  if (at < 0) return unknown('No point of the trend is whole yet: the last one is still running.');
  if (watch.condition === 'absolute_value') return judgedNumber(watch, { ...line, name }, at);
  // Against a point that the range cuts, everything has risen.
  if (lacks[at - 1] !== '') return unknown('The trend has no whole point before its latest one.');
  return judgedChange(watch, { ...line, name }, at);
}

type NamedSeries = Series & { readonly name: string };

/** Who reads one line's name may believe that all lines are watched, and of a breakdown that it is always this one. */
function watchedName(lines: readonly Series[], at: number): string {
  const name = quoted(distinctNames(lines)[at]!);
  if (lines.length === 1) return name;
  const moves =
    lines[at]!.breakdown_value === undefined
      ? ''
      : '; values of a breakdown change places, so save a trend with a filter to watch one of them';
  return `${name} (the line with "series" ${at}, of ${lines.length}${moves})`;
}

const WATCHED: readonly KindName[] = ['trend', 'lifecycle'];

function notWatched(): ServiceError {
  const kinds = WATCHED.map((kind) => KIND_NAMES[kind].insight).join(' or ');
  return new ServiceError(
    'invalid_input',
    `Only trends can be watched: a saved insight with lines over time, of the kind ${kinds}. Save such a question and send its number.`,
    { attr: 'insight' },
  );
}

/** Series of the current period; null for other answers. */
function seriesOf(result: unknown, resolved: Resolved | null): Series[] | null {
  if (resolved === null || !WATCHED.includes(resolved.kind)) return null;
  const lines = result as readonly Series[];
  return lines.filter(({ compare_label }) => compare_label !== 'previous');
}

function judgedNumber(watch: Watch, { name, data, days }: NamedSeries, at: number): Judgement {
  const [value, point] = [data[at]!, dayName(days, at)];
  return judged(watch, `${name} was ${numberText(value)} on ${point}`, value, point);
}

/** A rise is positive for relative_increase, a fall for relative_decrease. */
function judgedChange(watch: Watch, { name, data, days }: NamedSeries, at: number): Judgement {
  const [before, now, point] = [data[at - 1]!, data[at]!, dayName(days, at)];
  const said = `${name} went from ${numberText(before)} to ${numberText(now)} on ${point}`;
  if (watch.threshold === 'percentage' && before === 0) return unknown(`${said}, which is no share of nothing.`);
  const rise = (now - before) / (watch.threshold === 'percentage' ? Math.abs(before) : 1);
  const value = watch.condition === 'relative_increase' ? rise : 0 - rise;
  return judged(watch, `${said}, ${movementText(watch, value)}`, value, point);
}

function judged(watch: Watch, said: string, value: number, point: string | null): Judgement {
  const { lower, upper } = watch;
  const passed = lower !== null && value < lower ? lower : upper !== null && value > upper ? upper : null;
  if (passed === null) return { state: 'not_firing', value, point, reason: `${said}, within its bounds.` };
  return { state: 'firing', value, point, reason: `${said}, ${passedText(watch, value, passed)}.` };
}

/** `above 20 %`; a bound of the other direction than the change names its own: `below a rise of 10 %`. */
function passedText(watch: Watch, value: number, bound: number): string {
  const side = value < bound ? 'below' : 'above';
  if (watch.condition === 'absolute_value') return `${side} ${boundText(watch, bound)}`;
  if (value >= 0 !== bound >= 0) return `${side} ${movementText(watch, bound)}`;
  return `${Math.abs(value) < Math.abs(bound) ? 'below' : 'above'} ${boundText(watch, Math.abs(bound))}`;
}

function movementText(watch: Watch, value: number): string {
  return `a ${directionOf(watch, value)} of ${boundText(watch, Math.abs(value))}`;
}

/** What is watched for falls may have risen. */
function directionOf({ condition }: Watch, value: number): 'rise' | 'fall' {
  return (condition === 'relative_increase') === value >= 0 ? 'rise' : 'fall';
}

/** When it fires: `below 20`, `by a fall above 20 %`. */
export function firesText(watch: Watch): string {
  const { condition, lower, upper } = watch;
  const text = (bound: number, side: 'below' | 'above') => {
    if (condition === 'absolute_value') return `${side} ${boundText(watch, bound)}`;
    const words = bound >= 0 ? side : side === 'below' ? 'above' : 'below';
    return `by a ${directionOf(watch, bound)} ${words} ${boundText(watch, Math.abs(bound))}`;
  };
  const bounds = [lower === null ? [] : text(lower, 'below'), upper === null ? [] : text(upper, 'above')];
  return bounds.flat().join(' or ');
}

/** Text of a bound, or of a value compared with it. */
function boundText({ condition, threshold }: Watch, value: number): string {
  const isShare = condition !== 'absolute_value' && threshold === 'percentage';
  return isShare ? `${numberText(value * 100)} %` : numberText(value);
}

function unknown(reason: string): Judgement {
  return { state: 'unknown', value: null, point: null, reason };
}

export function stateText(state: Judgement['state']): string {
  return state === 'firing' ? 'FIRES' : state === 'unknown' ? 'cannot be judged' : 'is quiet';
}

/** @throws ServiceError if both bounds are missing or contradict each other */
export function checkBounds({ lower, upper }: Pick<AlertRow, 'lower' | 'upper'>): void {
  const attr = 'lower';
  if (lower === null && upper === null) {
    throw new ServiceError('required', 'Send "lower", "upper", or both: below or above which number to tell.', {
      attr,
    });
  }
  if (lower !== null && upper !== null && lower > upper) {
    throw new ServiceError('invalid_input', 'The lower bound is above the upper one, so every number would fire.', {
      attr,
    });
  }
}
