/**
 * `npm run evals`: asks all questions (or those named) and prints what each took. Fails where an answer is wrong, or
 * where one took more calls or tokens than `record.json` says; `--write` keeps what has fallen.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Host, type Outcome } from './host.ts';
import { QUESTIONS } from './questions/index.ts';
import { isMore, type Kept, kept, RECORD } from './record.ts';

const named = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const asked = QUESTIONS.filter(({ id }) => named.length === 0 || named.some((name) => id.includes(name)));
const say = (line: string) => void process.stdout.write(`${line}\n`);
const host = new Host();
const outcomes = new Map<string, Outcome>();
try {
  say(`Before the first question: ${await host.entry()} tokens of instructions and tools.\n`);
  say('question | calls | tokens | structured | before');
  for (const question of asked) {
    const outcome = await host.ask(question);
    outcomes.set(question.id, outcome);
    const before = RECORD[question.id];
    const was = before === undefined ? 'new' : `${before.calls} ${before.tokens} ${before.structured_tokens}`;
    say(`${question.id} | ${outcome.calls} | ${outcome.tokens} | ${outcome.structured_tokens} | ${was}`);
    if (outcome.wrong !== null) say(`  WRONG: ${outcome.wrong.slice(0, 2_000)}`);
    else if (before !== undefined && isMore(outcome, before)) say('  MORE than before');
  }
} finally {
  await host.close();
}
const all = [...outcomes.values()];
const total = (of: (outcome: Outcome) => number) => all.reduce((sum, outcome) => sum + of(outcome), 0);
const wrong = all.filter((outcome) => outcome.wrong !== null).length;
const more = [...outcomes].filter(([id, outcome]) => RECORD[id] !== undefined && isMore(outcome, RECORD[id])).length;
say(
  `\n${all.length} questions, ${total(({ calls }) => calls)} calls, ${total(({ tokens }) => tokens)} tokens; ${wrong} wrong, ${more} dearer.`,
);
if (wrong + more > 0) process.exitCode = 1;
else if (process.argv.includes('--write')) {
  const record: Record<string, Kept> = { ...RECORD };
  for (const [id, outcome] of outcomes) record[id] = kept(outcome, RECORD[id]);
  const known = new Set(QUESTIONS.map(({ id }) => id));
  const rows = Object.entries(record).filter(([id]) => known.has(id));
  const lines = rows.map(([id, row]) => `  ${JSON.stringify(id)}: ${JSON.stringify(row)}`);
  writeFileSync(join(import.meta.dirname, 'record.json'), `{\n${lines.join(',\n')}\n}\n`);
}
