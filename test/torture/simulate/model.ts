/** What the product should hold, as plain lists: every event once, who is who by the slow twin, saved insights. */
import { OraclePeople } from '../../oracle/identity.ts';
import type { SentEvent, SentRequest } from './sent.ts';
import { dayOf } from './sent.ts';

export interface SavedInsight {
  readonly name: string;
  readonly deleted: boolean;
}

export class Model {
  /** By uuid. */
  readonly events = new Map<string, SentEvent>();
  people = new OraclePeople();
  /** In order. */
  #requests: SentRequest[] = [];
  /** By id. */
  readonly insights = new Map<number, SavedInsight>();

  take(request: SentRequest): void {
    this.#requests.push(request);
    for (const event of request) {
      if (this.events.has(event.uuid)) continue;
      this.events.set(event.uuid, event);
      this.people.take(event.about);
    }
  }

  /** As if the last ones had never come; answers them. */
  forgetLast(count: number): SentRequest[] {
    const kept = this.#requests.slice(0, this.#requests.length - count);
    const forgotten = this.#requests.slice(kept.length);
    this.#requests = [];
    this.events.clear();
    this.people = new OraclePeople();
    for (const request of kept) this.take(request);
    return forgotten;
  }

  /** Of a name, or of all. */
  named(name: string | null): SentEvent[] {
    return [...this.events.values()].filter(({ event }) => name === null || event === name);
  }

  personOf({ about }: SentEvent): object {
    const person = this.people.find(about.id);
    if (person === undefined) throw new Error(`nobody has the id ${about.id}`);
    return person;
  }

  tierOf({ about }: SentEvent): string | null {
    return (this.people.find(about.id)?.properties['tier'] as string | undefined) ?? null;
  }

  /** day -> events, or people, with that name */
  byDay(name: string, who: 'events' | 'people'): Map<string, number> {
    const days = Map.groupBy(this.named(name), ({ at_ms }) => dayOf(at_ms));
    return new Map([...days].map(([day, events]) => [day, who === 'events' ? events.length : this.peopleIn(events)]));
  }

  peopleIn(events: readonly SentEvent[]): number {
    return new Set(events.map((event) => this.personOf(event))).size;
  }
}
