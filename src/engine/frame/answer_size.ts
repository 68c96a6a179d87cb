/** Limits the count of numbers in an answer, over all series, values, points and periods, before they are computed. */
import { ServiceError } from '../../model/error.ts';
import { LIMIT } from '../../model/limit.ts';

/**
 * Numbers = product of the factors, e.g. `{ series: 26, points: 92 }`. @throws ServiceError a 400 that says how to ask
 * for less
 */
export function checkNumbers(factors: Readonly<Record<string, number>>): void {
  const numbers = Object.values(factors).reduce((product, factor) => product * factor, 1);
  if (numbers <= LIMIT.answer_numbers) return;
  const several = Object.entries(factors).filter(([, factor]) => factor !== 1);
  const product = several.map(([name, factor]) => `${factor} ${name}`).join(' x ');
  throw new ServiceError(
    'invalid_input',
    `This answer would hold ${numbers} numbers (${product}); at most ${LIMIT.answer_numbers} are allowed. ` +
      'Ask for a longer interval, a shorter range of dates, fewer series, or fewer values of a breakdown (breakdown_limit).',
  );
}

/** Values shown of a breakdown: at most `limit`, plus one for the rest. */
export function shownValues(values: number, limit: number): number {
  return values > limit ? limit + 1 : values;
}
