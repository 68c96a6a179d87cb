/** Tables as CSV (RFC 4180) that is safe to open in a spreadsheet. */
import { setImmediate } from 'node:timers/promises';
import { stringify } from 'csv-stringify/sync';
import { inertText } from '../../base/visible.ts';
import { invalid } from '../../model/error.ts';
import type { Table } from '../../service/contract/operation.ts';

/** Cells per turn: a few milliseconds, even with cold code. */
const CELLS_A_TURN = 2_000;

/** Works in turns: a table may have hundreds of thousands of cells, and others wait meanwhile. */
export async function tableToCsv({ columns, rows }: Table): Promise<string> {
  let text = '';
  let cells = 0;
  for (const row of [columns, ...rows]) {
    for (let from = 0; from === 0 || from < row.length; from += CELLS_A_TURN) {
      const some = row.slice(from, from + CELLS_A_TURN).map(cellText);
      text += `${from === 0 ? '' : ','}${stringify([some], { eof: false })}`;
      cells += some.length;
      if (cells < CELLS_A_TURN) continue;
      cells = 0;
      await setImmediate();
    }
    text += '\n';
  }
  return text;
}

/** As a file that people save: without a mark, spreadsheets take it for a text in the machine's old encoding. */
export function forSpreadsheets(csv: string): string {
  return /^[\0-\x7f]*$/.test(csv) ? csv : `\ufeff${csv}`;
}

function cellText(cell: string | number | boolean | null): string {
  if (cell === null) return '';
  // The shortest text that reads back as the same number.
  return typeof cell === 'string' ? inertText(cell) : String(cell);
}

/** Parameters of a download. */
export interface Export {
  /** Without extension; null = the operation's default. */
  readonly name: string | null;
  /** Address of the insight that the table is from, shown in a line above; null = no line. */
  readonly insight_url: string | null;
}

const NAME_CHARS = 100;

/** The header that gives a download its name. What is not ASCII stands in a form of its own, for which old programs need another. */
export function downloadHeader(name: string | null, otherwise: string): string {
  const is_plain = name === null || /^[a-z0-9-]*$/.test(name);
  const plain = `attachment; filename="${is_plain ? (name ?? otherwise) : otherwise}.csv"`;
  return is_plain ? plain : `${plain}; filename*=UTF-8''${encodeURIComponent(name)}.csv`;
}

/** @throws ServiceError for an unknown `export_insight_id` */
export function exportOf({ searchParams, origin, pathname }: URL): Export {
  const slug = (searchParams.get('export_name') ?? '').toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, '-');
  const name = Array.from(slug.replace(/^-|-$/g, '')).slice(0, NAME_CHARS).join('');
  const id = searchParams.get('export_insight_id') ?? '';
  if (!/^[A-Za-z0-9]{0,15}$/.test(id)) throw invalid('export_insight_id', 'Expected the id or short_id of an insight.');
  const insights = /^\/api\/\w+\/[^/]+\/insights\//.exec(pathname)?.[0];
  return {
    name: name === '' ? null : name,
    insight_url: id === '' || insights === undefined ? null : `${origin}${insights}${id}/`,
  };
}
