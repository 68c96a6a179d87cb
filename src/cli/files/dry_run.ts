/** Reads a file to its end without storing anything. Reports how many rows are taken or refused, and sample events. */
import { formatIso } from '../../base/time.ts';
import { ServiceError } from '../../model/error.ts';
import type { IncomingGroup, IncomingPerson } from '../../service/identity/incoming.ts';
import { LineIds } from '../../service/ingest/line_ids.ts';
import { itemOfLine } from '../../service/ingest/lines.ts';
import type { LineItem } from '../../service/ingest/types.ts';
import { counted } from '../../service/words/lists.ts';
import type { Row } from '../formats/types.ts';
import { Seen } from '../origins/seen.ts';
import type { Column } from './columns.ts';
import { rowSetting } from './row_setting.ts';
import { readRows } from './rows.ts';
import { shownLine, shownName } from './shown.ts';
import { leftOutText, TYPE_TEXTS, tellFiles } from './tell.ts';
import { CONTRADICTION, type FileTimes } from './times.ts';
import type { FileInfo } from './types.ts';

const SAMPLE_EVENTS = 5;
/** How many different reasons for refusing rows are shown. */
const REASONS = 10;
const OTHER_REASONS = 'other reasons';
const SAMPLE_CHARS = 500;

interface Outcome {
  /** Kind of item -> how many would be taken. */
  readonly taken: Map<LineItem['kind'], number>;
  /** Reason -> how many rows have it, and the line of the first. */
  readonly refused: Map<string, { readonly count: number; readonly line: number }>;
  readonly samples: string[];
}

/** The report, and why the file could not be read to its end, or null. */
export async function dryRun(file: FileInfo): Promise<{ readonly text: string; readonly failure: string | null }> {
  const outcome: Outcome = { taken: new Map(), refused: new Map(), samples: [] };
  const { toEvent, times, left_out } = rowSetting(file, new LineIds(file.path));
  let failure: string | null = null;
  try {
    for await (const { rows } of readRows(file, () => {}, new Seen(), toEvent)) {
      for (const row of times.decided(rows)) note(outcome, row, times);
    }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    failure = error.message;
  }
  const later = left_out.size === 0 ? '' : `  ${leftOutText([...left_out])} (in later rows)\n`;
  return { text: `${tellFiles([file])}${columnTable(file)}${later}${outcomeText(outcome)}`, failure };
}

function note(outcome: Outcome, row: Row, times: FileTimes): void {
  if ('reason' in row) {
    refuse(outcome, row.line, row.reason);
    return;
  }
  try {
    const item = itemOfLine(row.value, times.timeOf);
    outcome.taken.set(item.kind, (outcome.taken.get(item.kind) ?? 0) + 1);
    if (outcome.samples.length < SAMPLE_EVENTS) outcome.samples.push(shownLine(sampleText(item), SAMPLE_CHARS));
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code === CONTRADICTION) throw error;
    refuse(outcome, row.line, error.message);
  }
}

function refuse({ refused }: Outcome, line: number, reason: string): void {
  const told = refused.has(reason) || refused.size < REASONS ? reason : OTHER_REASONS;
  const { count, line: first_line } = refused.get(told) ?? { count: 0, line };
  refused.set(told, { count: count + 1, line: first_line });
}

function sampleText(item: LineItem): string {
  if (item.kind === 'person') return recordText(item.person);
  if (item.kind === 'group') return recordText(item.group);
  if (item.kind === 'group_type') return JSON.stringify(item.group_type);
  const { event, distinct_id, timestamp_ms, properties } = item.event;
  return JSON.stringify({ event, distinct_id, timestamp: formatIso(timestamp_ms), properties });
}

function recordText({ created_at_ms, ...record }: IncomingPerson | IncomingGroup): string {
  return JSON.stringify({ ...record, created_at: created_at_ms === null ? undefined : formatIso(created_at_ms) });
}

function columnTable({ columns, format, origin }: FileInfo): string {
  if (format.kind !== 'csv' || origin !== null) return '';
  const lines = columns.map((column) => `    ${shownName(column.name)}: ${roleText(column)}\n`);
  return `  columns:\n${lines.join('')}`;
}

function roleText({ name, as, role, type }: Column): string {
  if (role === 'unused') return 'left out, it has no name';
  if (role === 'field') return as;
  if (role === 'opened') return 'its members become properties';
  return `property${as === name ? '' : ` ${shownName(as)}`}, ${TYPE_TEXTS[type]}`;
}

/** Kind of item -> what one is called. */
const NOUNS: Readonly<Record<LineItem['kind'], string>> = {
  event: 'event',
  person: 'person',
  group: 'group',
  group_type: 'group type',
};

function takenText(taken: Outcome['taken']): string {
  return Array.from(taken, ([kind, count]) => counted(count, NOUNS[kind])).join(', ') || 'nothing';
}

function outcomeText({ taken, refused, samples }: Outcome): string {
  const count = [...refused.values()].reduce((sum, reason) => sum + reason.count, 0);
  const reasons = [...refused].map(([reason, { count, line }]) => `    ${count}: ${reason} (first in line ${line})\n`);
  const shown = samples.map((text) => `    ${text}\n`);
  return [
    `  would be taken: ${takenText(taken)}; refused: ${count}\n`,
    ...reasons,
    samples.length === 0 ? '' : '  the first of them:\n',
    ...shown,
    '  nothing was stored\n',
  ].join('');
}
