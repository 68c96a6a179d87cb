/**
 * One seeded life of the product: thousands of operations and mishaps, one after the other, and after each a question
 * whose answer must be the model's. The same seed does the same again: the digest of all that was answered says so.
 */
import { seeded } from '../../../src/base/random.ts';
import { rotateKey } from './keys.ts';
import { compare } from './reconcile.ts';
import { deleteImport, deletePerson as deletePersonOf, expire, fallInCleaning, importEvents } from './removals.ts';
import { NAMES, newEvent, type SentEvent, type SentRequest, TIERS } from './sent.ts';
import { type Mishap, PROJECT, World } from './world.ts';

const DAY_MS = 86_400_000;
/** The model is slow: beyond so many events a new life begins. */
const EVENTS_MAX = 2_500;

export interface Simulated {
  readonly operations: number;
  /** operation -> how often */
  readonly counts: ReadonlyMap<string, number>;
  readonly digest: string;
  /** What was wrong, and after which operation; null = nothing. */
  readonly wrong: string | null;
}

/** Codes of refusals: there is no such import, another writes or the disk is full, the disk failed. */
const EXPECTED: readonly string[] = ['not_found', 'busy', 'read_only'];

type Step = (world: World) => Promise<void> | void;

/** Step -> how often, against the others. */
const STEPS: Readonly<Record<string, readonly [weight: number, step: Step]>> = {
  capture: [40, capture],
  'capture again': [6, (world) => send(world, again(world))],
  'make an insight': [3, makeInsight],
  'change an insight': [3, changeInsight],
  seal: [4, (world) => void world.sealing.seal(PROJECT)],
  'merge segments': [3, (world) => void world.sealing.compact(PROJECT)],
  checkpoint: [3, (world) => world.checkpoint()],
  'delete a person': [3, deletePerson],
  'import a file': [3, importFile],
  'delete an import': [2, (world) => deleted(world, deleteImport(world, importOf(world)))],
  'old events go': [1, (world) => deleted(world, expire(world, 20 + world.random.below(35)))],
  'send what was deleted': [2, sendDeleted],
  'power loss in cleaning': [1, fallInCleaning],
  'rotate a key': [2, (world) => rotateKey(world, world.random.below(2) * DAY_MS)],
  'back up': [1, (world) => world.backUp()],
  restore: [1, (world) => world.restore()],
  'time passes': [5, timePasses],
  'another process comes or goes': [4, (world) => world.otherComesOrGoes()],
  restart: [2, (world) => world.restart()],
  kill: [2, (world) => world.fall('kill')],
  'power loss': [3, (world) => world.fall('power')],
  'power loss in a checkpoint': [2, (world) => world.fallWhile(() => world.service.store.checkpoint())],
  'kill before a sync': [2, (world) => fallIn(world, 'before sync', 'kill')],
  'power loss before a sync': [3, (world) => fallIn(world, 'before sync', 'power')],
  'power loss after a sync': [2, (world) => fallIn(world, 'after sync', 'power')],
  'a sync fails': [2, syncFails],
  'the disk is full': [2, diskFills],
};

function timePasses(world: World): void {
  world.now_ms += Math.floor(world.random.next() * 2 * DAY_MS);
}

function requests(world: World): SentRequest[] {
  const { random, now_ms } = world;
  return Array.from({ length: 1 + random.below(3) }, () =>
    Array.from({ length: 1 + random.below(8) }, () => newEvent(random, now_ms)),
  );
}

/** Some that were sent before, one of them twice, among new ones. */
function again(world: World): SentRequest[] {
  const before = [...world.model.events.values()];
  if (before.length === 0) return requests(world);
  const old = () => before[world.random.below(before.length)]!;
  return [[old(), newEvent(world.random, world.now_ms), old()], [old()], [...before.slice(-3), ...before.slice(-1)]];
}

async function send(world: World, sent: readonly SentRequest[]): Promise<void> {
  world.count(sent, await world.send(sent));
}

function capture(world: World): Promise<void> {
  return send(world, requests(world));
}

async function makeInsight(world: World): Promise<void> {
  const name = `Insight ${world.random.below(1_000)}`;
  const made = await world.change('create_insight', { name, filters: { insight: 'TRENDS', events: [{ id: 'seen' }] } });
  if ('answer' in made) world.model.insights.set(Number(made.answer['id']), { name, deleted: false });
}

async function changeInsight(world: World): Promise<void> {
  const ids = [...world.model.insights.keys()];
  if (ids.length === 0) return makeInsight(world);
  const id = ids[world.random.below(ids.length)]!;
  const change = { name: `Renamed ${world.random.below(1_000)}`, deleted: world.random.chance(0.3) };
  const changed = await world.change('update_insight', { id: String(id), ...change });
  if ('answer' in changed) world.model.insights.set(id, change);
}

/** Whether or not there is such a person, who has events or none. */
function deletePerson(world: World): Promise<void> {
  const { random } = world;
  return deleted(world, deletePersonOf(world, `u${random.below(40)}`, random.chance(0.6)));
}

/** No byte is left right away, or after a fall: what a timer of real seconds would do later is done at once. */
async function deleted(world: World, deletion: Promise<string | null>): Promise<void> {
  const code = await deletion;
  if (code !== null && !EXPECTED.includes(code)) throw new Error(`a deletion was refused with ${code}`);
  if (code !== null) return;
  if (world.random.chance(0.2)) await world.fall(world.random.chance(0.5) ? 'kill' : 'power');
  else await world.scrub();
}

/** Of people there are, and of some that nobody else is. */
function importFile(world: World): void {
  const { random, now_ms, model } = world;
  const known = [...model.events.values()].map(({ about }) => about.id).filter((id) => id.startsWith('u'));
  const id = () =>
    known.length > 0 && random.chance(0.5) ? known[random.below(known.length)]! : `i${random.below(6)}`;
  const event = (): SentEvent => {
    const one = newEvent(random, now_ms);
    return { ...one, event: NAMES[random.below(NAMES.length)]!, about: { ...one.about, kind: 'event', id: id() } };
  };
  // Some have no events.
  const told = () => (random.chance(0.7) ? `p${random.below(12)}` : id());
  const line = () => ({
    ids: [...new Set(Array.from({ length: 1 + random.below(2) }, told))],
    properties: random.chance(0.7) ? { tier: TIERS[random.below(TIERS.length)]! } : {},
  });
  const lines = Array.from({ length: random.below(4) }, line);
  importEvents(world, lines, Array.from({ length: 1 + random.below(20) }, event));
}

/** Whether or not there is such an import. */
function importOf({ service, random }: World): number {
  const there = service.store.imports.list(PROJECT);
  return there[random.below(there.length + 1)]?.id ?? 1;
}

/** It is new. */
function sendDeleted(world: World): Promise<void> {
  const some = world.model.deleted.filter(({ about }) => about.id.startsWith('u')).slice(-4);
  return some.length === 0 ? capture(world) : send(world, [some.map(({ import_id: _, ...event }) => event)]);
}

function fallIn(world: World, what: Mishap, how: 'kill' | 'power'): Promise<void> {
  return world.sendAndFall(requests(world), what, how);
}

/** Until the restart nothing is taken, and all are told. */
async function syncFails(world: World): Promise<void> {
  await world.sendAndFail(requests(world));
  if (world.service.store.refusal() === null) throw new Error('a sync failed, and events are still taken');
  await capture(world);
  const refused = await world.change('create_insight', { name: 'x', filters: {} });
  if (!('refused' in refused) || refused.refused !== 'read_only')
    throw new Error('a change was taken by a disk that failed');
  await (world.random.chance(0.5) ? world.fall('power') : world.restart());
}

/** A few pages are left; what is refused is not there, what is acknowledged is, and questions are answered. */
async function diskFills(world: World): Promise<void> {
  await world.restart(world.pages() + world.random.below(6));
  for (let i = 0; i < 6; i++) {
    await capture(world);
    if (world.random.chance(0.3)) await makeInsight(world);
    if (world.random.chance(0.3)) await quietly(() => void world.sealing.seal(PROJECT));
    const wrong = await compare(world);
    if (wrong !== null) throw new Error(`on a full disk: ${wrong}`);
  }
  await (world.random.chance(0.3) ? world.fall('power') : world.restart());
}

/** Upkeep is put off on a full disk. */
async function quietly(run: () => void): Promise<void> {
  try {
    run();
  } catch (error) {
    if ((error as { code?: string }).code !== 'busy') throw error;
  }
}

export async function simulate(folder: string, { seed, count }: { seed: number; count: number }): Promise<Simulated> {
  const random = seeded(seed);
  const counts = new Map<string, number>();
  const bag = Object.entries(STEPS).flatMap(([name, [weight]]) => new Array<string>(weight).fill(name));
  let world = new World(folder, random);
  world.open();
  let digest = '';
  for (let nth = 0; nth < count; nth++) {
    const name = nth === 0 ? 'capture' : bag[random.below(bag.length)]!;
    counts.set(name, (counts.get(name) ?? 0) + 1);
    world.note(name);
    const wrong = await taken(world, STEPS[name]![1]);
    if (wrong !== null)
      return { operations: nth + 1, counts, digest: digest + world.digest(), wrong: `${nth}, ${name}: ${wrong}` };
    if (world.model.events.size < EVENTS_MAX) continue;
    digest += world.digest();
    await world.close();
    world = new World(folder, random);
    world.open();
  }
  await world.close();
  return { operations: count, counts, digest: digest + world.digest(), wrong: null };
}

async function taken(world: World, step: Step): Promise<string | null> {
  try {
    await step(world);
    return await compare(world);
  } catch (error) {
    return (error as Error).stack ?? String(error);
  }
}
