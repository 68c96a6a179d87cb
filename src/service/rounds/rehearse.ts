/**
 * Computes made-up questions about the most frequent events before the first real ones come. So V8 has compiled the
 * code, and the columns are in memory. Runs once per process, while nobody asks anything; a real question goes first
 * (`Computing.rehearse`). The answers are dropped.
 */
import { setImmediate as turn } from 'node:timers/promises';
import { ServiceError } from '../../model/error.ts';
import { TUNING } from '../../model/tuning.ts';
import type { Store } from '../../store/types/store.ts';
import type { Rehearsed } from '../computing/computing.ts';
import type { ProjectContext, Service } from '../contract/context.ts';
import { questionOfKind } from '../questions/question.ts';
import { type Known, type MadeUp, madeUpQuestions } from './made_up.ts';
import { ownContext } from './own_context.ts';
import { type Rounds, startRounds } from './rounds.ts';

export class Rehearsal {
  readonly #service: Service;
  readonly #signal: AbortSignal;
  readonly #limit_ms: number;
  /** Questions still to ask; null before the start. */
  #waiting: MadeUp[] | null = null;
  #project_id = 0;
  #spent_ms = 0;

  constructor(
    service: Service,
    signal: AbortSignal = new AbortController().signal,
    limit_ms: number = TUNING.rehearsal_ms,
  ) {
    this.#service = service;
    this.#signal = signal;
    this.#limit_ms = limit_ms;
  }

  /** Asks the next question; one that gave way to a real question stays next. Returns null if none are left. */
  async step(): Promise<Rehearsed | 'refused' | null> {
    this.#waiting ??= this.#begin();
    const question = this.#waiting?.[0];
    if (question === undefined) return null;
    const context = ownContext(this.#service, this.#project_id, this.#signal);
    if (context === null) return null;
    const began_ms = performance.now();
    const outcome = await this.#ask(context, question);
    this.#spent_ms += performance.now() - began_ms;
    if (outcome !== 'left') this.#waiting?.shift();
    if (outcome === 'over' || this.#spent_ms > this.#limit_ms) this.#waiting = [];
    return outcome;
  }

  /** Questions about the largest project; null while it is too small for the thread, [] if none are to be asked. */
  #begin(): MadeUp[] | null {
    const { store, events } = this.#service;
    if (events.settle !== null || events.refusal !== null) return [];
    const counted = store.projects.list().map(({ id }) => ({ id, count: eventsIn(store, id) }));
    const [largest] = counted.toSorted((a, b) => b.count - a.count);
    if (largest === undefined || largest.count < TUNING.compute_events) return null;
    this.#project_id = largest.id;
    return largest.count > TUNING.rehearsal_events ? [] : madeUpQuestions(knownOf(store, largest.id));
  }

  async #ask(context: ProjectContext, { kind, body }: MadeUp): Promise<Rehearsed | 'refused'> {
    try {
      const { asked, showing } = questionOfKind(context, kind, body);
      const task = { asked, showing, links: null, is_traced: false };
      return await context.service.computing.rehearse(context.project, task, this.#signal);
    } catch (error) {
      // For example, it would be too large for this project.
      if (error instanceof ServiceError) return 'refused';
      throw error;
    }
  }
}

function eventsIn({ definitions }: Store, project_id: number): number {
  return definitions.events(project_id).reduce((sum, { count }) => sum + count, 0);
}

function knownOf({ definitions }: Store, project_id: number): Known {
  return {
    events: definitions.events(project_id),
    properties: definitions.properties(project_id, { owner: 'event' }),
    person_properties: definitions.properties(project_id, { owner: 'person' }),
  };
}

/** Works while `isQuiet` says that nobody asks or sends anything. */
export function startRehearsing(
  service: Service,
  isQuiet: () => boolean,
  pause_ms: number = TUNING.rehearsal_quiet_ms,
): Rounds {
  let rehearsal: Rehearsal | null = null;
  return startRounds(service.log, {
    every_ms: pause_ms,
    isTime: isQuiet,
    async run(signal) {
      rehearsal ??= new Rehearsal(service, signal);
      while (isQuiet()) {
        const outcome = await rehearsal.step();
        if (outcome === null || outcome === 'left') return;
        await turn();
      }
    },
    failed: 'a rehearsal was not finished',
  });
}
