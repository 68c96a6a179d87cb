/** Paths as text and as a table, one row per edge. */
import { SECOND_MS } from '../../base/time.ts';
import { quoted } from '../../base/visible.ts';
import type { Edge } from '../../model/question/path.ts';
import type { ComputedAnswer } from '../../model/question/result.ts';
import type { Table } from '../contract/operation.ts';
import { durationText } from '../words/numbers.ts';
import { byArguments, emptyReason, headlines, type Telling } from './headline.ts';
import type { Passage } from './passages.ts';

export function pathPassages(answer: ComputedAnswer<readonly Edge[]>, telling: Telling): Passage[] {
  const { resolved, result } = answer;
  return [
    ...headlines(answer, 'Paths'),
    result.length > 0 ? '' : emptyReason(resolved, 'There are no edges'),
    {
      head: result.length > 0 ? ['step | from | to | paths | average time'] : [],
      rows: result.map(edgeLine),
      keep: 'first',
      noun: 'edges',
      how: `A higher ${byArguments(telling, 'min_edge_weight')} or lower ${byArguments(telling, 'edge_limit')} makes them fewer; ${byArguments(telling, 'start_point')} picks some of them.`,
    },
  ];
}

function edgeLine({ source, target, value, average_conversion_time }: Edge): string {
  const [step, from] = stepAndName(source);
  const [, to] = stepAndName(target);
  return [step, quoted(from), quoted(to), value, durationText(average_conversion_time / SECOND_MS)].join(' | ');
}

/** `1_/pricing` is the step /pricing at position 1. */
export function stepAndName(text: string): [step: string, name: string] {
  const cut = text.indexOf('_');
  return [text.slice(0, cut), text.slice(cut + 1)];
}

/** One row per edge. */
export function pathTable({ result }: { readonly result: readonly Edge[] }): Table {
  return {
    columns: ['source', 'target', 'value', 'average_conversion_time'],
    rows: result.map((edge) => [edge.source, edge.target, edge.value, edge.average_conversion_time]),
  };
}
