/** The engine's team as threads: the computing thread and its helpers, all of which claim morsels. */
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { must } from '../../base/assert.ts';
import { alone, type Task, type Team } from '../../engine/frame/team.ts';
import { TUNING } from '../../model/tuning.ts';
import { errorOf } from '../threads/thread_failure.ts';
import { beginRound, type Control, endRound, isReady, newControl, takeMorsel } from './control.ts';
import type { Collections } from './garbage.ts';
import { checkFlag, type HelperOpening, type Opening, type Share, type SumMessage } from './messages.ts';

/** With fewer morsels, the work is done before a helper wakes up. */
const SHARED_MORSELS = 4;

/** The helper's file is beside this one, in sources and in the build. */
const ENTRY = new URL(import.meta.url.endsWith('.ts') ? './helping.ts' : './helping.js', import.meta.url);

export interface ThreadTeam extends Team {
  /** Starts the helpers once there has been work to share, which small files never have. They end with this thread. */
  start(): void;
}

/** Helpers collect garbage after their next share if `garbage` did. */
export function openTeam(
  { helpers, flag }: Pick<Opening, 'helpers' | 'flag'>,
  garbage: { readonly done: Collections },
): ThreadTeam {
  const control = newControl(helpers);
  let ports: readonly MessagePort[] = [];
  let has_work = false;
  const single = alone(() => checkFlag(flag));
  return {
    start() {
      if (!has_work || ports.length > 0) return;
      ports = Array.from({ length: helpers }, (_, helper) => startHelper({ control, helper, flag }));
    },
    checkpoint: single.checkpoint,
    share<Args, Work, Sum>(task: Task<Args, Work, Sum>, args: Args, cuts: Uint32Array): Sum[] {
      if (cuts.length <= SHARED_MORSELS) return single.share(task, args, cuts);
      has_work = true;
      const ready = [...ports.keys()].filter((helper) => isReady(control, helper));
      if (ready.length === 0) return single.share(task, args, cuts);
      const message: Share = { name: task.name, args, cuts, collections: garbage.done };
      for (const helper of ready) ports[helper]!.postMessage(message);
      beginRound(control, ready);
      let outcomes: SumMessage<Sum>[] = [];
      let own: Sum;
      try {
        own = sumOfMine(task, args, cuts, control, flag);
      } finally {
        // Also after an error: helpers must not use these arrays any more, and no sum may stay in a port.
        endRound(control);
        outcomes = ready.map((helper) => receive<Sum>(ports[helper]!));
      }
      return [own, ...outcomes.map(sumOf)];
    },
  };
}

function sumOfMine<Args, Work, Sum>(
  task: Task<Args, Work, Sum>,
  args: Args,
  cuts: Uint32Array,
  control: Control,
  flag: Int32Array,
): Sum {
  const work = task.begin(args);
  for (let at = takeMorsel(control); at + 1 < cuts.length; at = takeMorsel(control)) {
    checkFlag(flag);
    task.add(args, work, cuts[at]!, cuts[at + 1]!);
  }
  return task.end(work);
}

/** The cast holds because the helper ran the task that was sent. */
function receive<Sum>(port: MessagePort): SumMessage<Sum> {
  return must(receiveMessageOnPort(port), 'a helper sends before it hands in').message as SumMessage<Sum>;
}

function sumOf<Sum>(outcome: SumMessage<Sum>): Sum {
  if (outcome.kind !== 'sum') throw errorOf(outcome);
  return outcome.sum;
}

function startHelper(shared: Omit<HelperOpening, 'port'>): MessagePort {
  const { port1, port2 } = new MessageChannel();
  const opening: HelperOpening = { ...shared, port: port2 };
  const resourceLimits = { maxOldGenerationSizeMb: TUNING.helper_heap_mb };
  const worker = new Worker(ENTRY, { workerData: opening, transferList: [port2], name: 'helper', resourceLimits });
  worker.unref();
  return port1;
}
