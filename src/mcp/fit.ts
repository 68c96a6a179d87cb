/** An answer must fit a host's budget. What is cut says so at its place and at the top, and how to ask for less. */
import { isObject, put } from '../base/json.ts';
import { tokensOf } from '../base/tokens.ts';

interface CutList {
  /** Where it stands: `result`, `result.0.data`. */
  readonly field: string;
  readonly kept: number;
  readonly of: number;
}

export interface Truncated {
  /** Lists that lost their end, the largest first; not more than LISTS_TOLD are told. */
  readonly lists: readonly CutList[];
  /** Members left out of every item of the answer: what they say stands elsewhere in it, or in the question. */
  readonly members?: readonly string[];
  readonly how_to_narrow: string;
}

export type Structured = Record<string, unknown> & { truncated?: Truncated };

const LISTS_TOLD = 10;
/** What each item of a list repeats, the least needed first: the question, another form of `days`, nobody's address. */
const REPEATED = ['filter', 'people', 'persons_urls', 'labels'];
/** What telling of a cut adds, about. */
const CUT_TOKENS = 40;
/** The least there is of a value in a list: itself, and a comma. */
const LEAF_TOKENS = 2;

/** Lists of one length in one object, cut together: they tell one row after the other (`data`, `days`, `labels`). */
interface Rows {
  readonly lists: readonly unknown[][];
  readonly fields: readonly string[];
  readonly tokens: number;
}

/** What was done so far. */
interface Cuts {
  readonly told: Map<string, CutList>;
  readonly members: string[];
  /** list -> how many items it lost. */
  readonly missing: Map<unknown, number>;
}

/**
 * Leaves out what items repeat, then cuts the largest lists from their ends, until the whole is at most `max_tokens` of
 * JSON. Each list keeps one item at least; what is still too long then loses its largest members.
 */
export function fitStructured(
  structured: Record<string, unknown>,
  max_tokens: number,
  how_to_narrow: string,
): Structured {
  const cuts: Cuts = { told: new Map(), members: [], missing: new Map() };
  const { copy: value } = shortened(structured, Math.ceil(max_tokens / LEAF_TOKENS), cuts);
  if (cuts.missing.size === 0 && tokensOfJson(value) <= max_tokens) return structured;
  // In front, so that whoever reads only the beginning reads this.
  const whole = (): Structured => ({ truncated: noticeOf(cuts, how_to_narrow), ...marked(value, cuts) });
  const over = () => tokensOfJson(whole()) - max_tokens;
  for (const name of REPEATED) {
    if (over() <= 0) break;
    if (leaveOut(value, name, false)) cuts.members.push(name);
  }
  cutLists(value, cuts, over);
  emptyMembers(value, over);
  return whole();
}

/**
 * A copy without what cannot be shown whatever else is left out: a list ends where it has too many leaves. Answers may
 * have a hundred times as many, and what follows looks at each of them again and again.
 */
function shortened<T>(node: T, max_leaves: number, cuts: Cuts, place = ''): { copy: T; leaves: number } {
  if (Array.isArray(node)) {
    const items: unknown[] = [];
    let leaves = 0;
    // In front of the lists inside of it, as it is larger.
    cuts.told.set(place, { field: place, kept: 0, of: node.length });
    while (items.length < node.length && (leaves < max_leaves || items.length === 0)) {
      const item = shortened(node[items.length], max_leaves, cuts, `${place}.${items.length}`);
      leaves += item.leaves;
      items.push(item.copy);
    }
    if (items.length === node.length) cuts.told.delete(place);
    else {
      cuts.told.set(place, { field: place, kept: items.length, of: node.length });
      cuts.missing.set(items, node.length - items.length);
    }
    return { copy: items as T, leaves };
  }
  if (!isObject(node)) return { copy: node, leaves: 1 };
  const copy: Record<string, unknown> = {};
  let leaves = 0;
  for (const [name, member] of Object.entries(node)) {
    // What is repeated is left out before any list is cut, so it is none of those that are told of.
    const is_repeated = place !== '' && REPEATED.includes(name);
    const of_member = is_repeated ? { ...cuts, told: new Map() } : cuts;
    const inner = shortened(member, max_leaves, of_member, place === '' ? name : `${place}.${name}`);
    if (!is_repeated) leaves += inner.leaves;
    put(copy, name, inner.copy);
  }
  return { copy: copy as T, leaves };
}

function noticeOf({ told, members }: Cuts, how_to_narrow: string): Truncated {
  const lists = [...told.values()].slice(0, LISTS_TOLD);
  return { lists, ...(members.length === 0 ? {} : { members: [...members] }), how_to_narrow };
}

/** What is inside lists only: members of the answer itself say something of their own. */
function leaveOut(node: unknown, name: string, is_item: boolean): boolean {
  if (Array.isArray(node)) return node.map((item) => leaveOut(item, name, true)).includes(true);
  if (!isObject(node)) return false;
  const is_there = is_item && name in node;
  if (is_there) delete node[name];
  return (
    Object.values(node)
      .map((member) => leaveOut(member, name, is_item))
      .includes(true) || is_there
  );
}

function cutLists(value: Record<string, unknown>, { told, missing }: Cuts, over: () => number): void {
  for (let tokens = over(); tokens > 0; tokens = over()) {
    const rows = largestRows(value, '');
    if (rows === null) return;
    const kept = rowsThatFit(rows, rows.tokens - tokens - CUT_TOKENS * rows.lists.length);
    rows.lists.forEach((list, at) => {
      const field = rows.fields[at]!;
      const of = told.get(field)?.of ?? list.length;
      told.set(field, { field, kept, of });
      list.length = kept;
      missing.set(list, of - kept);
    });
  }
}

/** With a member behind each list that was cut, which says how much is missing; in a list of lists a last item does. */
function marked(node: Record<string, unknown>, cuts: Cuts): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(node).flatMap(([name, member]) => {
      const missing = cuts.missing.get(member);
      return [[name, markedMember(member, cuts)], ...(missing ? [[`${name}_left_out`, missing]] : [])];
    }),
  );
}

function markedMember(member: unknown, cuts: Cuts): unknown {
  if (isObject(member)) return marked(member, cuts);
  if (!Array.isArray(member)) return member;
  return member.map((item) => {
    const missing = Array.isArray(item) ? cuts.missing.get(item) : undefined;
    const inner = markedMember(item, cuts);
    return missing && Array.isArray(inner) ? [...inner, `${missing} left out`] : inner;
  });
}

function tokensOfJson(value: unknown): number {
  return tokensOf(JSON.stringify(value) ?? 'null');
}

/** The largest lists of more than one item, at whatever depth; null when there are none. */
function largestRows(node: unknown, place: string): Rows | null {
  const members = Array.isArray(node) ? [...node.entries()] : isObject(node) ? Object.entries(node) : [];
  let best: Rows | null = null;
  const offer = (rows: Rows | null) => {
    if (rows && (best === null || rows.tokens > best.tokens)) best = rows;
  };
  for (const [name, member] of members) {
    const field = `${place}${name}`;
    if (Array.isArray(member) && member.length > 1) offer(rowsOf(node, place, member, field));
    offer(largestRows(member, `${field}.`));
  }
  return best;
}

function rowsOf(node: unknown, place: string, list: unknown[], field: string): Rows {
  if (Array.isArray(node)) return { lists: [list], fields: [field], tokens: tokensOfJson(list) };
  const alike = Object.entries(node as object).filter(
    (pair): pair is [string, unknown[]] => Array.isArray(pair[1]) && pair[1].length === list.length,
  );
  return {
    lists: alike.map(([, one]) => one),
    fields: alike.map(([name]) => `${place}${name}`),
    tokens: alike.reduce((sum, [, one]) => sum + tokensOfJson(one), 0),
  };
}

function rowsThatFit({ lists }: Rows, room_tokens: number): number {
  const length = lists[0]!.length;
  let used = 2 * lists.length; // the brackets
  for (let at = 0; at < length - 1; at++) {
    for (const list of lists) used += tokensOfJson(list[at]) + 1;
    if (used > room_tokens) return Math.max(1, at);
  }
  return length - 1;
}

/** Largest first: no list is left to be cut, but a member may be a large object or text. */
function emptyMembers(value: Record<string, unknown>, over: () => number): void {
  const names = Object.keys(value).sort((left, right) => tokensOfJson(value[right]) - tokensOfJson(value[left]));
  for (const name of names) {
    if (over() <= 0) return;
    const member = value[name];
    if (typeof member === 'string') value[name] = '';
    else if (Array.isArray(member)) value[name] = [];
    else if (isObject(member)) value[name] = { left_out: true };
  }
}

/** `structuredContent` must be an object: lists are put under `results`. */
export function asObject(output: unknown): Record<string, unknown> {
  if (isObject(output)) return output;
  return { results: output };
}

const NOTICE = 'Left out: the end of this text, which is too long.';
const END = '… the rest is left out';
/** No character is more tokens than that. */
const CHAR_TOKENS = 3;

/** The last guard: texts are written to fit, but a single line of them may be longer than all. */
export function fitText(text: string, max_tokens: number): string {
  if (tokensOf(text) <= max_tokens) return text;
  let room = max_tokens - tokensOf(NOTICE) - tokensOf(END) - 2;
  const kept: string[] = [];
  for (const line of text.split('\n')) {
    room -= tokensOf(line) + 1;
    if (room < 0) break;
    kept.push(line);
  }
  if (kept.length === 0) kept.push(text.slice(0, (max_tokens - tokensOf(NOTICE + END)) / CHAR_TOKENS));
  return [NOTICE, ...kept, END].join('\n');
}
