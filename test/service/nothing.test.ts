/** Empty answers say why they are empty. */
import { expect, test } from 'vitest';
import { operationNamed } from '../../src/service/operations/index.ts';
import { event } from '../support/product.ts';
import { type Asked, askedProduct, type Body } from '../support/questions.ts';

/** Two visitors, one of whom bought; last year somebody signed up. */
async function shop(): Promise<Asked> {
  const asked = askedProduct();
  const groups = { $groups: { organization: 'acme' } };
  asked.add(
    event('$groupidentify', 'a', '2026-01-13T08:00:00Z', {
      ...{ $group_type: 'organization', $group_key: 'acme', $group_set: { industry: 'steel' } },
    }),
    event('visit', 'a', '2026-01-14T09:00:00Z', { country: 'Germany', $set: { plan: 'pro' }, ...groups }),
    event('visit', 'b', '2026-01-14T09:00:00Z', {
      country: 'France',
      amount: 3,
      ref: 'mail',
      marks: ['new', "it's"],
      'a`b': ['new'],
    }),
    event('buy', 'a', '2026-01-14T08:00:00Z', { country: 'Germany' }),
    event('sign up', 'a', '2025-03-01T08:00:00Z'),
    event('came', 'a', '2026-01-14T08:00:00Z', { way: 'bus' }),
    event('went', 'a', '2026-01-14T09:00:00Z'),
  );
  const nobody = { properties: { type: 'OR', values: [{ key: 'plan', value: 'gold', type: 'person' }] } };
  await asked.ask(operationNamed('create_cohort'), { name: 'gold', filters: nobody });
  return asked;
}

const VISIT = { events: [{ id: 'visit' }] };
const STEPS = { events: [{ id: 'visit' }, { id: 'buy' }] };
const german = { key: 'country', value: 'Grmany' };
const NEAR = 'No "visit" of the range passes the filter "country" = "Grmany". Did you mean "Germany"?';

const zero = (made_by: string) =>
  `Events match, but the numbers made of them are 0. Without ${made_by} the answer counts them.`;
const IN_GROUPS = zero('"aggregation_group_type"');
const by_group = { aggregation_group_type: 'organization' };
const BOUGHT = { id: 'buy', type: 'events' };

/** Only the first step has the property. */
const SPLIT = { events: [{ id: 'came' }, { id: 'went' }], breakdown: 'way' };
const ONLY_FIRST =
  'Nobody has "way" at the step that it is taken from, so all are together; events of step 1 "came" have it: send "breakdown_attribution_type":"step","breakdown_attribution_value":0, or "breakdown_attribution_type":"first_touch".';

const NO_ELEMENT = 'No "visit" of the range passes the filter "$elements_chain" has an element';
const pressed = { key: 'text', value: 'Buy', operator: 'exact', type: 'element' };

const CASES: [string, Body, string[]][] = [
  ['compute_trend', { ...VISIT, properties: [pressed] }, [`${NO_ELEMENT} whose text = "Buy".`]],
  [
    'compute_trend',
    { ...VISIT, properties: [{ ...pressed, key: 'selector', value: 'a > b' }] },
    [`${NO_ELEMENT} of that selector.`],
  ],
  ['compute_trend', { ...VISIT, properties: [german] }, [NEAR]],
  ['compute_trend', { ...VISIT, properties: [german], breakdown: 'ref' }, [NEAR]],
  ['compute_trend', { ...VISIT, properties: [german], display: 'BoldNumber' }, [NEAR]],
  ['compute_trend', { events: [{ id: 'visit' }, { id: 'visit', properties: [german] }] }, [NEAR]],
  ['compute_trend', { events: [{ id: 'visit', properties: [german] }], formula: 'A * 2' }, [NEAR]],
  ['compute_trend', { ...VISIT, properties: [german], insight: 'LIFECYCLE' }, [NEAR]],
  ['compute_trend', { ...VISIT, properties: [german], insight: 'STICKINESS' }, [NEAR]],
  ['compute_funnel', { ...STEPS, properties: [german] }, [NEAR]],
  ['compute_funnel', { ...STEPS, properties: [german], funnel_viz_type: 'trends' }, [NEAR]],
  ['compute_funnel_correlation', { ...STEPS, properties: [german] }, [NEAR]],
  [
    'compute_retention',
    { target_entity: { id: 'visit', properties: [german] }, returning_entity: { id: 'visit' } },
    [NEAR],
  ],
  ['compute_path', { properties: [german] }, [NEAR.replace('"visit"', 'event')]],
  [
    'compute_trend',
    { ...VISIT, properties: [{ key: 'plan', value: 'por', type: 'person' }] },
    ['No "visit" of the range passes the filter person "plan" = "por". Did you mean "pro"?'],
  ],
  [
    'compute_trend',
    { ...VISIT, properties: [{ key: 'industry', value: 'stel', type: 'group', group_type_index: 0 }] },
    ['No "visit" of the range passes the filter group "industry" = "stel". Did you mean "steel"?'],
  ],
  [
    'compute_trend',
    { ...VISIT, properties: [{ key: 'ref', value: 'xyzzyxyzzy' }] },
    ['No "visit" of the range passes the filter "ref" = "xyzzyxyzzy". Values there are: "mail".'],
  ],
  [
    'compute_trend',
    {
      ...VISIT,
      properties: {
        type: 'OR',
        values: [91, 92, 93, 94, 95].map((value) => ({ key: 'amount', value, operator: 'gt' })),
      },
    },
    ['No "visit" of the range passes the filter "amount" > 91 or "amount" > 92 or "amount" > 93 or 2 more.'],
  ],
  [
    'compute_trend',
    { ...VISIT, properties: [{ type: 'hogql', key: "properties.country = 'Grmany'" }] },
    ['No "visit" of the range passes the filter of type hogql. Did you mean "Germany"?'],
  ],
  [
    'compute_trend',
    { ...VISIT, properties: [{ key: 'a`b', value: 'new' }] },
    [
      'No "visit" of the range passes the filter "a`b" = "new". Values of "a`b" are lists, and {"type":"hogql","key":"has(properties.`a\\\\`b`, \'new\')"} finds those that hold it.',
    ],
  ],
  [
    'compute_trend',
    { ...VISIT, properties: [{ key: 'marks', value: "it's" }] },
    [
      'No "visit" of the range passes the filter "marks" = "it\'s". Values of "marks" are lists, and {"type":"hogql","key":"has(properties.marks, \'it\\\\\'s\')"} finds those that hold it.',
    ],
  ],
  [
    'compute_trend',
    { ...VISIT, properties: [{ key: 'amount', value: 5, operator: 'gt' }] },
    ['No "visit" of the range passes the filter "amount" > 5.'],
  ],
  [
    'compute_trend',
    {
      ...VISIT,
      properties: [
        { key: 'country', value: 'Germany' },
        { key: 'ref', value: 'mail' },
      ],
    },
    ['Some "visit" of the range passes each of the filters, but none passes all of them together.'],
  ],
  [
    'compute_trend',
    { ...VISIT, properties: [{ key: 'id', value: 1, type: 'cohort' }] },
    ['Nobody is in cohort 1 "gold".'],
  ],
  [
    'compute_trend',
    { ...VISIT, date_from: '2020-01-01', date_to: '2020-02-01' },
    [
      'The range lies outside the data: the project has events from 2025-03-01T08:00:00+00:00 to 2026-01-14T09:00:00+00:00.',
    ],
  ],
  [
    'compute_trend',
    { events: [{ id: 'sign up' }] },
    ['No "sign up" lies in the range: there are some from 2025-03-01T08:00:00+00:00 to 2025-03-01T08:00:00+00:00.'],
  ],
  [
    'compute_funnel',
    STEPS,
    [
      'Step 2 "buy" happened in the range, but nobody did it as the order asks after "visit" and within 14 days of the first step.',
    ],
  ],
  [
    'compute_funnel',
    { events: [{ id: 'visit' }, { id: 'sign up' }] },
    ['No "sign up" lies in the range: there are some from 2025-03-01T08:00:00+00:00 to 2025-03-01T08:00:00+00:00.'],
  ],
  [
    'compute_trend',
    { ...VISIT, properties: [{ ...german, operator: 'is_not' }] },
    ['The filter that leaves out "country" = "Grmany" leaves out nothing. Did you mean "Germany"?'],
  ],
  [
    'compute_funnel',
    {
      events: [{ id: 'buy' }, { id: 'visit' }],
      properties: [{ key: 'plan', type: 'person', value: 'por', operator: 'is_not' }],
    },
    ['The filter that leaves out person "plan" = "por" leaves out nothing. Did you mean "pro"?'],
  ],
  ['compute_trend', { ...VISIT, properties: [{ key: 'country', value: 'France', operator: 'is_not' }] }, []],
  ['compute_trend', { ...VISIT, properties: [{ key: 'amount', value: 4, operator: 'is_not' }] }, []],
  ['compute_funnel', { ...SPLIT, breakdown_attribution_type: 'step', breakdown_attribution_value: 1 }, [ONLY_FIRST]],
  [
    'compute_funnel',
    { ...SPLIT, breakdown_attribution_type: 'step', breakdown_attribution_value: 1, funnel_viz_type: 'trends' },
    [ONLY_FIRST],
  ],
  ['compute_funnel', { ...SPLIT, breakdown_attribution_type: 'step' }, []],
  ['compute_funnel', SPLIT, []],
  [
    'compute_funnel',
    { ...SPLIT, breakdown_attribution_type: 'all_events' },
    [ONLY_FIRST.replace('the step that it is taken from', 'all steps')],
  ],
  ['compute_trend', VISIT, []],
  ['compute_trend', { ...VISIT, properties: [{ key: 'country', value: 'Germany' }], compare: true }, []],
  [
    'compute_trend',
    { events: [{ id: 'visit', math: 'sum', math_property: 'amount' }], formula: 'A - A' },
    [zero('"formula" and "math"')],
  ],
  ['compute_trend', { ...STEPS, formula: 'A * 0' }, [zero('"formula"')]],
  // Whoever bought was of no group.
  ...['LIFECYCLE', 'STICKINESS'].map((insight): [string, Body, string[]] => [
    'compute_trend',
    { events: [BOUGHT], insight, ...by_group },
    [IN_GROUPS],
  ]),
  ['compute_funnel', { events: [{ id: 'buy' }, { id: 'visit' }], ...by_group }, [IN_GROUPS]],
  ['compute_funnel_correlation', { events: [{ id: 'buy' }, { id: 'visit' }], ...by_group }, [IN_GROUPS]],
  [
    'compute_retention',
    { target_entity: BOUGHT, returning_entity: BOUGHT, retention_type: 'retention_recurring', ...by_group },
    [IN_GROUPS],
  ],
  [
    'compute_trend',
    { events: [{ id: 'visit', math: 'sum', math_property: 'amuont' }] },
    [expect.stringContaining('Did you mean "amount"?')],
  ],
  [
    'compute_trend',
    { events: [{ id: 'buy', math: 'sum', math_property: 'amount' }] },
    [expect.stringContaining('No "buy" of the range has "amount".')],
  ],
  [
    'compute_trend',
    { events: [{ id: 'visit' }, { id: 'buy', math: 'sum', math_property: 'amount' }] },
    [expect.stringContaining('No "buy" of the range has "amount".')],
  ],
  [
    'compute_trend',
    { events: [{ id: 'visit', math: 'avg', math_property: 'marks' }] },
    ['"marks" is a number in no "visit" of the range, and other values do not count.'],
  ],
  ['compute_funnel', { events: [{ id: 'buy' }, { id: 'visit' }] }, []],
];

test('each kind of question says which filter, event, range or step it was', async () => {
  const asked = await shop();
  for (const [name, body, said] of CASES) {
    const { resolved } = await asked.ask<{ resolved: { warnings: string[] } }>(operationNamed(name), body);
    expect(resolved.warnings, `${name} ${JSON.stringify(body)}`).toEqual(said);
  }
});

test.each<[Body, string]>([
  [{ key: 'amount', value: 9, operator: 'gte' }, '"amount" >= 9'],
  [{ key: 'amount', value: 1, operator: 'lt' }, '"amount" < 1'],
  [{ key: 'amount', value: 1, operator: 'lte' }, '"amount" <= 1'],
  [{ key: 'amount', value: [7, 9], operator: 'between' }, '"amount" >= 7 and <= 9'],
  [{ key: 'ref', value: ['p', 'q', 'r'] }, '"ref" in "p", "q", "r"'],
  [{ key: 'ref', value: ['p', 'q', 'r', 's'] }, '"ref" in "p", "q", "r", …'],
  [{ key: 'ref', value: 'zz', operator: 'icontains' }, '"ref" contains "zz"'],
  [{ key: 'ref', value: '^z', operator: 'regex' }, '"ref" matches "^z"'],
  [{ key: 'ref', value: '2030-01-01', operator: 'is_date_after' }, '"ref" is a date from 2030-01-02 on'],
  [
    { key: 'ref', value: '1999-12-31T12:00:00', operator: 'is_date_before' },
    '"ref" is a date before 1999-12-31 12:00:00',
  ],
  [{ key: 'ref', value: '9.0.0', operator: 'semver_gt' }, '"ref" is a version in that range'],
  [
    { key: 'sign up', value: 'performed_event', type: 'behavioral', time_value: 30, time_interval: 'day' },
    'people who did "sign up"',
  ],
])('the filter %j is told in few words', async (filter, said) => {
  const { ask } = await shop();
  const body = { ...VISIT, properties: [filter] };
  const { resolved } = await ask<{ resolved: { warnings: string[] } }>(operationNamed('compute_trend'), body);
  expect(resolved.warnings[0]).toContain(`passes the filter ${said}.`);
});

/** Two go from one to two and three, and two more from two to three only. */
async function paths(body: Body): Promise<{ edges: unknown[]; warnings: string[]; text: string }> {
  const asked = askedProduct();
  for (const who of ['p', 'q']) {
    asked.add(
      event('zero', who, '2026-01-14T08:00:00Z'),
      ...['one', 'two', 'three'].map((name, at) => event(name, who, `2026-01-14T09:0${at}:00Z`)),
      ...['one', 'four', 'two', 'three'].map((name, at) => event(name, `${who} 2`, `2026-01-14T09:0${at}:00Z`)),
    );
  }
  const path = operationNamed('compute_path');
  const answer = await asked.ask<{ result: unknown[]; resolved: { warnings: string[] } }>(path, {
    include_event_types: ['custom_event'],
    ...body,
  });
  return { edges: answer.result, warnings: answer.resolved.warnings, text: path.text(answer) };
}

test.each<[Body, string]>([
  [{ step_limit: 1 }, 'A path of one step has no edges: send a step_limit of 2 or more.'],
  [{ path_groupings: ['*'] }, 'There are steps, but no session goes from one to a different one.'],
  [
    { min_edge_weight: 100 },
    'No edge is taken by as many paths as min_edge_weight and max_edge_weight ask for: lower or raise them.',
  ],
  [
    { start_point: 'three', end_point: 'three' },
    'The steps "three" and "three" occur, but no session goes from one to the other.',
  ],
  [{ start_point: 'three' }, 'The step "three" occurs, but no session goes on from it.'],
  [{ end_point: 'zero' }, 'The step "zero" occurs, but no session leads to it.'],
  [{ start_point: 'thre' }, 'No path comes by the step "thre". Did you mean "three"?'],
  [{ properties: [{ key: 'x', operator: 'is_set' }] }, 'No event of the range passes the filter "x" is set.'],
])('paths without edges, by %j, say why', async (body, said) => {
  const { edges, warnings, text } = await paths(body);
  expect([edges, warnings.slice(0, 1)]).toEqual([[], [said]]);
  expect(text).toContain('There are no edges between');
  expect(text).toContain('see above');
});

test('paths that a limit cuts tell what is shown', async () => {
  const asked = askedProduct();
  for (const who of ['p', 'q', 'r']) {
    const names = [`first of ${who}`, 'two', 'three'];
    asked.add(...names.map((name, at) => event(name, who, `2026-01-14T09:0${at}:00Z`)));
  }
  const path = operationNamed('compute_path');
  const ask = async (edge_limit: number) => {
    const body = { include_event_types: ['custom_event'], edge_limit };
    const { result, resolved } = await asked.ask<{ result: unknown[]; resolved: { warnings: string[] } }>(path, body);
    return [result.length, ...resolved.warnings];
  };
  // The top edge begins with the second step, and the first ones are too rare.
  expect(await ask(1)).toEqual([
    0,
    'There are more edges: of the 1 that most paths take, none can be reached from a first step over the others. Raise edge_limit for more.',
  ]);
  expect(await ask(2)).toEqual([
    2,
    'There are more edges: these are the 2 that most paths take. Raise edge_limit for more.',
  ]);
  expect(await ask(4)).toEqual([4]);
});

test('a saved insight keeps its reasons, and a value is found among thousands', async () => {
  const asked = await shop();
  asked.add(
    ...Array.from({ length: 3_000 }, (_, at) =>
      event('read', `p${at}`, '2026-01-14T10:00:00Z', { page: `/blog/${at}` }),
    ),
  );
  const filters = { events: [{ id: 'read' }], properties: [{ key: 'page', value: '/blgo/1234' }] };
  const { id } = await asked.ask<{ id: number }>(operationNamed('create_insight'), { filters });
  const read = await asked.ask<{ resolved: { warnings: string[] } }>(operationNamed('get_insight'), { id: String(id) });
  expect(read.resolved.warnings[0]).toContain('"/blog/1234"');
});

test('a value that its last holder gave up is not among those there are', async () => {
  const { add, trend } = await shop();
  const warnings = async (value: string) => {
    const properties = [{ key: 'plan', value, type: 'person' }];
    return (await trend({ ...VISIT, properties, breakdown: 'plan', breakdown_type: 'person' })).resolved.warnings;
  };
  expect(await warnings('pro')).toEqual([]);
  add(event('$set', 'a', '2026-01-15T08:00:00Z', { $set: { plan: 'team' } }));
  expect(await warnings('pro')).toEqual([
    'No "visit" of the range passes the filter person "plan" = "pro". Values there are: "team".',
  ]);
});
