/** The marketplace: orders, refunds, plans, campaigns, a release that crashes. Its clock hangs in New York. */
import type { Question } from '../question.ts';
import { all, counts, days, is, peopleIn, sum } from '../truth.ts';
import { count, data, one, split } from './parts.ts';

const WEEK = '2026-03-03';
const MONTH = '2026-02-08';
const CRASH_WEEKS = [days('2026-02-24', '2026-03-02'), days('2026-03-03', '2026-03-09')];
/** Values that are not there have a name that is none. */
const isNamed = (line: unknown) => !String((line as [string])[0]).startsWith('$$');

export const MARKET: readonly Question[] = [
  one({
    id: 'refund-rate',
    asks: 'What share of the orders of February 2026 was refunded, in percent?',
    world: 'market',
    tool: 'compute_trend',
    args: {
      events: [{ id: 'order refunded' }, { id: 'order placed' }],
      formula: 'A / B * 100',
      date_from: '2026-02-01',
      date_to: '2026-02-28',
      interval: 'month',
    },
    wrong: {
      metrics: [{ id: 'order refunded' }, { id: 'order placed' }],
      formula: 'A / B * 100',
      date_from: '2026-02-01',
      date_to: '2026-02-28',
      interval: 'month',
    },
    read: (structured) => data(structured)[0]!,
    right(world) {
      const february = days('2026-02-01', '2026-02-28');
      return (all(world, 'order refunded', february).length / all(world, 'order placed', february).length) * 100;
    },
  }),
  one({
    id: 'refund-reasons',
    asks: 'Why are orders refunded? How often for each reason, over all time?',
    world: 'market',
    tool: 'compute_trend',
    args: { events: [{ id: 'order refunded' }], breakdown: 'reason', date_from: 'all', interval: 'month' },
    wrong: { events: [{ id: 'order refunded' }], breakdown: 'reasons', date_from: 'all', interval: 'month' },
    read: split,
    right: (world) => counts(all(world, 'order refunded'), ({ properties }) => properties['reason']),
  }),
  one({
    id: 'crashes-by-version',
    asks: 'Does the new version crash more? Crashes by version in the last 14 days.',
    world: 'market',
    tool: 'compute_trend',
    args: { events: [{ id: 'app crashed' }], breakdown: 'version', date_from: '-14d' },
    wrong: { events: [{ id: 'App Crashed' }], breakdown: 'version', date_from: '-14d' },
    read: split,
    right: (world) => counts(all(world, 'app crashed', days('2026-02-24')), ({ properties }) => properties['version']),
  }),
  one({
    id: 'why-crashes',
    asks: 'The app crashed more from 3 to 9 March 2026 than in the week before. What accounts for it?',
    world: 'market',
    tool: 'explain_change',
    args: { question: { events: [{ id: 'app crashed' }] }, date_from: '2026-03-03', date_to: '2026-03-09' },
    wrong: { question: { events: [{ id: 'app crashes' }] }, date_from: '2026-03-03', date_to: '2026-03-09' },
    read({ change, result: [first] }) {
      return [change, first.property, first.value, first.change, first.significant];
    },
    right(world) {
      const grown = (...tests: ReturnType<typeof is>[]) => {
        const [was, now] = CRASH_WEEKS.map((week) => all(world, 'app crashed', week, ...tests).length);
        return now! - was!;
      };
      return [grown(), 'version', '4.2', grown(is('version', '4.2')), true];
    },
  }),
  one({
    id: 'crashed-people',
    asks: 'How many people did the app crash for since 3 March 2026?',
    world: 'market',
    tool: 'list_persons',
    args: { question: { events: [{ id: 'app crashed' }], date_from: '2026-03-03' }, limit: 1 },
    wrong: { question: { events: [{ id: 'app crash' }], date_from: '2026-03-03' }, limit: 1 },
    read: (structured) => structured.count,
    right: (world) => peopleIn(all(world, 'app crashed', days(WEEK))).size,
  }),
  one({
    id: 'new-subscriptions',
    asks: 'How much monthly revenue did upgrades to the pro plan add in February 2026?',
    world: 'market',
    tool: 'compute_trend',
    args: {
      events: [{ id: 'plan changed', math: 'sum', math_property: 'monthly_price' }],
      properties: [{ key: 'to_plan', value: ['pro'] }],
      date_from: '2026-02-01',
      date_to: '2026-02-28',
      interval: 'month',
    },
    wrong: {
      events: [{ id: 'plan changed', math: 'sum', math_property: 'monthly_price' }],
      properties: [{ key: 'to_plan', value: ['Pro'] }],
      date_from: '2026-02-01',
      date_to: '2026-02-28',
      interval: 'month',
    },
    read: count,
    right: (world) =>
      sum(all(world, 'plan changed', days('2026-02-01', '2026-02-28'), is('to_plan', 'pro')), 'monthly_price'),
  }),
  one({
    id: 'revenue-by-category',
    asks: 'Revenue by category in February 2026?',
    world: 'market',
    tool: 'compute_trend',
    args: {
      events: [{ id: 'order placed', math: 'sum', math_property: 'order_value' }],
      breakdown: 'category',
      date_from: '2026-02-01',
      date_to: '2026-02-28',
      interval: 'month',
    },
    wrong: {
      events: [{ id: 'order placed', math: 'sum', math_property: 'order_value' }],
      dimension: 'category',
      date_from: '2026-02-01',
      date_to: '2026-02-28',
      interval: 'month',
    },
    read: split,
    right: (world) =>
      ['garden', 'kitchen', 'toys', 'books']
        .map((category) => {
          const orders = all(world, 'order placed', days('2026-02-01', '2026-02-28'), is('category', category));
          return [category, sum(orders, 'order_value')] as const;
        })
        .toSorted(([, a], [, b]) => b - a),
  }),
  one({
    id: 'with-coupon',
    asks: 'How many orders of the last 30 days were made with a coupon?',
    world: 'market',
    tool: 'compute_trend',
    args: {
      events: [{ id: 'order placed' }],
      properties: [{ key: 'coupon', operator: 'is_set' }],
      date_from: '-30d',
      interval: 'month',
    },
    wrong: {
      events: [{ id: 'order placed' }],
      properties: [{ key: 'coupons', operator: 'is_set' }],
      date_from: '-30d',
      interval: 'month',
    },
    read: count,
    right: (world) => all(world, 'order placed', days(MONTH), ({ properties }) => 'coupon' in properties).length,
  }),
  one({
    id: 'ticket-topics',
    asks: 'What do people open tickets about, in the last 30 days?',
    world: 'market',
    tool: 'compute_trend',
    args: { events: [{ id: 'ticket opened' }], breakdown: 'topic', date_from: '-30d', interval: 'month' },
    read: split,
    right: (world) => counts(all(world, 'ticket opened', days(MONTH)), ({ properties }) => properties['topic']),
  }),
  one({
    id: 'short-sunday',
    asks: 'How many orders came in on Sunday, 8 March 2026, when the clocks changed?',
    world: 'market',
    tool: 'compute_trend',
    args: { events: [{ id: 'order placed' }], date_from: '2026-03-08', date_to: '2026-03-08' },
    wrong: { events: [{ id: 'order placed' }], since: '2026-03-08', date_to: '2026-03-08' },
    read: count,
    right: (world) => all(world, 'order placed', days('2026-03-08', '2026-03-08')).length,
  }),
  one({
    id: 'monthly-actives',
    asks: 'How many people were active in the 30 days up to 9 March 2026, whatever they did?',
    world: 'market',
    tool: 'compute_trend',
    args: { events: [{ id: '', math: 'monthly_active' }], date_from: '2026-03-09', date_to: '2026-03-09' },
    wrong: { events: [{ id: '', math: 'monthly_active' }], start: '2026-03-09', date_to: '2026-03-09' },
    read: (structured) => data(structured)[0]!,
    right: (world) => new Set(world.events.filter(days('2026-02-08', '2026-03-09')).map(({ person }) => person)).size,
  }),
  one({
    id: 'weekly-users',
    asks: 'How many different users opened a page in each week from 15 February to 7 March 2026?',
    world: 'market',
    tool: 'compute_trend',
    args: {
      events: [{ id: '$pageview', math: 'dau' }],
      interval: 'week',
      date_from: '2026-02-15',
      date_to: '2026-03-07',
    },
    wrong: {
      events: [{ id: '$pageview', math: 'unique_users' }],
      interval: 'week',
      date_from: '2026-02-15',
      date_to: '2026-03-07',
    },
    read: data,
    right: (world) =>
      [
        ['2026-02-15', '2026-02-21'],
        ['2026-02-22', '2026-02-28'],
        ['2026-03-01', '2026-03-07'],
      ].map(([from, to]) => peopleIn(all(world, '$pageview', days(from!, to))).size),
  }),
  one({
    id: 'accounts-by-campaign',
    asks: 'How many accounts did each campaign bring, over all time?',
    world: 'market',
    tool: 'compute_trend',
    args: {
      events: [{ id: 'account created' }],
      breakdown: '$initial_utm_campaign',
      breakdown_type: 'person',
      date_from: 'all',
      interval: 'month',
    },
    wrong: {
      events: [{ id: 'account created' }],
      breakdown: 'initial_utm_campaign',
      breakdown_type: 'person',
      date_from: 'all',
      interval: 'month',
    },
    read: (structured) => split(structured).filter(isNamed),
    right: (world) =>
      counts(
        all(world, 'account created', ({ person }) => 'utm_campaign' in person.events[0]!.properties),
        ({ person }) => person.events[0]!.properties['utm_campaign'],
      ),
  }),
  one({
    id: 'orders-by-plan',
    asks: 'How many orders of the last 30 days came from people on each plan?',
    world: 'market',
    tool: 'compute_trend',
    args: {
      events: [{ id: 'order placed' }],
      breakdown: 'plan',
      breakdown_type: 'person',
      date_from: '-30d',
      interval: 'month',
    },
    wrong: {
      events: [{ id: 'order placed' }],
      breakdown: 'plan',
      breakdown_type: 'people',
      date_from: '-30d',
      interval: 'month',
    },
    read: split,
    right: (world) => counts(all(world, 'order placed', days(MONTH)), ({ person }) => person.properties['plan']),
  }),
  one({
    id: 'free-orders',
    asks: 'How many orders of the last 30 days are from people on the free plan?',
    world: 'market',
    tool: 'compute_trend',
    args: {
      events: [{ id: 'order placed' }],
      properties: [{ key: 'plan', value: ['free'], type: 'person' }],
      date_from: '-30d',
      interval: 'month',
    },
    // A property of people, asked for as one of events.
    wrong: {
      events: [{ id: 'order placed' }],
      properties: [{ key: 'plan', value: ['free'] }],
      date_from: '-30d',
      interval: 'month',
    },
    read: count,
    right: (world) =>
      all(world, 'order placed', days(MONTH), ({ person }) => person.properties['plan'] === 'free').length,
  }),
  one({
    id: 'best-customers',
    asks: 'Who placed most orders? The first eight, with how many.',
    world: 'market',
    tool: 'list_persons',
    args: { question: { events: [{ id: 'order placed' }], date_from: 'all' }, order: '-count', limit: 8 },
    wrong: { question: { events: [{ id: 'order placed' }], date_from: 'all' }, order: 'count', limit: 8 },
    read: (structured) => structured.results.map(({ matched_count }: { matched_count: number }) => matched_count),
    right: (world) =>
      counts(all(world, 'order placed'), ({ person }) => person.ids[0])
        .slice(0, 8)
        .map(([, orders]) => orders),
  }),
  one({
    id: 'three-orders',
    asks: 'How many people who looked at items in the last 30 days have placed three orders or more, ever?',
    world: 'market',
    tool: 'list_persons',
    help: 'filters',
    args: {
      question: {
        events: [{ id: 'item viewed' }],
        properties: [
          {
            type: 'behavioral',
            key: 'order placed',
            value: 'performed_event_multiple',
            operator: 'gte',
            operator_value: 3,
          },
        ],
        date_from: '-30d',
      },
      limit: 1,
    },
    read: (structured) => structured.count,
    right(world) {
      const orders = new Map(counts(all(world, 'order placed'), ({ person }) => person.ids[0]));
      return [...peopleIn(all(world, 'item viewed', days(MONTH)))].filter(({ ids }) => (orders.get(ids[0]!) ?? 0) >= 3)
        .length;
    },
  }),
  one({
    id: 'damaged',
    asks: 'How many people had an order refunded as damaged and placed another order in the last 30 days?',
    world: 'market',
    tool: 'list_persons',
    help: 'filters',
    look: { property: 'reason' },
    args: {
      question: {
        events: [{ id: 'order placed' }],
        properties: [
          { type: 'behavioral', key: 'order refunded', event_filters: [{ key: 'reason', value: ['damaged'] }] },
        ],
        date_from: '-30d',
      },
      limit: 1,
    },
    read: (structured) => structured.count,
    right(world) {
      const damaged = peopleIn(all(world, 'order refunded', is('reason', 'damaged')));
      return [...peopleIn(all(world, 'order placed', days(MONTH)))].filter((person) => damaged.has(person)).length;
    },
  }),
  one({
    id: 'last-refund',
    asks: 'What was the last refund: how much, and why?',
    world: 'market',
    tool: 'list_events',
    args: { event: 'order refunded', limit: 1 },
    wrong: { event: 'order refund', limit: 1 },
    read: (structured) => {
      const [{ properties }] = structured.results as [{ properties: { refund_amount: number; reason: string } }];
      return [properties.refund_amount, properties.reason];
    },
    right(world) {
      const { properties } = all(world, 'order refunded').at(-1)!;
      return [Number(properties['refund_amount']), String(properties['reason'])];
    },
  }),
  {
    id: 'values-of-a-property',
    asks: 'Which categories do we sell, and which is viewed most?',
    world: 'market',
    calls: 3,
    ways: ['describe_project'],
    async walk(walk) {
      await walk.call('describe_project');
      const { structured } = await walk.wrong('describe_project', { property: 'categry' });
      const [{ top_values }] = structured.properties as [{ top_values: { value: string }[] }];
      return top_values.map(({ value }) => value);
    },
    right: (world) =>
      counts(
        world.events.filter(({ properties }) => 'category' in properties),
        ({ properties }) => properties['category'],
      ).map(([category]) => category),
  },
  one({
    id: 'time-to-account',
    asks: 'How many minutes does it take on average from the first page view to the account, for those who came since 1 February 2026?',
    world: 'market',
    tool: 'compute_funnel',
    args: { events: [{ id: '$pageview' }, { id: 'account created' }], date_from: '2026-02-01' },
    wrong: { events: ['$pageview', 'account created'], date_from: '2026-02-01' },
    read: (structured) => Math.round(structured.result[1].average_conversion_time / 6) / 10,
    right(world) {
      const times = all(world, 'account created').flatMap(({ person, time_ms }) => {
        const before = person.events.findLast((other) => other.event === '$pageview' && other.time_ms < time_ms);
        return before !== undefined && before.day >= '2026-02-01' ? [time_ms - before.time_ms] : [];
      });
      return Math.round(times.reduce((total, time) => total + time, 0) / times.length / 6_000) / 10;
    },
  }),
];
