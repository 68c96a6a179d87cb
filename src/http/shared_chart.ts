/** What of an insight's result can be drawn: lines over points, or bars; null where only the table tells it. */
import { isObject } from '../base/json.ts';

export interface Line {
  readonly name: string;
  /** point -> value; null where there is none. */
  readonly values: readonly (number | null)[];
}

export type Chart =
  | { readonly kind: 'lines'; readonly labels: readonly string[]; readonly lines: readonly Line[] }
  | { readonly kind: 'bars'; readonly bars: readonly { readonly name: string; readonly value: number }[] };

const LINES_MAX = 8;
const BARS_MAX = 20;

type Row = Readonly<Record<string, unknown>>;

export function chartOf(result: unknown): Chart | null {
  if (isObject(result)) return histogram(result['bins']);
  if (!Array.isArray(result) || result.length === 0) return null;
  if (result.every(Array.isArray)) return bars(result.flat().filter(isObject).map(stepBar));
  const rows = result.filter(isObject);
  const [first] = rows;
  if (!first) return null;
  if (typeof first['aggregated_value'] === 'number')
    return bars(rows.map((row) => bar(row['label'], row['aggregated_value'])));
  if (Array.isArray(first['data'])) return lines(first['labels'], rows, (row) => row['data']);
  if (Array.isArray(first['values'])) return cohortLines(rows);
  if ('source' in first && 'target' in first) {
    return bars(rows.map((row) => bar(`${plainStep(row['source'])} → ${plainStep(row['target'])}`, row['value'])));
  }
  return 'count' in first ? bars(rows.map(stepBar)) : null;
}

/** `1_/pricing` is step 1, /pricing. */
function plainStep(step: unknown): string {
  return String(step).replace(/^\d+_/, '');
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

function bar(name: unknown, value: unknown): { name: string; value: number } {
  return { name: String(name ?? ''), value: numberOf(value) ?? 0 };
}

function stepBar(step: Row): { name: string; value: number } {
  const group = step['breakdown_value'];
  const name = step['custom_name'] ?? step['name'] ?? step['action_id'];
  return bar(group === undefined || group === null ? name : `${[group].flat().join(', ')}: ${name}`, step['count']);
}

function bars(all: readonly { name: string; value: number }[]): Chart | null {
  return all.length === 0 ? null : { kind: 'bars', bars: all.slice(0, BARS_MAX) };
}

/** Seconds from which a bin begins, and how many are in it. */
function histogram(bins: unknown): Chart | null {
  if (!Array.isArray(bins)) return null;
  return bars(bins.filter(Array.isArray).map(([from_s, count]) => bar(`${from_s} s`, count)));
}

function lines(labels: unknown, rows: readonly Row[], valuesOf: (row: Row) => unknown): Chart | null {
  const drawn = rows.slice(0, LINES_MAX).map((row) => {
    const values = valuesOf(row);
    return { name: String(row['label'] ?? ''), values: Array.isArray(values) ? values.map(numberOf) : [] };
  });
  const points = Math.max(...drawn.map((line) => line.values.length));
  if (points === 0) return null;
  if (points === 1) return bars(drawn.map((line) => bar(line.name, line.values[0])));
  const names = Array.isArray(labels) ? labels.map(String) : [];
  return { kind: 'lines', labels: Array.from({ length: points }, (_, at) => names[at] ?? String(at)), lines: drawn };
}

/** Rows of retention: who came back in each interval after the first. */
function cohortLines(rows: readonly Row[]): Chart | null {
  return lines([], rows, (row) => {
    const cells = row['values'];
    return Array.isArray(cells) ? cells.map((cell) => (isObject(cell) ? cell['count'] : null)) : [];
  });
}
