/** `npm run golden:clickhouse`: the golden cases (GOLDEN_CASES=DIR: those of another folder) with events in a ClickHouse. */
import { join } from 'node:path';
import { runGolden } from '../golden/runner.ts';
import { startServer } from './server.ts';

const folder = process.env['GOLDEN_CASES'] ?? join(import.meta.dirname, '../cases');
const server = await startServer();
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
  process.exitCode = failed > 0 ? 1 : 0;
} finally {
  await server.stop();
}
