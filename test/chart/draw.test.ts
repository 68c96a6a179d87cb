/** Pictures of every kind are complete, in bounds, and without overlapping texts, whatever the names and numbers. */
import { beforeAll, describe, expect, test } from 'vitest';
import { draw } from '../../src/chart/draw.ts';
import { cut, measureAnyFont, measureInter } from '../../src/chart/text.ts';
import type { Chart } from '../../src/model/question/chart.ts';
import { GALLERY, galleryCharts } from '../support/gallery.ts';
import { FRAME, labelsOf, linesOf, overlaps } from './pictures.ts';

const WIDTHS = [280, 360, 480, 560, 640, 760, 900, 1200, 2000];
const LONG = 'checkout “finished” – a name of whoever sends events, which may be as long as they like'.repeat(2);
const HOSTILE = '</text></svg><script>alert(1)</script>" onload="x" & \u0000 \ud800';

const made = (count: number, value: (at: number) => number) => Array.from({ length: count }, (_, at) => value(at));

const MARKS = [1, 3, 4, 15, 28, 29].map((at) => ({ at, text: at === 4 ? LONG : `Release 2.${at}` }));

const ODD: readonly [name: string, chart: Chart][] = [
  ['marks', { ...linesOf(['a', 'b'], [made(30, (at) => at), made(30, (at) => 30 - at)]), marks: MARKS } as Chart],
  [
    'levels',
    {
      ...linesOf(['a'], [made(30, (at) => at)]),
      levels: [-3, 4, 5, 90].map((value) => ({
        value,
        text: value === 4 ? LONG : `Few: ${value}`,
        side: value > 4 ? 'upper' : 'lower',
      })),
    } as Chart,
  ],
  ['nothing', { ...linesOf(['a'], [[0, 0, 0]]), empty: 'Nothing matched between 2026-01-01 and 2026-01-03.' }],
  ['one point', linesOf(['a'], [[7]])],
  ['all zero', linesOf(['a'], [made(30, () => 0)])],
  ['gaps', linesOf(['a'], [[1, null, 3, null, null, 4, 5, null]])],
  ['negative', linesOf(['a'], [made(30, (at) => at - 20)])],
  ['huge', linesOf(['a', 'b'], [made(30, (at) => at * 7e11), made(30, (at) => at * 1e-9)])],
  ['fractions', { ...linesOf(['a'], [made(30, (at) => at / 1e4)]), unit: 'number' } as Chart],
  ['a thousand points', linesOf(['a', 'b'], [made(1000, (at) => at % 37), made(1000, (at) => at % 91)])],
  [
    '25 lines',
    linesOf(
      made(25, (at) => at).map((at) => `value ${at}`),
      made(25, (at) => at).map((line) => made(30, (at) => (at * line) % 50)),
    ),
  ],
  [
    'long names',
    linesOf([LONG, `${LONG} b`, `${LONG} c`], [made(9, (at) => at), made(9, (at) => 2 * at), made(9, () => 3)]),
  ],
  ['long title', { ...linesOf(['a'], [[1, 2]]), title: LONG.repeat(2), subtitle: [LONG, LONG], notes: [LONG] }],
  [
    'hostile',
    {
      ...linesOf(
        [HOSTILE, 'b'],
        [
          [1, 2],
          [2, 1],
        ],
      ),
      title: HOSTILE,
      subtitle: [HOSTILE],
      notes: [HOSTILE],
      summary: HOSTILE,
    },
  ],
  [
    'a funnel of twelve steps',
    {
      ...FRAME,
      kind: 'steps',
      steps: made(12, (at) => at).map((at) => ({ name: `${LONG} ${at}`, count: 1e6 >> at })),
      groups: [
        {
          name: null,
          hue: 0,
          counts: made(12, (at) => 1e6 >> at),
          median_s: made(12, (at) => at * 1e4),
          people: [],
          lost: [],
        },
      ],
    },
  ],
  [
    'a funnel of one step, nobody in it',
    {
      ...FRAME,
      kind: 'steps',
      steps: [{ name: 'a', count: 0 }],
      groups: [{ name: null, hue: 0, counts: [0], median_s: [null], people: [], lost: [] }],
    },
  ],
  ['a large number', { ...FRAME, kind: 'number', unit: 'count', value: 123_456_789_012_345, before: 0, people: null }],
  [
    'values with long names',
    {
      ...FRAME,
      kind: 'values',
      unit: 'count',
      adds_up: true,
      values: made(30, (at) => at).map((at) => ({
        name: `${LONG}${at}`,
        value: 1e12 / (at + 1),
        before: 3,
        hue: 0,
        people: null,
      })),
    },
  ],
  [
    'unknown places',
    {
      ...FRAME,
      kind: 'map',
      unit: 'count',
      adds_up: true,
      places: [
        { code: null, name: LONG, value: 9e9, people: null },
        { code: 'SG', name: 'Singapore', value: 3, people: null },
      ],
    },
  ],
  [
    'a year of cohorts',
    {
      ...FRAME,
      kind: 'cohorts',
      form: 'triangle',
      columns: made(52, (at) => at).map((at) => `Week ${at}`),
      rows: made(52, (at) => at).map((row) => ({
        name: `${row + 1} Sep 2026`,
        size: 1e6,
        values: made(52 - row, (at) => Math.round(1e6 / (at + 1))),
        open_from: 51 - row,
        people: null,
      })),
      mean: made(52, (at) => 100 / (at + 1)),
    },
  ],
  [
    'paths of long names',
    {
      ...FRAME,
      kind: 'flow',
      nodes: made(12, (at) => at).map((at) => ({
        id: `${1 + (at % 3)}_${at}`,
        step: 1 + (at % 3),
        name: `https://example.com/${LONG}/${at}`,
      })),
      edges: made(12, (at) => at)
        .filter((at) => at % 3 < 2)
        .map((at) => ({
          source: `${1 + (at % 3)}_${at}`,
          target: `${2 + (at % 3)}_${at + 1}`,
          value: 1e6 / (at + 1),
          average_s: 4e4,
          people: null,
        })),
    },
  ],
  [
    'odds of nothing',
    {
      ...FRAME,
      kind: 'odds',
      rows: [
        { name: LONG, odds: 0, with_success: 0, with_failure: 9, people: null },
        { name: 'b', odds: 1e9, with_success: 1, with_failure: 0, people: null },
      ],
    },
  ],
];

let charts: ReadonlyMap<string, Chart>;
beforeAll(async () => {
  charts = new Map([...(await galleryCharts()), ...ODD]);
});

const NAMES = [...GALLERY.map(({ name }) => name), ...ODD.map(([name]) => name)];

describe.each(NAMES)('%s', (name) => {
  test('is whole at every width: no text over another or out of the picture', () => {
    const chart = charts.get(name)!;
    const forms: Chart[] = chart.kind === 'cohorts' ? [chart, { ...chart, form: 'curve' }] : [chart];
    for (const form of forms) {
      for (const width of WIDTHS) {
        // In our own font, and in one that is wider.
        for (const [measure, wider] of [
          [measureInter, 1],
          [measureAnyFont, 1.08],
        ] as const) {
          const { svg, height } = draw(form, { width, theme: 'light', measure });
          expect(svg).not.toMatch(/NaN|undefined|Infinity/);
          const labels = labelsOf(svg, wider);
          expect(overlaps(labels), `${name} at ${width}`).toEqual([]);
          const outside = labels.filter(
            ({ left, right, top, bottom }) => left < -1 || right > width + 1 || top < 0 || bottom > height,
          );
          expect(outside, `${name} at ${width}`).toEqual([]);
        }
      }
    }
  });

  test('is small and quick, and the same each time', () => {
    const chart = charts.get(name)!;
    const one = draw(chart, { width: 1200, theme: 'dark', hits: 'titles' });
    expect(one.svg.length).toBeLessThan(300_000);
    expect(draw(chart, { width: 1200, theme: 'dark', hits: 'titles' }).svg).toBe(one.svg);
    const times = made(3, () => {
      const begin = process.cpuUsage().user;
      draw(chart, { width: 1200, theme: 'dark' });
      return process.cpuUsage().user - begin;
    });
    expect(Math.min(...times)).toBeLessThan(50_000);
  });
});

test('what people wrote stays text', () => {
  const { svg } = draw(charts.get('hostile')!, { width: 760, theme: 'page', hits: 'titles', standalone: true });
  expect(svg).not.toMatch(/<script|<\/svg><|"\s*onload/);
  expect([...svg].every((letter) => letter.charCodeAt(0) >= 0x20 || letter === '\n')).toBe(true);
  expect(svg.isWellFormed()).toBe(true);
});

test('a picture of its own has the ground and no variables; one that follows the reader has both themes', () => {
  const chart = charts.get('trend-line')!;
  for (const theme of ['light', 'dark'] as const)
    expect(draw(chart, { width: 360, theme, standalone: true }).svg).not.toContain('var(');
  expect(draw(chart, { width: 360, theme: 'page', standalone: true }).svg).toContain('prefers-color-scheme:dark');
});

test('marks say what they are: by tooltips, or by their place in the list', () => {
  const chart = charts.get('trend-line')!;
  const numbered = draw(chart, { width: 760, theme: 'page', hits: 'numbers' });
  expect(numbered.svg.match(/data-hit="/g)).toHaveLength(numbered.hits.length);
  const last = numbered.hits.at(-1)!;
  expect(last.lines[0]).toBe('Fri 20 Nov 2026, not whole');
  expect(last.people).toEqual({ series: 0, period: 'current', day: '2026-11-20' });
  expect(draw(chart, { width: 760, theme: 'page' }).svg).not.toMatch(/<title>|data-hit/);
});

test('the period that runs is drawn apart, and figures of it are marked', () => {
  const { svg } = draw(charts.get('trend-line')!, { width: 760, theme: 'light' });
  expect(svg).toContain('stroke-dasharray="4 3"');
  expect(labelsOf(svg).map(({ text }) => text)).toContain('not over yet');
});

test('all figures of an axis are in one unit', () => {
  const { svg } = draw(linesOf(['a'], [made(30, (at) => at * 480 - 3_000)]), { width: 760, theme: 'light' });
  const figures = labelsOf(svg).filter(({ text }) => /^−?\d+k?$/.test(text));
  expect(figures.map(({ text }) => text)).toEqual(['−4k', '−2k', '0', '2k', '4k', '6k', '8k', '10k', '12k']);
});

test('a text that does not fit is cut to what does; an address keeps its end', () => {
  for (const width of [10, 40, 80, 200]) {
    for (const text of [LONG, '/a/very/long/path/of/a/page', 'W'.repeat(50), 'é漢字🎉'.repeat(20)]) {
      const shown = cut(text, width, { measure: measureInter, size_px: 12 });
      expect(shown === '…' || measureInter(shown, 12, false) <= width, shown).toBe(true);
    }
  }
  expect(cut('https://shop.example/products/hand-grinder', 120, { measure: measureInter, size_px: 12 })).toBe(
    '…/hand-grinder',
  );
  for (const width of [100, 105, 110])
    expect(cut('https://shop.example', width, { measure: measureInter, size_px: 12 })).toBe('…shop.example');
  for (const letter of ['👩‍👩‍👧‍👦', 'e\u0301', '🇯🇵', 'กิ', 'स्ते']) {
    const shown = cut(letter.repeat(40), 100, { measure: measureInter, size_px: 12 });
    expect(shown.replaceAll(letter, '')).toBe('…');
    expect(shown.length).toBeGreaterThan(1);
  }
  expect(cut('e\u0301'.repeat(12), 99, { measure: measureInter, size_px: 12 })).not.toContain('…');
  expect(cut('short', 120, { measure: measureInter, size_px: 12 })).toBe('short');
});
