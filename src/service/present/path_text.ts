/** Paths as lines of text and as a table, an edge each. */
import type { Edge, PathResult } from '../../model/path.ts';
import type { Table } from '../operation.ts';
import { duration } from './funnel_text.ts';
import { emptyReason, headline, joined } from './text.ts';

const SECOND_MS = 1_000;

export function pathText({ resolved, result }: PathResult): string {
  return joined([
    headline('Paths', resolved),
    ...result.map(edgeLine),
    result.length > 0 ? '' : emptyReason(resolved),
    ...resolved.warnings,
  ]);
}

function edgeLine({ source, target, value, average_conversion_time }: Edge): string {
  return `${source} -> ${target}: ${value}, average ${duration(average_conversion_time / SECOND_MS)}`;
}

/** A row per edge. */
export function pathTable({ result }: PathResult): Table {
  return {
    columns: ['source', 'target', 'value', 'average_conversion_time'],
    rows: result.map((edge) => [edge.source, edge.target, edge.value, edge.average_conversion_time]),
  };
}
