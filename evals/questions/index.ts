/** All questions, in the order of the table. */
import type { Question } from '../question.ts';
import { COFFEE_TRENDS } from './coffee_trends.ts';
import { COFFEE_WAYS } from './coffee_ways.ts';
import { KEPT } from './kept.ts';
import { MARKET } from './market.ts';
import { ONCE_IMPOSSIBLE } from './once_impossible.ts';
import { SQL } from './sql.ts';

export const QUESTIONS: readonly Question[] = [
  ...ONCE_IMPOSSIBLE,
  ...COFFEE_TRENDS,
  ...COFFEE_WAYS,
  ...MARKET,
  ...KEPT,
  ...SQL,
];
