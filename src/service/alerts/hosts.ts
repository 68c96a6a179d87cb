/**
 * Tells hosts side by side, a few alerts at once to each. A host that did not answer is told nothing more this time, so
 * that it holds up neither others nor the end.
 */
import { TUNING } from '../../model/tuning.ts';
import type { Sent } from './webhook.ts';

export class Hosts {
  /** Host -> what is said to it, one after the other in each lane. */
  readonly #lanes = new Map<string, Promise<void>[]>();
  readonly #silent = new Set<string>();
  #turn = 0;
  #taken = 0;

  /** `tell` must not reject. */
  add(address: string, tell: () => Promise<Sent>): void {
    const host = URL.parse(address)?.host ?? address;
    const lanes = this.#lanes.get(host) ?? [];
    this.#lanes.set(host, lanes);
    const lane = this.#turn++ % TUNING.webhooks_at_once;
    lanes[lane] = (lanes[lane] ?? Promise.resolve()).then(() => this.#tell(host, tell));
  }

  /** Resolves to how many were taken, when all hosts have been told. */
  async told(): Promise<number> {
    await Promise.all([...this.#lanes.values()].flat());
    return this.#taken;
  }

  async #tell(host: string, tell: () => Promise<Sent>): Promise<void> {
    if (this.#silent.has(host)) return;
    const sent = await tell();
    if (sent === 'taken') this.#taken++;
    if (sent === 'unanswered') this.#silent.add(host);
  }
}
