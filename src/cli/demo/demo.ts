/** `insights-mcp demo`: makes data, starts a server as an assistant would, and shows what the assistant sees. */
import { existsSync, rmSync } from 'node:fs';
import { ServiceError } from '../../model/error.ts';
import type { IngestItem } from '../../service/ingest/types.ts';
import { openService } from '../../service/service.ts';
import { grouped } from '../../service/words/lists.ts';
import { say } from '../shell/output.ts';
import { prepareDatabase } from '../shell/paths.ts';
import { nextLines } from './connect.ts';
import { gitHistory } from './git.ts';
import { sampleShop } from './shop.ts';
import { show } from './show.ts';
import { GIT_TOUR, SHOP_TOUR, type Tour } from './tours.ts';

export interface DemoOptions {
  readonly db: string;
  readonly git?: string;
  readonly seed: number;
}

/** Prefix of project names that marks a database as a demo's own. Only such a database is overwritten. */
const DEMO_PREFIX = 'Demo: ';

export async function demo(options: DemoOptions): Promise<void> {
  const db = prepareDatabase(options.db);
  const tour = options.git === undefined ? SHOP_TOUR : GIT_TOUR;
  const started_ms = performance.now();
  const items = options.git === undefined ? sampleShop(Date.now(), options.seed) : await gitHistory(options.git);
  await load(db, tour, items);
  const events = items.filter((item) => item.kind === 'event').length;
  const seconds = ((performance.now() - started_ms) / 1000).toFixed(1);
  say(`Sample data: ${grouped(events)} events of ${tour.about}; in ${db} (${seconds} s).`);
  await show(db, tour, say);
  say(nextLines(db, tour.next_question));
}

async function load(db: string, tour: Tour, items: readonly IngestItem[]): Promise<void> {
  if (db !== ':memory:' && existsSync(db)) await removeEarlierDemo(db);
  const service = openService({ path: db });
  try {
    const project = service.store.projects.list()[0]!;
    const renamed = service.store.projects.update(project.id, { name: `${DEMO_PREFIX}${tour.title}` });
    service.ingest.importItems(renamed, items);
  } finally {
    await service.close();
  }
}

async function removeEarlierDemo(db: string): Promise<void> {
  const service = openService({ path: db });
  const names = service.store.projects.list().map((project) => project.name);
  await service.close();
  if (!names.every((name) => name.startsWith(DEMO_PREFIX))) {
    throw new ServiceError(
      'invalid_input',
      `${db} holds your own projects; a demo does not touch it. Name another file: --db other.db`,
    );
  }
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${db}${suffix}`, { force: true });
}
