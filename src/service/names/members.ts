/** Names like `gps.lat`, where the property `gps` holds objects: what is inside is read by expressions. */
import { quoted } from '../../base/visible.ts';
import { expressionPath } from '../words/expression_path.ts';
import type { UsedIn, UsedProperty } from './used.ts';

/** How to ask for what the name means; '' if nothing before a dot is among `known`. */
export function memberText({ source, used_in }: UsedProperty, known: readonly string[]): string {
  const parts = source.key.split('.');
  const ends = parts.map((_, at) => parts.length - at - 1).filter((count) => count > 0);
  const end = ends.find((count) => known.includes(parts.slice(0, count).join('.')));
  if (end === undefined) return '';
  const key = parts.slice(0, end).join('.');
  const sent = asks(expressionPath({ ...source, key }, parts.slice(end)))[used_in];
  return sent === null ? '' : `What is inside ${quoted(key)} is read by an expression: ${sent}.`;
}

function asks(path: string): Readonly<Record<UsedIn, string | null>> {
  return {
    filter: `{"type":"hogql","key":"${path} = 'x'"}`,
    breakdown: `"breakdown_type":"hogql","breakdown":"${path}"`,
    breakdowns: `{"type":"hogql","property":"${path}"}`,
    math: `"math":"hogql","math_hogql":"sum(${path})"`,
    expression: path,
    cohort: null,
    correlation: null,
  };
}
