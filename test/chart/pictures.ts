/** Reading a picture: its texts with their boxes. */

import { measureInter } from '../../src/chart/text.ts';
import type { Chart, ChartFrame } from '../../src/model/question/chart.ts';

export interface Label {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** `wider`: as if the reader's font were so much wider than ours. */
export function labelsOf(svg: string, wider = 1): Label[] {
  return [...svg.matchAll(/<text([^>]*)>([^<]*)<\/text>/g)].map(([, attributes = '', written = '']) => {
    const value = (name: string, other: string) => new RegExp(` ${name}="([^"]*)"`).exec(attributes)?.[1] ?? other;
    const text = written.replace(/&([a-z]+|#39);/g, (_, name: string) => ENTITIES[name]!);
    const size = Number(value('font-size', '12'));
    const width = measureInter(text, size, value('font-weight', '') === '600') * wider;
    const x = Number(value('x', 'none'));
    const anchor = value('text-anchor', 'start');
    const left = anchor === 'end' ? x - width : anchor === 'middle' ? x - width / 2 : x;
    const y = Number(value('y', 'none'));
    return { text, left, right: left + width, top: y - size * 0.75, bottom: y + size * 0.2 };
  });
}

export function overlaps(labels: readonly Label[]): string[] {
  return labels.flatMap((one, at) =>
    labels
      .slice(at + 1)
      .filter((other) => one.left < other.right - 0.5 && other.left < one.right - 0.5)
      .filter((other) => one.top < other.bottom - 0.5 && other.top < one.bottom - 0.5)
      .map((other) => `${one.text} | ${other.text}`),
  );
}

/** A bare frame for charts made by hand. */
export const FRAME: ChartFrame = {
  title: 'Visits',
  subtitle: ['2026-10-21 to 2026-11-20 (31 days), UTC.'],
  summary: 'They grew.',
  notes: [],
  empty: null,
  controls: [],
  ask: null,
  listing: null,
  table: { columns: [], rows: [], rows_left_out: 0 },
};

const DAY_MS = 86_400_000;

/** So many days of lines, from 1 January 2026. */
export function linesOf(names: readonly string[], values: readonly (readonly (number | null)[])[]): Chart {
  const points = values[0]?.length ?? 0;
  const starts = Array.from({ length: points }, (_, at) =>
    new Date(Date.UTC(2026, 0, 1) + at * DAY_MS).toISOString().slice(0, 10),
  );
  return {
    ...FRAME,
    kind: 'series',
    form: names.length > 1 ? 'line' : 'area',
    unit: 'count',
    axis: { kind: 'time', interval: 'day', starts },
    series: names.map((name, hue) => ({ name, role: 'current', hue, values: values[hue] ?? [], people: null })),
    marks: [],
    open: points > 1 ? [points - 1] : [],
    is_running: true,
    is_thinned: false,
  };
}
