/** CorrelationBody -> CorrelationQuery: nothing is left to decide. */

import { invalid, tooLong } from '../../model/error.ts';
import { LIMIT } from '../../model/limit.ts';
import {
  type CorrelationBody,
  type CorrelationQuery,
  type CorrelationType,
  EVERY_PROPERTY,
} from '../../model/question/correlation.ts';
import type { FunnelBody } from '../../model/question/funnel.ts';
import type { ProjectContext } from '../contract/context.ts';
import { resolveFunnel } from './funnel.ts';

export function resolveCorrelation(context: ProjectContext, body: CorrelationBody, of: FunnelBody): CorrelationQuery {
  // The funnel's display and breakdown do not matter.
  const { funnel_viz_type: _viz, display: _display, breakdown: _one, breakdowns: _several, ...plain } = of;
  const funnel = resolveFunnel(context, plain);
  const type = body.funnel_correlation_type ?? 'events';
  const properties = namesOf(body, 'funnel_correlation_names');
  const events = namesOf(body, 'funnel_correlation_event_names');
  if (type === 'properties' && funnel.actor.kind === 'expression') {
    throw invalid(
      'funnel_correlation_type',
      'Only people and groups have properties: leave funnel_aggregate_by_hogql out, or look for events.',
    );
  }
  requireNames(type, properties, events);
  return {
    kind: 'correlation',
    type,
    funnel,
    properties: properties.includes(EVERY_PROPERTY) ? null : properties,
    excluded_properties: namesOf(body, 'funnel_correlation_exclude_names'),
    events,
    excluded_events: [...stepEvents(funnel), ...namesOf(body, 'funnel_correlation_exclude_event_names')],
    excluded_event_properties: namesOf(body, 'funnel_correlation_event_exclude_property_names'),
  };
}

function namesOf(body: CorrelationBody, field: string): readonly string[] {
  const names = (body[field] ?? []) as readonly string[];
  if (names.length <= LIMIT.correlation_names) return names;
  throw tooLong(field, LIMIT.correlation_names, 'items');
}

function requireNames(type: CorrelationType, properties: readonly string[], events: readonly string[]): void {
  if (type === 'properties' && properties.length === 0) {
    throw invalid(
      'funnel_correlation_names',
      'Property Correlation expects atleast one Property to run correlation on: ["plan"], or ["$all"].',
      'required',
    );
  }
  if (type === 'event_with_properties' && events.length === 0) {
    throw invalid(
      'funnel_correlation_event_names',
      'Event Property Correlation expects atleast one event name to run correlation on: ["watched video"].',
      'required',
    );
  }
}

/** The events of steps are part of the funnel, whatever the steps' conditions, so they are not looked for. */
function stepEvents({ steps }: CorrelationQuery['funnel']): string[] {
  return steps.flatMap(({ matches }) => matches.flatMap(({ event }) => event ?? []));
}
