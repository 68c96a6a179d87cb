/** Suggests arguments of a tool that make its answer smaller. */
import type { Operation } from '../../service/contract/operation.ts';

/** Arguments that make an answer smaller, the usual ones first. */
const NARROWING = [
  ...['limit', 'offset', 'page', 'search', 'basic', 'breakdown_limit', 'date_from', 'interval', 'edge_limit'],
  ...['total_intervals', 'properties'],
];
const TOLD = 4;

/** A saved question has only one answer, so parts are asked for directly. */
export const ASK_IN_PARTS =
  'Ask the question of its filters in parts: `date_from`, `interval` or `breakdown_limit` of compute_trend, `breakdown_limit` of compute_funnel, `total_intervals` of compute_retention, `edge_limit` of compute_path.';

export function howToNarrow(operation: Operation): string {
  const names = NARROWING.filter((name) => name in operation.input.shape).slice(0, TOLD);
  if (names.length === 0) return ASK_IN_PARTS;
  return `Ask for less with ${names.map((name) => `\`${name}\``).join(', ')}.`;
}
