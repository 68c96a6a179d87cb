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
  empty: (query, { edges }) => (edges.length === 0 ? [lineOf(query)] : []),
};

function linkEdges(edges: readonly Edge[], link: LinkTo): Edge[] {
  return edges.map((edge) => ({ ...edge, persons_url: link({ source: edge.source, target: edge.target }) }));
}

function lineOf({ events, where, range, start_point, end_point }: PathQuery): Line {
  const names = events.every || events.custom ? [null] : events.names;
  const points = [start_point, end_point].filter((point) => point !== null);
  return { name: null, matches: names.map((event) => ({ event, where })), range, points };
}
