/** Cleaning rules for names of steps, and their cost limit. */
import { describe, expect, test } from 'vitest';
import { nameValues, newNames, numberOf } from '../../src/engine/kinds/path/names.ts';
import { LIMIT } from '../../src/model/limit.ts';
import type { CleaningRule } from '../../src/model/question/path.ts';
import { atAndPast } from '../support/tried_limits.ts';

function namesBy(rules: readonly CleaningRule[], checkpoint = () => {}): ReturnType<typeof newNames> {
  return newNames({ rules, groupings: [], excluded: [] }, checkpoint);
}

describe('an alias', () => {
  const CLEANED: readonly (readonly [alias: string, cleaned: string])[] = [
    ['', '/ /'],
    ['<id>', '/<id> /<id>'],
    ['<\\1>', '/<4> /<1>'],
    ['\\2-\\1-\\0', '/2-4-42 /23-1-123'],
    ['\\11', '/41 /11'],
    ['\\9.', '/. /.'],
    ['$1 $& $', '/$1 $& $ /$1 $& $'],
    ['a\\\\b', '/a\\b /a\\b'],
    ['\\x7', '/\\x7 /\\x7'],
  ];
  test.each(CLEANED)('%j', (alias, cleaned) => {
    expect(namesBy([{ regex: '(\\d)(\\d*)', alias }]).rewrite('/42 /123')).toBe(cleaned);
  });

  test('of a group that is not there stands for nothing', () => {
    expect(namesBy([{ regex: 'a(b)?(c)', alias: '[\\1\\2]' }]).rewrite('ac abc')).toBe('[c] [bc]');
  });
});

describe('rules', () => {
  const urls = Array.from({ length: 6_000 }, (_, at) => `https://example.com/shop/${at}/item/${at % 77}`);
  const column = { kind: 'dictionary', codes: Uint32Array.from(urls.keys()), values: urls } as const;
  const groups = Array.from({ length: 100 }, (_, at) => ({ regex: `(\\w+)/(\\d+)/(\\w+)/(\\d+)x${at}`, alias: '' }));

  test('that would have to look at too much are refused before they look at anything', () => {
    let passed = 0;
    const names = namesBy(groups, () => passed++);
    const chars = 100 * 5 * urls.join('').length;
    expect(chars).toBeGreaterThan(LIMIT.path_cleaning_chars);
    expect(() => nameValues(names, column, true, null)).toThrow(
      `Cleaning these paths by 100 rules would look at ${chars} characters`,
    );
    expect(passed).toBe(0);
  });

  test('look at so many characters', async () => {
    const cleaning = (chars: number) => {
      const { cleaner } = namesBy(groups.slice(0, 1));
      cleaner.expect(chars / 5 - 1);
      cleaner.expect(1);
      return 'expected';
    };
    // A rule with four groups looks at each character five times.
    const past = new RegExp(
      `^400 invalid_input of local_path_cleaning_filters: .*${LIMIT.path_cleaning_chars} are allowed`,
    );
    await atAndPast('path_cleaning_chars', cleaning, { at: 'expected', past, step: 5 });
  });

  test('look at each different text once, whatever the number of runs', () => {
    let passed = 0;
    const names = namesBy(groups.slice(0, 10), () => passed++);
    for (let run = 0; run < 20; run++) nameValues(names, column, true, null);
    expect(passed).toBe(10 * urls.length);
  });

  test('make a path so long', async () => {
    // Ten characters for each of a million, or eleven for each of some fewer.
    const cleaning = (chars: number) => {
      const alias = 'y'.repeat(chars % 11 === 0 ? 11 : 10);
      const path = 'b'.padStart(chars / alias.length, 'a');
      return namesBy([{ regex: 'b', alias }])
        .rewrite(path)
        .endsWith(`a${alias}`);
    };
    const past = /^400 invalid_input of local_path_cleaning_filters: These rules make paths too long/;
    await atAndPast('path_cleaned_chars', cleaning, { at: true, past });
  });

  test('that make a path longer and longer are refused', () => {
    const growing = Array.from({ length: 9 }, () => ({ regex: '.', alias: 'x'.repeat(100) }));
    expect(() => namesBy(growing).rewrite('/a/path')).toThrow('These rules make paths too long');
  });
});

test('paths have so many different steps', async () => {
  const names = namesBy([]);
  let named = 0;
  const different = (count: number) => {
    while (named < count) numberOf(names, String(named++));
    return names.texts.length;
  };
  const past = new RegExp(`^400 \\w+ of path_groupings: .*more than ${LIMIT.path_names} different steps`);
  await atAndPast('path_names', different, { at: LIMIT.path_names, past });
});
