/** A product with enough events to be computed off the main thread, and questions that keep it busy for a while. */
import { copyFileSync, existsSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seeded } from '../../src/base/random.ts';
import { TUNING } from '../../src/model/tuning.ts';
import type { IngestItem } from '../../src/service/ingest/types.ts';
import { openService, type ServiceOptions } from '../../src/service/service.ts';
import { event, type Product, temporaryFolder, temporaryProduct } from './product.ts';

const NOW = Date.parse('2026-03-10T12:00:00Z');
const DAY_MS = 86_400_000;
const DAYS = 30;
/** Enough for several stretches, which helpers share. */
const PEOPLE = 18_000;
const NAMES = ['$pageview', 'visited', 'signed up', 'paid'] as const;
const PLANS = ['free', 'pro', 'team'] as const;

/** In the folder of this run (`memory_folder.ts`): one for all its processes. */
const WRITTEN = join(tmpdir(), 'large.db');

/** Writes the database, which is made once; `largeProduct` works on copies. */
export async function writeLarge(path: string): Promise<void> {
  if (!existsSync(WRITTEN)) {
    await make(path);
    // Whole at once: another process may be looking for it, or making it, too.
    copyFileSync(path, `${WRITTEN}-${process.pid}`);
    renameSync(`${WRITTEN}-${process.pid}`, WRITTEN);
  } else copyFileSync(WRITTEN, path);
}

async function make(path: string): Promise<void> {
  const service = openService({ path, now: () => NOW });
  const project = service.store.projects.list()[0]!;
  const random = seeded(7);
  for (let made = 0; made < TUNING.compute_events; ) {
    const items: IngestItem[] = [];
    for (let at = 0; at < 10_000; at++) items.push(anEvent(random, made + at));
    service.ingest.importItems(project, items);
    made += items.length;
  }
  await service.close();
}

function anEvent(random: ReturnType<typeof seeded>, number: number): IngestItem {
  const time_ms = NOW - Math.floor(random.next() * DAYS * DAY_MS);
  const item = event(NAMES[random.below(NAMES.length)]!, `p${random.below(PEOPLE)}`, new Date(time_ms).toISOString(), {
    plan: PLANS[random.below(PLANS.length)],
    amount: random.below(100),
    $current_url: `/page/${random.below(20)}`,
    note: `${number} ${'lorem ipsum dolor sit amet '.repeat(4)}`,
  });
  // Another process, which counts its events anew, takes this file, too: its first ones were taken for these.
  if (item.kind === 'event') item.event.uuid[0] = 0xff;
  return item;
}

export function largeProduct(written: string, options: Partial<ServiceOptions> = {}): Product {
  const path = join(temporaryFolder(), 'large.db');
  copyFileSync(written, path);
  return temporaryProduct({ now: () => NOW, ...options, path });
}

/** Takes some seconds, or a part of it with less: many patterns, each to be tried on thousands of long texts. */
export function slow(number = 0, entities = 20, patterns = 9): Record<string, unknown> {
  const pattern = (at: number): string => `[lm].{40}[xyz]${number} ${at}`;
  const events = Array.from({ length: entities }, (_, entity) => ({
    id: null,
    properties: Array.from({ length: patterns }, (_each, at) => ({
      key: 'note',
      value: pattern(entity * 9 + at),
      operator: 'regex',
    })),
  }));
  return { events, date_from: '-30d' };
}
