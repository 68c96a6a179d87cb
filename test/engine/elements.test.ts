import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findsElement } from '../../src/engine/select/values/element_match.ts';
import { ServiceError } from '../../src/model/error.ts';
import { type Element, parseChain, writeChain } from '../../src/model/question/elements.ts';
import { parseSelector } from '../../src/service/resolve/filters/selector.ts';
import { runs } from '../support/runs.ts';

const name = fc.stringMatching(/^[a-z][a-z0-9_-]{0,5}$/);
const element: fc.Arbitrary<Element> = fc.record({
  tag_name: name,
  classes: fc.array(fc.oneof(name, fc.constantFrom('md:flex', 'w-1/2', 'b:c=d')), { maxLength: 3 }),
  attributes: fc.dictionary(
    fc.oneof(name, fc.constantFrom('text', 'href', 'attr__data-id', 'nth-child')),
    fc.oneof(fc.string(), fc.constantFrom('a;b', '"', '\\', '\\"', ':x="', 'two\nlines')),
    { maxKeys: 4, noNullPrototype: true },
  ),
});

describe('the chain as text', () => {
  test('comes back as it went in', () => {
    fc.assert(
      fc.property(fc.array(element, { maxLength: 4 }), (elements) => {
        expect(parseChain(writeChain(elements))).toEqual(elements);
      }),
      { numRuns: runs(1000) },
    );
  });

  test('any text can be read', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'a.:;="\\ -'.split('')), maxLength: 60 }), (text) => {
        expect(Array.isArray(parseChain(text))).toBe(true);
      }),
      { numRuns: runs(1000) },
    );
    expect(parseChain('')).toEqual([]);
  });

  test('as client libraries write it', () => {
    const text =
      'a.active.md:flex:attr__href="/x"href="/x"nth-child="1"nth-of-type="2"text="Say \\"hi\\"; now";div.box;body:nth-child="0"';
    expect(parseChain(text)).toEqual([
      {
        tag_name: 'a',
        classes: ['active', 'md:flex'],
        attributes: {
          attr__href: '/x',
          href: '/x',
          'nth-child': '1',
          'nth-of-type': '2',
          text: 'Say "hi"; now',
        },
      },
      { tag_name: 'div', classes: ['box'], attributes: {} },
      { tag_name: 'body', classes: [], attributes: { 'nth-child': '0' } },
    ]);
  });
});

const CHAIN = parseChain(
  'a.nav-link.active:attr__data-id="7"attr_id="go"nth-child="2"nth-of-type="1";li:nth-child="3";ul.menu.md:flex:attr__id="main";div:nth-child="1";body:',
);

describe('selectors', () => {
  test.each([
    ['a', true],
    ['A', false],
    ['ul', true],
    ['a.active', true],
    ['a.active.nav-link', true],
    ['.active.missing', false],
    ['#go', true],
    ['#main', true],
    ["[id='main']", true],
    ['[data-id="7"]', true],
    ["[data-id='8']", false],
    ['a:nth-child(2)', true],
    ['a:nth-child(3)', false],
    ['a:nth-of-type(1)', true],
    ['li > a', true],
    ['ul > a', false],
    ['ul a', true],
    ['div ul > li > a.active', true],
    ['div > ul > a', false],
    ['body div > ul a', true],
    ['a li', false],
    ['ul.md\\:flex a', true],
    ['div *', true],
    ['div > *', true],
    ['ul > * > a', true],
    ['span *', false],
    ['*', true],
    ['', true],
    ['  ', true],
    ['a, span', null],
    ['a:hover', null],
    ['a + b', null],
    ['> a', null],
    ['a >', null],
    ['a[b', null],
    ['.a b#', null],
    ['.nav-linka b > > c', null],
    ['a'.repeat(501), null],
  ])('%j', (text, found) => {
    if (found === null) expect(() => parseSelector(text, 'selector')).toThrow(ServiceError);
    else expect(findsElement(parseSelector(text, 'selector'), CHAIN)).toBe(found);
  });

  test('child and descendant together: the nearest ancestor need not be the one', () => {
    const chain = parseChain('a:;b:;c:;b:;d:');
    expect(findsElement(parseSelector('d > b a', 's'), chain)).toBe(true);
    expect(findsElement(parseSelector('c > b > a', 's'), chain)).toBe(true);
    expect(findsElement(parseSelector('d > b > a', 's'), chain)).toBe(false);
  });
});
