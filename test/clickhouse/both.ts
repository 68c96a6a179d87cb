/** One question on two engines: the embedded one over the store, and ClickHouse over events sent from the same store. */
import { type Asked, answerQuery, type Kind } from '../../src/engine/answer.ts';
import { alone } from '../../src/engine/frame/team.ts';
import type { Project } from '../../src/model/saved/project.ts';
import { agreed } from '../../src/service/operator/agreement.ts';
import { openClickhouse } from '../../src/service/remote/clickhouse.ts';
import { shippedDataset } from '../../src/service/remote/dataset.ts';
import type { Events } from '../../src/service/remote/events.ts';
import type { World } from '../golden/world.ts';

export interface Answers {
  /** As JSON, the same for numbers that mean the same. */
  readonly embedded: string;
  readonly clickhouse: string;
  /** How ClickHouse had to do with it: all of it, or by sending rows. */
  readonly by: 'sql' | 'rows';
}

export interface Both {
  ask(project: Project, asked: Asked): Promise<Answers>;
  /** See `Events`. */
  readonly countPersons: Events['countPersons'];
  squash(project: Project): Promise<void>;
  close(): Promise<void>;
}

type Opener = Parameters<typeof openClickhouse>[0]['open'];

const LOG = { info: () => {}, warn: console.warn, error: console.error, dropped: () => 0 };
const SPARE_BYTES = 64 * 1024 * 1024;

/** `open`: as `openClickhouse` takes it. */
export function openBoth({ service }: World, address: string, open?: Opener): Both {
  const { store, datasets } = service;
  const events = openClickhouse({ store, log: LOG, address, ...(open === undefined ? {} : { open }) });
  return {
    async ask(project, asked) {
      if (asked.kind === 'sql') throw new Error('statements are answered above the engine');
      const own = answerQuery(asked, datasets.current(project));
      const embedded = agreed(asked.kind, own);
      const given = await events.compute(project, asked, new AbortController().signal);
      if (given.from === 'numbers') return { embedded, clickhouse: agreed<Kind>(asked.kind, given.numbers), by: 'sql' };
      if (given.from !== 'rows') throw new Error('events are in ClickHouse');
      const view = shippedDataset(store, project.id, given.shipped, alone(), SPARE_BYTES);
      return { embedded, clickhouse: agreed(asked.kind, answerQuery(asked, view)), by: 'rows' };
    },
    countPersons: events.countPersons,
    squash: (project) => events.squash(project.id),
    close: () => events.close(),
  };
}
