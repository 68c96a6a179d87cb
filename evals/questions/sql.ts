/** What no question form holds: asked in SQL, after its page of help. */
import type { Question } from '../question.ts';
import { all } from '../truth.ts';
import type { Happened, Person, World } from '../world.ts';
import { one } from './parts.ts';

const WEEK_MS = 7 * 86_400_000;

export const SQL: readonly Question[] = [
  one({
    id: 'sql-median-order',
    asks: 'Which three products have the highest median price of an order?',
    world: 'coffee',
    tool: 'run_sql',
    help: 'sql',
    args: {
      query:
        "SELECT properties.product AS product, median(properties.amount) AS price FROM events WHERE event = 'purchase' GROUP BY product ORDER BY price DESC, product LIMIT 3",
    },
    read: ({ results }) => results,
    right: (world) =>
      [...Map.groupBy(all(world, 'purchase'), ({ properties }) => String(properties['product']))]
        .map(
          ([product, bought]) =>
            [product, median(bought.map(({ properties }) => Number(properties['amount'])))] as const,
        )
        .toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
        .slice(0, 3),
  }),
  one({
    id: 'sql-twice-and-gone',
    asks: 'How many people bought twice within a week and did nothing at all after 20 February 2026?',
    world: 'coffee',
    tool: 'run_sql',
    help: 'sql',
    args: {
      query: `WITH bought AS (SELECT person_id, timestamp AS at, lead(timestamp) OVER (PARTITION BY person_id ORDER BY timestamp) AS next_at
FROM events WHERE event = 'purchase')
SELECT count(DISTINCT person_id) FROM bought WHERE next_at IS NOT NULL AND next_at <= at + INTERVAL 7 DAY
AND person_id NOT IN (SELECT person_id FROM events WHERE timestamp >= '2026-02-21')`,
    },
    read: ({ results }) => results[0][0],
    right: (world) => world.people.filter((person) => isBackWithinWeek(person) && isGone(person)).length,
  }),
  one({
    id: 'sql-channel-conversion',
    asks: 'For each channel: how many people viewed a product, and how many bought?',
    world: 'coffee',
    tool: 'run_sql',
    help: 'sql',
    args: {
      query:
        "SELECT properties.channel AS channel, uniqIf(person_id, event = 'product viewed') AS viewed, uniqIf(person_id, event = 'purchase') AS bought FROM events GROUP BY channel ORDER BY viewed DESC, channel",
    },
    read: ({ results }) => results,
    right: channels,
  }),
];

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return (sorted[Math.floor((sorted.length - 1) / 2)]! + sorted[Math.ceil((sorted.length - 1) / 2)]!) / 2;
}

function isBackWithinWeek({ events }: Person): boolean {
  const bought = events.filter(({ event }) => event === 'purchase');
  return bought.some(({ time_ms }, at) => at > 0 && time_ms - bought[at - 1]!.time_ms <= WEEK_MS);
}

function isGone({ events }: Person): boolean {
  return events.every(({ day }) => day <= '2026-02-20');
}

function channels(world: World): [string | null, number, number][] {
  const people = (events: readonly Happened[], event: string) =>
    new Set(events.filter((one) => one.event === event).map(({ person }) => person)).size;
  return [...Map.groupBy(world.events, ({ properties }) => (properties['channel'] ?? null) as string | null)]
    .map(([channel, events]): [string | null, number, number] => [
      channel,
      people(events, 'product viewed'),
      people(events, 'purchase'),
    ])
    .toSorted(([a, x], [b, y]) => y - x || (String(a) < String(b) ? -1 : 1));
}
