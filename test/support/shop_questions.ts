/** What is asked of the sample shop, wherever two of its files must say the same. */

export type ShopQuestion = readonly [operation: string, body: Record<string, unknown>];

const PURCHASES = { kind: 'trend', events: [{ id: 'purchase' }], date_from: 'all' };

export const SHOP_QUESTIONS: readonly ShopQuestion[] = [
  ['compute_trend', { events: [{ id: '$pageview', math: 'dau' }, { id: null }], date_from: '-90d', interval: 'week' }],
  ['compute_trend', { events: [{ id: 'purchase', math: 'sum', math_property: 'amount' }], date_from: 'all' }],
  [
    'compute_trend',
    { events: [{ id: '$pageview', math: 'dau' }], breakdown: 'plan', breakdown_type: 'person', date_from: '-90d' },
  ],
  [
    'compute_trend',
    { events: [{ id: '$pageview', math: 'unique_group', math_group_type_index: 0 }], date_from: '-90d' },
  ],
  ['compute_trend', { shown_as: 'Lifecycle', events: [{ id: '$pageview' }], date_from: '-90d', interval: 'week' }],
  ['compute_funnel', { events: [{ id: '$pageview' }, { id: 'purchase' }], date_from: '-90d' }],
  ['list_persons', { question: PURCHASES, limit: 50 }],
  ['list_event_definitions', {}],
];

/** Whether an answer counts nothing: it would be the same had something been lost. */
export function countsNothing(answer: unknown): boolean {
  const { result, results = result } = answer as Partial<Record<'result' | 'results', { readonly count?: number }[]>>;
  return results?.every(({ count }) => count === 0) ?? false;
}
