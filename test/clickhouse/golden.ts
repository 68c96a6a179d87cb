/**
 * `npm run golden:clickhouse`: the golden cases (GOLDEN_CASES=DIR: those of another folder) with events in a ClickHouse, then
 * random questions and statements in SQL (RANDOM_QUESTIONS=N of each, SEED=N) put to both engines.
 */
import { join } from 'node:path';
import { runGolden } from '../golden/runner.ts';
import { compareRandom } from './random.ts';
import { compareStatements } from './random_sql.ts';
import { startServer } from './server.ts';

const folder = process.env['GOLDEN_CASES'] ?? join(import.meta.dirname, '../cases');
// A database holds the events of one file.
const [server, other, third] = [await startServer(), await startServer(), await startServer()];
const started_ms = performance.now();
try {
  const checked = await runGolden(folder, server.address('default'));
  for (const { id, about, outcome } of checked) {
    if (outcome.kind === 'passed' || outcome.kind === 'skipped') continue;
    console.log(`${outcome.kind.toUpperCase()} ${id}: ${about}`);
    const lines = outcome.kind === 'failed' ? outcome.differences : [outcome.needs];
    for (const line of lines) console.log(`  ${line.slice(0, 1_500)}`);
  }
  const failed = checked.filter(({ outcome }) => outcome.kind === 'failed' || outcome.kind === 'not_yet').length;
  const passed = checked.filter(({ outcome }) => outcome.kind === 'passed').length;
  const seconds = ((performance.now() - started_ms) / 1000).toFixed(1);
  console.log(`${passed} of ${checked.length} cases passed on ClickHouse, ${failed} failed, in ${seconds} s`);
  const [count, seed] = [Number(process.env['RANDOM_QUESTIONS'] ?? 1_000), Number(process.env['SEED'] ?? 20_261_122)];
  const random = await compareRandom(other.address('default'), count, seed);
  for (const difference of random.differences.slice(0, 10)) console.log(`DIFFERENT ${difference}`);
  const { asked, by_sql, by_rows, differences } = random;
  console.log(
    `${asked} random questions, ${by_sql} answered by SQL, ${by_rows} by rows for the kernels: ${differences.length} differences`,
  );
  const statements = await compareStatements(third.address('default'), count, seed);
  for (const difference of statements.differences.slice(0, 10)) console.log(`DIFFERENT ${difference}`);
  console.log(
    `${statements.asked} statements in SQL, ${statements.counted} of them from rows counted before they were fetched: ${statements.differences.length} differences`,
  );
  process.exitCode = failed + differences.length + statements.differences.length > 0 ? 1 : 0;
} finally {
  await Promise.all([server.stop(), other.stop(), third.stop()]);
}
