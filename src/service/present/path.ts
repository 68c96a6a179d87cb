/** PathNumbers -> edges for the wire: place and name as one text, times in milliseconds. */
import type { Edge, PathNumbers, PathQuery } from '../../model/question/path.ts';
import type { LinesShowing, Presented } from './showing.ts';

export function presentPath(
  query: PathQuery,
  { sampled_share }: Pick<LinesShowing, 'sampled_share'>,
  numbers: PathNumbers,
): Presented<Edge[]> {
  const warnings = [...emptyRange(query), ...(numbers.is_cut ? [cutWarning(query)] : [])];
  return { result: edgesOf(numbers, sampled_share), warnings };
}

function edgesOf({ edges }: PathNumbers, sampled_share: number): Edge[] {
  return edges.map(({ step, source, target, count, total_ms }) => ({
    source: `${step}_${source}`,
    target: `${step + 1}_${target}`,
    value: Math.round(count / sampled_share),
    average_conversion_time: total_ms / count,
  }));
}

function cutWarning({ edge_limit }: PathQuery): string {
  return `There are more edges: these are the ${edge_limit} that most paths take. Raise edge_limit for more.`;
}

function emptyRange({ range }: PathQuery): string[] {
  return range.from_ms < range.until_ms ? [] : ['date_from is after date_to, so that nothing can have happened.'];
}
