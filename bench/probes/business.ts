/** Companies, their workspaces and projects: everything is counted by groups, whose properties change on the way. */
import {
  change,
  funnel,
  HALF_YEAR_DAYS,
  MAY_MS,
  oneOf,
  PAGE_OF_EVENTS,
  type Probe,
  type ProbeEvent,
  sql,
  trend,
} from './probe.ts';

const SAVED = { id: 'saved' };
const groups = (math_group_type_index: number) => ({ math: 'unique_group', math_group_type_index });
const BY_COMPANY = { breakdown_type: 'group', breakdown_group_type_index: 0 };
const STEPS = ['opened', 'saved', 'paid'];

function companyTold(company: number, arr: number): Omit<ProbeEvent, 'distinct_id'> {
  const $group_set = { name: `Company ${company}`, arr, country: ['DE', 'US', 'FR'][company % 3] };
  return { event: '$groupidentify', properties: { $group_type: 'company', $group_key: `c${company}`, $group_set } };
}

export const BUSINESS_PROBE: Probe = {
  name: 'business',
  about: 'three types of groups, a few large companies and many small ones',
  events: 400_000,
  from_ms: MAY_MS,
  days: HALF_YEAR_DAYS,
  event(random, at) {
    const company = random.below(random.chance(0.1) ? 20_000 : 200);
    const distinct_id = `u${company * 30 + random.below(30)}`;
    if (at % 50 === 0) return { distinct_id, ...companyTold(company, random.below(100_000)) };
    if (at % 300 === 9)
      return { event: '$identify', distinct_id, properties: { $anon_distinct_id: `anonymous ${at}` } };
    const role = at % 40 === 7 ? { $set: { role: oneOf(random, ['admin', 'member']) } } : {};
    const $groups = {
      company: `c${company}`,
      workspace: `w${company * 4 + random.below(4)}`,
      project: `p${company * 40 + random.below(40)}`,
    };
    const properties = { $groups, seats: company % 97, feature: `f${random.below(60)}`, ...role };
    return { event: oneOf(random, ['opened', 'saved', 'shared', 'invited', 'paid']), distinct_id, properties };
  },
  questions: [
    trend('companies', { id: null, ...groups(0) }),
    trend('projects a day', { ...SAVED, ...groups(2) }, { interval: 'day' }),
    trend('by name of company', SAVED, { breakdown: 'name', ...BY_COMPANY }),
    trend(
      'people of rich ones',
      { ...SAVED, math: 'dau' },
      { properties: [{ key: 'arr', type: 'group', group_type_index: 0, operator: 'gt', value: 50_000 }] },
    ),
    funnel('of companies', STEPS, { aggregation_group_type_index: 0 }),
    funnel('of projects', STEPS, { aggregation_group_type_index: 2 }),
    funnel('by country', STEPS, { breakdown: 'country', ...BY_COMPANY }),
    [
      'retention of companies',
      'compute_retention',
      { period: 'Week', total_intervals: 11, aggregation_group_type_index: 0, date_to: '2026-10-31' },
    ],
    trend('by role', { ...SAVED, math: 'dau' }, { breakdown: 'role', breakdown_type: 'person' }),
    ['companies found', 'list_groups', { group_type_index: 0, search: 'Company 19', limit: 20 }],
    sql(
      'events of companies',
      'select $group_0, count(), uniq(person_id) from events group by 1 order by 2 desc limit 10',
    ),
    sql(
      'joined with groups',
      'select g.properties.country, count() from events e join groups g on g.key = e.$group_0 and g.index = 0 group by 1',
    ),
    PAGE_OF_EVENTS,
    change('saved'),
  ],
};
