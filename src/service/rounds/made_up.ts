/**
 * Made-up questions about the most frequent events: of each kind, then with a filter on each property over all time,
 * which reads the property's values, then of each kind with filters of each form.
 */
import { DAY_MS } from '../../base/time.ts';
import type { EventDefinition, PropertyDefinition } from '../../store/types/store.ts';
import type { ShownKind } from '../present/showing.ts';
import { expressionPath } from '../words/expression_path.ts';

/** Names of events and properties that the project has. */
export interface Known {
  readonly events: readonly EventDefinition[];
  readonly properties: readonly PropertyDefinition[];
  readonly person_properties: readonly PropertyDefinition[];
}

export interface MadeUp {
  readonly kind: ShownKind;
  readonly body: Readonly<Record<string, unknown>>;
}

type Filters = readonly Readonly<Record<string, unknown>>[];

/** Properties by the type of their values. */
interface Keys {
  readonly texts: readonly string[];
  readonly numbers: readonly string[];
  /** Dates, booleans, and those whose values differ in type. */
  readonly others: readonly string[];
  readonly of_persons: readonly string[];
}

const COMMONEST = 3;
const SPAN_MS = 90 * DAY_MS;
/** For most numeric properties, one of these is above some values and below others. */
const THRESHOLDS = [1, 10, 100, 1_000];
/** Characters that usually occur in some texts but not in all. */
const LETTERS = ['a', 'e', 'i', 'o', '1', '2'];
/** How many times each question is asked, with other filters each time. */
const TIMES = 8;

export function madeUpQuestions({ events, properties, person_properties }: Known): MadeUp[] {
  const commonest = events.toSorted((a, b) => b.count - a.count).slice(0, COMMONEST);
  const [first, second = first] = commonest.map(({ name }) => name);
  if (first === undefined || second === undefined) return [];
  const ofType = (isIt: (type: string | null) => boolean): string[] =>
    properties.filter(({ type }) => isIt(type)).map(({ name }) => name);
  const keys: Keys = {
    texts: ofType((type) => type === 'String'),
    numbers: ofType((type) => type === 'Numeric'),
    others: ofType((type) => type !== 'String' && type !== 'Numeric'),
    of_persons: person_properties.map(({ name }) => name),
  };
  const until_ms = Math.max(...commonest.map(({ last_seen_ms }) => last_seen_ms));
  const range = { date_from: dayOf(until_ms - SPAN_MS), date_to: dayOf(until_ms) };
  const plain = questionsOf(first, second, keys).map(({ kind, body }) => ({ kind, body: { ...range, ...body } }));
  const made = [...plain, ...readingEach(first, keys)];
  for (let time = 1; time < TIMES; time++) {
    // A different filter each time.
    for (const { kind, body } of plain) {
      made.push({ kind, body: { ...body, properties: filtersOf(time + made.length, keys) } });
    }
  }
  return made;
}

/** Questions over all time, so that values of all segments are read; the first one is about all events. */
function readingEach(event: string, { texts, numbers, others, of_persons }: Keys): MadeUp[] {
  const filters: Filters = [
    ...numbers.map((key) => ({ key, operator: 'lt', value: THRESHOLDS[0] })),
    ...texts.map((key) => ({ key, operator: 'icontains', value: LETTERS[0] })),
    ...others.map((key) => ({ key, operator: 'is_set' })),
    ...of_persons.map((key) => ({ key, type: 'person', operator: 'icontains', value: LETTERS[0] })),
  ];
  return filters.map((filter, number) =>
    trend(number === 0 ? { id: null, math: 'dau' } : { id: event }, {
      date_from: 'all',
      interval: 'month',
      properties: [filter],
    }),
  );
}

function dayOf(time_ms: number): string {
  return new Date(time_ms).toISOString().slice(0, 'YYYY-MM-DD'.length);
}

function questionsOf(first: string, second: string, { texts, numbers, of_persons }: Keys): MadeUp[] {
  const [text] = texts;
  const [number] = numbers;
  const [of_person] = of_persons;
  const steps = [first, second].map((id, order) => ({ id, order }));
  const entity = { id: first, type: 'events' };
  return [
    trend({ id: first }),
    trend({ id: first, math: 'dau' }),
    trend({ id: null, math: 'dau' }, { interval: 'week' }),
    trend({ id: second, math: 'weekly_active' }),
    trend({ id: first, math: 'unique_session' }, { interval: 'week' }),
    trend({ id: first, math: 'avg_count_per_actor' }, { interval: 'week' }),
    ...(number === undefined ? [] : [trend({ id: first, math: 'avg', math_property: number }, { interval: 'week' })]),
    ...(text === undefined ? [] : [trend({ id: first }, { breakdown: text, breakdown_type: 'event' })]),
    ...(of_person === undefined
      ? []
      : [trend({ id: first, math: 'dau' }, { interval: 'month', breakdown: of_person, breakdown_type: 'person' })]),
    { kind: 'lifecycle', body: { events: [{ id: first }], interval: 'week' } },
    { kind: 'stickiness', body: { events: [{ id: first }], interval: 'week' } },
    { kind: 'funnel', body: { events: steps } },
    { kind: 'funnel', body: { events: steps, funnel_order_type: 'unordered' } },
    { kind: 'funnel', body: { events: steps, funnel_order_type: 'strict' } },
    { kind: 'funnel', body: { events: steps, funnel_viz_type: 'trends', interval: 'week' } },
    { kind: 'retention', body: { target_entity: entity, returning_entity: entity, period: 'Week' } },
    { kind: 'path', body: { include_event_types: ['custom_event', '$pageview'] } },
  ];
}

function trend(event: Readonly<Record<string, unknown>>, body: Readonly<Record<string, unknown>> = {}): MadeUp {
  return { kind: 'trend', body: { events: [event], interval: 'day', ...body } };
}

/** Filters that probably pass some rows but not all. `number` picks their form, properties and values. */
function filtersOf(number: number, { texts, numbers, of_persons }: Keys): Filters {
  const text = turn(texts, number);
  const value = turn(numbers, number);
  const letter = turn(LETTERS, number);
  const limit = turn(THRESHOLDS, number);
  const of_text: Filters[] = [
    [{ key: text, operator: 'icontains', value: letter }],
    [{ key: text, operator: 'regex', value: `^[^${letter}]*[a-m0-4]$` }],
    [
      { key: text, operator: 'is_set' },
      { key: turn(texts, number + 1), operator: 'not_icontains', value: letter },
    ],
  ];
  const of_number: Filters[] = [
    [{ key: value, operator: 'lt', value: limit }],
    [
      { key: value, operator: 'gte', value: limit },
      { key: turn(numbers, number + 1), operator: 'lt', value: limit },
    ],
    [{ type: 'hogql', key: `${columnOf(value)} + ${columnOf(turn(numbers, number + 1))} * 2 > ${limit}` }],
  ];
  const of_person: Filters[] = [
    [{ key: turn(of_persons, number), type: 'person', operator: 'icontains', value: letter }],
  ];
  const forms = [
    ...(texts.length > 0 ? of_text : []),
    ...(numbers.length > 0 ? of_number : []),
    ...(of_persons.length > 0 ? of_person : []),
  ];
  return forms.length === 0 ? [] : (forms[number % forms.length] ?? []);
}

function columnOf(property: string | undefined): string {
  return expressionPath({ of: 'event', key: property ?? '' });
}

function turn<T>(list: readonly T[], number: number): T | undefined {
  return list[number % list.length];
}
