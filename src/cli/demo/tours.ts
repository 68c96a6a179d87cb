/** What each demo asks. */

export interface Tour {
  readonly title: string;
  readonly about: string;
  readonly trend: {
    readonly question: string;
    /** What a point counts. The period is its length. */
    readonly did: string;
    readonly period: 'day' | 'month';
    readonly arguments: Record<string, unknown>;
  };
  readonly funnel: {
    readonly question: string;
    /** The people in the funnel. */
    readonly people: string;
    readonly arguments: Record<string, unknown>;
  };
  /** An insight that the demo saves and reads back as a resource. */
  readonly insight: Record<string, unknown>;
  /** What to ask an assistant next. */
  readonly next_question: string;
}

/** The shop's events end with yesterday, so that all days are whole. */
const SHOP_DATES = { date_from: '-90d', date_to: '-1d' };
const SHOP_TREND = { events: [{ id: 'purchase', math: 'dau', name: 'purchase' }], ...SHOP_DATES, interval: 'day' };

export const SHOP_TOUR: Tour = {
  title: 'sample shop',
  about: 'a made-up coffee shop: three months, up to yesterday',
  trend: {
    question: 'How many people buy each day?',
    did: 'people bought',
    period: 'day',
    arguments: SHOP_TREND,
  },
  funnel: {
    question: 'How far do visitors get on the way to an order, within a week?',
    people: 'visitors',
    arguments: {
      events: [
        { id: '$pageview', order: 0 },
        { id: 'product viewed', order: 1 },
        { id: 'added to cart', order: 2 },
        { id: 'purchase', order: 3 },
      ],
      ...SHOP_DATES,
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
  next_question: 'Which channel brings the visitors who buy, and where do the others give up?',
};

const GIT_TREND = { events: [{ id: 'commit' }], date_from: 'all', interval: 'month' };

export const GIT_TOUR: Tour = {
  title: 'git history',
  about: 'the commits of a git repository',
  trend: {
    question: 'How many commits each month?',
    did: 'commits were made',
    period: 'month',
    arguments: GIT_TREND,
  },
  funnel: {
    question: 'How many authors come from their first to their tenth commit, within a year?',
    people: 'authors',
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
  next_question: 'Who joined in the last year, and do new authors stay?',
};
