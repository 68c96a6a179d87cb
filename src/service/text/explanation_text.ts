/** How an answer was computed, as lines for a model and for people at a prompt. */
import { visible } from '../../base/visible.ts';
import type { Explanation } from '../../model/question/explanation.ts';
import { counted, listed } from '../words/lists.ts';

/** At most this many columns are listed; the answer has all. */
const COLUMNS_TOLD = 20;

export function explanationLines({ plan, ms, statements = [], ...read }: Explanation): string[] {
  const columns =
    read.columns_read.length === 0 ? '' : `; columns: ${listed(read.columns_read.map(visible), 'and', COLUMNS_TOLD)}`;
  const times = Object.entries(ms).map(([stage, took_ms]) => `${stage.replace('_', ' ')} ${took_ms}`);
  return [
    'How it was computed:',
    ...plan.map((line) => `  ${visible(line)}`),
    ...statements.flatMap(({ sql, rows_read, bytes_read, ms: took_ms }) => [
      `  statement: ${visible(sql)}`,
      `    ${counted(rows_read ?? 0, 'row')} and ${counted(bytes_read ?? 0, 'byte')} read, ${took_ms} ms`,
    ]),
    `  ${counted(read.rows_read, 'row')} read, ${counted(read.bytes_loaded, 'byte')} loaded${columns}`,
    `  milliseconds: ${times.join(', ')}`,
  ];
}

/** An answer's text; how it was computed follows if requested. */
export function withExplanation(text: string, explain: Explanation | undefined): string {
  return explain === undefined ? text : [text, ...explanationLines(explain)].join('\n');
}
