/** What correlates with a funnel: a question about a funnel, with its own filters besides the funnel's. */

import { quoted } from '../../base/visible.ts';
import { invalid } from '../../model/error.ts';
import { choiceField, textField } from '../../model/fields.ts';
import { TrendEntityBody } from '../../model/question/body.ts';
import { CorrelationBody, type CorrelationQuery, CorrelationResult } from '../../model/question/correlation.ts';
import { FunnelBody } from '../../model/question/funnel.ts';
import { KIND_NAMES } from '../../model/question/kind.ts';
import type { PeoplePoint } from '../../model/question/people.ts';
import { correlationChart } from '../chart/path.ts';
import type { ProjectContext } from '../contract/context.ts';
import { checked } from '../resolve/body.ts';
import { resolveCorrelation } from '../resolve/correlation.ts';
import { correlationWords } from '../sentences/questions.ts';
import { correlationPassages, correlationTable } from '../text/correlation_text.ts';
import { funnel, funnelFilters } from './funnel.ts';
import { pick } from './record/filters.ts';
import type { FlatBody, InsightKind, Resolution } from './record/kind.ts';
import { nothingAsked, type SentPoint } from './record/point.ts';

const POINT = {
  correlated: textField('Correlation: the event or property::value'),
  outcome: choiceField(['success', 'failure'], 'Correlation: who came through (default) or did not'),
};

export const correlation: InsightKind<'correlation'> = {
  kind: 'correlation',
  body: CorrelationBody,
  get also() {
    return { ...FunnelBody.shape, ...funnel.also };
  },
  line: TrendEntityBody,
  resolve,
  nothing: { events: [], skewed: false, success_total: 0, failure_total: 0 },
  text: correlationPassages,
  table: correlationTable,
  chart: correlationChart,
  people: { shared: [], fields: POINT, point: pointOf },
  computing: {
    path: 'funnel/correlation/',
    title: 'Find what goes with a funnel',
    description:
      'What those who completed a funnel did, or are, more or less often than those who dropped off, by odds ratio. Example: {"events":[{"id":"sign up"},{"id":"paid"}],"funnel_correlation_type":"properties","funnel_correlation_names":["$all"]}.',
    as_json: 'lists',
    output: null,
    answer: CorrelationResult,
    unasked: KIND_NAMES.funnel.insight,
  },
};

function resolve(context: ProjectContext, flat: FlatBody): Resolution<'correlation'> {
  const body = checked(CorrelationBody, flat);
  const of_funnel = checked(FunnelBody, flat);
  const query = resolveCorrelation(context, body, of_funnel);
  const { timezone, range, steps: entities } = query.funnel;
  const own = Object.keys(CorrelationBody.shape).filter((name) => name.startsWith('funnel_correlation'));
  return {
    asked: { kind: 'correlation', query },
    showing: { sampled_share: of_funnel.sampling_factor ?? 1 },
    filters: { ...funnelFilters(of_funnel), ...pick(body, own) },
    cached_as: [query],
    range,
    interval: null,
    // No size to check here: each side of the answer has its own limit of rows.
    extent: [],
    understood: () => ({
      timezone,
      range,
      interval: null,
      entities,
      words: correlationWords(context, of_funnel, query),
      warnings: nothingComparedTexts(context, query),
    }),
  };
}

/** That nothing is found says nothing where there is nothing to compare; and a split of the funnel does compare. */
function nothingComparedTexts({ service, project }: ProjectContext, query: CorrelationQuery): string[] {
  const { type, events, excluded_events, properties, funnel } = query;
  const instead = 'The funnel itself, asked with a "breakdown", compares by a property of events.';
  if (type === 'event_with_properties')
    return events
      .filter((name) => excluded_events.includes(name))
      .map((name) => `Events ${quoted(name)} are not compared: they are a step of the funnel, or left out. ${instead}`);
  if (type === 'events' || properties !== null || funnel.actor.kind !== 'person') return [];
  const { length } = service.store.definitions.properties(project.id, { owner: 'person' });
  return length > 0 ? [] : [`No properties of people were ever received, so there is nothing to compare. ${instead}`];
}

function pointOf({ correlated, outcome }: SentPoint<typeof POINT>, query: CorrelationQuery): PeoplePoint {
  if (query.funnel.steps.length === 0) throw nothingAsked();
  if (correlated === undefined) throw invalid('correlated', 'Say which event or value it is.', 'required');
  return { kind: 'correlation', query, key: correlated, is_success: outcome !== 'failure' };
}
