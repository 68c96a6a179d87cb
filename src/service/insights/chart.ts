/** A saved insight as a chart: by its kind, under its name. */
import { isObject } from '../../base/json.ts';
import type { Chart } from '../../model/chart.ts';
import type { Insight } from '../../model/insight.ts';
import { KIND_NAMES } from '../../model/kind.ts';
import { answerIn, chartOfAnswer } from '../kinds/answer.ts';

/** null where there is no result to draw. */
export function insightChart(insight: Insight): Chart | null {
  const answer = answerIn(insight);
  if (answer === null) return null;
  const { name, derived_name, description, filters } = insight;
  const { kind } = answer;
  const chart = chartOfAnswer(answer, {
    kind,
    title: name || derived_name,
    description: description ?? '',
    tool: KIND_NAMES[kind].operation,
    arguments: isObject(filters) ? filters : {},
  });
  // What was asked by a query node has no arguments to ask it again by.
  return isObject(filters) && Object.keys(filters).length > 0
    ? chart
    : { ...chart, ask: null, listing: null, controls: [] };
}
