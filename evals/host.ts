/** The product with a world in it, served as an operator serves it, and clients as hosts have them. */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { startServer } from '../src/cli/serve.ts';
import { localOwner } from '../src/service/access/authenticate.ts';
import { createKey } from '../src/service/access/keys.ts';
import { openService } from '../src/service/service.ts';
import type { Question } from './question.ts';
import { type Connection, type Cost, tokensIn, Walk } from './walk.ts';
import { NOW_MS, type World, type WorldName, worldOf } from './world.ts';

export interface Outcome extends Cost {
  /** null: it went as it should. */
  readonly wrong: string | null;
}

interface Served extends Connection {
  /** What an assistant knows before the first question. */
  readonly known: string;
  close(): Promise<void>;
}

/** Asks questions one after the other; `close` removes all that was written. */
export class Host {
  readonly #folder = mkdtempSync(join(tmpdir(), 'insights-evals-'));
  readonly #worlds = new Map<WorldName, { world: World; path: string }>();
  readonly #shared = new Map<WorldName, Promise<Served>>();
  #copies = 0;

  async ask(question: Question): Promise<Outcome> {
    const { world, path } = await this.#world(question.world);
    const served = question.writes ? await this.#copy(path) : await this.#sharedOf(question.world, path);
    const walk = new Walk(served, `${question.asks}\n${served.known}`, question.ways, question.calls);
    let wrong: string | null = null;
    try {
      wrong = difference(await question.walk(walk), question.right(world), walk.read);
    } catch (error) {
      wrong = (error as Error).message;
    }
    if (question.writes) await served.close();
    return { ...walk.cost, wrong };
  }

  /** What every conversation pays before its first question: instructions and list of tools. */
  async entry(): Promise<number> {
    const { path } = await this.#world('coffee');
    return tokensIn((await this.#sharedOf('coffee', path)).known);
  }

  async close(): Promise<void> {
    for (const served of this.#shared.values()) await (await served).close();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #world(name: WorldName): Promise<{ world: World; path: string }> {
    const known = this.#worlds.get(name);
    if (known !== undefined) return known;
    const made = { world: worldOf(name), path: join(this.#folder, `${name}.db`) };
    const service = openService({ path: made.path, now: () => NOW_MS });
    const project = service.store.projects.list()[0]!;
    const named = service.store.projects.update(project.id, { name, timezone: made.world.timezone });
    service.ingest.importItems(named, made.world.items);
    await service.close();
    this.#worlds.set(name, made);
    return made;
  }

  #sharedOf(name: WorldName, path: string): Promise<Served> {
    const known = this.#shared.get(name);
    if (known !== undefined) return known;
    const served = serve(path);
    this.#shared.set(name, served);
    return served;
  }

  #copy(path: string): Promise<Served> {
    const copy = join(this.#folder, `copy-${++this.#copies}.db`);
    copyFileSync(path, copy);
    return serve(copy);
  }
}

async function serve(path: string): Promise<Served> {
  const service = openService({ path, now: () => NOW_MS });
  const settings = { port: 0, host: '127.0.0.1', allowedHosts: [], readOnly: false, rateLimit: false };
  const server = await startServer(service, settings);
  const { value } = createKey(service, {
    user_id: localOwner(service).user.id,
    label: 'assistant',
    scopes: ['*'],
    project_ids: null,
  });
  const client = new Client({ name: 'assistant', version: '1' });
  const base = `http://127.0.0.1:${server.port}`;
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', base), {
    requestInit: { headers: { Authorization: `Bearer ${value}` } },
  });
  await client.connect(transport);
  const { tools } = await client.listTools();
  return {
    client,
    base,
    known: `${client.getInstructions()}\n${JSON.stringify(tools)}`,
    async close() {
      await client.close();
      await server.close();
      await service.close();
    },
  };
}

/** null where the answer is right, and numbers of it were told in words, too. */
function difference(answer: unknown, right: unknown, read: string): string | null {
  if (!alike(answer, right)) return `answered ${JSON.stringify(answer)}, right is ${JSON.stringify(right)}`;
  const told = new Set([...read.matchAll(/-?\d+(?:\.\d+)?/g)].map(([number]) => Number(number)));
  const untold = [right].flat(3).filter((value) => typeof value === 'number' && !isTold(value, told));
  return untold.length === 0 ? null : `no text says ${untold.join(', ')}`;
}

function alike(answer: unknown, right: unknown): boolean {
  if (Array.isArray(answer) && Array.isArray(right)) {
    return answer.length === right.length && answer.every((value, at) => alike(value, right[at]));
  }
  if (typeof answer === 'number' && typeof right === 'number') return near(answer, right);
  return answer === right;
}

/** Sums of decimals may differ in the last digits. */
function near(a: number, b: number): boolean {
  return Math.abs(a - b) <= 1e-6 * Math.max(1, Math.abs(a), Math.abs(b));
}

/** As it is, or rounded to a tenth, as a share or in percent. */
function isTold(value: number, told: ReadonlySet<number>): boolean {
  return [value, Math.round(value * 10) / 10, Math.round(value * 100) / 100, Math.round(value * 1000) / 10].some(
    (form) => told.has(form),
  );
}
