/**
 * `npm run golden`: runs the golden cases and says what passed, what failed and why, and what is not supported yet.
 * GOLDEN_CASES=DIR runs another folder of the same format; there "not yet" counts as a failure, because nothing says
 * which cases may be. GOLDEN_WRITE=1 rewrites the list of cases that are not yet supported.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NOT_YET_FILE } from './case.ts';
import { type Checked, notYet, runGolden } from './runner.ts';

const OWN = join(import.meta.dirname, '../cases');
const folder = process.env['GOLDEN_CASES'] ?? OWN;
const started = performance.now();
const checked = await runGolden(folder);
const seconds = ((performance.now() - started) / 1000).toFixed(1);

printTable('kind', (one) => one.file.replace(/-\d+$/, ''));
printTable('file', (one) => one.file);
for (const { id, about, outcome } of checked) {
  if (outcome.kind !== 'failed') continue;
  console.log(`FAILED ${id}: ${about}`);
  for (const difference of outcome.differences) console.log(`  ${difference}`);
}
const waiting = notYet(checked);
for (const [needs, ids] of Object.entries(waiting)) console.log(`not yet: ${needs} (${ids.length})`);
const totals = count(checked);
console.log(
  `${totals.passed} passed, ${totals.failed} failed, ${totals.not_yet} not yet, ${totals.skipped} skipped in ${seconds} s`,
);

if (folder === OWN) {
  const list = join(OWN, NOT_YET_FILE);
  if (process.env['GOLDEN_WRITE'] === '1') writeFileSync(list, `${JSON.stringify(waiting, null, 2)}\n`);
  const listed = new Set(Object.values(JSON.parse(readFileSync(list, 'utf8')) as Record<string, string[]>).flat());
  const surprising = Object.values(waiting)
    .flat()
    .filter((id) => !listed.has(id));
  for (const id of surprising) console.log(`not on the list of what cannot be asked yet: ${id}`);
  process.exitCode = totals.failed > 0 || surprising.length > 0 ? 1 : 0;
} else {
  for (const [needs, ids] of Object.entries(waiting)) console.log(`not yet, ${needs}: ${ids.join(' ')}`);
  process.exitCode = totals.failed > 0 || totals.not_yet > 0 ? 1 : 0;
}

function count(some: readonly Checked[]): Record<Checked['outcome']['kind'], number> {
  const counts = { passed: 0, failed: 0, not_yet: 0, skipped: 0 };
  for (const { outcome } of some) counts[outcome.kind] += 1;
  return counts;
}

function printTable(title: string, group: (one: Checked) => string): void {
  console.log(`${title.padEnd(26)} passed failed not yet`);
  for (const [name, some] of Object.entries(Object.groupBy(checked, group))) {
    const { passed, failed, not_yet } = count(some ?? []);
    console.log(
      `${name.padEnd(26)} ${String(passed).padStart(6)} ${String(failed).padStart(6)} ${String(not_yet).padStart(7)}`,
    );
  }
}
