import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonPieces, type Patch, patchBetween, readMembers, Written } from '../../src/base/written.ts';
import { runs } from '../support/runs.ts';

interface Item {
  readonly name: string;
  readonly url: string | null;
  readonly cells: readonly { readonly label: string; readonly url: string | null }[];
}

const text = fc.string({ unit: 'grapheme', maxLength: 8 });
const item = fc.record({
  name: text,
  url: fc.constant(null),
  cells: fc.array(fc.record({ label: text, url: fc.constant(null) }), { maxLength: 4 }),
});

/** As the thread writes it. */
function write(items: readonly Item[], linked: readonly Item[]): { written: Written<Item[]>; patches: Patch[] } {
  const patches: Patch[] = [];
  const ends: number[] = [];
  let end = 0;
  for (const [at, one] of items.entries()) {
    const bare = JSON.stringify(one);
    if (linked[at] !== one) patches.push(patchBetween(bare, JSON.stringify(linked[at]), end + 1));
    end += 1 + Buffer.byteLength(bare);
    ends.push(end);
  }
  return { written: new Written(new TextEncoder().encode(JSON.stringify(items)), Uint32Array.from(ends)), patches };
}

/** Some have an address, some a member more, some stay as they are. */
function link(items: readonly Item[], chosen: readonly number[]): Item[] {
  return items.map((one, at) => {
    const how = chosen[at % chosen.length];
    if (how === 0) return one;
    if (how === 1) return { ...one, url: 'http://x/"', cells: one.cells.map((cell) => ({ ...cell, url: 'http://y' })) };
    return { ...one, urls: [{ url: 'http://z' }, { url: null }] };
  });
}

test('patched text parses to the expected value, as a whole and item by item, within any answer', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(item, { minLength: 1, maxLength: 6 }),
      fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 1, maxLength: 5 }),
      async (items, chosen) => {
        const linked = link(items, chosen);
        const { written, patches } = write(items, linked);
        const patched = written.patched(patches);
        expect(JSON.parse(new TextDecoder().decode(patched.bytes))).toEqual(linked);
        let begin = 1;
        for (const [at, end] of patched.ends.entries()) {
          expect(JSON.parse(new TextDecoder().decode(patched.bytes.subarray(begin, end)))).toEqual(linked[at]);
          begin = end + 1;
        }
        expect(await written.read()).toEqual(items);
        const answer = { a: [1, { b: { result: patched, none: undefined, no: null } }, patched], c: 'ü', d: [], e: {} };
        const plain = { a: [1, { b: { result: linked, no: null } }, linked], c: 'ü', d: [], e: {} };
        expect(JSON.parse(Buffer.concat(jsonPieces(answer)).toString())).toEqual(plain);
        expect(JSON.parse(JSON.stringify(answer))).toEqual(plain);
        expect(await readMembers(answer)).toEqual({
          ...plain,
          a: [1, { b: { result: linked, none: undefined, no: null } }, linked],
        });
      },
    ),
    { numRuns: runs(200) },
  );
});
