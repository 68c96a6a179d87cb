/** Few devices with many readings each: people with thousands of events, numbers that hardly repeat. */
import {
  change,
  FIRST_ROWS,
  funnel,
  HALF_YEAR_DAYS,
  MAY_MS,
  oneOf,
  PAGE_OF_EVENTS,
  type Probe,
  sql,
  trend,
} from './probe.ts';

const DEVICES = 300;
const EVENTS = ['reading', 'reading', 'reading', 'heartbeat', 'heartbeat', 'alarm', 'reset', 'boot'];
const READING = { id: 'reading' };
const TEMPERATURE = { ...READING, math: 'avg', math_property: 'temperature' };

export const DEVICES_PROBE: Probe = {
  name: 'devices',
  about: '300 devices, numbers that hardly repeat',
  events: 1_000_000,
  from_ms: MAY_MS,
  days: HALF_YEAR_DAYS,
  event(random, at) {
    const device = random.below(DEVICES);
    return {
      event: oneOf(random, EVENTS),
      distinct_id: `device-${device}`,
      properties: {
        temperature: Math.round((15 + 10 * random.next() + device / 30) * 1_000) / 1_000,
        humidity: random.next() * 100,
        battery: random.below(101),
        firmware: `v${1 + random.below(3)}.${random.below(10)}`,
        state: oneOf(random, ['ok', 'warm', 'hot', 'fault']),
        latitude: 40 + random.next(),
        site: `site ${device % 20}`,
        sequence: at,
      },
    };
  },
  questions: [
    trend('all by hour', { id: null }, { interval: 'hour' }),
    trend('average of a number', TEMPERATURE, { interval: 'day' }),
    trend('average by site', TEMPERATURE, { breakdown: 'site', interval: 'day' }),
    trend('95th percentile by state', { ...READING, math: 'p95', math_property: 'humidity' }, { breakdown: 'state' }),
    trend('by a float', READING, { breakdown: 'latitude' }),
    trend('by a number of its own', READING, { breakdown: 'sequence', interval: 'month' }),
    trend('different numbers', { ...READING, math: 'hogql', math_hogql: 'count(distinct properties.sequence)' }),
    trend('an expression', READING, { properties: [{ type: 'hogql', key: 'properties.temperature * 1.8 > 50' }] }),
    trend('per device', { ...READING, math: 'avg_count_per_actor' }, { interval: 'day' }),
    funnel('three steps', ['alarm', 'reset', 'boot'], { funnel_window_days: 1 }),
    funnel('one right after the other', ['alarm', 'reset', 'boot'], { funnel_order_type: 'strict' }),
    funnel('over time', ['alarm', 'reset'], { funnel_viz_type: 'trends', interval: 'day' }),
    ['values that hold a digit', 'list_property_values', { key: 'sequence', value: '123' }],
    sql(
      'by site and hour',
      "select properties.site, toStartOfHour(timestamp), avg(properties.temperature) from events where event = 'reading' group by 1, 2 order by 1, 2 limit 100",
    ),
    sql(
      'before each row',
      'select count() from (select timestamp, lagInFrame(timestamp) over (partition by distinct_id order by timestamp) as before from events) where timestamp - before < 60',
    ),
    PAGE_OF_EVENTS,
    FIRST_ROWS,
    change('alarm'),
  ],
};
