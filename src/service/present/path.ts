/** PathNumbers -> edges for the wire: place and name as one text, times in milliseconds. */
import type { Edge, PathNumbers, PathQuery } from '../../model/question/path.ts';
import type { LinesShowing, Presented } from './showing.ts';

export function presentPath(
  query: PathQuery,
  { sampled_share }: Pick<LinesShowing, 'sampled_share'>,
  numbers: PathNumbers,
): Presented<Edge[]> {
  const warnings = [...emptyRange(query), ...limitWarnings(query, numbers)];
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

/** Says what limits leave out. */
function limitWarnings(query: PathQuery, { edges, is_cut }: PathNumbers): string[] {
  const { edge_limit, step_limit, min_weight, max_weight } = query;
  if (step_limit < 2) return ['A path of one step has no edges: send a step_limit of 2 or more.'];
  if (is_cut && edges.length === edge_limit) {
    return [`There are more edges: these are the ${edge_limit} that most paths take. Raise edge_limit for more.`];
  }
  if (is_cut) {
    const shown = edges.length === 0 ? 'none' : `these ${edges.length}`;
    return [
      `There are more edges: of the ${edge_limit} that most paths take, ${shown} can be reached from a first step over the others. Raise edge_limit for more.`,
    ];
  }
  if (edges.length > 0 || (min_weight === 0 && max_weight === Number.POSITIVE_INFINITY)) return [];
  return ['No edge is taken by as many paths as min_edge_weight and max_edge_weight ask for: lower or raise them.'];
}

function emptyRange({ range }: PathQuery): string[] {
  return range.from_ms < range.until_ms ? [] : ['date_from is after date_to, so that nothing can have happened.'];
}
