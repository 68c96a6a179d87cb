/** A saved insight as a chart of its kind, with its name as title. */
import { isObject } from '../../base/json.ts';
import { visible } from '../../base/visible.ts';
import { full } from '../../chart/format.ts';
import type { Chart, SeriesBody } from '../../model/question/chart.ts';
import { KIND_NAMES } from '../../model/question/kind.ts';
import type { Insight } from '../../model/saved/insight.ts';
import { titleOf } from '../../model/saved/insight.ts';
import { answerIn, chartOfAnswer } from '../kinds/answer.ts';
import { normaliseBody } from '../resolve/body.ts';
import type { Watched } from './show.ts';

/** null if there is no result to draw. */
export function insightChart(insight: Insight): Chart | null {
  const answer = answerIn(insight);
  if (answer === null) return null;
  const { description, filters, query } = insight;
  const { kind } = answer;
  const plain = chartOfAnswer(answer, {
    kind,
    title: titleOf(insight),
    description: description ?? '',
    tool: KIND_NAMES[kind].operation,
    arguments: normaliseBody({ filters, query }),
  });
  const levels = levelsOf(insight);
  const chart = plain.kind === 'series' && levels.length > 0 ? { ...plain, levels } : plain;
  // What a query node asks may not be among the arguments of the tool.
  return isObject(query) ? { ...chart, ask: null, listing: null, controls: [] } : chart;
}

/** Bounds of alerts, in ascending order. */
function levelsOf(insight: Insight): NonNullable<SeriesBody['levels']> {
  const alerts = (insight['alerts'] ?? []) as readonly Watched[];
  const levels = alerts.flatMap(({ name, lower, upper }) => [
    ...(lower === null
      ? []
      : [{ value: lower, side: 'lower' as const, text: `${visible(name)}: below ${full(lower, 'number')}` }]),
    ...(upper === null
      ? []
      : [{ value: upper, side: 'upper' as const, text: `${visible(name)}: above ${full(upper, 'number')}` }]),
  ]);
  return levels.sort((a, b) => a.value - b.value);
}
