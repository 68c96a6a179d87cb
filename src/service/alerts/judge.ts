/** Whether the latest complete point of a saved trend is within an alert's bounds. */
import { quoted } from '../../base/visible.ts';
import { Written } from '../../base/written.ts';
import { ServiceError } from '../../model/error.ts';
import { KIND_NAMES } from '../../model/question/kind.ts';
import type { Resolved } from '../../model/question/result.ts';
import type { Series } from '../../model/question/trend.ts';
import type { ALERT_STATES, AlertWrite } from '../../model/saved/alert.ts';
import type { AlertRow } from '../../store/types/saved.ts';
import type { InsightRow } from '../../store/types/store.ts';
import type { ProjectContext } from '../contract/context.ts';
import { computedFields, onItsOwn } from '../insights/result.ts';
import { nowOf } from '../text/headline.ts';
import { numberText } from '../words/numbers.ts';
import { lacksOf } from '../words/periods.ts';

export interface Judgement {
  readonly state: (typeof ALERT_STATES)[number];
  readonly value: number | null;
  readonly point: string | null;
  readonly reason: string;
}

type Bounds = Pick<AlertRow, 'lower' | 'upper' | 'series'>;

/** Recomputes stale results. Anything that prevents an answer becomes the reason. */
export async function judge(context: ProjectContext, { insight_id, ...bounds }: AlertRow): Promise<Judgement> {
  const row = context.service.store.insights.get(context.project.id, insight_id);
  if (row === undefined || row.deleted) return unknown('The insight was removed.');
  try {
    return await judgeInsight(context, row, bounds);
  } catch (error) {
    if (error instanceof ServiceError && error.status < 500) return unknown(context.wording(error.message));
    throw error;
  }
}

/** @throws ServiceError if the insight is no trend or cannot be computed */
export async function judgeInsight(context: ProjectContext, row: InsightRow, bounds: Bounds): Promise<Judgement> {
  const { result, resolved, last_refresh } = await computedFields(context, onItsOwn(row), 'blocking');
  const lines = seriesOf(result instanceof Written ? await result.read() : result, resolved);
  if (lines === null || resolved === null) {
    throw new ServiceError('invalid_input', 'Only trends can be watched: a saved insight with lines of numbers.', {
      attr: 'insight',
    });
  }
  const line = lines[bounds.series];
  if (line === undefined) {
    return unknown(`The trend has ${lines.length} lines now; the alert watches number ${bounds.series}, from 0.`);
  }
  if (line.aggregated_value !== undefined) return judged(bounds, line, line.aggregated_value, null);
  const at = lastWhole(line, resolved, last_refresh);
  if (at < 0) return unknown('No point of the trend is whole yet: the last one is still running.');
  return judged(bounds, line, line.data[at]!, String(line.days[at]));
}

/** Series of the current period; null if the answer is something else. */
function seriesOf(result: unknown, resolved: Resolved | null): Series[] | null {
  if (resolved === null || KIND_NAMES[resolved.kind].operation !== KIND_NAMES.trend.operation) return null;
  const lines = result as readonly Series[];
  return lines.filter(({ compare_label }) => compare_label !== 'previous');
}

function lastWhole({ days }: Series, resolved: Resolved, last_refresh: string | null): number {
  if (typeof days[0] === 'number') return -1;
  const lacks = lacksOf(days.map(String), resolved, resolved, nowOf({ resolved, last_refresh }));
  return lacks.lastIndexOf('');
}

function judged({ lower, upper }: Bounds, { label }: Series, value: number, point: string | null): Judgement {
  const when = point === null ? '' : ` on ${point}`;
  const said = `${quoted(label)} was ${numberText(value)}${when}`;
  if (lower !== null && value < lower) {
    return { state: 'firing', value, point, reason: `${said}, below ${numberText(lower)}.` };
  }
  if (upper !== null && value > upper) {
    return { state: 'firing', value, point, reason: `${said}, above ${numberText(upper)}.` };
  }
  return { state: 'not_firing', value, point, reason: `${said}, within its bounds.` };
}

function unknown(reason: string): Judgement {
  return { state: 'unknown', value: null, point: null, reason };
}

export function stateText(state: Judgement['state']): string {
  return state === 'firing' ? 'FIRES' : state === 'unknown' ? 'cannot be judged' : 'is quiet';
}

/** @throws ServiceError if both bounds are missing or contradict each other */
export function checkBounds({ lower, upper }: Pick<AlertWrite, 'lower' | 'upper'> | Bounds): void {
  const attr = 'lower';
  if ((lower ?? null) === null && (upper ?? null) === null) {
    throw new ServiceError('required', 'Send "lower", "upper", or both: below or above which number to tell.', {
      attr,
    });
  }
  if (typeof lower === 'number' && typeof upper === 'number' && lower > upper) {
    throw new ServiceError('invalid_input', 'The lower bound is above the upper one, so every number would fire.', {
      attr,
    });
  }
}
