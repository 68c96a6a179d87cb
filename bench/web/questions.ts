/** The questions of the web shape. */
import type { Question } from '../question.ts';
import { filterOf } from './filters.ts';
import { FUNNELS } from './funnels.ts';
import { numbered } from './numbered.ts';
import { OTHERS, RETENTIONS } from './people.ts';
import { STATEMENTS } from './statements.ts';
import { TRENDS } from './trends.ts';

const KINDS = { T: TRENDS, F: FUNNELS, R: RETENTIONS, P: OTHERS, S: STATEMENTS };

export const QUESTIONS: readonly Question[] = numbered(KINDS, filterOf);
