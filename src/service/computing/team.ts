/** The engine's team in threads: the computing thread and helpers of its own, which take stretches of work in turn. */
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { must } from '../../base/assert.ts';
import { alone, type Task, type Team } from '../../engine/frame/team.ts';
import { TUNING } from '../../model/tuning.ts';
import { errorOf } from '../threads/thread_failure.ts';
import { beginRound, type Control, endRound, isReady, newControl, takeStretch } from './control.ts';
import { checkFlag, type HelperOpening, type Opening, type Share, type SumMessage } from './messages.ts';

/** Fewer stretches than these are done before a helper has woken up. */
const SHARED_STRETCHES = 4;

/** Unbuilt and built, it lies beside this file. */
const ENTRY = new URL(import.meta.url.endsWith('.ts') ? './helping.ts' : './helping.js', import.meta.url);

export interface ThreadTeam extends Team {
  /** Starts the helpers, once. They join in when they are ready and end with the thread that opened the team. */
  start(): void;
}

export function openTeam({ helpers, flag }: Pick<Opening, 'helpers' | 'flag'>): ThreadTeam {
  const control = newControl(helpers);
  let ports: readonly MessagePort[] = [];
  const single = alone(() => checkFlag(flag));
  return {
    start() {
      if (ports.length > 0) return;
      ports = Array.from({ length: helpers }, (_, helper) => startHelper({ control, helper, flag }));
    },
    checkpoint: single.checkpoint,
    share<Args, Work, Sum>(task: Task<Args, Work, Sum>, args: Args, cuts: Uint32Array): Sum[] {
      const ready = [...ports.keys()].filter((helper) => isReady(control, helper));
      if (ready.length === 0 || cuts.length <= SHARED_STRETCHES) return single.share(task, args, cuts);
      const message: Share = { name: task.name, args, cuts };
      for (const helper of ready) ports[helper]!.postMessage(message);
      beginRound(control, ready);
      let outcomes: SumMessage[] = [];
      let own: Sum;
      try {
        own = sumOfMine(task, args, cuts, control, flag);
      } finally {
        // Whatever happens here, nobody works on these arrays any more when it is over, and no sum is left lying.
        endRound(control);
        outcomes = ready.map((helper) => receive(ports[helper]!));
      }
      return [own, ...outcomes.map(sumOf<Sum>)];
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
  for (let at = takeStretch(control); at + 1 < cuts.length; at = takeStretch(control)) {
    checkFlag(flag);
    task.add(args, work, cuts[at]!, cuts[at + 1]!);
  }
  return task.end(work);
}

function receive(port: MessagePort): SumMessage {
  return must(receiveMessageOnPort(port), 'a helper sends before it hands in').message as SumMessage;
}

function sumOf<Sum>(outcome: SumMessage): Sum {
  if (outcome.kind !== 'sum') throw errorOf(outcome);
  // The helper has run the same task.
  return outcome.sum as Sum;
}

function startHelper(shared: Omit<HelperOpening, 'port'>): MessagePort {
  const { port1, port2 } = new MessageChannel();
  const opening: HelperOpening = { ...shared, port: port2 };
  const resourceLimits = { maxOldGenerationSizeMb: TUNING.helper_heap_mb };
  const worker = new Worker(ENTRY, { workerData: opening, transferList: [port2], name: 'helper', resourceLimits });
  worker.unref();
  return port1;
}
