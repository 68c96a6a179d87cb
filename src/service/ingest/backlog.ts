/**
 * How long what waits to be stored will take, from how long it took before: each newcomer waits for all of it. Told early
 * that it is too much, a client comes again; let in, it would wait for seconds, and hold up those after it.
 */
import { LIMIT } from '../../model/limit.ts';

/** Until measured: fifty thousand events a second. */
const FIRST_MS_PER_EVENT = 0.02;
/** Of the newest measurement. Smaller commits say little of an event's own cost. */
const SHARE = 0.2;
const MEASURED_EVENTS = 50;

export class Backlog {
  #events = 0;
  #ms_per_event = FIRST_MS_PER_EVENT;
  /** When the last commit ended, where more was waiting then; else null. */
  #ended_ms: number | null = null;

  get wait_ms(): number {
    return this.#events * this.#ms_per_event;
  }

  get isTooLong(): boolean {
    return this.wait_ms > LIMIT.commit_wait_ms;
  }

  add(events: number): void {
    this.#events += events;
  }

  /** Time that passes without anything being done, for a lock of others, says nothing of the work. */
  paused(): void {
    this.#ended_ms = null;
  }

  /** `began_ms`, now: of the commit. One after the other, what is done in between is part of the wait as well. */
  done(events: number, began_ms: number, now_ms: number): void {
    this.#events -= events;
    const took_ms = now_ms - (this.#ended_ms ?? began_ms);
    if (events >= MEASURED_EVENTS) this.#ms_per_event += SHARE * (took_ms / events - this.#ms_per_event);
    this.#ended_ms = this.#events > 0 ? now_ms : null;
  }

  /** What waited was refused. */
  clear(): void {
    this.#events = 0;
    this.#ended_ms = null;
  }
}
