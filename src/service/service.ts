/** Puts the parts together (store, datasets, ingest door), and creates the first user and project. */
import { definedOnly } from '../base/json.ts';
import type { Log } from '../base/log.ts';
import { formatUuid, stampUuid } from '../base/uuid.ts';
import { alone } from '../engine/frame/team.ts';
import { checkLimits } from '../engine/limits.ts';
import { LIMIT } from '../model/limit.ts';
import { PRODUCT } from '../model/version.ts';
import { FORMAT } from '../store/migrations.ts';
import { openStore, type StoreOptions } from '../store/store.ts';
import type { Store } from '../store/types/store.ts';
import { newProjectToken } from './access/keys.ts';
import { randomSource } from './access/random_source.ts';
import { type ComputingOptions, openComputing } from './computing/computing.ts';
import { Pace } from './computing/pace.ts';
import { type Ahead, memoryOf } from './computing/starting.ts';
import type { Importing, Service } from './contract/context.ts';
import { Timings } from './contract/timings.ts';
import { NO_TRACING, type Tracing } from './contract/tracing.ts';
import { openDatasets } from './data/datasets.ts';
import { upgrade } from './data/upgrade.ts';
import { openIngest } from './ingest/ingest.ts';
import { Refusals } from './ingest/refusals.ts';
import { openPictures } from './pictures/thread.ts';
import { openClickhouse } from './remote/clickhouse.ts';
import { EMBEDDED, type Events, elsewhere } from './remote/events.ts';
import { type StartThread, startWorker } from './threads/start.ts';

export interface ServiceOptions {
  /** The database file, created if missing; ":memory:" keeps everything in memory. */
  readonly path: string;
  readonly log?: Log;
  /** Epoch milliseconds. */
  readonly now?: () => number;
  readonly randomBytes?: (bytes: number) => Uint8Array;
  /** Bytes of columns to keep in memory; the default is a quarter of the machine's memory. */
  readonly memory_bytes?: number;
  readonly computing?: ComputingOptions;
  /** Longest time this thread may block on another process that writes. One-off commands can wait. */
  readonly lock_wait_ms?: number;
  /** The thread that answers, if it was started before. */
  readonly ahead?: Ahead;
  /** How to start the threads that answer and seal; the default is as workers. */
  readonly startThread?: StartThread;
  /** How writes reach the disk; the default is the system's way. */
  readonly sync?: StoreOptions['sync'];
  /** Maximum number of pages of the file; by default only the disk limits it. */
  readonly pages_max?: StoreOptions['pages_max'];
  /** Origin at which the server is reached. */
  readonly public_url?: string | null;
  /** Hosts or origins that alerts may be sent to; the default is none. */
  readonly webhook_hosts?: readonly string[];
  /** Where events are stored: `clickhouse://…`; the default is the database file. */
  readonly events?: string | null;
  /** Slower questions are logged with how they were computed; by default none are. */
  readonly slow_ms?: number;
  /** Files that callers may import; the default is none. */
  readonly importing?: Importing;
  /** Where spans go; the default is nowhere. */
  readonly tracing?: Tracing;
  /** How the reader types a command (`key list`); the default is program name and words. */
  readonly command?: (words: string) => string;
}

export interface RunningService extends Service {
  /** Finishes what is queued, then closes the file. */
  close(): Promise<void>;
}

const DOUBT =
  'The disk has failed, or the database file was moved: nothing is stored any more. This may count the last events, which were refused.';

const SILENT: Log = { info: () => {}, warn: () => {}, error: () => {}, dropped: () => 0 };

/** @throws ServiceError that says why the file cannot be used */
export function openService(options: ServiceOptions): RunningService {
  checkLimits(LIMIT);
  const now = options.now ?? Date.now;
  const random = options.randomBytes ?? randomSource();
  const log = options.log ?? SILENT;
  const startThread = options.startThread ?? startWorker;
  const store = openFile(options, log);
  try {
    upgrade(store, log);
    setUp(store, now, random);
    if (options.lock_wait_ms !== undefined) store.waitForLocks(options.lock_wait_ms);
    const memory = memoryOf(options.memory_bytes);
    const is_all_here = options.path === ':memory:' || options.computing?.thread === 'never';
    const here_bytes = is_all_here ? memory.here + memory.there : memory.here;
    const ahead = options.ahead ?? (() => null);
    const pace = new Pace();
    const datasets = openDatasets(
      store,
      here_bytes,
      alone(() => pace.checkpoint()),
    );
    const events = openEvents(store, log, options.events ?? null);
    const computing = openComputing(
      { store, datasets, pace, events, memory_bytes: is_all_here ? 0 : memory.there, startThread, ahead },
      options.computing ?? {},
    );
    const gives_way = !is_all_here;
    const refusals = new Refusals(now, log);
    const ingest = openIngest({
      ...{ store, datasets, events, refusals, log, gives_way, startThread, now },
      randomBytes: random,
    });
    const pictures = openPictures();
    return {
      store,
      datasets,
      events,
      ingest,
      refusals,
      computing,
      pictures,
      timings: new Timings(),
      log,
      doubt: () => (store.refusal() === null ? null : DOUBT),
      public_url: options.public_url?.replace(/\/$/, '') ?? null,
      webhook_hosts: options.webhook_hosts ?? [],
      importing: options.importing ?? null,
      command: options.command ?? ((words) => `${PRODUCT.name} ${words}`),
      slow_ms: options.slow_ms ?? null,
      tracing: options.tracing ?? NO_TRACING,
      now,
      randomBytes: random,
      async close() {
        await ingest.close();
        await computing.close();
        await events.close();
        await pictures.close();
        store.close();
      },
    };
  } catch (error) {
    store.close();
    throw error;
  }
}

function openFile({ path, sync, pages_max }: ServiceOptions, log: Log): Store {
  const upgraded = (format: number): void =>
    log.info({ format, now: FORMAT }, 'the database file was upgraded: older versions cannot open it any more');
  return openStore(path, { upgraded, ...definedOnly({ sync, pages_max }) });
}

/** The file remembers where its events are stored, so that nobody computes without them. */
function openEvents(store: Store, log: Log, address: string | null): Events {
  const place = store.events.place();
  if (address !== null) return openClickhouse({ store, log, address });
  return place === null ? EMBEDDED : elsewhere(place);
}

/** Creates owner and first project of a new file. */
function setUp(store: Store, now: () => number, random: (bytes: number) => Uint8Array): void {
  if (store.users.first()) return;
  store.transaction(() => {
    if (store.users.first()) return;
    const uuid = formatUuid(stampUuid(random(16), 4));
    store.users.create({
      uuid,
      distinct_id: uuid,
      first_name: 'Owner',
      last_name: '',
      email: 'owner@localhost',
      is_email_verified: false,
      hedgehog_config: {},
    });
    store.projects.create({
      name: 'Default project',
      api_token: newProjectToken({ randomBytes: random }),
      timezone: 'UTC',
      week_start_day: 0,
      test_account_filters: [],
      path_cleaning_filters: [],
      created_at_ms: now(),
    });
  });
}
