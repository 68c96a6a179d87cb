/** What each demo asks. */

export interface Tour {
  readonly title: string;
  readonly about: string;
  readonly trend: { readonly question: string; readonly arguments: Record<string, unknown> };
  readonly funnel: { readonly question: string; readonly arguments: Record<string, unknown> };
  /** Saved, and read back as a resource. */
  readonly insight: Record<string, unknown>;
}

const SHOP_TREND = { events: [{ id: 'purchase', math: 'dau', name: 'purchase' }], date_from: '-90d', interval: 'day' };

export const SHOP_TOUR: Tour = {
  title: 'sample shop',
  about: 'a made-up shop, three months up to today',
  trend: { question: 'How many people buy each day?', arguments: SHOP_TREND },
  funnel: {
    question: 'How far do visitors get on the way to an order, within a week?',
    arguments: {
      events: [
        { id: '$pageview', order: 0 },
        { id: 'product viewed', order: 1 },
        { id: 'added to cart', order: 2 },
        { id: 'purchase', order: 3 },
      ],
      date_from: '-90d',
      funnel_window_interval: 7,
      funnel_window_interval_type: 'DAY',
    },
  },
  insight: {
    name: 'Buyers by day',
    description: 'People who bought, day by day',
    filters: { insight: 'TRENDS', ...SHOP_TREND },
    tags: ['sales'],
    saved: true,
  },
};

const GIT_TREND = { events: [{ id: 'commit' }], date_from: 'all', interval: 'month' };

export const GIT_TOUR: Tour = {
  title: 'git history',
  about: 'the commits of a git repository',
  trend: { question: 'How many commits each month?', arguments: GIT_TREND },
  funnel: {
    question: 'How many authors come from their first to their tenth commit, within a year?',
    arguments: {
      events: [1, 2, 5, 10].map((nth, order) => ({
        id: 'commit',
        custom_name: `commit number ${nth}`,
        order,
        properties: [{ key: 'nth', value: nth }],
      })),
      date_from: 'all',
      funnel_window_interval: 365,
      funnel_window_interval_type: 'DAY',
    },
  },
  insight: { name: 'Commits by month', filters: { insight: 'TRENDS', ...GIT_TREND }, tags: ['git'], saved: true },
};
