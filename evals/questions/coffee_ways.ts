/** The coffee shop: how people go through it, who comes back, what they do next, and who they are. */
import type { Question } from '../question.ts';
import { funnel } from '../truth.ts';
import { one, steps } from './parts.ts';

const DAY_MS = 86_400_000;
const MONTH = '2026-02-08';

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
];
