/**
 * Records names and types of a project's events and properties. Each is stored once and cached between transactions
 * until `forget`. `finish` writes the summed event counts.
 */
import { LIMIT } from '../../model/limit.ts';
import { TUNING } from '../../model/tuning.ts';
import { type DefinitionStore, NO_GROUP, type PropertyOwner } from '../../store/types/store.ts';
import { RecentMap } from '../identity/cache.ts';
import type { Properties } from '../identity/rules.ts';
import type { Samples } from './types.ts';

interface EventCount {
  readonly ord: number;
  count: number;
  first_ms: number;
  last_ms: number;
}

/** Who has a property. */
interface Owner {
  readonly owner: PropertyOwner;
  readonly group_type_index: number;
}

const EVENTS: Owner = { owner: 'event', group_type_index: NO_GROUP };
const PERSONS: Owner = { owner: 'person', group_type_index: NO_GROUP };
/** Properties that are instructions to the ingest and do not describe the event. */
const HIDDEN = new Set(['$set', '$set_once', '$unset', '$groups', '$group_set']);
const ISO_DATE = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;
/** Type of a property with values of several types, arrays or objects. */
const MIXED = 'mixed';

export class Definitions {
  readonly #store: DefinitionStore;
  readonly #project_id: number;
  readonly #ords = new RecentMap<string, number>(TUNING.cached_event_names);
  /** Event ord -> what this transaction adds. */
  readonly #counts = new Map<number, EventCount>();
  readonly #eventTypes = new Map<string, string>();
  readonly #personTypes = new Map<string, string>();
  /** Index of the group type -> types of its properties. */
  readonly #groupTypes = new Map<number, Map<string, string>>();

  constructor(store: DefinitionStore, project_id: number) {
    this.#store = store;
    this.#project_id = project_id;
  }

  eventOrd(name: string): number {
    const held = this.#ords.get(name);
    if (held !== undefined) return held;
    const ord = this.#store.eventOrd(this.#project_id, name);
    this.#ords.set(name, ord);
    return ord;
  }

  countEvent(ord: number, time_ms: number): void {
    const count = this.#counts.get(ord);
    if (count === undefined) {
      this.#counts.set(ord, { ord, count: 1, first_ms: time_ms, last_ms: time_ms });
    } else {
      count.count++;
      if (time_ms < count.first_ms) count.first_ms = time_ms;
      if (time_ms > count.last_ms) count.last_ms = time_ms;
    }
  }

  /** `samples` holds each property's distinct values, or the first ones of each type, in order. */
  noteProperties(samples: Samples): void {
    for (const [name, values] of samples) {
      for (const value of values) this.#noteValue(this.#eventTypes, EVENTS, name, value);
    }
  }

  notePersonProperties(properties: Properties): void {
    for (const name in properties) this.#noteValue(this.#personTypes, PERSONS, name, properties[name]);
  }

  noteGroupProperties(type_index: number, properties: Properties): void {
    let types = this.#groupTypes.get(type_index);
    if (types === undefined) {
      types = new Map();
      this.#groupTypes.set(type_index, types);
    }
    const owner: Owner = { owner: 'group', group_type_index: type_index };
    for (const name in properties) this.#noteValue(types, owner, name, properties[name]);
  }

  /** Writes the counts; call at the end of the transaction. */
  finish(): void {
    if (this.#counts.size > 0) this.#store.noteEvents(this.#project_id, [...this.#counts.values()]);
    this.#counts.clear();
  }

  forget(): void {
    this.#ords.clear();
    this.#counts.clear();
    this.#eventTypes.clear();
    this.#personTypes.clear();
    this.#groupTypes.clear();
  }

  #noteValue(types: Map<string, string>, owner: Owner, name: string, value: unknown): void {
    const held = types.get(name);
    if (held === MIXED || fits(value, held)) return;
    if (HIDDEN.has(name)) return;
    // Clients that invent names endlessly must not fill the catalogue. Their events are stored all the same.
    if (held === undefined && types.size >= LIMIT.property_definitions) return;
    const seen = typeOf(value);
    types.set(name, held === undefined || held === seen ? seen : MIXED);
    this.#store.noteProperty(this.#project_id, { ...owner, name, type: seen === MIXED ? null : seen });
  }
}

/** Whether a value fits the known type, so that nothing needs to be noted. */
function fits(value: unknown, type: string | undefined): boolean {
  switch (typeof value) {
    case 'string':
      return type === 'String' || (type === 'DateTime' && ISO_DATE.test(value));
    case 'number':
      return type === 'Numeric';
    case 'boolean':
      return type === 'Boolean';
    default:
      return value === null || value === undefined;
  }
}

/** The type of a value; MIXED for arrays and objects. */
export function typeOf(value: unknown): string {
  if (typeof value === 'string') return ISO_DATE.test(value) ? 'DateTime' : 'String';
  if (typeof value === 'number') return 'Numeric';
  return typeof value === 'boolean' ? 'Boolean' : MIXED;
}
