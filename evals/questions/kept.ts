/** What is saved, renamed, taken away, and set for the whole project. */
import type { Question } from '../question.ts';
import { all, counts, days, is, peopleIn, sum } from '../truth.ts';
import { count, split } from './parts.ts';

const WEEK = '2026-03-03';
const MONTH = '2026-02-08';

export const KEPT: readonly Question[] = [
  {
    id: 'two-kinds-as-one',
    asks: 'Call it "committed" when somebody places an order or changes the plan. How often did people commit in the last 30 days?',
    world: 'market',
    writes: true,
    calls: 5,
    ways: ['describe_project', 'create_action', 'compute_trend'],
    async walk(walk) {
      await walk.call('describe_project');
      const action = await walk.wrong('create_action', {
        title: 'committed',
        steps: [{ event: 'order placed' }, { event: 'plan changed' }],
      });
      await walk.help('compute_trend');
      const trend = await walk.call('compute_trend', {
        actions: [{ id: action.structured.id }],
        date_from: '-30d',
        interval: 'month',
      });
      return count(trend.structured);
    },
    right: (world) => all(world, 'order placed', days(MONTH)).length + all(world, 'plan changed', days(MONTH)).length,
  },
  {
    id: 'rename-companies',
    asks: 'We call companies "accounts". Rename them.',
    world: 'coffee',
    writes: true,
    calls: 3,
    ways: ['describe_project', 'rename_group_type'],
    async walk(walk) {
      await walk.call('describe_project');
      const { text } = await walk.wrong('rename_group_type', {
        group_type: 'companies',
        name_singular: 'account',
        name_plural: 'accounts',
      });
      return text.includes('accounts');
    },
    right: () => true,
  },
  {
    id: 'find-and-rename',
    asks: 'I saved something about refunds. Find it and call it "Refunds by reason"; how many refunds does it show?',
    world: 'market',
    writes: true,
    calls: 5,
    ways: ['describe_project', 'create_insight', 'list_insights', 'update_insight', 'get_insight'],
    async walk(walk) {
      // Somebody saved it before.
      await walk.call('describe_project');
      await walk.call('create_insight', {
        name: 'My refunds',
        filters: { events: [{ id: 'order refunded' }], breakdown: 'reason', date_from: '-30d', interval: 'month' },
      });
      const found = await walk.call('list_insights', { search: 'refunds', basic: true });
      const { short_id } = found.structured.results[0];
      await walk.call('update_insight', { id: short_id, name: 'Refunds by reason' });
      const { structured } = await walk.call('get_insight', { id: short_id });
      const lines: { count: number }[] = structured.result;
      return [structured.name, ...lines.map((line) => line.count)];
    },
    right: (world) => [
      'Refunds by reason',
      ...counts(all(world, 'order refunded', days(MONTH)), ({ properties }) => properties['reason']).map(
        ([, refunds]) => refunds,
      ),
    ],
  },
  {
    id: 'away-and-back',
    asks: 'Delete the insight "Orders" by mistake, then bring it back.',
    world: 'market',
    writes: true,
    calls: 6,
    ways: ['describe_project', 'create_insight', 'soft_delete_insight', 'list_insights', 'update_insight'],
    async walk(walk) {
      await walk.call('describe_project');
      const made = await walk.call('create_insight', { name: 'Orders', filters: { events: [{ id: 'order placed' }] } });
      const { short_id } = made.structured;
      const gone = await walk.call('soft_delete_insight', { id: short_id });
      const without = await walk.call('list_insights', { basic: true });
      // How it comes back is said by the tool's own text.
      await walk.call('update_insight', { id: short_id, deleted: false });
      const again = await walk.call('list_insights', { basic: true });
      return [gone.structured.deleted, without.structured.count, again.structured.count];
    },
    right: () => [true, 0, 1],
  },
  {
    id: 'berlin',
    asks: 'Our days should be those of Berlin. How many orders came in on 7 March 2026 then?',
    world: 'market',
    writes: true,
    calls: 4,
    ways: ['describe_project', 'update_project', 'compute_trend'],
    async walk(walk) {
      await walk.call('describe_project');
      await walk.wrong('update_project', { timezone: 'Berlin' });
      const trend = await walk.call('compute_trend', {
        events: [{ id: 'order placed' }],
        date_from: '2026-03-07',
        date_to: '2026-03-07',
      });
      return count(trend.structured);
    },
    right(world) {
      const form = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Berlin' });
      return all(world, 'order placed', ({ time_ms }) => form.format(time_ms) === '2026-03-07').length;
    },
  },
  {
    id: 'dashboard-of-a-month',
    asks: 'Put the orders a day on a dashboard that shows the last 30 days, whatever the insight itself says.',
    world: 'market',
    writes: true,
    calls: 5,
    ways: ['describe_project', 'create_insight', 'create_dashboard', 'get_dashboard'],
    async walk(walk) {
      await walk.call('describe_project');
      const made = await walk.call('create_insight', {
        name: 'Orders a day',
        filters: { events: [{ id: 'order placed' }], date_from: '-7d' },
      });
      const dashboard = await walk.wrong('create_dashboard', {
        name: 'Orders',
        filters: { date_from: '-30d' },
        insights: [{ insight: made.structured.short_id }],
      });
      const { structured } = await walk.call('get_dashboard', { id: dashboard.structured.id });
      return structured.tiles[0].insight.result[0].count;
    },
    right: (world) => all(world, 'order placed', days(MONTH)).length,
  },
  {
    id: 'cohort-against-others',
    asks: 'Compare the revenue of the last 30 days of those who came from spring-sale with everybody else’s.',
    world: 'market',
    writes: true,
    calls: 4,
    ways: ['describe_project', 'create_cohort', 'compute_trend'],
    async walk(walk) {
      await walk.call('describe_project');
      const cohort = await walk.call('create_cohort', {
        name: 'From spring-sale',
        filters: { properties: [{ key: '$initial_utm_campaign', value: ['spring-sale'], type: 'person' }] },
      });
      const asked = {
        events: [{ id: 'order placed', math: 'sum', math_property: 'order_value' }],
        date_from: '-30d',
        interval: 'month',
      };
      const whole = await walk.call('compute_trend', asked);
      const theirs = await walk.call('compute_trend', {
        ...asked,
        breakdown: String(cohort.structured.id),
        breakdown_type: 'cohort',
      });
      return [split(theirs.structured).length, theirs.structured.result[0].count, count(whole.structured)];
    },
    right(world) {
      const people = peopleIn(all(world, '$pageview', is('utm_campaign', 'spring-sale')));
      const orders = all(world, 'order placed', days(MONTH));
      return [
        1,
        sum(
          orders.filter(({ person }) => people.has(person)),
          'order_value',
        ),
        sum(orders, 'order_value'),
      ];
    },
  },
  {
    id: 'a-list-of-people',
    asks: 'Make a cohort of just customer-1, customer-2 and customer-3. How many pages did they view?',
    world: 'market',
    writes: true,
    calls: 3,
    ways: ['describe_project', 'create_cohort', 'compute_trend'],
    async walk(walk) {
      await walk.call('describe_project');
      const cohort = await walk.call('create_cohort', {
        name: 'Three',
        is_static: true,
        distinct_ids: ['customer-1', 'customer-2', 'customer-3'],
      });
      const trend = await walk.call('compute_trend', {
        events: [{ id: '$pageview' }],
        properties: [{ type: 'cohort', key: 'id', value: cohort.structured.id }],
        date_from: 'all',
        interval: 'month',
      });
      return [cohort.structured.count, count(trend.structured)];
    },
    right: (world) => [3, all(world, '$pageview', ({ person }) => /^customer-[123]$/.test(person.ids[0]!)).length],
  },
  {
    id: 'marked-moments',
    asks: 'What have we marked on the time line?',
    world: 'market',
    writes: true,
    calls: 2,
    ways: ['create_annotation', 'describe_project'],
    async walk(walk) {
      // Somebody marked it before.
      await walk.call('create_annotation', { content: 'Release 4.2', date_marker: WEEK });
      const { text } = await walk.call('describe_project', { section: 'annotations' });
      return [text.includes('Release 4.2'), text.includes(WEEK)];
    },
    right: () => [true, true],
  },
];
