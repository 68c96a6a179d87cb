/**
 * Sends generated requests to a server process, a few at a time. Passes if each is answered within a second, below 500,
 * without revealing internals, the server's memory does not grow, and the file it leaves is whole.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Dispatcher, Pool } from 'undici';
import { verifyFile } from '../../../src/service/operator/verify.ts';
import { requestOf } from './requests.ts';
import type { Hostile, Names } from './wire.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const AT_ONCE = 4;
const SLOW_MS = 1_000;
const TRIES = 4;
const HANG_MS = 15_000;
/** Between looks at the memory. */
const LOOK_EVERY = 1_000;

interface Finding {
  readonly nth: number;
  readonly what: string;
}

export interface Memory {
  readonly rss_bytes: number;
  /** After garbage collection, with buffers. */
  readonly heap_bytes: number;
  readonly handles: number;
}

export interface Attack {
  readonly findings: readonly Finding[];
  /** Status -> answers. */
  readonly statuses: ReadonlyMap<number, number>;
  readonly slowest_ms: number;
  readonly memory: readonly Memory[];
}

interface Ready {
  readonly base: string;
  readonly names: Names;
  readonly secret: string;
}

interface Message extends Partial<Ready> {
  readonly error?: string;
  readonly memory?: Memory;
}

class Target {
  readonly #child: ChildProcess;
  readonly errors: string[] = [];
  ready: Ready | null = null;
  has_ended = false;
  #pool: Pool | null = null;
  #told: ((memory: Memory) => void) | null = null;

  constructor(path: string) {
    this.#child = fork(join(import.meta.dirname, 'server.ts'), [path], {
      execArgv: ['--expose-gc', '--disable-warning=ExperimentalWarning'],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    this.#child.on('message', ({ error, memory }: Message) => {
      if (error !== undefined) this.errors.push(error);
      if (memory !== undefined) this.#told?.(memory);
    });
    this.#child.once('exit', () => {
      this.has_ended = true;
    });
  }

  async start(): Promise<Ready> {
    const [message] = (await once(this.#child, 'message')) as [Message];
    if (message.base === undefined) throw new Error(`the server did not start: ${message.error}`);
    this.ready = message as Ready;
    this.#pool = new Pool(message.base, { connections: AT_ONCE });
    return this.ready;
  }

  async memory(): Promise<Memory> {
    const told = new Promise<Memory>((resolve) => {
      this.#told = resolve;
    });
    this.#child.send('memory');
    return told;
  }

  async send(request: Hostile): Promise<{ status: number; text: string; ms: number }> {
    const began_ms = performance.now();
    const { statusCode, headers, body } = await this.#pool!.request({
      method: request.method as Dispatcher.HttpMethod,
      path: request.path,
      headers: request.headers,
      body: request.body,
      signal: AbortSignal.timeout(HANG_MS),
    });
    const text = await body.text();
    return { status: statusCode, text: `${JSON.stringify(headers)}\n${text}`, ms: performance.now() - began_ms };
  }

  async stop(): Promise<void> {
    await this.#pool?.destroy();
    if (this.has_ended) return;
    this.#child.send('stop');
    await once(this.#child, 'exit');
  }
}

/** @param path of the database file that is made */
export async function attack(
  path: string,
  { seed, from, count }: { seed: number; from: number; count: number },
): Promise<Attack> {
  const target = new Target(path);
  const { names, secret } = await target.start();
  const inside = insides(names, secret, path);
  const findings: Finding[] = [];
  const statuses = new Map<number, number>();
  const memory: Memory[] = [];
  let slowest_ms = 0;
  let next = from;
  const judgeNext = async (nth: number): Promise<void> => {
    const request = requestOf(seed, nth, names);
    const errors_before = target.errors.length;
    try {
      const { status, text, ms } = await quickest(target, request);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      slowest_ms = Math.max(slowest_ms, ms);
      const what = judge(request, { status, text, ms }, inside);
      if (what !== null) findings.push({ nth, what: `${what}${target.errors.slice(errors_before).join('\n')}` });
    } catch (error) {
      findings.push({ nth, what: `no answer: ${String(error)} ${String((error as Error).cause ?? '')}` });
    }
  };
  const work = async (until: number): Promise<void> => {
    while (next < until && !target.has_ended) await judgeNext(next++);
  };
  try {
    while (next < from + count && !target.has_ended) {
      const until = Math.min(next + LOOK_EVERY, from + count);
      await Promise.all(Array.from({ length: AT_ONCE }, () => work(until)));
      if (!target.has_ended) memory.push(await target.memory());
    }
    if (target.has_ended) findings.push({ nth: next - 1, what: 'the server has ended' });
    for (const what of target.errors) findings.push({ nth: -1, what: `logged: ${what}` });
  } finally {
    await target.stop();
  }
  for (const what of verifyFile(path).problems) findings.push({ nth: -1, what: `left damage: ${what}` });
  return { findings, statuses, slowest_ms, memory };
}

/** Other work of the machine passes; what is slow each time is slow. */
async function quickest(target: Target, request: Hostile): ReturnType<Target['send']> {
  const first = await target.send(request);
  let ms = first.ms;
  for (let again = 1; again < TRIES && ms > SLOW_MS; again++) {
    await sleep(ms);
    ms = Math.min(ms, (await target.send(request)).ms);
  }
  return { ...first, ms };
}

/** What no answer may hold. */
interface Insides {
  readonly never: RegExp;
  readonly keys: readonly string[];
  readonly secret: string;
}

function insides(names: Names, secret: string, path: string): Insides {
  const folders = [ROOT, dirname(path)].map((folder) => folder.replaceAll(/[.*+?^$|()[\]\\]/g, '\\$&'));
  const never = new RegExp(
    [
      '\\n\\s+at .*:\\d+:\\d+',
      '\\bnode:internal',
      'ERR_SQLITE',
      'SQLITE_',
      'ZodError',
      'root:x:0',
      'file:///\\S+\\.[tj]s',
      ...folders,
    ].join('|'),
  );
  return { never, keys: [names.key, names.project_key, names.read_key], secret };
}

function judge(
  request: Hostile,
  { status, text, ms }: { status: number; text: string; ms: number },
  inside: Insides,
): string | null {
  const shown = `${request.method} ${request.path.slice(0, 600)}\n${JSON.stringify(request.headers)}\n${Buffer.from(
    request.body ?? [],
  )
    .toString('utf8')
    .slice(0, 3_000)}\n-> ${status} ${text.slice(0, 800)}\n`;
  if (status >= 500 && !/"code":"busy"/.test(text)) return `${status}: ${shown}`;
  if (/"code":-32603\b|The server failed|A server error occurred/.test(text)) return `internal error: ${shown}`;
  if (ms > SLOW_MS) return `${Math.round(ms)} ms: ${shown}`;
  const told = inside.never.exec(text)?.[0] ?? inside.keys.find((key) => text.includes(key));
  if (told !== undefined && !isSaid(request, told)) return `tells ${JSON.stringify(told)}: ${shown}`;
  if (request.is_confined && text.includes(inside.secret)) return `tells of another project: ${shown}`;
  return null;
}

/** What was sent may come back. */
function isSaid(request: Hostile, told: string): boolean {
  return request.path.includes(told) || Buffer.from(request.body ?? []).includes(told);
}

/** By which share the memory of the last quarter is above that of the quarter before; 0 where there are too few looks. */
export function grownShare(memory: readonly Memory[]): number {
  const quarter = Math.floor(memory.length / 4);
  if (quarter < 2) return 0;
  const least = (part: readonly Memory[]) => Math.min(...part.map(({ heap_bytes }) => heap_bytes));
  return least(memory.slice(-quarter)) / least(memory.slice(-2 * quarter, -quarter)) - 1;
}
