/** `npm --prefix test/clickhouse run shards`: all golden cases on two shards, compared with the embedded engine's numbers. */
import { join } from 'node:path';
import type { Asked } from '../../src/engine/answer.ts';
import { checkCases } from '../golden/runner.ts';
import { openWorld } from '../golden/world.ts';
import { openBoth } from './both.ts';
import { startServer } from './server.ts';
import { type Counted, openShards } from './shards.ts';

const folder = process.env['GOLDEN_CASES'] ?? join(import.meta.dirname, '../cases');
const [first, second] = await Promise.all([startServer(), startServer()]);
const counted: Counted = { merged: 0, whole: 0 };
const world = openWorld();
const both = openBoth(world, first!.address('default'), openShards(second!.address('default'), counted));
const differences: string[] = [];
let asked = 0;

const { computing } = world.service;
const embedded = computing.countPersons.bind(computing);
computing.countPersons = async (...asked) => (await both.countPersons(...asked)) ?? embedded(...asked);
const show = computing.show.bind(computing);
computing.show = async (project, shown, signal) => {
  const { embedded, clickhouse } = await both.ask(project, shown.asked as Asked);
  asked++;
  if (embedded !== clickhouse) differences.push(`${shown.asked.kind} ${embedded}\n${clickhouse}`);
  return show(project, shown, signal);
};

try {
  const checked = await checkCases(world, folder, () => true);
  const failed = checked.filter(({ outcome }) => outcome.kind === 'failed');
  for (const { id, outcome } of failed) console.log(`FAILED ${id} ${JSON.stringify(outcome).slice(0, 1_500)}`);
  for (const difference of differences.slice(0, 10)) console.log(`DIFFERENT ${difference.slice(0, 1_000)}`);
  console.log(
    `two shards: ${asked} questions, ${counted.merged} statements merged from both, ${counted.whole} asked of all rows; ` +
      `${differences.length} differences, ${failed.length} failures`,
  );
  process.exitCode = differences.length + failed.length > 0 ? 1 : 0;
} finally {
  await both.close();
  await world.service.close();
  await Promise.all([first!.stop(), second!.stop()]);
}
