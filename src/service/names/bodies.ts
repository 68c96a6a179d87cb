/** Names that bodies of questions and insights accept in addition to their fields. */
import { z } from 'zod';
import { isObject } from '../../base/json.ts';
import {
  BreakdownItem,
  EntityBody,
  ExclusionBody,
  QUESTION_FIELDS,
  TrendEntityBody,
} from '../../model/question/body.ts';
import { EventsBody } from '../../model/question/events.ts';
import { FunnelBody } from '../../model/question/funnel.ts';
import { KIND_NAMES } from '../../model/question/kind.ts';
import { PathBody } from '../../model/question/path.ts';
import { RetentionBody } from '../../model/question/retention.ts';
import { InsightWrite } from '../../model/saved/insight.ts';
import { ALL_KINDS } from '../kinds/index.ts';
import { kindAsked, PeopleBody } from '../points/people.ts';
import { isFilter, isGroup } from '../resolve/filters/filters.ts';
import { bodyOf, nodeNames } from './nodes.ts';
import { OF_FILTERS, OF_INSIGHTS, OF_LINES, OF_PROPERTIES } from './passed_over.ts';
import { ANYTHING, dynamic, know, knownOf, members } from './registry.ts';

/** Each kind's body, the operation that computes it, and what saved filters call it. */
export const BODIES = ALL_KINDS.map(({ kind, body }) => {
  const { operation, insight } = KIND_NAMES[kind];
  return { body, tool: operation, insight };
});

export const FILTER = know(members('key', 'value', 'operator', 'type', 'group_type_index', 'negation'), {
  passed_over: OF_PROPERTIES,
});
const FILTERS: z.ZodType = z.array(
  dynamic((item) => {
    if (!isObject(item)) return FILTER;
    return item['type'] === 'behavioral' ? BEHAVIOUR : isGroup(item) ? GROUP : FILTER;
  }),
);
/** A typo in `negation` would invert the question, so it must not be ignored. */
const BEHAVIOUR = know(
  z.looseObject({
    ...members('key', 'value', 'type', 'event_type', 'negation', 'operator', 'operator_value').shape,
    ...members('time_value', 'time_interval', 'explicit_datetime', 'explicit_datetime_to').shape,
    ...members('seq_event', 'seq_event_type', 'seq_time_value', 'seq_time_interval').shape,
    ...members('total_periods', 'min_periods').shape,
    event_filters: FILTERS,
  }),
  { passed_over: OF_PROPERTIES },
);
const GROUP = z.looseObject({ type: ANYTHING, values: FILTERS });

/** {"country": "DE"} is the old form: its keys are property names. */
function filtersIn(value: unknown): z.ZodType | null {
  if (Array.isArray(value)) return FILTERS;
  if (!isObject(value)) return null;
  if (isGroup(value)) return GROUP;
  return isFilter(value) ? FILTER : null;
}

const TARGET = know(z.looseObject({ ...EntityBody.shape, type: ANYTHING }), { passed_over: [...OF_LINES, 'math'] });

let are_registered = false;

/** Called when somebody looks for names: it makes fields of most bodies, for which no start has to wait. */
export function registerBodies(): void {
  if (are_registered) return;
  are_registered = true;
  registerLines();
  registerKinds();
}

function registerLines(): void {
  know(QUESTION_FIELDS.properties, { holds: filtersIn });
  know(EntityBody.shape.properties, { holds: filtersIn });
  know(EventsBody.shape.properties, { holds: filtersIn });
  know(EntityBody, {
    // A step's `math` has no effect in a funnel, except for first-time ones.
    also: { math: ANYTHING, optionalInFunnel: ANYTHING, nodes: ANYTHING },
    passed_over: [...OF_LINES, 'math_property', 'math_property_type', 'math_hogql', 'math_group_type_index'],
  });
  know(TrendEntityBody, { also: { math_property_revenue_currency: ANYTHING, nodes: ANYTHING }, passed_over: OF_LINES });
  know(ExclusionBody, { passed_over: OF_LINES });
  know(BreakdownItem, { also: { value: ANYTHING } });
  know(RetentionBody.shape.target_entity, { holds: () => TARGET });
  know(RetentionBody.shape.returning_entity, { holds: () => TARGET });
}

function registerKinds(): void {
  for (const { kind, body, also } of ALL_KINDS) {
    know(body, {
      also: {
        filters: body,
        query: dynamic(nodeNames),
        insight: ANYTHING,
        format: ANYTHING,
        display: ANYTHING,
        ...also,
      },
      passed_over: [...OF_FILTERS, ...OF_INSIGHTS],
    });
    PEOPLE_QUESTIONS.set(kind, know(z.looseObject({ ...body.shape, kind: ANYTHING }), knownOf(body)));
  }
  know(PathBody.shape.funnel_filter, { holds: () => FunnelBody });
  know(PeopleBody.shape.question, { holds: questionOfPeople });
  know(InsightWrite.shape.query, { holds: nodeNames });
  know(InsightWrite.shape.filters, {
    holds: (value) => (isObject(value) ? bodyOf(String(value['insight']).toUpperCase()) : null),
  });
}

function questionOfPeople(value: unknown): z.ZodType | null {
  return isObject(value) ? (PEOPLE_QUESTIONS.get(kindAsked(value)) ?? null) : null;
}

const PEOPLE_QUESTIONS = new Map<string, z.ZodObject>();
