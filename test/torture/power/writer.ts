/**
 * The process whose power fails: stores requests, changes saved things, seals, merges, checkpoints, starts anew, and says
 * each acknowledgement on its output. What it sends is made from the seed alone, so that others know it, too.
 */
import { writeSync } from 'node:fs';
import { seeded } from '../../../src/base/random.ts';
import { normaliseEvent } from '../../../src/service/ingest/normalise.ts';
import { Sealing } from '../../../src/service/sealing/sealing.ts';
import { openService, type RunningService } from '../../../src/service/service.ts';
import { ask } from '../simulate/questions.ts';
import { rawOf } from '../simulate/sent.ts';
import { NOW, requestsOf } from './sent.ts';

const [path, seed, rounds] = [process.argv[2]!, Number(process.argv[3]), Number(process.argv[4])];
const random = seeded(seed + 1);
const arrival = { now_ms: NOW, sent_at_ms: null, ip: null, randomBytes: (count: number) => random.bytes(count) };

function open(): RunningService {
  return openService({
    path,
    now: () => NOW,
    randomBytes: (count) => random.bytes(count),
    computing: { thread: 'never' },
  });
}

let service = open();
let sealing = new Sealing(service.store);
let insights = 0;

const STEPS: readonly (() => Promise<void> | void)[] = [
  () => void sealing.seal(1),
  () => void sealing.compact(1),
  () => service.store.checkpoint(),
  async () => {
    await ask(service, 'create_insight', {
      name: `Insight ${insights}`,
      filters: { insight: 'TRENDS', events: [{ id: 'seen' }] },
    });
    writeSync(1, `insight ${insights++}\n`);
  },
  async () => {
    await service.close();
    service = open();
    sealing = new Sealing(service.store);
  },
];

writeSync(1, 'begins\n');
for (const [round, requests] of requestsOf(seed, rounds).entries()) {
  const project = service.store.projects.get(1)!;
  const taken = requests.map(async ({ nth, events }) => {
    await service.ingest.capture(
      project,
      events.map((event) => normaliseEvent(rawOf(event), arrival)),
    );
    writeSync(1, `request ${nth}\n`);
  });
  await Promise.all(taken);
  if (round % 3 === 2) await STEPS[random.below(STEPS.length)]!();
}
await service.close();
