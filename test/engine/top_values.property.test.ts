/** The most frequent values, against plain counting. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromFlags } from '../../src/base/bitmap.ts';
import { answerQuery } from '../../src/engine/answer.ts';
import { codesIn } from '../../src/engine/dataset/gather.ts';
import { ofMembers, tableOf, topTexts, topValues } from '../../src/engine/dataset/top_values.ts';
import { type Column, textAt } from '../../src/engine/frame/column.ts';
import { Dictionary } from '../../src/engine/storage/dictionary.ts';
import { World } from './dataset_world.ts';

/** Few letters, so that texts hold one another, and what is found across two of them is no value's. */
const text = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'b', 'A', 'ß', 'İ', 'i', 'Σ', 'ς', '\u{1F600}', '\0'), maxLength: 4 }),
  fc.constantFrom('', '5', 'true'),
);
const value = fc.oneof(
  text,
  fc.constantFrom(5, 5.5, true, null),
  text.map((json) => ({ json })),
);
const column = fc.oneof(
  fc.constant(null),
  fc.array(fc.constantFrom(1, 2, 5, 5.5, Number.NaN)).map((list): Column => {
    return { kind: 'number', values: Float64Array.from(list) };
  }),
  fc
    .record({ values: fc.array(value, { maxLength: 9 }), codes: fc.array(fc.nat()) })
    .map(({ values, codes }): Column => {
      const limited = Uint8Array.from(codes, (code) => code % (values.length + 1));
      return { kind: 'dictionary', values: [null, ...values], codes: limited };
    }),
);

function textsOf(columns: readonly (Column | null)[]): (string | null)[] {
  return columns.flatMap((each) => {
    if (each === null) return [];
    const rows = each.kind === 'number' ? each.values.length : each.codes.length;
    return Array.from({ length: rows }, (_, row) => textAt(each, row));
  });
}

test('sealed values and those that came since are counted together, and searched as each by itself', () => {
  let found = 0;
  fc.assert(
    fc.property(
      ...[fc.array(column), fc.array(column, { maxLength: 3 })],
      ...[fc.array(fc.record({ search: text, limit: fc.integer({ min: 1, max: 9 }) }), { minLength: 1 })],
      fc.boolean(),
      (sealed, since, asked, is_coded) => {
        const dictionary = new Dictionary();
        const table = tableOf(is_coded ? codedBy(dictionary, sealed) : sealed);
        codedBy(dictionary, since);
        const texts = textsOf([...sealed, ...since]);
        for (const wanted of asked) {
          const top = topValues(table, since, wanted);
          expect(top).toEqual(slowTop(texts, wanted.search, wanted.limit));
          expect(topTexts(texts, wanted)).toEqual(top);
          found += top.length;
        }
      },
    ),
  );
  expect(found).toBeGreaterThan(100);
});

test('of many different numbers the first by text are listed without reading the others', () => {
  const numbers = Float64Array.from({ length: 5000 }, (_, at) => at / 4 - 10);
  const columns: Column[] = [
    { kind: 'number', values: numbers },
    { kind: 'dictionary', values: [null, '', '7', 7, -0, 'x', true], codes: Uint8Array.of(0, 1, 2, 3, 4, 5, 6) },
  ];
  const table = tableOf(columns);
  const texts = textsOf(columns);
  for (const search of ['', '7', '-', 'x', '.25', '000']) {
    expect(topValues(table, columns, { search, limit: 12 })).toEqual(slowTop([...texts, ...texts], search, 12));
  }
  let read = 0;
  const { textAt } = table;
  table.textAt = (index) => {
    read++;
    return textAt.call(table, index);
  };
  topValues(table, [], { search: '', limit: 12 });
  expect(read).toBeLessThan(2_500);
});

test('only what members have', () => {
  fc.assert(
    fc.property(
      column.filter((of) => of !== null),
      fc.array(fc.constantFrom(0, 1)),
      (of, flags) => {
        const texts = textsOf([of]);
        const isMember = (_: unknown, index: number) => flags[index % (flags.length || 1)] !== 0;
        const members = fromFlags(Uint8Array.from(texts, (_, index) => Number(isMember(_, index))));
        const kept = textsOf([ofMembers(of, members)]);
        expect(kept).toEqual(texts.map((one, index) => (isMember(one, index) ? one : null)));
      },
    ),
  );
});

/** As segments have them. */
function codedBy(dictionary: Dictionary, columns: readonly (Column | null)[]): (Column | null)[] {
  return columns.map((column) => {
    if (column === null) return null;
    return { kind: 'dictionary', codes: codesIn(dictionary, column), values: dictionary };
  });
}

function slowTop(texts: readonly (string | null)[], search: string, limit: number) {
  const wanted = texts.filter((one) => one !== null && letters(one).includes(letters(search)) && one !== '');
  const values = [...new Set(wanted as string[])];
  return values
    .map((one) => ({ value: one, count: wanted.filter((other) => other === one).length }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    .slice(0, limit);
}

/** Regardless of case, each letter by itself. */
function letters(text: string): string {
  return Array.from(text, (letter) => (letter === 'İ' ? letter : letter.toLowerCase().replace('ς', 'σ'))).join('');
}

class Reading extends World {
  readonly segments_read = new Set<number>();

  override blob(id: number, name: string): Uint8Array | undefined {
    this.segments_read.add(id);
    return super.blob(id, name);
  }
}

test('whether an event has a property is known from its first value', () => {
  const world = new Reading(1e9, 1);
  const some = (event: string, properties: Record<string, unknown>, time_ms = 50) => {
    world.append([{ event, distinct: 0, time_ms, properties }]);
    world.seal();
  };
  some('buy', { price: 5, gone: null });
  some('view', { page: '', plan: 'a' });
  some('buy', { price: 6 });
  world.append([{ event: 'buy', distinct: 0, time_ms: 50, properties: { colour: null, coupon: ['x'] } }]);
  world.segments_read.clear();
  const keys = ['page', 'price', 'plan', 'gone', 'colour', 'coupon', 'nothing'];
  const on = (event: string | null) => answerQuery({ kind: 'properties', query: { event, keys } }, world.data);
  expect(on('buy')).toEqual(['price', 'coupon']);
  expect(world.segments_read.size).toBe(1);
  expect(on('view')).toEqual(['plan']);
  expect(on('leave')).toEqual([]);
  expect(on(null)).toEqual(['price', 'plan', 'coupon']);
});
