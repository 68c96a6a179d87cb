/** Values of a breakdown, the slow and obvious way. */
import type { Dimension } from '../../src/model/question/query.ts';
import { type Happening, textOfProperty } from './happening.ts';

/** The text of each part as one, "-" for a missing one. `all`: every row the question counts, which bins span. */
export function groupNameOf(parts: readonly Dimension[], row: Happening, all: readonly Happening[]): string {
  return parts.map((part) => textOfPart(part, row, all) || '-').join('|');
}

function textOfPart(part: Dimension, row: Happening, all: readonly Happening[]): string {
  if (part.source.of !== 'event') throw new Error('the oracle knows properties of events only');
  const { key } = part.source;
  if (part.bins !== null) return binOf(part.bins, row.properties[key], numbersOf(key, all));
  const text = textOfProperty(row, key);
  const is_there = row.properties[key] !== null && row.properties[key] !== undefined;
  return part.normalize_url && is_there ? text.replace(/[/?#]+$/, '') || '/' : text;
}

function numbersOf(key: string, all: readonly Happening[]): number[] {
  return all.map((row) => row.properties[key]).filter((value) => typeof value === 'number');
}

function binOf(count: number, value: unknown, numbers: readonly number[]): string {
  if (typeof value !== 'number') return '';
  const [min, max] = [Math.min(...numbers), Math.max(...numbers)];
  const places = 14 - Math.floor(Math.log10(Math.max(Math.abs(min), Math.abs(max), 1e-9)));
  const decimal = (number: number) => {
    const text = number.toFixed(places);
    return /000$/.test(text) ? Number(text) : number;
  };
  const low = (bin: number) => (bin === 0 ? min : decimal(((max - min) / count) * bin + min));
  for (let bin = count - 1; bin >= 0; bin--)
    if (value >= low(bin)) return `[${low(bin)},${bin === count - 1 ? decimal(max + 0.01) : low(bin + 1)}]`;
  throw new Error('below the least number');
}
