/** Adds the range's annotations to answers. They are not cached with the answer, because they change independently. */

import { LIMIT } from '../../model/limit.ts';
import type { Mark, Resolved } from '../../model/question/result.ts';
import type { ProjectContext } from '../contract/context.ts';
import { isoWithOffset } from '../words/labels.ts';

/** Adds annotations to questions over time; not for holders of sharing links, because annotations are internal. */
export function withMarks(context: ProjectContext, resolved: Resolved): Resolved {
  if (resolved.interval === null || context.caller.shared_insight_id !== undefined) return resolved;
  const annotations = marksWithin(context, Date.parse(resolved.date_from), Date.parse(resolved.date_to));
  return annotations.length === 0 ? resolved : { ...resolved, annotations };
}

/** Warns if events of the range went because they were too old. The project may keep more by now, and have got them again. */
export function withCut({ service, project }: ProjectContext, resolved: Resolved): Resolved {
  const before_ms = service.store.events.expiredBefore(project.id);
  if (before_ms === null || !(Date.parse(resolved.date_from) < before_ms)) return resolved;
  const cut = `Events from before ${isoWithOffset(project.timezone, before_ms)} are gone: the project did not keep events for longer (retention_days). What is counted before that is too little, unless they were sent again since.`;
  return { ...resolved, warnings: [cut, ...resolved.warnings] };
}

/** The latest annotations, in ascending order; both ends are inclusive. */
function marksWithin({ service, project }: ProjectContext, from_ms: number, to_ms: number): Mark[] {
  if (Number.isNaN(from_ms) || Number.isNaN(to_ms)) return [];
  const rows = service.store.annotations.within(project.id, from_ms, to_ms + 1, LIMIT.annotations_told);
  return rows.map(({ id, date_ms, content }) => ({ id, date: isoWithOffset(project.timezone, date_ms), content }));
}
