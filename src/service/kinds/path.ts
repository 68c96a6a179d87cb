/** Paths. */

import { invalid } from '../../model/error.ts';
import { textField } from '../../model/fields.ts';
import { TrendEntityBody } from '../../model/question/body.ts';
import { KIND_NAMES } from '../../model/question/kind.ts';
import { PathBody, type PathQuery, PathResult } from '../../model/question/path.ts';
import type { PeoplePoint } from '../../model/question/people.ts';
import { pathChart } from '../chart/path.ts';
import type { ProjectContext } from '../contract/context.ts';
import { checked } from '../resolve/body.ts';
import { resolvePath } from '../resolve/path.ts';
import { pathWords } from '../sentences/questions.ts';
import { pathPassages, pathTable } from '../text/path_text.ts';
import { DEFAULT_FROM, pick, said } from './record/filters.ts';
import type { FlatBody, InsightKind, Resolution, Understood } from './record/kind.ts';
import type { SentPoint } from './record/point.ts';

const POINT = {
  source: textField('Path: where the edge begins: 1_/pricing'),
  target: textField('Path: where the edge ends: 2_/sign-up'),
};

export const path: InsightKind<'path'> = {
  kind: 'path',
  body: PathBody,
  also: {},
  line: TrendEntityBody,
  resolve,
  nothing: [],
  text: pathPassages,
  table: pathTable,
  chart: pathChart,
  people: { shared: [], fields: POINT, point: pointOf },
  computing: {
    path: 'path/',
    title: 'Compute paths',
    description:
      'What people do one after the other: how many go from a page, screen or event to the next, within sessions of 30 minutes. Example: {"include_event_types":["$pageview"],"start_point":"/pricing"}.',
    as_json: 'lists',
    output: null,
    answer: PathResult,
    unasked: null,
  },
};

function resolve(context: ProjectContext, flat: FlatBody): Resolution<'path'> {
  const body = checked(PathBody, flat);
  const query = resolvePath(context, body);
  const { timezone, range } = query;
  return {
    asked: { kind: 'path', query },
    showing: { sampled_share: body.sampling_factor ?? 1 },
    filters: {
      insight: KIND_NAMES.path.insight,
      date_from: DEFAULT_FROM,
      ...said(pick(body, Object.keys(PathBody.shape))),
    },
    cached_as: [query],
    range,
    interval: null,
    // Edges have their own limit.
    extent: [],
    understood: () => ({
      timezone,
      range,
      interval: null,
      entities: stepsOf(query),
      words: pathWords(context, body, query),
    }),
  };
}

/** Events that are steps. */
function stepsOf({ events, funnel }: PathQuery): Understood['entities'] {
  const lines = [
    ...(events.every ? [{ id: null, name: 'All events' }] : []),
    ...(events.custom ? [{ id: null, name: 'All custom events' }] : []),
    ...events.names.map((name) => ({ id: name, name })),
  ].map((line, order) => ({ type: 'events' as const, order, ...line }));
  const asked = funnel === null ? [] : funnel.query.steps;
  return [...lines, ...asked.map((step, at) => ({ ...step, order: lines.length + at }))];
}

function pointOf(sent: SentPoint<typeof POINT>, query: PathQuery): PeoplePoint {
  const source = placedName('source', sent.source);
  const target = placedName('target', sent.target);
  if (target.step !== source.step + 1) throw invalid('target', 'An edge ends one step after it begins.');
  return { kind: 'path', query, step: source.step, source: source.name, target: target.name };
}

function placedName(attr: 'source' | 'target', text: string | undefined): { step: number; name: string } {
  const found = /^(\d{1,4})_(.*)$/su.exec(text ?? '');
  if (found !== null && Number(found[1]) > 0) return { step: Number(found[1]), name: found[2]! };
  throw invalid(attr, 'Send both ends of the edge as in the answer: "source":"1_/pricing", "target":"2_/sign-up".');
}
