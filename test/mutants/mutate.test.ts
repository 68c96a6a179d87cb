/** What `npm run mutants` does to a source. */
import { expect, test } from 'vitest';
import { mutantsOf, withAsleep } from './mutate.ts';

const SOURCE = `
const LIMIT: number = 5;
export function told(count: number, names: string[]): string {
  if (count > LIMIT && !names.includes('é')) return 'many ' + names.toSorted().join();
  names.push('x');
  return names[0] ?? '';
}
`;

test('each place is changed in one way, types and joined texts are left alone', () => {
  const found = mutantsOf('a.ts', SOURCE).map(({ line, before, after, is_loaded }) => {
    return `${line}${is_loaded ? ' loaded' : ''}: ${before} -> ${after}`;
  });
  expect(found).toEqual([
    '2 loaded: 5 -> 6',
    "4: count > LIMIT && !names.includes('é') -> (count > LIMIT) || (!names.includes('é'))",
    '4: count > LIMIT -> (count) >= (LIMIT)',
    "4: !names.includes('é') -> names.includes('é')",
    '4: names.toSorted() -> names',
    "5: names.push('x'); -> ",
    "6: names[0] ?? '' -> names[0]",
    '6: 0 -> 1',
  ]);
});

const SLEEPING = 'const told = 1 < n; if (told) seen.push(1); else seen.push(told);';

test('all sleep until one is woken', () => {
  const chosen = mutantsOf('a.ts', SLEEPING).map((mutant, number) => ({
    ...mutant,
    number,
  }));
  const text = withAsleep(
    SLEEPING,
    chosen.filter(({ before }) => before !== '1'),
  );
  const run = (awake: number): unknown[] => {
    const seen: unknown[] = [];
    const asked = text.replaceAll('globalThis.__mutant?.', 'isAwake');
    new Function('n', 'seen', 'isAwake', asked)(1, seen, (number: number) => number === awake);
    return seen;
  };
  const numberOf = (before: string): number => chosen.findIndex((mutant) => mutant.before === before);
  expect(run(-1)).toEqual([false]);
  expect(run(numberOf('1 < n'))).toEqual([1]);
  expect(run(numberOf('seen.push(told);'))).toEqual([]);
  expect(run(numberOf('seen.push(1);'))).toEqual([false]);
});
