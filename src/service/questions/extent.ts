/** What a question's answer will hold at least, as far as that can be told before anything is computed. */
import type { Asked, QueryOf } from '../../engine/answer.ts';
import { checkNumbers } from '../../engine/frame/answer_size.ts';
import { STATUSES } from '../../model/lifecycle.ts';
import type { Breakdown } from '../../model/query.ts';
import type { ShownKind } from '../present/showing.ts';

type Factors = Readonly<Record<string, number>>;

/** `formulas`: shown in place of a trend's lines, which are computed all the same. @throws ServiceError where it is too much */
export function checkExtent(asked: Asked<ShownKind>, formulas: number): void {
  for (const factors of extentOf(asked, formulas)) checkNumbers(factors);
}

function extentOf({ kind, query }: Asked<ShownKind>, formulas: number): Factors[] {
  switch (kind) {
    case 'trend': {
      const { entities, breakdown } = query.current;
      const lines = { series: entities.length, cohorts: cohortsOf(breakdown) };
      return [lines, { formulas }].map((shown) => ({ ...shown, ...alongTime(query) }));
    }
    case 'stickiness':
      return [{ series: query.current.entities.length, ...alongTime(query) }];
    case 'lifecycle':
      return [{ statuses: STATUSES.length, points: pointsOf(query) }];
    case 'funnel':
      return [{ cohorts: cohortsOf(query.breakdown), points: pointsOf(query) }];
    case 'retention':
      return [{ cohorts: cohortsOf(query.breakdown), 'cells of a table': cellsOf(query) }];
    case 'path':
    case 'correlation':
      // These have limits of their own: edges, and the rows of either side.
      return [];
  }
}

function alongTime({ current, previous }: QueryOf<'trend' | 'stickiness'>): Factors {
  return { periods: previous === null ? 1 : 2, points: pointsOf(current) };
}

function pointsOf({ edges_ms }: { readonly edges_ms: Float64Array }): number {
  return Math.max(0, edges_ms.length - 1);
}

/** Each is shown by itself; of values nobody knows yet how many there are. */
function cohortsOf(breakdown: Breakdown | null): number {
  return breakdown?.kind === 'cohorts' ? breakdown.cohorts.length : 1;
}

/** A triangle, or a row. */
function cellsOf(query: QueryOf<'retention'>): number {
  const points = pointsOf(query);
  return query.split_returns ? (points * (points + 1)) / 2 : points;
}
