/**
 * What an answer names is what is sent next. Rules read the words of refusals and warnings as a careful model would,
 * with no knowledge of the product besides: so a text that names nothing to send fails the walk.
 */
/** Of a call of a tool. */
export type Arguments = Readonly<Record<string, unknown>>;

type Path = readonly (string | number)[];

/** null where the text does not say what to send instead. */
export function mended(args: Arguments, text: string): Arguments | null {
  const field = pathIn(text);
  // There is no argument "event". Did you mean "events"? (field: event)
  const renamed = /There is no argument "[^"]+".*?\. Did you mean "([^"]+)"/.exec(text);
  if (renamed && field) return withRenamed(args, field, renamed[1]!);
  // "germany" … Did you mean "Germany"?
  const suggested = /"([^"]+)"[^"]*?\bDid you mean "([^"]+)"/.exec(text);
  if (suggested) return withText(args, suggested[1]!, suggested[2]!);
  // Send "date_to": "2026-03-09T23:59:59". Or beside what is named before: "plan" … send "type":"person".
  const member = /^(.*)\b[Ss]end "(\w+)": ?("[^"]*"|true|false|\d+)/m.exec(text);
  if (member) return withMember(args, /"([^"]+)"/.exec(member[1]!)?.[1], member[2]!, JSON.parse(member[3]!));
  if (!field) return null;
  // … Did you mean "dau"? or: Send 0 for "company".
  const value = /\bDid you mean ("[^"]+")|\b[Ss]end (\d+) for "/.exec(text);
  if (value) return at(args, field, () => JSON.parse((value[1] ?? value[2])!)) as Arguments;
  // Not one of the allowed values: hour, day, week. Group types: "company" (0), "team" (1).
  const allowed = /(?:allowed values:|Group types:|Kinds are) ([^.]+)\./.exec(text);
  if (allowed) return withNearest(args, field, allowed[1]!.split(', ').map(bareName));
  // An example stands for the whole field: {"id":"purchase"}
  const example = exampleIn(text.replace(/\(field: .*/, ''));
  return example === undefined ? null : withExample(args, field, example);
}

/** Without quotes, and without what is told behind them. */
function bareName(choice: string): string {
  return /^"([^"]+)"/.exec(choice)?.[1] ?? choice;
}

/** Set in the object that has the named text, or at the top. */
function withMember(args: Arguments, beside: string | undefined, name: string, value: unknown): Arguments {
  if (beside === undefined) return { ...args, [name]: value };
  return JSON.parse(JSON.stringify(args), (_name, node) =>
    typeof node === 'object' && !Array.isArray(node) && Object.values(node ?? {}).includes(beside)
      ? { ...node, [name]: value }
      : node,
  );
}

/** In a list, whatever is as the item at fault was takes the form of the example. */
function withExample(args: Arguments, field: Path, example: unknown): Arguments {
  const index = field.at(-1);
  if (typeof index !== 'number') return at(args, field, () => example) as Arguments;
  return at(args, field.slice(0, -1), (list) => {
    const items = list as readonly unknown[];
    const form = JSON.stringify(example);
    const wrong = JSON.stringify(items[index]);
    return items.map((item) =>
      typeof item === typeof items[index] ? JSON.parse(form.replaceAll(wrong, () => JSON.stringify(item))) : item,
    );
  }) as Arguments;
}

/** `(field: events[0].id)` */
function pathIn(text: string): Path | null {
  const written = /\(field: ([^)]+)\)/.exec(text)?.[1];
  if (written === undefined) return null;
  return written
    .split(/[.[\]]+/)
    .filter((step) => step !== '')
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step));
}

function exampleIn(text: string): unknown {
  const from = text.search(/[[{]/);
  const until = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']')) + 1;
  if (from < 0) return undefined;
  try {
    return JSON.parse(text.slice(from, until));
  } catch {
    return undefined;
  }
}

/** The same with another value in one place. */
function at(node: unknown, [step, ...rest]: Path, change: (before: unknown) => unknown): unknown {
  if (step === undefined) return change(node);
  if (Array.isArray(node)) return node.map((item, index) => (index === step ? at(item, rest, change) : item));
  const object = { ...(node as Record<string, unknown>) };
  object[step] = at(object[step], rest, change);
  return object;
}

function withRenamed(args: Arguments, path: Path, name: string): Arguments {
  const last = path.at(-1)!;
  return at(args, path.slice(0, -1), (parent) => {
    const { [last]: value, ...others } = parent as Record<string | number, unknown>;
    return { ...others, [name]: value };
  }) as Arguments;
}

/** Wherever the one text stands by itself, the other. */
function withText(args: Arguments, before: string, after: string): Arguments | null {
  let found = false;
  const replaced = JSON.parse(JSON.stringify(args), (_name, value) => {
    if (value !== before) return value;
    found = true;
    return after;
  });
  return found ? replaced : null;
}

/** The choice that shares most pairs of letters with what was sent. */
function withNearest(args: Arguments, path: Path, choices: readonly string[]): Arguments | null {
  let found = false;
  const changed = at(args, path, (before) => {
    const sent = pairsIn(String(before));
    const score = (choice: string) => {
      const pairs = pairsIn(choice);
      return [...pairs].filter((pair) => sent.has(pair)).length / (pairs.size + sent.size);
    };
    const best = choices.toSorted((a, b) => score(b) - score(a))[0]!;
    found = score(best) > 0 || choices.length === 1;
    return best;
  });
  return found ? (changed as Arguments) : null;
}

/** Its beginning and end count, too. */
function pairsIn(text: string): Set<string> {
  const letters = ` ${text.toLowerCase()} `;
  return new Set([...letters].slice(1).map((letter, index) => letters[index]! + letter));
}
