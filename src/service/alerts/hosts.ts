/**
 * Tells hosts side by side, a few alerts at once to each. A host that did not answer is told nothing more this time, so
 * that it holds up neither others nor the end.
 */
import { TUNING } from '../../model/tuning.ts';
import type { Sent } from './webhook.ts';

/** One host: what is said to it, one after the other in each lane. */
interface Lanes {
  readonly lanes: Promise<void>[];
  added: number;
}

export class Hosts {
  readonly #hosts = new Map<string, Lanes>();
  readonly #silent = new Set<string>();
  #taken = 0;

  /** `tell` must not reject. */
  add(address: string, tell: () => Promise<Sent>): void {
    const host = URL.parse(address)?.host ?? address;
    const known = this.#hosts.get(host) ?? { lanes: [], added: 0 };
    this.#hosts.set(host, known);
    const lane = known.added++ % TUNING.webhooks_at_once;
    known.lanes[lane] = (known.lanes[lane] ?? Promise.resolve()).then(() => this.#tell(host, tell));
  }

  /** Resolves to how many were taken, when all hosts have been told. */
  async told(): Promise<number> {
    await Promise.all([...this.#hosts.values()].flatMap(({ lanes }) => lanes));
    return this.#taken;
  }

  async #tell(host: string, tell: () => Promise<Sent>): Promise<void> {
    if (this.#silent.has(host)) return;
    const sent = await tell();
    if (sent === 'taken') this.#taken++;
    if (sent === 'unanswered') this.#silent.add(host);
  }
}
