/** The coffee shop: how much, how often, by whom. Its clock hangs in UTC. */
import type { Question } from '../question.ts';
import { all, counts, days, is, peopleIn, sum } from '../truth.ts';
import { count, data, one, split } from './parts.ts';

const WEEK = '2026-03-03';
const MONTH = '2026-02-08';

export const COFFEE_TRENDS: readonly Question[] = [
  one({
    id: 'purchases-week',
    asks: 'How many purchases did we have in the last 7 days?',
    world: 'coffee',
    tool: 'compute_trend',
    args: { events: [{ id: 'purchase' }], date_from: '-7d' },
    wrong: { events: [{ id: 'purchases' }], date_from: '-7d' },
    read: count,
    right: (world) => all(world, 'purchase', days(WEEK)).length,
  }),
  one({
    id: 'buyers-each-day',
    asks: 'How many people bought on each of the last 7 days?',
    world: 'coffee',
    tool: 'compute_trend',
    args: { events: [{ id: 'purchase', math: 'dau' }], date_from: '-7d' },
    wrong: { event: [{ id: 'purchase', math: 'dau' }], date_from: '-7d' },
    read: data,
    right: (world) =>
      [3, 4, 5, 6, 7, 8, 9, 10].map((day) => {
        const that = `2026-03-${String(day).padStart(2, '0')}`;
        return peopleIn(all(world, 'purchase', days(that, that))).size;
      }),
  }),
  one({
    id: 'buyers-in-all',
    asks: 'How many different people bought since 8 February 2026?',
    world: 'coffee',
    tool: 'compute_trend',
    help: 'compute_trend',
    args: { events: [{ id: 'purchase', math: 'dau' }], date_from: '2026-02-08', display: 'BoldNumber' },
    read: (structured) => structured.result[0].aggregated_value,
    right: (world) => peopleIn(all(world, 'purchase', days(MONTH))).size,
  }),
  one({
    id: 'revenue-by-channel',
    asks: 'Which channel brings how much revenue, over all time?',
    world: 'coffee',
    tool: 'compute_trend',
    args: {
      events: [{ id: 'purchase', math: 'sum', math_property: 'amount' }],
      breakdown: 'channel',
      date_from: 'all',
      interval: 'month',
    },
    wrong: {
      events: [{ id: 'purchase', math: 'sum', math_property: 'amount' }],
      breakdown: 'chanel',
      date_from: 'all',
      interval: 'month',
    },
    read: split,
    right: (world) =>
      ['search', 'direct', 'newsletter', 'partner', 'social']
        .map((channel) => [channel, sum(all(world, 'purchase', is('channel', channel)), 'amount')] as const)
        .toSorted(([, a], [, b]) => b - a),
  }),
  one({
    id: 'best-seller',
    asks: 'Which product sells most often in the last 30 days, and how often?',
    world: 'coffee',
    tool: 'compute_trend',
    args: { events: [{ id: 'purchase' }], breakdown: 'product', date_from: '-30d', interval: 'month' },
    read: (structured) => split(structured)[0]!,
    right: (world) => counts(all(world, 'purchase', days(MONTH)), ({ properties }) => properties['product'])[0]!,
  }),
  one({
    id: 'order-value',
    asks: 'What is an average order worth, week by week since 1 February 2026?',
    world: 'coffee',
    tool: 'compute_trend',
    args: {
      events: [{ id: 'purchase', math: 'avg', math_property: 'amount' }],
      date_from: '2026-02-01',
      interval: 'week',
    },
    wrong: {
      events: [{ id: 'purchase', math: 'avg', math_property: 'amuont' }],
      date_from: '2026-02-01',
      interval: 'week',
    },
    read: data,
    right: (world) =>
      ['01', '08', '15', '22', '29', '36'].map((start) => {
        const from = new Date(Date.parse('2026-02-01') + (Number(start) - 1) * 86_400_000);
        const to = new Date(from.getTime() + 6 * 86_400_000);
        const orders = all(world, 'purchase', days(from.toISOString().slice(0, 10), to.toISOString().slice(0, 10)));
        return orders.length === 0 ? 0 : sum(orders, 'amount') / orders.length;
      }),
  }),
  one({
    id: 'against-week-before',
    asks: 'How many purchases from 2 to 8 March 2026, against the week before?',
    world: 'coffee',
    tool: 'compute_trend',
    args: { events: [{ id: 'purchase' }], date_from: '2026-03-02', date_to: '2026-03-08', compare: true },
    read: (structured) => structured.result.map(({ count: total }: { count: number }) => total),
    right: (world) => [
      all(world, 'purchase', days('2026-03-02', '2026-03-08')).length,
      all(world, 'purchase', days('2026-02-23', '2026-03-01')).length,
    ],
  }),
  one({
    id: 'best-day',
    asks: 'On which day of the last 30 did we sign up most people, and how many?',
    world: 'coffee',
    tool: 'compute_trend',
    args: { events: [{ id: 'signed up' }], date_from: '-30d' },
    read(structured) {
      const [{ days: names, data: numbers }] = structured.result as [{ days: string[]; data: number[] }];
      const most = Math.max(...numbers);
      return [names[numbers.indexOf(most)]!, most];
    },
    right: (world) => counts(all(world, 'signed up', days(MONTH)), ({ day }) => day)[0]!,
  }),
  one({
    id: 'orders-per-view',
    asks: 'How many purchases per product view did we have in March 2026, in percent?',
    world: 'coffee',
    tool: 'compute_trend',
    args: {
      events: [{ id: 'purchase' }, { id: 'product viewed' }],
      formula: 'A / B * 100',
      date_from: '2026-03-01',
      interval: 'month',
    },
    read: (structured) => data(structured)[0]!,
    right: (world) =>
      (all(world, 'purchase', days('2026-03-01')).length / all(world, 'product viewed', days('2026-03-01')).length) *
      100,
  }),
  one({
    id: 'germany',
    asks: 'How many purchases came from germany in the last 30 days?',
    world: 'coffee',
    tool: 'compute_trend',
    args: {
      events: [{ id: 'purchase' }],
      properties: [{ key: 'country', value: ['Germany'] }],
      date_from: '-30d',
      interval: 'month',
    },
    wrong: {
      events: [{ id: 'purchase' }],
      properties: [{ key: 'country', value: ['germany'] }],
      date_from: '-30d',
      interval: 'month',
    },
    read: count,
    right: (world) => all(world, 'purchase', days(MONTH), is('country', 'Germany')).length,
  }),
  one({
    id: 'large-orders',
    asks: 'How many orders over 200 were paid by paypal, over all time?',
    world: 'coffee',
    tool: 'compute_trend',
    args: {
      events: [{ id: 'purchase' }],
      properties: [
        { key: 'amount', operator: 'gt', value: ['200'] },
        { key: 'payment', value: ['paypal'] },
      ],
      date_from: 'all',
      interval: 'month',
    },
    read: count,
    right: (world) =>
      all(world, 'purchase', is('payment', 'paypal'), ({ properties }) => Number(properties['amount']) > 200).length,
  }),
  one({
    id: 'business-revenue',
    asks: 'What did people on the business plan spend in the last 30 days?',
    world: 'coffee',
    tool: 'compute_trend',
    args: {
      events: [{ id: 'purchase', math: 'sum', math_property: 'amount' }],
      properties: [{ key: 'plan', value: ['business'], type: 'person' }],
      date_from: '-30d',
      interval: 'month',
    },
    read: count,
    right: (world) =>
      sum(
        all(world, 'purchase', days(MONTH), ({ person }) => person.properties['plan'] === 'business'),
        'amount',
      ),
  }),
  one({
    id: 'companies',
    asks: 'How many companies viewed products on 9 March 2026?',
    world: 'coffee',
    tool: 'compute_trend',
    help: 'compute_trend',
    args: {
      events: [{ id: 'product viewed', math: 'unique_group' }],
      aggregation_group_type: 'company',
      date_from: '2026-03-09',
      date_to: '2026-03-09',
    },
    read: count,
    right: (world) =>
      counts(
        all(world, 'product viewed', days('2026-03-09', '2026-03-09'), ({ properties }) => '$groups' in properties),
        ({ properties }) => (properties['$groups'] as { company: string }).company,
      ).length,
  }),
  one({
    id: 'industries',
    asks: 'Which industry do the companies belong to that bought, and how many purchases did each industry make in all?',
    world: 'coffee',
    tool: 'compute_trend',
    args: {
      events: [{ id: 'purchase' }],
      breakdown: 'industry',
      breakdown_type: 'group',
      breakdown_group_type_index: 0,
      date_from: 'all',
      interval: 'month',
    },
    wrong: {
      events: [{ id: 'purchases' }],
      breakdown: 'industry',
      breakdown_type: 'group',
      date_from: 'all',
      interval: 'month',
    },
    // Most buyers belong to no company; their value is no name.
    read: (structured) => split(structured).filter((line) => !String((line as [string])[0]).startsWith('$$')),
    right(world) {
      const industries = new Map(
        world.items.flatMap((item) =>
          item.kind === 'group' ? [[item.group.group_key, item.group.properties['industry']] as const] : [],
        ),
      );
      return counts(
        all(world, 'purchase', ({ properties }) => '$groups' in properties),
        ({ properties }) => industries.get((properties['$groups'] as { company: string }).company),
      );
    },
  }),
  one({
    id: 'first-purchases',
    asks: 'How many people bought for the first time in the last 7 days?',
    world: 'coffee',
    tool: 'compute_trend',
    args: { events: [{ id: 'purchase', math: 'first_time_for_user' }], date_from: '-7d' },
    read: count,
    right: (world) =>
      world.people.filter((person) => {
        const first = person.events.find(({ event }) => event === 'purchase');
        return first !== undefined && first.day >= WEEK;
      }).length,
  }),
  one({
    id: 'sessions',
    asks: 'How many visits did the site have on 9 March 2026?',
    world: 'coffee',
    tool: 'compute_trend',
    args: { events: [{ id: '$pageview', math: 'unique_session' }], date_from: '2026-03-09', date_to: '2026-03-09' },
    read: count,
    right: (world) =>
      counts(all(world, '$pageview', days('2026-03-09', '2026-03-09')), ({ properties }) => properties['$session_id'])
        .length,
  }),
  one({
    id: 'busiest-hour',
    asks: 'At which hour of 9 March 2026 did most page views come in, and how many?',
    world: 'coffee',
    tool: 'compute_trend',
    args: { events: [{ id: '$pageview' }], interval: 'hour', date_from: '2026-03-09', date_to: '2026-03-09T23:59:59' },
    wrong: { events: [{ id: '$pageview' }], interval: 'hour', date_from: '2026-03-09', date_to: '2026-03-09' },
    read(structured) {
      const most = Math.max(...data(structured));
      return [data(structured).indexOf(most), most];
    },
    right(world) {
      const hours = counts(all(world, '$pageview', days('2026-03-09', '2026-03-09')), ({ time_ms }) =>
        new Date(time_ms).getUTCHours(),
      );
      const first = hours.filter(([, views]) => views === hours[0]![1]).map(([hour]) => Number(hour));
      return [Math.min(...first), hours[0]![1]];
    },
  }),
  one({
    id: 'monthly-sign-ups',
    asks: 'How many people signed up in January and in February 2026?',
    world: 'coffee',
    tool: 'compute_trend',
    args: { events: [{ id: 'signed up' }], interval: 'month', date_from: '2026-01-01', date_to: '2026-02-28' },
    wrong: { events: [{ id: 'signed up' }], interval: 'month', start_date: '2026-01-01', date_to: '2026-02-28' },
    read: data,
    right: (world) => [
      all(world, 'signed up', days('2026-01-01', '2026-01-31')).length,
      all(world, 'signed up', days('2026-02-01', '2026-02-28')).length,
    ],
  }),
  one({
    id: 'new-and-lost',
    asks: 'How many visitors were new, came back, and went away in the week from 1 March 2026?',
    world: 'coffee',
    tool: 'compute_trend',
    args: {
      events: [{ id: '$pageview' }],
      insight: 'LIFECYCLE',
      interval: 'week',
      date_from: '2026-03-01',
      date_to: '2026-03-07',
    },
    read: (structured) =>
      structured.result.map(({ status, data: numbers }: { status: string; data: number[] }) => [status, numbers[0]]),
    right(world) {
      const inWeek = (from: string, to: string) => peopleIn(all(world, '$pageview', days(from, to)));
      const now = inWeek('2026-03-01', '2026-03-07');
      const before = inWeek('2026-02-22', '2026-02-28');
      const fresh = [...now].filter(({ events }) => events[0]!.day >= '2026-03-01').length;
      const back = [...now].filter((person) => before.has(person)).length;
      return [
        ['new', fresh],
        ['returning', back],
        ['resurrecting', now.size - fresh - back],
        ['dormant', -[...before].filter((person) => !now.has(person)).length],
      ];
    },
  }),
  one({
    id: 'regulars',
    asks: 'How many people visited the site on one, two, three days of 2 to 8 March 2026?',
    world: 'coffee',
    tool: 'compute_trend',
    args: { events: [{ id: '$pageview' }], insight: 'STICKINESS', date_from: '2026-03-02', date_to: '2026-03-08' },
    read: (structured) => data(structured).slice(0, 3),
    right(world) {
      const seen = counts(
        [...peopleIn(all(world, '$pageview', days('2026-03-02', '2026-03-08')))].map((person) => person.events[0]!),
        ({ person }) =>
          new Set(
            person.events
              .filter(({ event, day }) => event === '$pageview' && day >= '2026-03-02' && day <= '2026-03-08')
              .map(({ day }) => day),
          ).size,
      );
      return [1, 2, 3].map((number) => seen.find(([many]) => many === String(number))?.[1] ?? 0);
    },
  }),
];
