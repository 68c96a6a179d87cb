/** A result must fit a host's budget. What is cut says so, and how to ask for less. */
import { isObject } from '../base/json.ts';

interface CutList {
  /** Where it stands: `result`, `result.0.data`. */
  readonly field: string;
  readonly kept: number;
  readonly of: number;
}

export interface Truncated {
  /** Lists that lost their end, the largest first; not more than LISTS_TOLD are told. */
  readonly lists: readonly CutList[];
  readonly how_to_narrow: string;
}

export type Structured = Record<string, unknown> & { truncated?: Truncated };

const LISTS_TOLD = 10;
const HOW_TO_NARROW = 'Ask for fewer rows (limit, offset), a shorter date range or fewer breakdown values.';

/** Lists of one length in one object, cut together: they tell one row after the other (`data`, `days`, `labels`). */
interface Rows {
  readonly lists: readonly unknown[][];
  readonly fields: readonly string[];
  readonly chars: number;
}

/**
 * Cuts the largest lists from their ends until the whole is at most `max_chars` of JSON. Each keeps one item at
 * least; what is still too long then loses its largest members.
 */
export function fitStructured(structured: Record<string, unknown>, max_chars: number): Structured {
  if (charsOf(structured) <= max_chars) return structured;
  const value = structuredClone(structured);
  const told = new Map<string, CutList>();
  // In front, so that whoever reads only the beginning reads this.
  const whole = () => {
    const lists = [...told.values()].slice(0, LISTS_TOLD);
    return { truncated: { lists, how_to_narrow: HOW_TO_NARROW }, ...value };
  };
  for (let over = charsOf(whole()) - max_chars; over > 0; over = charsOf(whole()) - max_chars) {
    const rows = largestRows(value, '');
    if (rows === null) break;
    const kept = rowsThatFit(rows, rows.chars - over - noteChars(rows, told));
    rows.lists.forEach((list, at) => {
      const field = rows.fields[at]!;
      told.set(field, { field, kept, of: told.get(field)?.of ?? list.length });
      list.length = kept;
    });
  }
  emptyMembers(value, () => charsOf(whole()) > max_chars);
  return whole();
}

function charsOf(value: unknown): number {
  return (JSON.stringify(value) ?? 'null').length;
}

/** The largest lists of more than one item, at whatever depth; null when there are none. */
function largestRows(node: unknown, place: string): Rows | null {
  const members = Array.isArray(node) ? [...node.entries()] : isObject(node) ? Object.entries(node) : [];
  let best: Rows | null = null;
  const offer = (rows: Rows | null) => {
    if (rows && (best === null || rows.chars > best.chars)) best = rows;
  };
  for (const [name, member] of members) {
    const field = `${place}${name}`;
    if (Array.isArray(member) && member.length > 1) offer(rowsOf(node, place, member, field));
    offer(largestRows(member, `${field}.`));
  }
  return best;
}

function rowsOf(node: unknown, place: string, list: unknown[], field: string): Rows {
  if (Array.isArray(node)) return { lists: [list], fields: [field], chars: charsOf(list) };
  const alike = Object.entries(node as object).filter(
    (pair): pair is [string, unknown[]] => Array.isArray(pair[1]) && pair[1].length === list.length,
  );
  return {
    lists: alike.map(([, one]) => one),
    fields: alike.map(([name]) => `${place}${name}`),
    chars: alike.reduce((sum, [, one]) => sum + charsOf(one), 0),
  };
}

/** What telling of the cut will add. */
function noteChars(rows: Rows, told: ReadonlyMap<string, CutList>): number {
  const added = rows.fields.filter((field) => !told.has(field)).slice(0, Math.max(0, LISTS_TOLD - told.size));
  return added.reduce((sum, field) => sum + field.length + 60, 0);
}

function rowsThatFit({ lists }: Rows, room_chars: number): number {
  const length = lists[0]!.length;
  let used = 2 * lists.length; // the brackets
  for (let at = 0; at < length - 1; at++) {
    for (const list of lists) used += charsOf(list[at]) + 1;
    if (used > room_chars) return Math.max(1, at);
  }
  return length - 1;
}

/** Largest first: no list is left to be cut, but a member may be a large object or text. */
function emptyMembers(value: Record<string, unknown>, isTooLong: () => boolean): void {
  const names = Object.keys(value).sort((left, right) => charsOf(value[right]) - charsOf(value[left]));
  for (const name of names) {
    if (!isTooLong()) return;
    const member = value[name];
    if (typeof member === 'string') value[name] = '';
    else if (Array.isArray(member)) value[name] = [];
    else if (isObject(member)) value[name] = {};
  }
}

/** `structuredContent` must be an object: lists are put under `results`. */
export function asObject(output: unknown): Record<string, unknown> {
  if (isObject(output)) return output;
  return { results: output };
}

/** Text of a model's size, cut at a line where it is too long. */
export function fitText(text: string, max_chars: number): string {
  if (text.length <= max_chars) return text;
  const cut = text.lastIndexOf('\n', max_chars);
  return `${text.slice(0, cut > 0 ? cut : max_chars)}\n[cut here: ask for fewer rows]`;
}
