/** Questions people ask of a product, as an assistant puts them to the sample shop, with what it is told. */
import { type Answered, type Asked, answersOf, picture } from './gallery.ts';

interface Recipe extends Asked {
  /** In the words of whoever wants to know. */
  readonly title: string;
  /** What to know before it is changed; a sentence or two. */
  readonly hint: string;
}

const MONTH = { date_from: '-30d', date_to: '-1d' };
const BUYERS = { id: 'purchase', math: 'dau', name: 'buyers' };
const REVENUE = { id: 'purchase', math: 'sum', math_property: 'amount', name: 'revenue' };
const WAY = ['$pageview', 'product viewed', 'added to cart', 'purchase'].map((id, order) => ({ id, order }));
const VISIT_TO_ORDER = [WAY[0], { ...WAY[3], order: 1 }];
const BOUGHT_ON_CARD = [{ key: 'payment', value: 'card', operator: 'exact', type: 'event' }];

const COOKBOOK: readonly Recipe[] = [
  {
    name: 'buyers',
    title: 'How many people buy each day?',
    hint: '`math: dau` counts people instead of events.',
    tool: 'compute_trend',
    arguments: { events: [BUYERS], ...MONTH },
  },
  {
    name: 'against-before',
    title: 'Is this month better than the last?',
    hint: '`compare` draws the period before beside it.',
    tool: 'compute_trend',
    arguments: { events: [REVENUE], ...MONTH, interval: 'week', compare: true },
  },
  {
    name: 'revenue',
    title: 'What did we earn this month, by channel?',
    hint: 'Sums, averages, medians and percentiles of any number: `math` and `math_property`.',
    tool: 'compute_trend',
    arguments: {
      events: [REVENUE],
      ...MONTH,
      display: 'ActionsBarValue',
      breakdown: 'channel',
      breakdown_type: 'event',
    },
  },
  {
    name: 'order-value',
    title: 'What is a typical order worth?',
    hint: 'The median is not moved by one large order, as the average is.',
    tool: 'compute_trend',
    arguments: {
      events: [
        { id: 'purchase', math: 'median', math_property: 'amount', name: 'median' },
        { id: 'purchase', math: 'p90', math_property: 'amount', name: '90th percentile' },
      ],
      ...MONTH,
      interval: 'week',
    },
  },
  {
    name: 'share',
    title: 'Which share of visitors buys?',
    hint: 'A formula over the series: the first is A, the second B.',
    tool: 'compute_trend',
    arguments: {
      events: [BUYERS, { id: '$pageview', math: 'dau', name: 'visitors' }],
      formula: '100 * A / B',
      ...MONTH,
      interval: 'week',
    },
  },
  {
    name: 'per-buyer',
    title: 'How many orders does a buyer make in a month?',
    hint: '`avg_count_per_actor`: events per person who did it; `p90_count_per_actor` shows the heavy users.',
    tool: 'compute_trend',
    arguments: { events: [{ id: 'purchase', math: 'avg_count_per_actor' }], date_from: '-90d', interval: 'month' },
  },
  {
    name: 'active',
    title: 'How many are active in a week, seen day by day?',
    hint: '`weekly_active` counts everyone of the seven days up to each point; `monthly_active` of thirty.',
    tool: 'compute_trend',
    arguments: { events: [{ id: null, math: 'weekly_active', name: 'active people' }], ...MONTH },
  },
  {
    name: 'first-time',
    title: 'How many buy for the first time?',
    hint: '`first_time_for_user`: each person counts once, when they did it first.',
    tool: 'compute_trend',
    arguments: {
      events: [{ id: 'purchase', math: 'first_time_for_user', name: 'new buyers' }],
      ...MONTH,
      interval: 'week',
    },
  },
  {
    name: 'running-total',
    title: 'How many have ever signed up?',
    hint: '`ActionsLineGraphCumulative` adds up from the left.',
    tool: 'compute_trend',
    arguments: {
      events: [{ id: 'signed up' }],
      date_from: '-90d',
      interval: 'week',
      display: 'ActionsLineGraphCumulative',
    },
  },
  {
    name: 'smoothed',
    title: 'What is the trend under the ups and downs of the week?',
    hint: '`smoothing_intervals: 7` takes the mean of seven days.',
    tool: 'compute_trend',
    arguments: { events: [BUYERS], ...MONTH, smoothing_intervals: 7 },
  },
  {
    name: 'companies',
    title: 'How many companies use it?',
    hint: '`unique_group` counts groups of a type instead of people.',
    tool: 'compute_trend',
    arguments: {
      events: [{ id: '$pageview', math: 'unique_group', math_group_type_index: 0, name: 'companies' }],
      date_from: '-90d',
      interval: 'week',
    },
  },
  {
    name: 'industry',
    title: 'Which industries buy?',
    hint: 'A property of the group is a breakdown like any other.',
    tool: 'compute_trend',
    arguments: {
      events: [BUYERS],
      date_from: '-90d',
      display: 'ActionsBarValue',
      breakdown: 'industry',
      breakdown_type: 'group',
      breakdown_group_type_index: 0,
    },
  },
  {
    name: 'two-splits',
    title: 'Which products do which payers buy?',
    hint: 'Up to three breakdowns at once.',
    tool: 'compute_trend',
    arguments: {
      events: [{ id: 'purchase' }],
      ...MONTH,
      display: 'ActionsTable',
      breakdowns: [
        { property: 'product', type: 'event' },
        { property: 'payment', type: 'event' },
      ],
      breakdown_limit: 6,
    },
  },
  {
    name: 'price-bins',
    title: 'How large are orders?',
    hint: 'Numbers split into bins of equal width.',
    tool: 'compute_trend',
    arguments: {
      events: [{ id: 'purchase' }],
      date_from: '-90d',
      display: 'ActionsBarValue',
      breakdowns: [{ property: 'amount', type: 'event', histogram_bin_count: 5 }],
    },
  },
  {
    name: 'weekdays',
    title: 'On which days of the week do people buy?',
    hint: 'Any expression of HogQL splits, filters or is added up.',
    tool: 'compute_trend',
    arguments: {
      events: [{ id: 'purchase' }],
      date_from: '-90d',
      display: 'ActionsBarValue',
      breakdown: 'toDayOfWeek(timestamp)',
      breakdown_type: 'hogql',
    },
  },
  {
    name: 'way',
    title: 'How far do visitors get on the way to an order?',
    hint: 'Steps in order, within a week of the first.',
    tool: 'compute_funnel',
    arguments: { events: WAY, ...MONTH, funnel_window_interval: 7, funnel_window_interval_type: 'day' },
  },
  {
    name: 'way-by-channel',
    title: 'Which channel brings visitors who buy?',
    hint: 'Everybody belongs to the channel of their first step, unless `breakdown_attribution_type` says otherwise.',
    tool: 'compute_funnel',
    arguments: { events: VISIT_TO_ORDER, ...MONTH, breakdown: 'channel', breakdown_type: 'event' },
  },
  {
    name: 'without-detour',
    title: 'How many order without signing up on the way?',
    hint: 'Who did what is excluded between two steps is not counted as converted.',
    tool: 'compute_funnel',
    arguments: {
      events: VISIT_TO_ORDER,
      exclusions: [{ id: 'signed up', funnel_from_step: 0, funnel_to_step: 1 }],
      ...MONTH,
    },
  },
  {
    name: 'conversion',
    title: 'Does conversion rise?',
    hint: 'One point for everybody who began in that week.',
    tool: 'compute_funnel',
    arguments: { events: VISIT_TO_ORDER, date_from: '-90d', interval: 'week', funnel_viz_type: 'trends' },
  },
  {
    name: 'time-to-order',
    title: 'How long do they take to decide?',
    hint: '`time_to_convert`: people by the time between the steps, and its average.',
    tool: 'compute_funnel',
    arguments: { events: VISIT_TO_ORDER, ...MONTH, funnel_viz_type: 'time_to_convert', bin_count: 8 },
  },
  {
    name: 'what-helps',
    title: 'What do those who order have in common?',
    hint: 'Odds of each event on the way, for those who converted against those who did not. It shows what goes together, not what causes what.',
    tool: 'compute_funnel_correlation',
    arguments: { events: VISIT_TO_ORDER, ...MONTH },
  },
  {
    name: 'come-back',
    title: 'Who comes back week after week?',
    hint: 'Everybody counts in the week they came first.',
    tool: 'compute_retention',
    arguments: {
      target_entity: { id: '$pageview' },
      returning_entity: { id: '$pageview' },
      retention_type: 'retention_first_time',
      period: 'Week',
      total_intervals: 6,
    },
  },
  {
    name: 'buy-again',
    title: 'Do buyers buy again?',
    hint: 'Beginning and returning may be different events.',
    tool: 'compute_retention',
    arguments: {
      target_entity: { id: 'purchase' },
      returning_entity: { id: 'purchase' },
      retention_type: 'retention_first_time',
      period: 'Week',
      total_intervals: 6,
    },
  },
  {
    name: 'next-steps',
    title: 'What do people do after they look at a product?',
    hint: '`start_point` is a page or an event; `end_point` looks backwards.',
    tool: 'compute_path',
    arguments: {
      include_event_types: ['custom_event'],
      start_point: 'product viewed',
      ...MONTH,
      step_limit: 3,
      edge_limit: 8,
    },
  },
  {
    name: 'growth',
    title: 'Do we grow, or only replace those who leave?',
    hint: 'New, returning, resurrecting and dormant people of each week.',
    tool: 'compute_trend',
    arguments: { insight: 'LIFECYCLE', events: [{ id: '$pageview' }], date_from: '-60d', interval: 'week' },
  },
  {
    name: 'habit',
    title: 'On how many days of a month do people come?',
    hint: 'People by the number of days on which they did it.',
    tool: 'compute_trend',
    arguments: { insight: 'STICKINESS', events: [{ id: '$pageview' }], ...MONTH },
  },
  {
    name: 'why',
    title: 'Why did orders change?',
    hint: 'Compares two periods, and looks for the properties and cohorts that account for the difference.',
    tool: 'explain_change',
    arguments: { question: { events: [{ id: 'purchase' }] }, ...MONTH },
  },
  {
    name: 'card-payers',
    title: 'Who paid by card last week?',
    hint: 'The people behind any number: the same question, and who of it.',
    tool: 'list_persons',
    arguments: {
      question: {
        kind: 'trend',
        events: [{ id: 'purchase', properties: BOUGHT_ON_CARD }],
        date_from: '-7d',
        date_to: '-1d',
      },
      limit: 5,
    },
  },
  {
    name: 'best-pages',
    title: 'Which pages are seen longest?',
    hint: 'What no form of question holds is SQL: here the time until the next page of the visit.',
    tool: 'run_sql',
    arguments: {
      query:
        "with views as (select properties.$current_url as page, dateDiff('second', timestamp, leadInFrame(timestamp) over (partition by properties.$session_id order by timestamp)) as seconds from events where event = '$pageview') select page, round(median(seconds)) as median_seconds, count() as views from views where seconds > 0 group by page order by median_seconds desc, page limit 5",
    },
  },
  {
    name: 'bought-once',
    title: 'Who bought twice within a week, and never again?',
    hint: 'SQL over persons and events; rows lead to their people.',
    tool: 'run_sql',
    arguments: {
      query:
        "select count() as people from (select person_id, count() as orders, dateDiff('day', min(timestamp), max(timestamp)) as days, max(timestamp) as last from events where event = 'purchase' group by person_id) where orders = 2 and days <= 7 and last < now() - interval 30 day",
    },
  },
];

const LINES = 12;

/** File below docs -> what it holds. */
export async function cookbookFiles(): Promise<Map<string, string>> {
  const answers = await answersOf(COOKBOOK);
  const files = new Map<string, string>();
  for (const [name, { chart }] of answers) if (chart !== null) files.set(`cookbook/${name}.svg`, picture(chart));
  return files.set('cookbook.md', page(answers));
}

function page(answers: ReadonlyMap<string, Answered>): string {
  return [
    '# Cookbook',
    [
      'Thirty questions, as an assistant puts them to the sample shop (`insights-mcp demo`), and what it is told; where that makes a chart, people',
      'see it. The body is that of the tool and of its REST route. Answers are those of one fixed day; whether they still are is tested, and `npm run gallery`',
      'makes them anew. All that can be asked: [api.md](api.md), [sql.md](sql.md).',
    ].join('\n'),
    ...COOKBOOK.map((recipe) => section(recipe, answers.get(recipe.name)!)),
    '',
  ].join('\n\n');
}

function section({ name, title, hint, tool, arguments: asked }: Recipe, { text, chart }: Answered): string {
  const lines = text.split('\n');
  const told = lines.length > LINES + 1 ? [...lines.slice(0, LINES), `… ${lines.length - LINES} more lines`] : lines;
  return [
    `## ${title}`,
    hint,
    `\`${tool}\``,
    `\`\`\`json\n${JSON.stringify(asked)}\n\`\`\``,
    `\`\`\`text\n${told.join('\n').trimEnd()}\n\`\`\``,
    ...(chart === null ? [] : [`![${title}](cookbook/${name}.svg)`]),
  ].join('\n\n');
}
