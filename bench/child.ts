/**
 * A fresh process, started by the benchmark: node child.ts first FOLDER ours|clickhouse|duckdb answers T2 and says so;
 * node child.ts memory FOLDER asks all trends and funnels and says what the product holds then.
 */
import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { QUESTIONS, questionNamed } from './questions.ts';

const [mode, folder, engine] = process.argv.slice(2) as [string, string, string | undefined];
if (mode === 'memory') await memory();
else if (engine === 'ours') await firstOfOurs();
else await firstOfPeer();

/** Only what this engine needs is loaded: that is part of what is measured. */
async function firstOfOurs(): Promise<void> {
  const { openService } = await import('../src/service/service.ts');
  const service = openService({ path: join(folder, 'bench.db') });
  const { answer } = await import('./ours.ts');
  const rows = await answer(service, questionNamed('T2'));
  writeSync(1, `${rows.length}\n`);
  await service.close();
}

async function firstOfPeer(): Promise<void> {
  const { openPeer } = await import('./peers.ts');
  const peer = await openPeer(engine === 'clickhouse' ? 'clickhouse' : 'duckdb', folder);
  const rows = await peer.ask('T2', 'by_event');
  writeSync(1, `${rows.length}\n`);
  await peer.close();
}

async function memory(): Promise<void> {
  const { openService } = await import('../src/service/service.ts');
  const { ask } = await import('./ours.ts');
  const service = openService({ path: join(folder, 'bench.db') });
  // Twice, as what is asked again is kept in more ways.
  for (const one of [...QUESTIONS, ...QUESTIONS]) {
    if (one.operation === 'compute_trend' || one.operation === 'compute_funnel') await ask(service, one);
  }
  writeSync(
    1,
    `${JSON.stringify({ bytes: service.datasets.bytes() + service.computing.status().bytes, rss_bytes: process.memoryUsage.rss() })}\n`,
  );
  await service.close();
}
