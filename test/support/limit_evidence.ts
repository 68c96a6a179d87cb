/** Which limits the text of a test file tries. Only code counts: no comments, no texts in quotes, no patterns. */

const SAID = new RegExp(
  [
    String.raw`\/\*[\s\S]*?\*\/|\/\/.*`,
    String.raw`'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|${'`'}(?:[^${'`'}\\]|\\[\s\S])*${'`'}`,
    // A slash after any of these signs begins a pattern.
    String.raw`(?<=[(,=:[!&|?{;]\s*)\/(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/\w*`,
  ].join('|'),
  'g',
);

/** A test that may not run, or must fail, is no evidence. */
const MAY_NOT_RUN = /\b(?:test|it|describe)\.(?:skip|todo|fails|skipIf|runIf)\b[^(]*\(/g;

/** Blanks all that is no code of a test that runs, so that positions stay the same. */
function codeOf(text: string): string {
  let code = text.replace(SAID, blank);
  for (const { 0: call, index } of code.matchAll(MAY_NOT_RUN)) {
    let end = endOf(code, index + call.length) + 1;
    while (code[end] === '(') end = endOf(code, end + 1) + 1;
    code = code.slice(0, index) + blank(code.slice(index, end)) + code.slice(end);
  }
  return code;
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ');
}

/** Limits of awaited calls of `atAndPast`: a literal name, or `limit` in a loop over a table of this file. */
export function limitsTriedIn(text: string): Set<string> {
  const code = codeOf(text);
  const tried = new Set<string>();
  for (const { 0: call, index } of code.matchAll(/\bawait atAndPast\(/g)) {
    const first = text.slice(index + call.length);
    const [, name] = /^\s*'(\w+)',/.exec(first) ?? [];
    if (name !== undefined) tried.add(name);
    else if (/^\s*limit,/.test(first)) for (const row of tableBefore(text, code, index)) tried.add(row);
  }
  return tried;
}

/** First texts of the rows of the table that the nearest loop before a position runs over. */
function tableBefore(text: string, code: string, index: number): string[] {
  const [, table] = [...code.slice(0, index).matchAll(/\bfor \(const \[limit\b[^\]]*\] of (\w+)\)/g)].at(-1) ?? [];
  const begins = table === undefined ? null : new RegExp(`^const ${table}\\b.*= \\[$`, 'm').exec(code);
  if (begins === null) return [];
  const open = begins.index + begins[0].length;
  const rows: string[] = [];
  let depth = 0;
  for (let at = open; at < endOf(code, open); at++) {
    if (code[at] === '[' && depth === 0) rows.push(/^\s*'(\w+)',/.exec(text.slice(at + 1))?.[1] ?? '');
    depth += stepAt(code, at);
  }
  return rows;
}

const BRACKETS: Readonly<Record<string, number>> = { '(': 1, '[': 1, '{': 1, ')': -1, ']': -1, '}': -1 };

function stepAt(code: string, at: number): number {
  return BRACKETS[code[at] ?? ''] ?? 0;
}

/** Position of the bracket that closes the one just before `open`. */
function endOf(code: string, open: number): number {
  let depth = 1;
  for (let at = open; at < code.length; at++) {
    depth += stepAt(code, at);
    if (depth === 0) return at;
  }
  return code.length;
}

/** Code of the test of this name, with the table of its cases; empty if the file has none. */
function testNamed(text: string, code: string, title: string): string {
  for (const { 0: call, index } of code.matchAll(/\b(?:test|it)(?:\.each)?\(/g)) {
    let open = index + call.length;
    if (call.endsWith('.each(')) open = endOf(code, open) + 2;
    const name = text.slice(open).trimStart();
    if (name.startsWith(`'${title}',`)) return code.slice(index, endOf(code, open));
  }
  return '';
}

/** Whether the test of this name expects something, and has both the limit and its neighbour in its code. */
export function isTriedBeside(text: string, title: string, limit: string, neighbour: '+ 1' | '- 1'): boolean {
  const code = codeOf(text);
  const block = testNamed(text, code, title);
  // What is only expected was not sent.
  const sent = block.replaceAll(/String\(LIMIT\.\w+\)|\.to\w+\(\[?LIMIT\.\w+/g, '');
  const is_at = new RegExp(`\\bLIMIT\\.${limit}\\b(?! [+-] 1\\b)`).test(sent);
  return is_at && sent.includes(`LIMIT.${limit} ${neighbour}`) && /\bexpect\(/.test(block);
}
