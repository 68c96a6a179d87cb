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
  const min = Math.min(...numbers);
  const width = (Math.max(...numbers) - min) / count;
  for (let bin = count - 1; bin >= 0; bin--) {
    const low = width * bin + min;
    if (value >= low) return `[${low},${width * (bin + 1) + min + (bin === count - 1 ? 0.01 : 0)}]`;
  }
  throw new Error('below the least number');
}
