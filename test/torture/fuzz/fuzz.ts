/**
 * Feeds readers with inputs that are made of earlier ones, and keeps those that make code run that never ran before: so
 * inputs get further and further. An input that fails is told as text, and `replay` reads it again.
 */
import { join } from 'node:path';
import { type Random, seeded } from '../../../src/base/random.ts';
import { ServiceError } from '../../../src/model/error.ts';
import { one } from '../hostile/chance.ts';
import { Coverage } from './coverage.ts';
import { mutated } from './mutation.ts';
import { READERS } from './readers.ts';

/** Inputs between two looks at what has run: a look takes longer than a small input. */
const LOOK_EVERY = 20;
const SLOW_MS = 1_000;

export interface Fuzzed {
  readonly inputs: number;
  /** Blocks that ran for the first inputs, and at the end. */
  readonly blocks: readonly [first: number, last: number];
  /** Inputs that were kept. */
  readonly kept: number;
  readonly findings: readonly string[];
}

interface Tried {
  readonly reader: string;
  readonly bytes: Buffer;
}

/** What is wrong with how it is read; null = nothing. */
export async function replay(folder: string, { reader, bytes }: Tried): Promise<string | null> {
  // Of the processor, as others may use it, too.
  const began = process.cpuUsage();
  let wrong: string | null;
  try {
    wrong = await READERS[reader]!.read(bytes, join(folder, 'fuzzed.bin'));
  } catch (error) {
    wrong = error instanceof ServiceError ? null : ((error as Error).stack ?? String(error));
  }
  const { user, system } = process.cpuUsage(began);
  const took_ms = (user + system) / 1_000;
  return wrong ?? (took_ms > SLOW_MS ? `took ${Math.round(took_ms)} ms` : null);
}

/** As `READER:BASE64`. */
export function textOf({ reader, bytes }: Tried): string {
  return `${reader}:${bytes.toString('base64')}`;
}

export function triedOf(text: string): Tried {
  const [reader, bytes] = text.split(':') as [string, string];
  return { reader, bytes: Buffer.from(bytes, 'base64') };
}

class Corpus {
  readonly #random: Random;
  readonly #inputs: ReadonlyMap<string, Buffer[]>;

  constructor(random: Random) {
    this.#random = random;
    this.#inputs = new Map(Object.entries(READERS).map(([name, { begin }]) => [name, [...begin]]));
  }

  get first(): Tried[] {
    return [...this.#inputs].flatMap(([reader, list]) => list.map((bytes) => ({ reader, bytes })));
  }

  next(): Tried {
    const reader = one(this.#random, [...this.#inputs.keys()]);
    const list = this.#inputs.get(reader)!;
    // What was found last leads further more often.
    const recent = this.#random.chance(0.5) ? list.slice(-8) : list;
    return { reader, bytes: mutated(this.#random, one(this.#random, recent), one(this.#random, list)) };
  }

  keep({ reader, bytes }: Tried): void {
    this.#inputs.get(reader)!.push(bytes);
  }
}

/** @param told gets each finding as it is made */
export async function fuzz(
  folder: string,
  { seed, seconds }: { seed: number; seconds: number },
  told: (finding: string) => void = () => {},
): Promise<Fuzzed> {
  const coverage = new Coverage();
  await coverage.open();
  const corpus = new Corpus(seeded(seed));
  const findings = new Map<string, string>();
  const run = async (tried: Tried): Promise<void> => {
    const wrong = await replay(folder, tried);
    if (wrong === null) return;
    // The same place is told once.
    const place = /\n +at .*\n +at .*/.exec(wrong)?.[0] ?? wrong.replace(/\d+/g, '');
    if (findings.has(place)) return;
    const finding = `${textOf(tried)}\n${wrong}`;
    findings.set(place, finding);
    told(finding);
  };
  let [inputs, kept] = [0, 0];
  try {
    for (const tried of corpus.first) await run(tried);
    await coverage.fresh();
    const first = coverage.blocks;
    const until_ms = performance.now() + seconds * 1_000;
    while (performance.now() < until_ms) {
      const some = Array.from({ length: LOOK_EVERY }, () => corpus.next());
      for (const tried of some) await run(tried);
      inputs += some.length;
      const left = new Set(await coverage.fresh());
      for (const tried of left.size === 0 ? [] : some) {
        await replay(folder, tried);
        const found = (await coverage.ran()).filter((block) => left.delete(block));
        if (found.length === 0) continue;
        corpus.keep(tried);
        kept++;
      }
    }
    return { inputs, blocks: [first, coverage.blocks], kept, findings: [...findings.values()] };
  } finally {
    coverage.close();
  }
}
