/** Nobody comes back: nearly as many people, and sessions, as events. */
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

const VIEW = { id: 'view' };

export const CROWD_PROBE: Probe = {
  name: 'crowd',
  about: 'three of four events are of somebody new',
  events: 750_000,
  from_ms: MAY_MS,
  days: HALF_YEAR_DAYS,
  event(random, at, count) {
    return {
      event: oneOf(random, ['view', 'view', 'view', 'click', 'buy']),
      distinct_id: random.chance(0.75) ? `visitor-${at}-${random.below(1e9)}` : `u${random.below(count / 10)}`,
      properties: {
        referrer: `r${random.below(5_000)}`,
        page: `/p/${random.below(200)}`,
        took_ms: random.below(5_000),
        $session_id: `session-${at}-${random.below(1e9)}`,
      },
    };
  },
  questions: [
    trend('people of all', { id: null, math: 'dau' }, { interval: 'day' }),
    trend('people of seven days', { ...VIEW, math: 'weekly_active' }, { interval: 'day' }),
    trend('people by referrer', { ...VIEW, math: 'dau' }, { breakdown: 'referrer' }),
    trend('sessions', { ...VIEW, math: 'unique_session' }, { interval: 'day' }),
    trend('length of sessions', { ...VIEW, math: 'avg', math_property: '$session_duration' }, { interval: 'day' }),
    trend('first times', { ...VIEW, math: 'first_time_for_user' }, { interval: 'day' }),
    trend('bins', VIEW, { breakdown: 'took_ms', breakdown_histogram_bin_count: 10 }),
    funnel('three steps', ['view', 'click', 'buy']),
    funnel('by page', ['view', 'click', 'buy'], { breakdown: 'page' }),
    funnel('over time', ['view', 'buy'], { funnel_viz_type: 'trends', interval: 'day' }),
    ['retention', 'compute_retention', { period: 'Week', total_intervals: 11, date_to: '2026-10-31' }],
    sql(
      'events a person',
      'select c, count() from (select person_id, count() as c from events group by person_id) group by c order by c limit 20',
    ),
    sql(
      'length of sessions',
      "select avg(d) from (select $session_id as s, dateDiff('second', min(timestamp), max(timestamp)) as d from events group by s)",
    ),
    [
      'people behind a number',
      'list_persons',
      {
        question: {
          kind: 'trend',
          events: [{ id: 'buy' }],
          interval: 'month',
          date_from: '2026-05-01',
          date_to: '2026-10-31',
        },
        limit: 20,
      },
    ],
    ['people found by a text', 'list_persons', { search: 'u123' }],
    PAGE_OF_EVENTS,
    FIRST_ROWS,
    change('buy'),
  ],
};
