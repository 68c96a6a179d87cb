/**
 * `npm run torture -- --hostile 5000 --seed 1`: breaks things on purpose and checks the outcome; without a kind, a
 * little of each that needs neither strace nor minutes. Exits with 0 only if nothing was lost, wrong, slow or
 * unexplained; failures are printed with the seed and number that reproduce them (`--from NUMBER` starts there).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { seeded } from '../../src/base/random.ts';
import { deleteUnderLoad, makeLarge } from './deletions.ts';
import { killOnce, makeErasable } from './erasures.ts';
import { damageBackup, damageFile } from './files.ts';
import { flipOne, makeWhole, randomBits, type Verdict } from './flips.ts';
import { fuzz, replay, triedOf } from './fuzz/fuzz.ts';
import { attack, grownShare } from './hostile/attack.ts';
import { killOften } from './kills.ts';
import { fallOften, traceWrites } from './power/replay.ts';
import { known, type Outcome, repairOne } from './repairs.ts';
import { simulate } from './simulate/run.ts';
import { grownShare as grownRssShare, hasStalled, type Look, soak } from './soak.ts';

interface Given {
  readonly folder: string;
  readonly seed: number;
  readonly from: number;
  readonly count: number;
  /** Events a second. */
  readonly rate: number;
  /** Of the server: its option `--memory`. */
  readonly memory: string;
  /** An input that failed, as it was told. */
  readonly replayed: string | null;
}

const MEBIBYTE = 1024 * 1024;
/** Of a quarter of a run, against the quarter before. */
const GROWN_SHARE_MAX = 0.08;
/** Likewise of resident memory, which depends on when the collector ran. */
const RSS_GROWN_SHARE_MAX = 0.1;

/** What can be asked for -> how many trials where nothing is asked for, and how many of them went wrong. */
const KINDS: Readonly<Record<string, readonly [count: number, run: (given: Given) => Promise<number>]>> = {
  flips: [300, flips],
  hostile: [2_000, hostile],
  files: [300, files],
  kills: [5, kills],
  simulate: [1_000, simulated],
  erasures: [20, erasures],
  /** Seconds. */
  fuzz: [20, fuzzed],
  /** MiB of the file. */
  deletions: [0, deletions],
  /** Falls of one traced process, for each twenty of them a round of requests. */
  power: [0, power],
  /** Minutes. */
  soak: [0, soaked],
  /** Minutes. */
  mixed: [0, (given) => soaked(given, true)],
};

/** One bit flips in the database file, which is repaired; so is another of each ten where a block is overwritten. */
async function flips({ folder, seed, from, count }: Given): Promise<number> {
  const whole = known(await makeWhole(join(folder, 'whole.db')));
  const repairs: Record<Outcome, number> = { whole: 0, kept: 0, lost: 0, refused: 0, wrong: 0 };
  const counts: Record<Verdict, number> = { same: 0, named: 0, wrong: 0, unnamed: 0 };
  let nth = from;
  for (const bit of randomBits(whole, seed).drop(from).take(count)) {
    const { verdict, about } = await flipOne(whole, bit, join(folder, 'flipped.db'));
    counts[verdict]++;
    if (about !== '') console.log(`flip ${nth}, of bit ${bit}: ${verdict}\n${about}\n`);
    for (const kind of nth % 10 === 0 ? (['bit', 'block'] as const) : (['bit'] as const)) {
      const repaired = await repairOne(whole, bit, kind, join(folder, 'damaged.db'));
      repairs[repaired.outcome]++;
      if (repaired.outcome === 'wrong') console.log(`repair ${nth}, of ${kind} ${bit}:\n${repaired.about}\n`);
    }
    nth++;
  }
  console.log(`${count} flips of ${whole.bytes} bytes, seed ${seed}:`, counts);
  console.log('repaired, each tenth also with 64 bytes overwritten:', repairs);
  return counts.wrong + counts.unnamed + repairs.wrong;
}

/** Requests over every route, tool and door. */
async function hostile({ folder, seed, from, count }: Given): Promise<number> {
  const { findings, statuses, slowest_ms, memory } = await attack(join(folder, 'attacked.db'), { seed, from, count });
  for (const { nth, what } of findings) console.log(`request ${nth}: ${what}\n`);
  const told = [...statuses].sort().map(([status, answers]) => `${answers} x ${status}`);
  console.log(`${count} requests, seed ${seed}: ${told.join(', ')}; the slowest took ${Math.round(slowest_ms)} ms`);
  console.log(`memory in MiB: ${memory.map(({ heap_bytes }) => Math.round(heap_bytes / MEBIBYTE)).join(' ')}`);
  const has_grown = grownShare(memory) > GROWN_SHARE_MAX;
  if (has_grown) console.log('memory grows');
  return findings.length + (has_grown ? 1 : 0);
}

/** Damaged files to import, and a damaged backup for each ten of them. */
async function files({ folder, seed, from, count }: Given): Promise<number> {
  const whole = await makeWhole(join(folder, 'whole.db'));
  let wrong = 0;
  for (let nth = from; nth < from + count; nth++) {
    const of_file = await damageFile(join(folder, 'file.bin'), { seed, nth });
    const of_backup = nth % 10 === 0 ? await damageBackup(whole, { seed, nth }) : null;
    for (const what of [of_file, of_backup]) {
      if (what === null) continue;
      wrong++;
      console.log(`file ${nth}: ${what}\n`);
    }
  }
  console.log(`${count} damaged files and ${Math.ceil(count / 10)} backups, seed ${seed}: ${wrong} read wrongly`);
  return wrong;
}

/** Inputs for whatever reads bytes, made by what earlier ones made run. */
async function fuzzed({ folder, seed, count, replayed }: Given): Promise<number> {
  if (replayed !== null) {
    const wrong = await replay(folder, triedOf(replayed));
    console.log(wrong ?? 'read, or refused');
    return wrong === null ? 0 : 1;
  }
  const told = (finding: string) => console.log(`--fuzz 0 --replay ${finding}\n`);
  const { inputs, blocks, kept, findings } = await fuzz(folder, { seed, seconds: count }, told);
  console.log(
    `${inputs} inputs, seed ${seed}: ${blocks[1] - blocks[0]} blocks ran besides the ${blocks[0]} of the first inputs; ${kept} inputs kept, ${findings.length} findings`,
  );
  return findings.length;
}

/** kill -9 while events arrive. */
async function kills({ folder, seed, count }: Given): Promise<number> {
  const { acknowledged, again, wrong } = await killOften(folder, { seed, count });
  console.log(
    `${count} kills, seed ${seed}: ${acknowledged} events acknowledged, ${again} batches sent again; ${wrong ?? 'each is there once'}`,
  );
  return wrong === null ? 0 : 1;
}

/** A life with restarts, falls, failing syncs and full disks, beside a model of it. Always from its beginning. */
async function simulated({ folder, seed, count }: Given): Promise<number> {
  const { operations, counts, digest, wrong } = await simulate(folder, { seed, count });
  if (wrong !== null) console.log(`operation ${wrong}\n`);
  const told = [...counts].map(([name, times]) => `${times} x ${name}`).join(', ');
  console.log(`${operations} operations, seed ${seed}, digest ${digest}: ${told}`);
  return wrong === null ? 0 : 1;
}

/** A process that is killed while it erases a person. */
async function erasures({ folder, seed, count }: Given): Promise<number> {
  const whole = join(folder, 'erasable.db');
  await makeErasable(whole);
  const random = seeded(seed);
  const found = { before: 0, asked: 0, erased: 0 };
  let wrong = 0;
  for (let kill = 0; kill < count; kill++) {
    const killed = await killOnce(whole, join(folder, 'killed.db'), random);
    found[killed.found === 'none' ? 'erased' : killed.is_asked ? 'asked' : 'before']++;
    if (killed.about === '') continue;
    console.log(killed);
    wrong++;
  }
  console.log(`${count} kills in the middle of an erasure, seed ${seed}; found right after:`, found);
  return wrong;
}

/** Deletions from a large file, while others write and ask. */
async function deletions({ folder, seed, count }: Given): Promise<number> {
  const database = await makeLarge(join(folder, 'large.db'), { seed, bytes: count * MEBIBYTE });
  const { file_bytes, phases, wrong } = await deleteUnderLoad(database);
  for (const what of wrong.slice(0, 10)) console.log(what);
  console.log(
    `a file of ${Math.round(file_bytes / MEBIBYTE)} MiB, seed ${seed}: ${wrong.length} wrong; longest waits:`,
  );
  console.table(phases);
  return wrong.length;
}

/** Power losses at any write of a real process. */
async function power({ folder, seed, count }: Given): Promise<number> {
  const traced = await traceWrites(folder, { seed, rounds: 30 + Math.floor(count / 20) });
  const wrong = await fallOften(folder, traced, count);
  for (const what of wrong) console.log(`${what}\n`);
  const { happenings } = traced;
  const synced = happenings.filter(({ kind }) => kind === 'synced').length;
  console.log(
    `${count} power losses among ${happenings.length} writes and ${synced} syncs, seed ${seed}: ${wrong.length} lost or broken`,
  );
  return wrong.length;
}

/** Load, with the curve of what it costs; with errands also imports, deletions and statements. */
async function soaked({ folder, seed, count, rate, memory }: Given, has_errands = false): Promise<number> {
  const tell = (cells: readonly unknown[]) => console.log(`| ${cells.join(' | ')} |`);
  tell([
    's',
    'events',
    'refused batches',
    'p50 ms',
    'p99 ms',
    'slowest question ms',
    'RSS MiB',
    'of it kept',
    'handles',
    'WAL MiB',
    'file MiB',
  ]);
  tell(new Array(11).fill('--:'));
  const mebibytes = (bytes: number | null) => (bytes === null ? '' : Math.round(bytes / MEBIBYTE));
  const told = (look: Look) =>
    tell([
      ...[look.at_s, look.events, look.refused, look.batch_p50_ms, look.batch_p99_ms, look.question_worst_ms],
      ...[
        mebibytes(look.rss_bytes),
        mebibytes(look.kept_bytes),
        look.handles,
        mebibytes(look.wal_bytes),
        mebibytes(look.file_bytes),
      ],
    ]);
  const asked = { seed, rate, memory, has_errands, seconds: count * 60 };
  const { looks, sent, stored, failed, batch_p50_ms, batch_p99_ms } = await soak(folder, asked, told);
  for (const what of failed.slice(0, 10)) console.log(what);
  console.log(`${sent} events acknowledged, ${stored} stored, ${failed.length} other answers`);
  console.log(`batches over the whole time: p50 ${batch_p50_ms} ms, p99 ${batch_p99_ms} ms`);
  if (hasStalled(looks)) console.log('It stalled: it took less than a third of the events it had taken before.');
  const grown = grownRssShare(looks);
  if (grown !== null)
    console.log(`resident memory of the last quarter: ${(grown * 100).toFixed(1)} % above the one before`);
  const has_grown = grown !== null && grown > RSS_GROWN_SHARE_MAX;
  if (has_grown) console.log('memory grows');
  return failed.length + [sent !== stored, hasStalled(looks), has_grown].filter(Boolean).length;
}

const { values } = parseArgs({
  options: {
    ...Object.fromEntries(Object.keys(KINDS).map((name) => [name, { type: 'string' } as const])),
    seed: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
    rate: { type: 'string', default: '20000' },
    // Small, so that its bound is reached within minutes.
    memory: { type: 'string', default: '512m' },
    replay: { type: 'string' },
  },
});
const asked: Readonly<Record<string, string | undefined>> = values;
const named = Object.keys(KINDS).filter((name) => asked[name] !== undefined);
for (const name of named.length === 0 ? Object.keys(KINDS) : named) {
  const [usual, run] = KINDS[name]!;
  if (named.length === 0 && usual === 0) continue;
  const folder = mkdtempSync(join(tmpdir(), 'torture-'));
  try {
    const count = Number(asked[name] ?? usual);
    const [seed, from, rate] = ['seed', 'from', 'rate'].map((option) => Number(asked[option])) as [
      number,
      number,
      number,
    ];
    const more = { memory: values['memory'] as string, replayed: asked['replay'] ?? null };
    const wrong = await run({ folder, seed, from, rate, count, ...more });
    if (wrong > 0) process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
