/** The coffee shop: how people go through it, who comes back, what they do next, and who they are. */
import type { Question } from '../question.ts';
import { all, counts, days, funnel, is, peopleIn, stepsDone } from '../truth.ts';
import type { Person, World } from '../world.ts';
import { one, steps } from './parts.ts';

const DAY_MS = 86_400_000;
const MONTH = '2026-02-08';
const ORDER = ['product viewed', 'added to cart', 'checkout started', 'purchase'];

export const COFFEE_WAYS: readonly Question[] = [
  one({
    id: 'visit-to-purchase',
    asks: 'How far do visitors of the last 30 days get on the way from a page view over the cart to a purchase, within a week?',
    world: 'coffee',
    tool: 'compute_funnel',
    args: {
      events: [{ id: '$pageview' }, { id: 'added to cart' }, { id: 'purchase' }],
      date_from: '-30d',
      funnel_window_interval: 7,
    },
    wrong: {
      steps: [{ id: '$pageview' }, { id: 'added to cart' }, { id: 'purchase' }],
      date_from: '-30d',
      funnel_window_interval: 7,
    },
    read: steps,
    right: (world) => funnel(world, ['$pageview', 'added to cart', 'purchase'], 7 * DAY_MS, MONTH),
  }),
  one({
    id: 'within-an-hour',
    asks: 'How many of those who started a checkout in the last 30 days bought within one minute?',
    world: 'coffee',
    tool: 'compute_funnel',
    args: {
      events: [{ id: 'checkout started' }, { id: 'purchase' }],
      date_from: '-30d',
      funnel_window_interval: 1,
      funnel_window_interval_type: 'minute',
    },
    wrong: {
      events: [{ id: 'checkout start' }, { id: 'purchase' }],
      date_from: '-30d',
      funnel_window_interval: 1,
      funnel_window_interval_type: 'minute',
    },
    read: steps,
    right: (world) => funnel(world, ['checkout started', 'purchase'], 60_000, MONTH),
  }),
  one({
    id: 'best-channel',
    asks: 'Which channel converts best from page view to purchase in the last 30 days: how many came and how many bought?',
    world: 'coffee',
    tool: 'compute_funnel',
    args: { events: [{ id: '$pageview' }, { id: 'purchase' }], breakdown: 'channel', date_from: '-30d' },
    wrong: { events: [{ id: '$pageview' }, { id: 'purchase' }], group_by: 'channel', date_from: '-30d' },
    read(structured) {
      const lines: { count: number; breakdown_value: string[] }[][] = structured.result;
      const share = (line: { count: number }[]) => line[1]!.count / line[0]!.count;
      const best = lines.toSorted((a, b) => share(b) - share(a))[0]!;
      return [String(best[0]!.breakdown_value), best[0]!.count, best[1]!.count];
    },
    right(world) {
      const lines = counts(all(world, '$pageview', days(MONTH)), ({ properties }) => properties['channel']).map(
        ([channel]) => {
          const people = world.people.filter(({ events }) => events[0]!.properties['channel'] === channel);
          return [channel, ...funnel({ ...world, people }, ['$pageview', 'purchase'], 14 * DAY_MS, MONTH)] as const;
        },
      );
      return lines.toSorted((a, b) => b[2]! / b[1]! - a[2]! / a[1]!)[0]!;
    },
  }),
  one({
    id: 'straight-to-cart',
    asks: 'How many people put something into the cart right after viewing a product, with nothing between, in the last 30 days?',
    world: 'coffee',
    tool: 'compute_funnel',
    args: {
      events: [{ id: 'product viewed' }, { id: 'added to cart' }],
      funnel_order_type: 'strict',
      date_from: '-30d',
    },
    read: steps,
    right: (world) => [
      peopleIn(all(world, 'product viewed', days(MONTH))).size,
      world.people.filter(({ events }) =>
        events.some(
          ({ event, day, time_ms }, at) =>
            event === 'product viewed' &&
            day >= MONTH &&
            events[at + 1]?.event === 'added to cart' &&
            events[at + 1]!.time_ms - time_ms <= 14 * DAY_MS,
        ),
      ).length,
    ],
  }),
  one({
    id: 'gave-up',
    asks: 'Who put something into the cart in the last 30 days and did not buy? How many are they?',
    world: 'coffee',
    tool: 'list_persons',
    args: {
      question: { kind: 'funnel', events: [{ id: 'added to cart' }, { id: 'purchase' }], date_from: '-30d' },
      funnel_step: -2,
      limit: 5,
    },
    wrong: {
      question: { kind: 'funnels', events: [{ id: 'added to cart' }, { id: 'purchase' }], date_from: '-30d' },
      funnel_step: -2,
      limit: 5,
    },
    read: (structured) => structured.count,
    right(world) {
      const [carts, bought] = funnel(world, ['added to cart', 'purchase'], 14 * DAY_MS, MONTH);
      return carts! - bought!;
    },
  }),
  {
    id: 'most-lost',
    asks: 'Where on the way from product over cart and checkout to purchase do we lose most people in the last 30 days, and how many are they?',
    world: 'coffee',
    calls: 3,
    ways: ['describe_project', 'compute_funnel', 'list_persons'],
    async walk(walk) {
      await walk.call('describe_project');
      const question = { events: ORDER.map((id) => ({ id })), date_from: '-30d' };
      const { text } = await walk.call('compute_funnel', question);
      // The answer says itself whom to ask for next.
      const told = /"funnel_step":(-\d+)/.exec(text)?.[1];
      if (told === undefined) throw new Error(`No step is named: ${text}`);
      const funnel_step = Number(told);
      const lost = await walk.call('list_persons', {
        question: { kind: 'funnel', ...question },
        funnel_step,
        limit: 1,
      });
      return [ORDER[-funnel_step - 1]!, lost.structured.count];
    },
    right(world) {
      const reached = funnel(world, ORDER, 14 * DAY_MS, MONTH);
      const lost = ORDER.map((id, at) => [id, at === 0 ? 0 : reached[at - 1]! - reached[at]!] as const);
      return lost.toSorted(([, a], [, b]) => b - a)[0]!;
    },
  },
  one({
    id: 'come-back-weekly',
    asks: 'Of those who viewed a product in the week of 8 February 2026, how many did so again in each of the next three weeks?',
    world: 'coffee',
    tool: 'compute_retention',
    args: {
      target_entity: { id: 'product viewed' },
      returning_entity: { id: 'product viewed' },
      period: 'Week',
      total_intervals: 4,
      date_to: '2026-03-01',
    },
    wrong: {
      target_entity: 'product viewed',
      returning_entity: { id: 'product viewed' },
      period: 'Week',
      total_intervals: 4,
      date_to: '2026-03-01',
    },
    read: (structured) => structured.result[0].values.map(({ count }: { count: number }) => count),
    right: (world) => retained(world, 'product viewed', ['02-08', '02-15', '02-22', '03-01', '03-08']),
  }),
  one({
    id: 'second-visit',
    asks: 'How many people came for the first time on 5 March 2026, and how many of them came again on the next day?',
    world: 'coffee',
    tool: 'compute_retention',
    args: {
      target_entity: { id: '$pageview' },
      returning_entity: { id: '$pageview' },
      retention_type: 'retention_first_time',
      total_intervals: 2,
      date_to: '2026-03-06',
    },
    wrong: {
      target_event: { id: '$pageview' },
      returning_entity: { id: '$pageview' },
      retention_type: 'retention_first_time',
      total_intervals: 2,
      date_to: '2026-03-06',
    },
    read: (structured) => structured.result[0].values.map(({ count }: { count: number }) => count),
    right(world) {
      const first = world.people.filter(({ events }) => events[0]!.day === '2026-03-05');
      const again = first.filter(({ events }) =>
        events.some(({ event, day }) => event === '$pageview' && day === '2026-03-06'),
      );
      return [first.length, again.length];
    },
  }),
  one({
    id: 'who-came-back',
    asks: 'Who of the first-time visitors of 5 March 2026 came again on the next day?',
    world: 'coffee',
    tool: 'list_persons',
    args: {
      question: {
        kind: 'retention',
        target_entity: { id: '$pageview' },
        returning_entity: { id: '$pageview' },
        retention_type: 'retention_first_time',
        total_intervals: 2,
        date_to: '2026-03-06',
      },
      cohort: 0,
      later: 1,
    },
    read: (structured) =>
      structured.results.flatMap(({ distinct_ids }: { distinct_ids: string[] }) => distinct_ids).toSorted(),
    right: (world) =>
      world.people
        .filter(({ events }) => events[0]!.day === '2026-03-05')
        .filter(({ events }) => events.some(({ event, day }) => event === '$pageview' && day === '2026-03-06'))
        .flatMap(({ ids }) => ids)
        .toSorted(),
  }),
  one({
    id: 'after-the-mug',
    asks: 'Which page do people open most often after the page /products/mug, in the last 30 days, and how often?',
    world: 'coffee',
    tool: 'compute_path',
    args: {
      include_event_types: ['$pageview'],
      start_point: 'https://shop.example/products/mug',
      date_from: '-30d',
      step_limit: 2,
    },
    wrong: { include_event_types: ['$pageview'], start_point: '/products/mug', date_from: '-30d', step_limit: 2 },
    read: (structured) => {
      const [first] = structured.result as { target: string; value: number }[];
      return [first!.target.slice(2), first!.value];
    },
    right: (world) => afterPage(world, 'https://shop.example/products/mug')[0]!,
  }),
  one({
    id: 'goes-with-buying',
    asks: 'What do people do who buy after a page view in the last 30 days, that the others do not?',
    world: 'coffee',
    tool: 'compute_funnel_correlation',
    args: { events: [{ id: '$pageview' }, { id: 'purchase' }], date_from: '-30d' },
    read(structured) {
      const [first] = structured.result.events as [
        { event: { event: string }; success_count: number; failure_count: number },
      ];
      return [first.event.event, first.success_count, first.failure_count];
    },
    right(world) {
      const window_ms = 14 * DAY_MS;
      const [, bought] = funnel(world, ['$pageview', 'purchase'], window_ms, MONTH);
      // Whoever buys has started a checkout; of the others, what they did within two weeks of coming is looked at.
      const others = world.people.filter(({ events }) => {
        const lately = events.filter(days(MONTH));
        const came_ms = lately.find(({ event }) => event === '$pageview')?.time_ms ?? Number.POSITIVE_INFINITY;
        if (stepsDone(lately, ['$pageview', 'purchase'], window_ms) === 2) return false;
        return lately.some(
          ({ event, time_ms }) => event === 'checkout started' && time_ms >= came_ms && time_ms <= came_ms + window_ms,
        );
      });
      return ['checkout started', bought!, others.length];
    },
  }),
  one({
    id: 'buyers-of-a-day',
    asks: 'Who bought on 8 March 2026? Give me how many and their addresses.',
    world: 'coffee',
    tool: 'list_persons',
    args: { question: { events: [{ id: 'purchase' }], date_from: '-7d' }, day: '2026-03-08', limit: 100 },
    wrong: { question: { event: [{ id: 'purchase' }], date_from: '-7d' }, day: '2026-03-08', limit: 100 },
    read: (structured) => [
      structured.count,
      ...structured.results
        .map(({ properties }: { properties: { email?: string } }) => properties.email)
        .filter((email: string | undefined) => email !== undefined)
        .toSorted(),
    ],
    right(world) {
      const people = [...peopleIn(all(world, 'purchase', days('2026-03-08', '2026-03-08')))];
      const emails = people.map((person) => person.properties['email']).filter((email) => email !== undefined);
      return [people.length, ...emails.map(String).toSorted()];
    },
  }),
  one({
    id: 'last-orders',
    asks: 'What were the last three purchases paid by paypal, and their amounts?',
    world: 'coffee',
    tool: 'list_events',
    args: { event: 'purchase', properties: [{ key: 'payment', value: ['paypal'] }], limit: 3 },
    wrong: { event: 'Purchase', properties: [{ key: 'payment', value: ['paypal'] }], limit: 3 },
    read: (structured) =>
      structured.results.map(({ properties }: { properties: { amount: number } }) => properties.amount),
    right: (world) =>
      all(world, 'purchase', is('payment', 'paypal'))
        .slice(-3)
        .toReversed()
        .map(({ properties }) => Number(properties['amount'])),
  }),
  one({
    id: 'lost-visitors',
    asks: 'How many people visited in the week before 1 March 2026 but not in the week from then on?',
    world: 'coffee',
    tool: 'list_persons',
    args: {
      question: {
        kind: 'lifecycle',
        events: [{ id: '$pageview' }],
        interval: 'week',
        date_from: '2026-03-01',
        date_to: '2026-03-07',
      },
      status: 'dormant',
      day: '2026-03-01',
      limit: 1,
    },
    read: (structured) => structured.count,
    right(world) {
      const now = peopleIn(all(world, '$pageview', days('2026-03-01', '2026-03-07')));
      const before = peopleIn(all(world, '$pageview', days('2026-02-22', '2026-02-28')));
      return [...before].filter((person) => !now.has(person)).length;
    },
  }),
];

/** How many did it in the first week; of them, how many in each after. Weeks begin with these days of 2026. */
function retained(world: World, event: string, starts: readonly string[]): number[] {
  const weeks = starts.slice(0, -1).map((start, at) => {
    const from = `2026-${start}`;
    const next = `2026-${starts[at + 1]}`;
    return peopleIn(all(world, event, days(from), ({ day }) => day < next));
  });
  return weeks.map((week) => [...week].filter((person) => weeks[0]!.has(person)).length);
}

/** Pages opened next within half an hour, the most frequent first. */
function afterPage(world: World, page: string): [string, number][] {
  const next = world.people.flatMap((person) =>
    visitsOf(person).flatMap((pages) => {
      const at = pages.indexOf(page);
      const after = at < 0 ? undefined : pages.slice(at).find((other) => other !== page);
      return after === undefined ? [] : [after];
    }),
  );
  const found = new Map<string, number>();
  for (const one of next) found.set(one, (found.get(one) ?? 0) + 1);
  return [...found].toSorted((a, b) => b[1] - a[1]);
}

/** Addresses of page views, cut where somebody paused for half an hour. */
function visitsOf({ events }: Person): string[][] {
  const visits: string[][] = [];
  let before_ms = Number.NEGATIVE_INFINITY;
  for (const { event, day, time_ms, properties } of events) {
    if (event !== '$pageview' || day < MONTH) continue;
    if (time_ms - before_ms > 1_800_000) visits.push([]);
    visits.at(-1)!.push(String(properties['$current_url']).replace(/\/$/, ''));
    before_ms = time_ms;
  }
  return visits;
}
