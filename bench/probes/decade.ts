/** Ten years of a small shop: few events a day, many months. */
import { change, funnel, oneOf, PAGE_OF_EVENTS, type Probe, sql, trend } from './probe.ts';

const EVER = { date_from: 'all', date_to: '2026-11-28' };
const ALL = { interval: 'month', ...EVER };
const ORDER = { id: 'order' };

export const DECADE_PROBE: Probe = {
  name: 'decade',
  about: 'ten years',
  events: 500_000,
  from_ms: Date.UTC(2016, 10, 29),
  days: 3_652,
  event(random) {
    const properties = {
      channel: `c${random.below(12)}`,
      value: random.below(100_000) / 100,
      store: `s${random.below(300)}`,
    };
    return {
      event: oneOf(random, ['visit', 'visit', 'order', 'call']),
      distinct_id: `u${random.below(40_000)}`,
      properties,
    };
  },
  questions: [
    trend('all by day', { id: null }, { ...ALL, interval: 'day' }),
    trend('people', { id: null, math: 'dau' }, ALL),
    trend('sum by store', { ...ORDER, math: 'sum', math_property: 'value' }, { ...ALL, breakdown: 'store' }),
    trend('first times', { ...ORDER, math: 'first_time_for_user' }, ALL),
    funnel('within a month', ['visit', 'order'], { ...EVER, funnel_window_days: 30 }),
    funnel('over time', ['visit', 'order'], { ...ALL, funnel_viz_type: 'trends' }),
    ['retention', 'compute_retention', { period: 'Month', total_intervals: 60, date_to: '2026-11-28' }],
    sql(
      'by month and channel',
      'select toStartOfMonth(timestamp) m, properties.channel, sum(properties.value) from events group by 1, 2 order by 1, 2 limit 100',
    ),
    sql(
      'days between orders',
      "select avg(gap) from (select dateDiff('day', lagInFrame(timestamp) over (partition by person_id order by timestamp), timestamp) gap from events where event = 'order')",
    ),
    PAGE_OF_EVENTS,
    change('order'),
  ],
};
