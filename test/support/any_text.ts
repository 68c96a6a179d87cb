import fc from 'fast-check';

const SURROGATES = { from: 0xd800, until: 0xe000 };
const COUNT = SURROGATES.until - SURROGATES.from;

/** As fast-check's own unit `binary`, which takes a second in every process, and memory for a million entries, to number them all. */
const codePoint = fc.nat({ max: 0x10_ffff - COUNT }).map(
  (number) => String.fromCodePoint(number < SURROGATES.from ? number : number + COUNT),
  (text) => {
    const point = typeof text === 'string' && [...text].length === 1 ? text.codePointAt(0)! : SURROGATES.from;
    if (point >= SURROGATES.from && point < SURROGATES.until) throw new Error('this is not one code point');
    return point < SURROGATES.from ? point : point - COUNT;
  },
);

/** Of any code points but halves of surrogate pairs. */
export function anyText(constraints: { readonly maxLength?: number } = {}): fc.Arbitrary<string> {
  return fc.string({ ...constraints, unit: codePoint });
}
