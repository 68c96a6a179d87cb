/** Arguments of operations: mostly valid by the schema, with wrong members now and then. */
import { type Chance, type Json, odd, oddText, one, several, some, usual } from './chance.ts';
import { aggregate, date, EVENTS, expression, formula, PROPERTIES, pattern, statement } from './grammar.ts';
import { FILTER_TYPES, KINDS, MATHS, NODES, OPERATORS } from './words.ts';

/** What of JSON Schema is looked at. */
export interface Schema {
  readonly type?: string;
  readonly enum?: readonly Json[];
  readonly const?: Json;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Members by their names, whatever object they stand in. */
const MEMBERS: Readonly<Record<string, (random: Chance, depth: number) => Json>> = {
  properties: filters,
  test_account_filters: filters,
  fixedProperties: filters,
  where: (random) => expression(random),
  events: lines,
  actions: (random, depth) => (random.is_wild ? lines(random, depth) : [{ ...line(random, depth), id: 1 }]),
  series: (random, depth) =>
    several(random, 4, () => ({
      kind: usual(random, NODES, 7),
      event: usual(random, EVENTS, 4),
      ...line(random, depth),
    })),
  exclusions: (random, depth) =>
    several(random, 2, () => ({
      ...line(random, depth),
      funnel_from_step: random.below(random.is_wild ? 4 : 1),
      funnel_to_step: 1 + random.below(random.is_wild ? 4 : 1),
    })),
  target_entity: line,
  returning_entity: line,
  start_entity: line,
  breakdown: (random) =>
    usual<Json>(
      random,
      [
        usual(random, PROPERTIES, 6),
        usual(random, PROPERTIES, 6),
        usual(random, PROPERTIES, 6),
        expression(random),
        [1],
        'all',
        [usual(random, PROPERTIES, 6), '$browser'],
        random.below(4),
      ],
      2,
    ),
  breakdowns: (random) =>
    several(random, 4, () => ({
      property: usual<Json>(random, [usual(random, PROPERTIES, 6), expression(random), 1], 1),
      type: usual(random, ['event', 'person', 'hogql', 'group', 'cohort'], 2),
      ...some(random, { normalize_url: () => true, histogram_bin_count: () => random.below(600) }, 0.2),
    })),
  breakdownFilter: (random, depth) =>
    some(
      random,
      {
        breakdown: () => member(random, 'breakdown', {}, depth),
        breakdown_type: () => usual(random, FILTER_TYPES, 4),
        breakdowns: () => member(random, 'breakdowns', {}, depth),
        breakdown_limit: () => random.below(100),
      },
      0.5,
    ),
  formula,
  formulas: (random) => several(random, 4, () => formula(random)),
  formulaNodes: (random) => several(random, 3, () => ({ formula: formula(random), custom_name: oddText(random) })),
  math_hogql: aggregate,
  math: (random) => one(random, MATHS),
  date_from: date,
  date_to: date,
  compare_to: date,
  compareFilter: (random) => ({ compare: random.chance(0.5), compare_to: date(random) }),
  dateRange: (random) =>
    some(random, { date_from: () => date(random), date_to: () => date(random), explicitDate: () => true }, 0.7),
  insight: (random, depth) => (depth === 3 && random.chance(0.5) ? '1' : usual(random, KINDS, 6)),
  funnel_aggregate_by_hogql: expression,
  funnelAggregateByHogQL: expression,
  paths_hogql_expression: expression,
  pathsHogQLExpression: expression,
  path_groupings: (random) => several(random, 3, () => one(random, ['/blog/*', '*', pattern(random), '/a/*/b'])),
  path_cleaning_filters: (random) => several(random, 3, () => ({ alias: oddText(random), regex: pattern(random) })),
  local_path_cleaning_filters: (random) =>
    several(random, 3, () => ({ alias: oddText(random), regex: pattern(random) })),
  include_event_types: (random) =>
    several(random, 3, () => one(random, ['$pageview', 'custom_event', '$screen', 'hogql', 'x'])),
  query: node,
  filters_override: (random, depth) =>
    some(
      random,
      { date_from: () => date(random), date_to: () => date(random), properties: () => filters(random, depth) },
      0.5,
    ),
  variables_override: () => null,
  source: node,
  question: (random, depth) => ({
    kind: one(random, ['trend', 'funnel', 'path', 'retention', 'lifecycle', 'stickiness', 'correlation']),
    ...flat(random, depth),
    ...some(
      random,
      {
        day: () => date(random),
        breakdown_value: () => oddText(random),
        series: () => random.below(4),
        funnel_step: () => random.below(6) - 3,
      },
      0.3,
    ),
  }),
  filters: (random, depth) =>
    random.chance(0.3)
      ? { properties: { type: 'OR', values: [{ type: 'AND', values: filters(random, 0) }] } }
      : flat(random, depth),
  steps: (random, depth) =>
    several(random, 3, () =>
      some(
        random,
        {
          event: () => usual(random, EVENTS, 4),
          properties: () => filters(random, depth - 1),
          url: () => pattern(random),
          url_matching: () => one(random, ['regex', 'contains', 'exact']),
          selector: () => one(random, ['a > b.c[href="x"]', 'div:nth-child(2)', ':::', '[a="']),
          tag_name: () => 'a',
          text: () => oddText(random),
        },
        0.5,
      ),
    ),
  groups: (random, depth) => several(random, 3, () => ({ properties: filters(random, depth - 1) })),
  values: (random) =>
    Object.fromEntries(several(random, 3, () => [one(random, ['name', 'variables', '__proto__']), odd(random, 1)])),
  tiles: (random) =>
    several(random, 4, () => ({
      ...some(
        random,
        {
          id: () => random.below(9),
          insight: () => random.below(5),
          text: () => oddText(random),
          layouts: () => odd(random),
          color: () => oddText(random),
          deleted: () => true,
        },
        0.4,
      ),
    })),
  sampling_factor: (random) => usual<Json>(random, [0.5, 1, 0, 2], 2),
  description: oddText,
  name: oddText,
  date_marker: date,
  timezone: (random) =>
    usual(
      random,
      ['UTC', 'Europe/Berlin', 'Asia/Kathmandu', 'America/New_York', 'Mars/Olympus', '+25:00', oddText(random)],
      4,
    ),
  url: (random) =>
    one(random, [
      'http://127.0.0.1:1/',
      'http://[::1]/',
      'file:///etc/passwd',
      'https://example.com',
      'http://169.254.169.254/',
      oddText(random),
    ]),
  order: (random) => usual<Json>(random, ['-created_at', 'name', '-__proto__', 'id; drop', random.below(5)], 2),
  search: oddText,
  after: date,
  before: date,
  limit: (random) => one<Json>(random, random.is_wild ? [1_000, 0, -1, 1e9, '5'] : [1, 10, 100]),
  offset: (random) => one<Json>(random, random.is_wild ? [99, -1, 1e15] : [0, 1]),
  cursor: (random) =>
    one(random, ['eyJhIjoxfQ', Buffer.from(JSON.stringify(odd(random, 1))).toString('base64url'), oddText(random)]),
  id: (random) => usual<Json>(random, [1, 1, '1', 2, 3, 99, usual(random, EVENTS, 4), oddText(random)], 4),
  event: (random) => usual(random, EVENTS, 4),
  property: (random) => usual(random, PROPERTIES, 6),
  key: (random) => usual(random, PROPERTIES, 6),
};

function filters(random: Chance, depth: number): Json {
  if (depth > 0 && random.chance(0.2)) {
    return {
      type: one(random, ['AND', 'OR', 'and', 'XOR']),
      values: several(random, 3, () => filters(random, depth - 1)),
    };
  }
  const list = several(random, 3, () => filter(random));
  return random.chance(0.05)
    ? { [usual(random, PROPERTIES, 6)]: odd(random, 1) }
    : random.chance(0.05)
      ? JSON.stringify(list)
      : list;
}

function filter(random: Chance): Json {
  const type = usual(random, FILTER_TYPES, 4);
  const operator = usual(random, OPERATORS, 17);
  const value = (): Json => {
    if (/regex/.test(operator)) return pattern(random);
    if (/date/.test(operator)) return date(random);
    if (/between/.test(operator)) return [random.below(10), random.below(100)];
    return one<Json>(random, [
      'Chrome',
      ['Chrome', 'pro'],
      5,
      true,
      null,
      oddText(random),
      several(random, 3, () => odd(random, 1)),
    ]);
  };
  const key = type === 'hogql' ? expression(random) : type === 'cohort' ? 'id' : usual(random, PROPERTIES, 6);
  return {
    key,
    type,
    ...(random.chance(0.8) ? { operator } : {}),
    ...(random.chance(0.9) ? { value: type === 'cohort' ? random.below(4) : value() } : {}),
    ...(type === 'group' ? { group_type_index: random.below(random.is_wild ? 6 : 1) } : {}),
  };
}

function line(random: Chance, depth: number): Record<string, Json> {
  const members = {
    math: () => one(random, MATHS),
    math_property: () => usual(random, ['amount', ...PROPERTIES], 1),
    math_hogql: () => aggregate(random),
    math_group_type_index: () => random.below(random.is_wild ? 6 : 1),
    math_multiplier: () => (random.is_wild ? odd(random, 0) : 2),
    properties: () => filters(random, depth - 1),
    custom_name: () => oddText(random),
    order: () => random.below(5),
    type: () => one(random, ['events', 'actions']),
    ...(random.is_wild ? { optionalInFunnel: () => true } : {}),
    name: () => usual(random, EVENTS, 4),
  };
  return {
    id: one<Json>(random, [usual(random, EVENTS, 4), usual(random, EVENTS, 4), random.is_wild ? 1 : 'purchase', null]),
    ...some(random, members, 0.25),
  };
}

function lines(random: Chance, depth: number): Json {
  return [...(random.is_wild ? [] : [line(random, depth)]), ...several(random, 4, () => line(random, depth))];
}

/** The body of a question as insights keep it. */
function flat(random: Chance, depth: number): Record<string, Json> {
  const names = [
    'properties',
    'date_from',
    'date_to',
    'breakdown',
    'breakdowns',
    'formula',
    'compare_to',
    'insight',
    'exclusions',
    'target_entity',
    'breakdown_type',
  ];
  const members = Object.fromEntries(names.map((name) => [name, () => member(random, name, {}, depth - 1)]));
  return { events: lines(random, depth - 1), ...some(random, members, 0.25) };
}

function node(random: Chance, depth: number): Json {
  if (depth <= 0) return { kind: usual(random, NODES, 7) };
  const names = [
    'series',
    'properties',
    'dateRange',
    'breakdownFilter',
    'compareFilter',
    'source',
    'query',
    'filterTestAccounts',
    'interval',
    'samplingFactor',
  ];
  const members = Object.fromEntries(names.map((name) => [name, () => member(random, name, {}, depth - 1)]));
  const filter = one(random, [
    'trendsFilter',
    'funnelsFilter',
    'retentionFilter',
    'pathsFilter',
    'lifecycleFilter',
    'stickinessFilter',
  ]);
  return {
    kind: usual(random, NODES, 7),
    ...some(random, members, 0.35),
    ...(random.chance(0.5) ? { [filter]: random.chance(0.8) ? flat(random, depth - 1) : odd(random) } : {}),
  };
}

function member(random: Chance, name: string, schema: Schema, depth: number): Json {
  if (random.chance(random.is_wild ? 0.05 : 0.005)) return odd(random);
  if (depth < 0) return null;
  if (name === 'query' && schema.type === 'string') return statement(random);
  const is_plain = ['boolean', 'integer', 'number'].includes(schema.type ?? '');
  const made = Object.hasOwn(MEMBERS, name) && !is_plain ? MEMBERS[name] : undefined;
  return made === undefined ? bySchema(random, schema, depth) : made(random, depth);
}

function bySchema(random: Chance, schema: Schema, depth: number): Json {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return one(random, schema.enum);
  if (schema.anyOf !== undefined) return bySchema(random, one(random, schema.anyOf), depth);
  switch (schema.type) {
    case 'boolean':
      return usual<Json>(random, [true, false, 'true', 0, 'maybe'], 2);
    case 'integer':
    case 'number':
      return numberIn(random, schema);
    case 'string':
      return random.chance(0.85) ? one(random, [...EVENTS, ...PROPERTIES, '1', 'abc']) : oddText(random);
    case 'array':
      return several(random, 4, () => bySchema(random, schema.items ?? {}, depth - 1));
    case 'object':
      return schema.properties === undefined ? odd(random) : bodyFor(random, schema, depth - 1);
    default:
      return odd(random);
  }
}

function numberIn(random: Chance, { minimum = 0, maximum = 100 }: Schema): Json {
  return one<Json>(
    random,
    random.is_wild
      ? [minimum, maximum, minimum - 1, maximum + 1, '7']
      : [minimum + random.below(Math.min(50, maximum - minimum + 1)), minimum, Math.max(minimum, 1)],
  );
}

/** A few of the members, those that are required more often. */
export function bodyFor(random: Chance, schema: Schema, depth = 3): Record<string, Json> {
  const names = Object.keys(schema.properties ?? {});
  const share = Math.min(0.9, 3 / Math.max(1, names.length) + 0.05);
  const required = (schema as { required?: readonly string[] }).required ?? [];
  const kept = names.filter((name) => random.chance(required.includes(name) || name === 'events' ? 0.93 : share));
  const body = Object.fromEntries(kept.map((name) => [name, member(random, name, schema.properties![name]!, depth)]));
  return random.chance(0.03) ? { ...body, [oddText(random)]: odd(random) } : body;
}
