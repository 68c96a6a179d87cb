/**
 * Power losses, made from what a real process wrote: strace lists its writes and syncs, and after any of them the disk
 * holds what was synced, and any subset of the other sectors. Whatever SQLite and the product rely on is in that list.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Random, seeded } from '../../../src/base/random.ts';
import { verifyFile } from '../../../src/service/operator/verify.ts';
import { openService } from '../../../src/service/service.ts';
import { ask, storedUuids } from '../simulate/questions.ts';
import { NOW, requestsOf } from './sent.ts';
import { type Happening, readTrace, straceArguments } from './trace.ts';

const SECTOR_BYTES = 512;
const BEGINS = 'begins';

interface Trace {
  readonly happenings: readonly Happening[];
  readonly rounds: number;
  readonly seed: number;
}

/** @throws Error where strace is not there, or may not look on */
export async function traceWrites(folder: string, { seed, rounds }: { seed: number; rounds: number }): Promise<Trace> {
  const [path, to] = [join(folder, 'traced.db'), join(folder, 'trace.txt')];
  const program = [process.execPath, '--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'writer.ts')];
  const args = [...straceArguments(to), ...program, path, String(seed), String(rounds)];
  const child = spawn('strace', args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = (await once(child, 'close')) as [number];
  if (code !== 0) throw new Error(`strace ended with ${code}`);
  const happenings = readTrace(readFileSync(to, 'latin1'), path);
  rmSync(to);
  return { happenings, rounds, seed };
}

/** One file: what is on the disk, and what has happened to it since, in order. */
interface Kept {
  durable: Buffer;
  pending: { readonly nth: number; readonly what: Extract<Happening, { kind: 'write' | 'cut' }> }[];
}

class Files {
  readonly #files = new Map<string, Kept>();

  take(nth: number, what: Happening): void {
    if (what.kind === 'said') return;
    const kept = this.#files.get(what.file) ?? { durable: Buffer.alloc(0), pending: [] };
    this.#files.set(what.file, kept);
    if (what.kind === 'removed') this.#files.delete(what.file);
    else if (what.kind !== 'synced') kept.pending.push({ nth, what });
    else {
      for (const one of kept.pending)
        if (one.nth < what.since) kept.durable = applied(kept.durable, one.what, () => true);
      kept.pending = kept.pending.filter((one) => one.nth >= what.since);
    }
  }

  /** What a power loss leaves, as files at `path`. */
  fall(random: Random, path: string): void {
    // All gone, nothing gone, and anything between are alike worth a try.
    const share = [0, 1, random.next(), 0.98][random.below(4)]!;
    for (const [file, { durable, pending }] of this.#files) {
      const left = pending.reduce<Buffer>(
        (bytes, { what }) => applied(bytes, what, () => random.chance(share)),
        Buffer.from(durable),
      );
      writeFileSync(path + file, left);
    }
  }
}

/** `isKept` is asked of each sector that is written, and of a cut. */
function applied(bytes: Buffer, what: Kept['pending'][number]['what'], isKept: () => boolean): Buffer {
  if (what.kind === 'cut') return isKept() ? resized(bytes, what.bytes) : bytes;
  let result = bytes;
  for (let from = 0; from < what.bytes.length; ) {
    const at = what.at + from;
    const until = Math.min(what.bytes.length, from + SECTOR_BYTES - (at % SECTOR_BYTES));
    if (isKept()) {
      if (result.length < what.at + until) result = resized(result, what.at + until);
      what.bytes.copy(result, at, from, until);
    }
    from = until;
  }
  return result;
}

function resized(bytes: Buffer, length: number): Buffer {
  const result = Buffer.alloc(length);
  bytes.copy(result, 0, 0, length);
  return result;
}

/** Falls at `count` places; what was wrong, each with its place. */
export async function fallOften(folder: string, { happenings, rounds, seed }: Trace, count: number): Promise<string[]> {
  const random = seeded(seed + 2);
  const begins = happenings.findIndex((one) => one.kind === 'said' && one.text.startsWith(BEGINS));
  const places = Array.from({ length: count }, () => begins + random.below(happenings.length - begins)).sort(
    (a, b) => a - b,
  );
  const requests = requestsOf(seed, rounds).flat();
  const files = new Files();
  const said = { requests: new Set<number>(), insights: 0 };
  const wrong: string[] = [];
  for (const [nth, happening] of happenings.entries()) {
    files.take(nth, happening);
    if (happening.kind === 'said') hear(happening.text, said);
    for (; places[0] === nth; places.shift()) {
      const path = join(folder, 'fallen.db');
      files.fall(random, path);
      const found = await look(path, requests, said).catch((error: Error) => error.stack ?? String(error));
      if (found !== null) wrong.push(`after ${nth} of ${happenings.length}: ${found}`);
      for (const ending of ['', '-wal', '-shm']) rmSync(path + ending, { force: true });
    }
  }
  return wrong;
}

interface Said {
  readonly requests: Set<number>;
  insights: number;
}

function hear(text: string, said: Said): void {
  for (const line of text.split('\n')) {
    const [what, nth] = line.split(' ');
    if (what === 'request') said.requests.add(Number(nth));
    if (what === 'insight') said.insights = Number(nth) + 1;
  }
}

/** What is wrong with what is left. */
async function look(path: string, requests: ReturnType<typeof requestsOf>[number], said: Said): Promise<string | null> {
  const { problems } = verifyFile(path);
  if (problems.length > 0) return `damaged: ${problems[0]}`;
  const service = openService({ path, now: () => NOW, computing: { thread: 'never' } });
  try {
    const stored = await storedUuids(service);
    let first_missing: number | null = null;
    for (const { nth, events } of requests) {
      const there = events.filter(({ uuid }) => stored.has(uuid)).length;
      if (there > 0 && there < events.length) return `request ${nth} is there in part`;
      if (there === 0 && said.requests.has(nth)) return `request ${nth} was acknowledged and is lost`;
      if (there > 0 && first_missing !== null) return `request ${nth} is there, and ${first_missing} is not`;
      if (there === 0) first_missing ??= nth;
    }
    const { count } = (await ask(service, 'list_insights', {})) as { count: number };
    return count < said.insights ? `${said.insights} insights were acknowledged, ${count} are there` : null;
  } finally {
    await service.close();
  }
}
