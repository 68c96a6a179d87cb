/** Cuts answers to a host's token budget. Every cut is noted in place and at the top, with how to ask for less. */
import { isObject } from '../../base/json.ts';
import { tokensOf } from '../../base/tokens.ts';

interface CutList {
  /** Path: `result`, `result.0.data`. */
  readonly field: string;
  readonly kept: number;
  readonly of: number;
  /** The end that was kept: of points in time the last, as in texts. */
  readonly which: 'first' | 'last';
}

export interface Truncated {
  /** Shortened lists, largest first, at most LISTS_TOLD of them. */
  readonly lists: readonly CutList[];
  /** Members removed from every item. The answer or the question has them elsewhere. */
  readonly members?: readonly string[];
  readonly how_to_narrow: string;
}

export type Structured = Record<string, unknown> & { truncated?: Truncated };

const LISTS_TOLD = 10;
/** Redundant members of items, the least needed first: the question, other forms of `days`, addresses of people. */
const REPEATED = ['filter', 'people', 'persons_urls', 'labels'];
/** Estimated cost of noting a cut, in place and at the top. */
const MARK_TOKENS = 15;
const NOTICE_TOKENS = 300;
/** Minimum size of an object member, including its name. */
const MEMBER_TOKENS = 6;
/** Lines over time are all shortened alike if each has so much room. */
const LINE_TOKENS = 300;
/** If notes took more room than estimated, everything is cut again, to this share of the room. */
const TIGHTER = 0.8;

/** One attempt at cutting. */
interface Cutting {
  /** Members to remove from items, */
  readonly skipped: ReadonlySet<string>;
  /** and those that items had. */
  readonly removed: Set<string>;
  readonly lists: CutList[];
}

/**
 * Removes redundant members, then shortens lists, until the whole is at most `max_tokens` of JSON. Parts that exceed their
 * share are cut first. Every list keeps at least one item and notes how many are missing, lists over time their last. The cost depends on what is
 * kept and not on the input.
 */
export function fitStructured(
  structured: Record<string, unknown>,
  max_tokens: number,
  how_to_narrow: string,
): Structured {
  if (measured(structured, max_tokens, false, cuttingWithout(new Set())) <= max_tokens) return structured;
  const skipped = skippedFor(structured, max_tokens - NOTICE_TOKENS);
  for (let room = max_tokens - Math.min(NOTICE_TOKENS, max_tokens / 3); ; room *= TIGHTER) {
    const cutting = cuttingWithout(skipped);
    const value = cutObject(structured, room, '', false, cutting);
    const members = REPEATED.filter((name) => cutting.removed.has(name));
    const lists = cutting.lists.slice(0, LISTS_TOLD);
    const truncated = { lists, ...(members.length === 0 ? {} : { members }), how_to_narrow };
    // Comes first, for readers who only see the start.
    const whole = { truncated, ...value };
    if (tokensOf(JSON.stringify(whole)) <= max_tokens || room < 1) return whole;
  }
}

function cuttingWithout(skipped: ReadonlySet<string>): Cutting {
  return { skipped, removed: new Set(), lists: [] };
}

/** Redundant members to remove: as few as needed, or all. */
function skippedFor(structured: Record<string, unknown>, room: number): ReadonlySet<string> {
  const skipped = new Set<string>();
  for (const name of REPEATED) {
    if (measured(structured, room, false, cuttingWithout(skipped)) <= room) break;
    skipped.add(name);
  }
  return skipped;
}

/** Tokens of a node as JSON. Stops and returns infinity as soon as they exceed `room`. */
function measured(node: unknown, room: number, is_item: boolean, cutting: Cutting): number {
  if (!(Array.isArray(node) || isObject(node))) return tokensOf(JSON.stringify(node) ?? 'null') + 1;
  let used = 3;
  const add = (tokens: number) => {
    used += tokens;
    return used <= room;
  };
  if (Array.isArray(node)) {
    for (const item of node) if (!add(measured(item, room - used, true, cutting))) return Number.POSITIVE_INFINITY;
    return used;
  }
  for (const [name, member] of membersOf(node, is_item, cutting)) {
    if (!add(nameTokens(name) + measured(member, room - used, is_item, cutting))) return Number.POSITIVE_INFINITY;
  }
  return used;
}

function nameTokens(name: string): number {
  return tokensOf(JSON.stringify(name)) + 1;
}

/** Only items lose members: what the answer itself has is nowhere else. */
function membersOf(
  node: Readonly<Record<string, unknown>>,
  is_item: boolean,
  { skipped, removed }: Cutting,
): [name: string, member: unknown][] {
  const members = Object.entries(node).filter(([, member]) => member !== undefined);
  if (!is_item || skipped.size === 0) return members;
  for (const [name] of members) if (skipped.has(name)) removed.add(name);
  return members.filter(([name]) => !skipped.has(name));
}

function cut(node: unknown, room: number, field: string, is_item: boolean, cutting: Cutting): unknown {
  if (Array.isArray(node)) return cutList(node, room, field, cutting);
  if (isObject(node)) return cutObject(node, room, `${field}.`, is_item, cutting);
  if (typeof node !== 'string' || tokensOf(node) <= room) return node;
  return `${node.slice(0, Math.max(0, room / CHAR_TOKENS))}…`;
}

/** The items that fit. If not even the first does, it is shortened. A last item notes how many are missing. */
function cutList(list: readonly unknown[], room: number, field: string, cutting: Cutting): unknown[] {
  const [kept] = cutTogether([list], room, [field], cutting);
  const missing = list.length - kept!.length;
  return missing === 0 ? kept! : [...kept!, `${missing} left out`];
}

/** Parallel lists (`data`, `days`) are rows of one table, so all keep the same number of items. */
function cutTogether(
  lists: readonly (readonly unknown[])[],
  room: number,
  fields: readonly string[],
  cutting: Cutting,
): unknown[][] {
  const length = lists[0]!.length;
  const which = areOverTime(lists, fields) ? 'last' : 'first';
  let left = room;
  let rows = 0;
  for (; rows < length && left > 0; rows++) {
    const row = which === 'first' ? rows : length - 1 - rows;
    for (const list of lists) left -= measured(list[row], left, true, cutting);
    if (left < 0) break;
  }
  const even = room / length;
  const are_lines = rows < length && even >= LINE_TOKENS && lists.every((list) => list.every(isLine));
  const kept = are_lines ? length : Math.max(1, rows);
  if (kept < length) for (const field of fields) cutting.lists.push({ field, kept, of: length, which });
  const share = are_lines ? even : rows === 0 ? room / lists.length : room;
  const from = which === 'first' ? 0 : length - kept;
  return lists.map((list, at) =>
    list.slice(from, from + kept).map((item, row) => cut(item, share, `${fields[at]}.${row}`, true, cutting)),
  );
}

/** Points in time with their `days`, or rows that begin at a date. Rows of one breakdown value after another are not. */
function areOverTime(lists: readonly (readonly unknown[])[], fields: readonly string[]): boolean {
  return lists.some(([first], at) => {
    if (isObject(first)) return typeof first['date'] === 'string' && first['breakdown_value'] === undefined;
    return typeof first === 'string' && /(^|\.)days$/.test(fields[at]!);
  });
}

/** A line over time, which has lists of points. */
function isLine(item: unknown): boolean {
  return isObject(item) && Array.isArray(item['days']) && typeof item['days'][0] === 'string';
}

/** Members that are cut together, and their size. */
interface Unit {
  readonly members: readonly (readonly [name: string, member: unknown])[];
  readonly tokens: number;
}

/** Small members stay whole. The others share the rest of the room. */
function cutObject(
  node: Readonly<Record<string, unknown>>,
  room: number,
  place: string,
  is_item: boolean,
  cutting: Cutting,
): Record<string, unknown> {
  const all = membersOf(node, is_item, cutting);
  const most = Math.max(1, Math.floor(room / MEMBER_TOKENS));
  const members = all.slice(0, most);
  const units = unitsOf(members, room, is_item, cutting);
  const share = fairShare(units, room);
  const made = new Map<string, [string, unknown][]>();
  for (const { members: together, tokens } of units) {
    const names = together.map(([name]) => name);
    const values = together.map(([, member]) => member);
    const lists = tokens > share && together.length > 1 ? values.filter((value) => Array.isArray(value)) : null;
    const cuts =
      lists === null
        ? values.map((value, at) =>
            cutMember(value, tokens > share ? share : room, place + names[at]!, is_item, cutting),
          )
        : cutTogether(
            lists,
            share - MARK_TOKENS * names.length,
            names.map((name) => place + name),
            cutting,
          );
    for (const [at, name] of names.entries()) made.set(name, markedMember(name, values[at], cuts[at]));
  }
  const left_out = all.length - members.length;
  const rest: [string, unknown][] = left_out === 0 ? [] : [['left_out', `${left_out} members`]];
  const entries = members.flatMap(([name]) => made.get(name)!);
  const lost = entries.some(([name]) => name === 'result_left_out' || name === 'results_left_out');
  const more: [string, unknown][] = node['hasMore'] === false && lost ? [['hasMore', true]] : [];
  return Object.fromEntries([...entries, ...more, ...rest]);
}

/** A list that is a member has its note beside it, so that it only contains items. */
function cutMember(member: unknown, room: number, field: string, is_item: boolean, cutting: Cutting): unknown {
  if (!Array.isArray(member)) return cut(member, room, field, is_item, cutting);
  return cutTogether([member], room - MARK_TOKENS, [field], cutting)[0];
}

function markedMember(name: string, before: unknown, after: unknown): [string, unknown][] {
  const missing = Array.isArray(before) && Array.isArray(after) ? before.length - after.length : 0;
  return missing === 0
    ? [[name, after]]
    : [
        [name, after],
        [`${name}_left_out`, missing],
      ];
}

function unitsOf(
  members: readonly (readonly [string, unknown])[],
  room: number,
  is_item: boolean,
  cutting: Cutting,
): Unit[] {
  const groups = Object.values(
    Object.groupBy(members, ([name, member]) =>
      Array.isArray(member) && member.length > 1 ? `lists of ${member.length}` : `one ${name}`,
    ),
  );
  return groups.map((together = []) => ({
    members: together,
    tokens: together.reduce((sum, [name, member]) => {
      return sum + nameTokens(name) + measured(member, room, is_item, cutting);
    }, 0),
  }));
}

/** The largest size that each unit may have. */
function fairShare(units: readonly Unit[], room: number): number {
  const ascending = units.map(({ tokens }) => tokens).sort((a, b) => a - b);
  let left = room;
  for (const [at, tokens] of ascending.entries()) {
    const share = Math.max(0, left / (ascending.length - at));
    if (tokens > share) return share;
    left -= tokens;
  }
  return Number.POSITIVE_INFINITY;
}

/** `structuredContent` must be an object: lists go under `results`. */
export function asObject(output: unknown): Record<string, unknown> {
  if (isObject(output)) return output;
  return { results: output };
}

const NOTICE = 'Left out: the end of this text, which is too long.';
const END = '… the rest is left out';
/** Upper bound of tokens per character. */
const CHAR_TOKENS = 3;

/** The last resort. Texts are written to fit, but a single line may still be too long. */
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
