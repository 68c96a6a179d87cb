/**
 * Estimates from recent commits how long the commit queue takes. New events wait for all of it. A client refused early
 * can retry; once admitted, it would wait for seconds and delay those after it. A few events are always admitted: one
 * commit on a busy machine can make the estimate too high, and beacons sent as pages close are never resent.
 */
import { LIMIT } from '../../model/limit.ts';

/** Initial estimate: fifty thousand events a second. */
const FIRST_MS_PER_EVENT = 0.02;
/** Weight of the newest measurement. */
const SHARE = 0.2;
/** Smaller commits are not measured, because they say little about the cost per event. */
const MEASURED_EVENTS = 50;

export class Backlog {
  #events = 0;
  #ms_per_event = FIRST_MS_PER_EVENT;
  /** End of the last commit if more events were queued then; else null. */
  #ended_ms: number | null = null;

  get wait_ms(): number {
    return this.#events * this.#ms_per_event;
  }

  get isTooLong(): boolean {
    return this.#events > LIMIT.commit_wait_events && this.wait_ms > LIMIT.commit_wait_ms;
  }

  add(events: number): void {
    this.#events += events;
  }

  /** Excludes idle time (waiting for locks of others) from the measurement. */
  paused(): void {
    this.#ended_ms = null;
  }

  /** Notes a commit from `began_ms` to `now_ms`. Gaps between back-to-back commits count, as clients wait for them. */
  done(events: number, began_ms: number, now_ms: number): void {
    this.#events -= events;
    const took_ms = now_ms - (this.#ended_ms ?? began_ms);
    if (events >= MEASURED_EVENTS) this.#ms_per_event += SHARE * (took_ms / events - this.#ms_per_event);
    this.#ended_ms = this.#events > 0 ? now_ms : null;
  }

  /** To be called when everything queued was refused. */
  clear(): void {
    this.#events = 0;
    this.#ended_ms = null;
  }
}
