/**
 * A fresh process of the benchmark. node child.ts first SHAPE FOLDER ours|clickhouse|duckdb: answers the shape's
 * first question and reports; node child.ts memory SHAPE FOLDER: asks all questions and reports memory use.
 */
import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { type Question, questionOf, type Sql } from './question.ts';
import { ROUNDS } from './rounds.ts';
import { shapeNamed } from './shapes.ts';

const [mode, name, folder, engine] = process.argv.slice(2) as [string, string, string, string | undefined];
const shape = await shapeNamed(name);
if (mode === 'memory') await memory();
else if (engine === 'ours') await firstOfOurs();
else await firstOfPeer();

function first(): Question {
  return questionOf(shape.questions, shape.first);
}

/** Loads only what this engine needs, since loading is measured, too. */
async function firstOfOurs(): Promise<void> {
  // As the commands that serve do.
  const { startAhead } = await import('../src/service/computing/starting.ts');
  const path = join(folder, 'bench.db');
  const ahead = startAhead(path);
  const { openService } = await import('../src/service/service.ts');
  const service = openService({ path, ahead });
  const { answer } = await import('./ours.ts');
  const rows = await answer(service, first());
  writeSync(1, `${rows.length}\n`);
  await service.close();
}

async function firstOfPeer(): Promise<void> {
  const { openPeer } = await import('./peers.ts');
  const peer = await openPeer(engine === 'clickhouse' ? 'clickhouse' : 'duckdb', shape, folder);
  const rows = await peer.ask(first().sql as Sql, 'by_event');
  writeSync(1, `${rows.length}\n`);
  await peer.close();
}

async function memory(): Promise<void> {
  const { openService } = await import('../src/service/service.ts');
  const { ask } = await import('./ours.ts');
  const service = openService({ path: join(folder, 'bench.db') });
  for (const question of shape.questions) {
    // Twice, as repeated questions fill more caches.
    for (let time = 0; time < 2; time++) await ask(service, question);
    for (let round = 0; round < ROUNDS; round++) {
      const filtered = question.filtered(round);
      if (filtered !== null) await ask(service, { ...question, ...filtered });
    }
  }
  writeSync(
    1,
    `${JSON.stringify({ bytes: service.datasets.bytes() + service.computing.status().bytes, rss_bytes: process.memoryUsage.rss() })}\n`,
  );
  await service.close();
}
