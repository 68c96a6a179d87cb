/**
 * Texts consist of lines and tables, and tables may be too long for the reader. The text begins by saying what was left
 * out and which arguments would bring it. A marker shows where it is missing.
 */
import { tokensOf } from '../../base/tokens.ts';
import { LIMIT } from '../../model/limit.ts';

export interface Rows {
  /** Lines above the rows; never cut. */
  readonly head: readonly string[];
  readonly rows: readonly string[];
  /** Lines below the rows, as their sums; never cut. */
  readonly foot?: readonly string[];
  /** Rows that were not even written, because they could not fit. */
  readonly unwritten?: number;
  /** The end of the rows that matters more. */
  readonly keep: 'first' | 'last';
  /** What a row is, in the plural. */
  readonly noun: string;
  /** How to get the rows left out; names of arguments are in backticks. */
  readonly how: string;
}

export type Passage = string | Rows;

/** Tokens of the marker and of the sentence at the top. */
const MARKER_TOKENS = 15;
const NOTICE_TOKENS = 60;
/** Rows that each table keeps, however little room there is. */
const ROWS_MIN = 3;

/** Drops empty lines. */
export function written(passages: readonly Passage[], tokens_max: number = LIMIT.text_tokens): string {
  const said = passages.filter((passage) => passage !== '');
  if (said.reduce((sum, passage) => sum + sizeOf(passage), 0) <= tokens_max) return said.flatMap(linesOf).join('\n');
  const cut = cutRows(said, tokens_max - NOTICE_TOKENS);
  const notices = cut.flatMap(({ notice }) => notice ?? []);
  return [...notices, ...cut.flatMap(({ lines }) => lines)].join('\n');
}

/** Whether a passage takes more than that many tokens. */
export function isLonger(passage: Passage, tokens: number): boolean {
  return sizeOf(passage) > tokens;
}

function linesOf(passage: Passage): readonly string[] {
  if (typeof passage === 'string') return [passage];
  return [...passage.head, ...passage.rows, ...(passage.foot ?? [])];
}

/** Tokens, with line ends. */
function sizeOf(passage: Passage): number {
  if (typeof passage !== 'string' && (passage.unwritten ?? 0) > 0) return Number.POSITIVE_INFINITY;
  return linesOf(passage).reduce((sum, line) => sum + tokensOf(line) + 1, 0);
}

interface Cut {
  readonly lines: readonly string[];
  readonly notice: string | null;
}

/** Small tables stay whole. The others share the remaining room. */
function cutRows(passages: readonly Passage[], tokens_max: number): Cut[] {
  const fixed = passages.reduce(
    (sum, passage) => sum + (typeof passage === 'string' ? sizeOf(passage) : fixedSize(passage)),
    0,
  );
  const tables = passages
    .filter((passage) => typeof passage !== 'string')
    .map((passage) => sizeOf(passage) - fixedSize(passage));
  const room = fairShare(tables, tokens_max - fixed - MARKER_TOKENS * tables.length);
  return passages.map((passage) =>
    typeof passage === 'string' ? { lines: [passage], notice: null } : cutTable(passage, room),
  );
}

function fixedSize({ head, foot = [] }: Rows): number {
  return [...head, ...foot].reduce((sum, line) => sum + tokensOf(line) + 1, 0);
}

/** The largest size that every table may have. */
function fairShare(sizes: readonly number[], room: number): number {
  let left = Math.max(0, room);
  const ascending = [...sizes].sort((a, b) => a - b);
  for (const [at, size] of ascending.entries()) {
    const share = left / (ascending.length - at);
    if (size > share) return share;
    left -= size;
  }
  return Number.POSITIVE_INFINITY;
}

function cutTable(table: Rows, room: number): Cut {
  const { head, rows, foot = [], unwritten = 0, keep, noun, how } = table;
  const kept = rowsThatFit(keep === 'first' ? rows : rows.toReversed(), room);
  const missing = rows.length + unwritten - kept;
  if (missing === 0) return { lines: [...head, ...rows, ...foot], notice: null };
  const marker = `… ${missing} ${keep === 'first' ? 'more' : 'earlier'} ${noun} left out`;
  const lines = keep === 'first' ? [...rows.slice(0, kept), marker] : [marker, ...rows.slice(rows.length - kept)];
  return {
    lines: [...head, ...lines, ...foot],
    notice: `Left out: ${missing} of ${rows.length + unwritten} ${noun}. ${how}`,
  };
}

function rowsThatFit(rows: readonly string[], room: number): number {
  let used = 0;
  for (const [at, row] of rows.entries()) {
    used += tokensOf(row) + 1;
    if (used > room) return Math.max(at, Math.min(ROWS_MIN, rows.length));
  }
  return rows.length;
}
