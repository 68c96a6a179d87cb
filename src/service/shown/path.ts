/** Paths in the computing thread. */
import type { Edge, PathQuery } from '../../model/question/path.ts';
import type { Line } from '../nothing/lines.ts';
import { presentPath } from '../present/path.ts';
import type { LinkTo } from '../present/people_links.ts';
import type { LinesShowing } from '../present/showing.ts';
import type { Shown } from './shown.ts';

export const path: Shown<'path', Pick<LinesShowing, 'sampled_share'>, Edge[]> = {
  present: presentPath,
  linked: linkEdges,
  lines: (query) => [lineOf(query)],
  // A limit that leaves no edge is told where paths are presented.
  empty: (query, { edges, is_cut }) => (edges.length > 0 || is_cut || query.step_limit < 2 ? [] : [lineOf(query)]),
};

function linkEdges(edges: readonly Edge[], link: LinkTo): Edge[] {
  return edges.map((edge) => ({ ...edge, persons_url: link({ source: edge.source, target: edge.target }) }));
}

function lineOf({ events, where, range, start_point, end_point, ...query }: PathQuery): Line {
  const names = events.every || events.custom ? [null] : events.names;
  const is_weighed = query.min_weight > 0 || query.max_weight < Number.POSITIVE_INFINITY;
  const points = { start_point, end_point, is_weighed };
  // Rules and expressions make other names than events and addresses have.
  const is_raw = query.rules.length + query.groupings.length === 0 && query.expression === null;
  const left_out = is_raw ? query.excluded : [];
  return { name: null, matches: names.map((event) => ({ event, where })), range, points, left_out };
}
