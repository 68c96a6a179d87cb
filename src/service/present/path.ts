/** PathNumbers -> edges as the wire has them: places and names as one text, times in milliseconds. */
import type { Edge, PathBody, PathNumbers, PathQuery } from '../../model/path.ts';
import type { Resolved } from '../../model/result.ts';
import type { ProjectContext } from '../context.ts';
import { presentResolved } from './resolved.ts';

export interface PathAnswer {
  readonly result: Edge[];
  readonly resolved: Resolved;
}

export function presentPath(
  context: ProjectContext,
  body: PathBody,
  query: PathQuery,
): (numbers: PathNumbers) => PathAnswer {
  const { timezone, range } = query;
  const resolved = presentResolved(context, { timezone, range, interval: null, entities: stepsOf(query) });
  return (numbers) => {
    const warnings = [...resolved.warnings, ...emptyRange(query), ...(numbers.is_cut ? [cutWarning(query)] : [])];
    return { result: edgesOf(numbers, body.sampling_factor ?? 1), resolved: { ...resolved, warnings } };
  };
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

/** The events that are steps. */
function stepsOf({ events, funnel }: PathQuery): Parameters<typeof presentResolved>[1]['entities'] {
  const lines = [
    ...(events.every ? [{ id: null, name: 'All events' }] : []),
    ...(events.custom ? [{ id: null, name: 'All custom events' }] : []),
    ...events.names.map((name) => ({ id: name, name })),
  ].map((line, order) => ({ type: 'events' as const, order, ...line }));
  const asked = funnel === null ? [] : funnel.query.steps;
  return [...lines, ...asked.map((step, at) => ({ ...step, order: lines.length + at }))];
}
