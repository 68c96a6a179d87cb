/** Questions that had no answer once: what is kept, shared and watched, and who somebody is. */
import type { Question } from '../question.ts';
import { all, counts, days, is, peopleIn, sum } from '../truth.ts';

const WEEK = '2026-03-03';

export const ONCE_IMPOSSIBLE: readonly Question[] = [
  {
    id: 'weekly-dashboard',
    asks: 'Build me a dashboard for the weekly review: new accounts, orders and revenue of the last 7 days.',
    world: 'market',
    writes: true,
    calls: 6,
    ways: ['describe_project', 'create_insight', 'create_dashboard', 'get_dashboard'],
    async walk(walk) {
      await walk.call('describe_project');
      const insights: string[] = [];
      for (const [name, line] of [
        ['New accounts', { id: 'account created' }],
        ['Orders', { id: 'order placed' }],
        ['Revenue', { id: 'order placed', math: 'sum', math_property: 'order_value' }],
      ] as const) {
        const made = await walk.call('create_insight', { name, filters: { events: [line], date_from: '-7d' } });
        insights.push(made.structured.short_id);
      }
      const { structured } = await walk.call('create_dashboard', {
        name: 'Weekly review',
        tiles: insights.map((insight) => ({ insight })),
      });
      const dashboard = await walk.call('get_dashboard', { id: structured.id });
      return dashboard.structured.tiles.map(
        (tile: { insight: { result: [{ count: number }] } }) => tile.insight.result[0].count,
      );
    },
    right: (world) => [
      all(world, 'account created', days(WEEK)).length,
      all(world, 'order placed', days(WEEK)).length,
      sum(all(world, 'order placed', days(WEEK)), 'order_value'),
    ],
  },
  {
    id: 'campaign-cohort',
    asks: 'Make a cohort of everybody who came from the spring-sale campaign. How many orders did they place?',
    world: 'market',
    writes: true,
    calls: 4,
    ways: ['describe_project', 'create_cohort', 'compute_trend'],
    async walk(walk) {
      await walk.call('describe_project');
      const cohort = await walk.call('create_cohort', {
        name: 'Came from spring-sale',
        filters: { properties: [{ key: '$initial_utm_campaign', value: ['spring-sale'], type: 'person' }] },
      });
      const trend = await walk.call('compute_trend', {
        events: [{ id: 'order placed' }],
        properties: [{ type: 'cohort', key: 'id', value: cohort.structured.id }],
        date_from: 'all',
      });
      return [cohort.structured.count, trend.structured.result[0].count];
    },
    right(world) {
      const people = peopleIn(all(world, '$pageview', is('utm_campaign', 'spring-sale')));
      return [people.size, all(world, 'order placed', ({ person }) => people.has(person)).length];
    },
  },
  {
    id: 'share-link',
    asks: 'Give me a link to the number of orders a day, so that my investor can see it without an account.',
    world: 'market',
    writes: true,
    calls: 3,
    ways: ['describe_project', 'create_insight', 'share_insight'],
    async walk(walk) {
      await walk.call('describe_project');
      const made = await walk.call('create_insight', {
        name: 'Orders a day',
        filters: { events: [{ id: 'order placed' }], date_from: '-7d' },
      });
      const shared = await walk.call('share_insight', { insight_id: made.structured.short_id, enabled: true });
      const path = /\/shared\/[\w-]+/.exec(shared.text)?.[0];
      if (path === undefined) throw new Error(`No link in: ${shared.text}`);
      const page = await walk.open(`${path}.json`);
      return page.result[0].count;
    },
    right: (world) => all(world, 'order placed', days(WEEK)).length,
  },
  {
    id: 'without-staff',
    asks: 'Leave out our own staff, whose addresses end with @bazaar.example, from now on. What is the revenue of the last 30 days without them?',
    world: 'market',
    writes: true,
    calls: 3,
    ways: ['describe_project', 'update_project', 'compute_trend'],
    async walk(walk) {
      await walk.call('describe_project');
      await walk.call('update_project', {
        test_account_filters: [{ key: 'email', operator: 'not_icontains', value: '@bazaar.example', type: 'person' }],
      });
      const trend = await walk.call('compute_trend', {
        events: [{ id: 'order placed', math: 'sum', math_property: 'order_value' }],
        filter_test_accounts: true,
        date_from: '-30d',
      });
      return trend.structured.result[0].count;
    },
    right: (world) =>
      sum(
        all(world, 'order placed', days('2026-02-08')).filter(
          ({ person }) => !String(person.properties['email']).includes('@bazaar.example'),
        ),
        'order_value',
      ),
  },
  {
    id: 'one-person',
    asks: 'What did customer-77 do, event by event?',
    world: 'market',
    calls: 1,
    ways: ['list_events'],
    async walk(walk) {
      const { structured } = await walk.call('list_events', { person: 'customer-77' });
      return structured.results.map(({ event }: { event: string }) => event).toReversed();
    },
    right: (world) => world.people.find(({ ids }) => ids.includes('customer-77'))!.events.map(({ event }) => event),
  },
  {
    id: 'mark-release',
    asks: 'We released version 4.2 on 3 March 2026. Mark that, and show me the crashes of the last 14 days.',
    world: 'market',
    writes: true,
    calls: 3,
    ways: ['describe_project', 'create_annotation', 'compute_trend'],
    async walk(walk) {
      await walk.call('describe_project');
      await walk.call('create_annotation', { content: 'Release 4.2', date_marker: '2026-03-03' });
      const trend = await walk.call('compute_trend', { events: [{ id: 'app crashed' }], date_from: '-14d' });
      return [trend.text.includes('Release 4.2'), trend.structured.result[0].count];
    },
    right: (world) => [true, all(world, 'app crashed', days('2026-02-24')).length],
  },
  {
    id: 'alert-sign-ups',
    asks: 'Tell me when sign-ups fall under 20 a day.',
    world: 'market',
    writes: true,
    calls: 4,
    ways: ['describe_project', 'create_insight', 'create_alert'],
    async walk(walk) {
      await walk.call('describe_project');
      const insight = await walk.call('create_insight', {
        name: 'Sign-ups',
        filters: { events: [{ id: 'account created' }], interval: 'day', date_from: '-30d' },
      });
      await walk.call('create_alert', { name: 'Few sign-ups', insight: insight.structured.short_id, lower: 20 });
      const { structured, text } = await walk.call('describe_project', { section: 'alerts' });
      const [{ state, reason }] = structured.alerts;
      const value = Number(/ was (\d+) on /.exec(text)?.[1]);
      return [state, reason.includes('2026-03-09') ? value : null];
    },
    right(world) {
      const yesterday = all(world, 'account created', days('2026-03-09', '2026-03-09')).length;
      return [yesterday < 20 ? 'firing' : 'not_firing', yesterday];
    },
  },
  {
    id: 'active-never-bought',
    asks: 'Who are the ten who looked at most items but never placed an order?',
    world: 'market',
    calls: 2,
    ways: ['describe_project', 'list_persons'],
    async walk(walk) {
      await walk.call('describe_project');
      const { structured } = await walk.call('list_persons', {
        question: {
          events: [{ id: 'item viewed' }],
          properties: [{ type: 'behavioral', key: 'order placed', negation: true }],
          date_from: 'all',
        },
        order: '-count',
        limit: 10,
      });
      const results: { matched_count: number }[] = structured.results;
      return [structured.count, ...results.map(({ matched_count }) => matched_count)];
    },
    right(world) {
      const buyers = peopleIn(all(world, 'order placed'));
      const never = counts(
        all(world, 'item viewed').filter(({ person }) => !buyers.has(person)),
        ({ person }) => person.ids[0],
      );
      return [never.length, ...never.slice(0, 10).map(([, count]) => count)];
    },
  },
];
