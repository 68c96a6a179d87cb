/** More property names than anybody reads: an event has ten that all have, and ten of fifteen hundred. */
import {
  change,
  FIRST_ROWS,
  funnel,
  HALF_YEAR,
  HALF_YEAR_DAYS,
  MAY_MS,
  PAGE_OF_EVENTS,
  type Probe,
  sql,
  trend,
} from './probe.ts';

const NAMES = 1_500;
const COMMON = 40;

function chosenOf(name: number, random: { below(limit: number): number }): unknown {
  if (name % 3 === 0) return random.below(1_000);
  return name % 3 === 1 ? `v${random.below(50)}` : random.below(2) === 0;
}

export const WIDE_PROBE: Probe = {
  name: 'wide',
  about: '1,500 property names, 600 event names',
  events: 250_000,
  from_ms: MAY_MS,
  days: HALF_YEAR_DAYS,
  event(random) {
    const properties: Record<string, unknown> = {};
    for (let i = 0; i < 20; i++) {
      const name = random.below(i < 10 ? COMMON : NAMES);
      properties[`prop_${name}`] = chosenOf(name, random);
    }
    return { event: `event ${random.below(600)}`, distinct_id: `u${random.below(50_000)}`, properties };
  },
  questions: [
    trend('all', { id: null }, { interval: 'day' }),
    trend('people of all', { id: null, math: 'dau' }),
    trend('by a common property', { id: null }, { breakdown: 'prop_4' }),
    trend('that have a rare one', { id: null }, { properties: [{ key: 'prop_1000', operator: 'is_set' }] }),
    trend('average of a rare one', { id: null, math: 'avg', math_property: 'prop_999' }),
    funnel('two steps', ['event 1', 'event 2']),
    ['paths', 'compute_path', { include_event_types: ['custom_event'], ...HALF_YEAR }],
    sql('by event', 'select event, count(), uniq(person_id) from events group by event order by 2 desc limit 20'),
    ['what there is', 'describe_project', {}],
    ['names of properties', 'list_property_definitions', {}],
    PAGE_OF_EVENTS,
    FIRST_ROWS,
    change('event 5'),
  ],
};
