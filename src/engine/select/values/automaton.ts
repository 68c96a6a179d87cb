/**
 * A regular expression as a deterministic automaton over ASCII: one table look-up per character, whatever the pattern,
 * and texts need not be decoded. Covers the syntax that patterns of paths and names are made of; RE2 does the rest.
 *   text -> syntax tree -> nondeterministic automaton -> sets of its states, each a row of the table
 */
import { must } from '../../../base/assert.ts';
import { TUNING } from '../../../model/tuning.ts';
import type { Automaton } from '../../wasm/blocks.ts';

const ASCII = 128;
const BYTES = 256;
/** Ends a text in a dictionary. */
const QUOTE = 34;

/** Characters by code: 1 = in the set. */
type CharSet = Uint8Array;

type Syntax =
  | { readonly kind: 'set'; readonly set: CharSet }
  /** The begin or the end of the text. */
  | { readonly kind: 'begin' | 'end' }
  | { readonly kind: 'all' | 'any'; readonly of: readonly Syntax[] }
  | { readonly kind: 'repeat'; readonly of: Syntax; readonly least: number; readonly is_endless: boolean };

/** Item of a pattern: class, escape, special character or letter. No nested classes. */
const TOKEN =
  /\[\^?(?:\\[\\\]^.\-/dw]|[^\\[\]])+\]|\\[\\.+*?()|[\]{}^$/dw]|\{\d{1,2}\}|\((?!\?)|[\^$.|)*+?]|[^\\^$.|()[\]{}*+?]/uy;
const CLASS_ITEM = /\\?.(?:-\\?.)?/suy;
const RANGE = /^(\\?.)-(\\?.)$/su;
/** What cannot be the end of a range. */
const NO_END = /^(?:\\[dw]|-)$/;
const REPEATS = /^(?:[*+?]|\{\d+\})$/;

/** null if the pattern is outside of the syntax, or needs too many states. */
export function automatonOf(pattern: string): Automaton | null {
  const syntax = syntaxOf(pattern);
  const steps = syntax && stepsOf(syntax);
  return steps && determined(steps);
}

/** Whether the pattern makes sense without asking RE2. */
export function isCovered(pattern: string): boolean {
  return syntaxOf(pattern) !== null;
}

/** null if undecided when the text goes on with a quote or something else than ASCII. */
export function accepts({ table, start }: Automaton, text: string): boolean | null {
  let state = start;
  for (let at = 0; at < text.length && state > 1; at++) {
    const char = text.charCodeAt(at);
    if (char >= ASCII || char === QUOTE) return null;
    state = table[state * BYTES + char]!;
  }
  return (state > 1 ? table[state * BYTES + QUOTE] : state) === 1;
}

// --- syntax

function syntaxOf(pattern: string): Syntax | null {
  const tokens = tokensOf(pattern);
  return tokens && new Reader(tokens).read();
}

/** null if the pattern has anything but tokens. */
function tokensOf(pattern: string): string[] | null {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  for (let at = 0; at < pattern.length; at = TOKEN.lastIndex) {
    const [token] = TOKEN.exec(pattern) ?? [];
    if (token === undefined) return null;
    tokens.push(token);
  }
  return tokens;
}

class Reader {
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens;
  }

  /** null if the pattern makes no sense. */
  read(): Syntax | null {
    const read = this.#any();
    return this.#at === this.#tokens.length ? read : null;
  }

  #any(): Syntax | null {
    const of: Syntax[] = [];
    do {
      const one = this.#all();
      if (one === null) return null;
      of.push(one);
    } while (this.#take('|'));
    return { kind: 'any', of };
  }

  #all(): Syntax | null {
    const of: Syntax[] = [];
    for (let token = this.#next(); token !== undefined && token !== '|' && token !== ')'; token = this.#next()) {
      this.#at++;
      const one = token === '(' ? this.#group() : single(token);
      const repeated = one && this.#repeated(one);
      if (repeated === null) return null;
      of.push(repeated);
    }
    return { kind: 'all', of };
  }

  #group(): Syntax | null {
    const of = this.#any();
    return this.#take(')') ? of : null;
  }

  /** Leaves to RE2, which has rules of its own: repeated anchors and sequences, and repeats of repeats. */
  #repeated(of: Syntax): Syntax | null {
    const token = this.#next();
    if (token === undefined || !REPEATS.test(token)) return of;
    this.#at++;
    if (of.kind !== 'set' && of.kind !== 'any') return null;
    if (REPEATS.test(this.#next() ?? '')) return null;
    if (token === '*') return { kind: 'repeat', of, least: 0, is_endless: true };
    if (token === '+') return { kind: 'repeat', of, least: 1, is_endless: true };
    if (token === '?') return { kind: 'any', of: [of, { kind: 'all', of: [] }] };
    return { kind: 'repeat', of, least: Number(token.slice(1, -1)), is_endless: false };
  }

  #next(): string | undefined {
    return this.#tokens[this.#at];
  }

  #take(token: string): boolean {
    const is_there = this.#next() === token;
    if (is_there) this.#at++;
    return is_there;
  }
}

/** null for a repeat of nothing, and classes that make no sense. */
function single(token: string): Syntax | null {
  if (token === '^') return { kind: 'begin' };
  if (token === '$') return { kind: 'end' };
  if (REPEATS.test(token)) return null;
  const set = token.startsWith('[') ? classOf(token) : setOf(token);
  return set && { kind: 'set', set };
}

function setOf(token: string): CharSet {
  if (token === '.') return charSet((char) => char !== 10);
  if (token === '\\d') return charSet((char) => /\d/.test(String.fromCharCode(char)));
  if (token === '\\w') return charSet((char) => /\w/.test(String.fromCharCode(char)));
  const only = charOf(token);
  return charSet((char) => char === only);
}

/** Code of a letter, or of an escaped one. */
function charOf(token: string): number {
  return must(token.codePointAt(token.startsWith('\\') ? 1 : 0), 'a character');
}

function charSet(has: (char: number) => boolean): CharSet {
  const set = new Uint8Array(ASCII);
  for (let char = 0; char < ASCII; char++) set[char] = Number(has(char));
  return set;
}

/** null for ranges that run backwards or end in a set, and for hyphens that RE2 may read differently. */
function classOf(token: string): CharSet | null {
  const is_not = token[1] === '^';
  const inside = token.slice(is_not ? 2 : 1, -1);
  const found = charSet(() => false);
  CLASS_ITEM.lastIndex = 0;
  for (let at = 0; at < inside.length; at = CLASS_ITEM.lastIndex) {
    const [item] = must(CLASS_ITEM.exec(inside), 'something of a class');
    const [, from, to] = RANGE.exec(item) ?? [item];
    if (item === '-' && at > 0 && at + 1 < inside.length) return null;
    const set = to === undefined ? setOf(item === '.' ? '\\.' : item) : rangeOf(must(from, 'an end'), to);
    if (set === null) return null;
    for (let char = 0; char < ASCII; char++) found[char]! |= set[char]!;
  }
  return is_not ? found.map((is_in) => 1 - is_in) : found;
}

function rangeOf(from: string, to: string): CharSet | null {
  if (NO_END.test(from) || NO_END.test(to) || charOf(from) > charOf(to)) return null;
  return charSet((char) => char >= charOf(from) && char <= charOf(to));
}

// --- nondeterministic

/** `next`: all steps that follow: of a set after one of its characters, of begin and end only at that place. */
interface Step {
  readonly kind: 'set' | 'begin' | 'end' | 'split' | 'found';
  readonly set: CharSet | null;
  next: readonly number[];
}

/** Number of the step that ends a match. */
const FOUND = 0;

interface Steps {
  readonly all: readonly Step[];
  readonly first: number;
}

/** null if there are too many. */
function stepsOf(syntax: Syntax): Steps | null {
  // This is the step FOUND.
  const all: Step[] = [{ kind: 'found', set: null, next: [] }];
  const add = (kind: Step['kind'], next: readonly number[], set: CharSet | null = null): number =>
    all.push({ kind, set, next }) - 1;
  /** Adds steps for the syntax, which lead on to `next`; returns the first one. */
  const before = (one: Syntax, next: number): number => {
    if (all.length > TUNING.pattern_steps) return next;
    switch (one.kind) {
      case 'set':
        return add('set', [next], one.set);
      case 'all':
        return one.of.reduceRight((after, each) => before(each, after), next);
      case 'any':
        return add(
          'split',
          one.of.map((each) => before(each, next)),
        );
      case 'repeat': {
        let first = next;
        if (one.is_endless) {
          first = add('split', []);
          all[first]!.next = [before(one.of, first), next];
        }
        for (let time = 0; time < one.least; time++) first = before(one.of, first);
        return first;
      }
      default:
        return add(one.kind, [next]);
    }
  };
  const first = before(syntax, FOUND);
  return all.length > TUNING.pattern_steps ? null : { all, first };
}

/** Steps that wait for a character or the end, ascending. */
type Waiting = readonly number[];

/** Waiting steps that are reached without reading a character. */
function waitingFrom({ all }: Steps, from: Iterable<number>, is_begin: boolean, is_end: boolean): Waiting {
  const reached = new Set<number>();
  const left = [...from];
  for (let at = left.pop(); at !== undefined; at = left.pop()) {
    if (reached.has(at)) continue;
    reached.add(at);
    const { kind, next } = all[at]!;
    if (kind === 'split' || (kind === 'begin' && is_begin) || (kind === 'end' && is_end)) left.push(...next);
  }
  return [...reached].filter((at) => all[at]!.kind !== 'split' && all[at]!.kind !== 'begin').sort((a, b) => a - b);
}

// --- deterministic

/** null if there are too many states. */
function determined(steps: Steps): Automaton | null {
  const { classes, chars } = classesOf(steps);
  /** state -> class -> next state; the last item is the state after the end. */
  const states: number[][] = [chars.map(() => 0), chars.map(() => 1)].map((row, decided) => [...row, decided]);
  const open: { readonly state: number; readonly waiting: Waiting; readonly is_begin: boolean }[] = [];
  const known = new Map<string, number>();
  const stateOf = (waiting: Waiting, is_begin: boolean): number => {
    if (waiting.length === 0 || waiting.includes(FOUND)) return Number(waiting.length > 0);
    const key = `${is_begin} ${waiting.join()}`;
    const state = known.get(key) ?? states.push([]) - 1;
    if (!known.has(key)) open.push({ state, waiting, is_begin });
    known.set(key, state);
    return state;
  };
  const start = stateOf(waitingFrom(steps, [steps.first], true, false), true);
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (states.length > TUNING.pattern_states) return null;
    const { state, waiting, is_begin } = one;
    const after = chars.map((char) => stateOf(waitingFrom(steps, read(steps, waiting, char), false, false), false));
    const at_end = waitingFrom(steps, is_begin ? [...waiting, steps.first] : waiting, is_begin, true);
    states[state] = [...after, Number(at_end.includes(FOUND))];
  }
  return { table: tableOf(states, classes), start };
}

function tableOf(states: readonly (readonly number[])[], classes: Uint8Array): Uint16Array {
  const table = new Uint16Array(states.length * BYTES);
  for (const [state, row] of states.entries()) {
    for (let char = 0; char < ASCII; char++) table[state * BYTES + char] = row[classes[char]!]!;
    table[state * BYTES + QUOTE] = row.at(-1)!;
  }
  // Also after what is not ASCII, which may lie behind a text.
  table.fill(1, BYTES, 2 * BYTES);
  return table;
}

/** The steps after a character; a match may begin there, too. */
function read({ all, first }: Steps, waiting: Waiting, char: number): number[] {
  return [first, ...waiting.filter((at) => all[at]!.set?.[char] === 1).flatMap((at) => all[at]!.next)];
}

/** Characters that no set tells apart are one class. `chars`: class -> one of them. */
function classesOf({ all }: Steps): { classes: Uint8Array; chars: number[] } {
  const classes = new Uint8Array(ASCII);
  let chars = [0];
  // A set that is repeated is one object, and parts the classes once.
  for (const set of new Set(all.map((step) => step.set))) {
    if (set === null) continue;
    const known = new Map<number, number>();
    chars = [];
    for (let char = 0; char < ASCII; char++) {
      const key = 2 * classes[char]! + set[char]!;
      const own = known.get(key) ?? chars.push(char) - 1;
      known.set(key, own);
      classes[char] = own;
    }
  }
  return { classes, chars };
}
