/**
 * Groups of a project: group types, the group of an event, and group properties. Works within the caller's open
 * transaction; types are cached between transactions until `forget`.
 */
import { must } from '../../base/assert.ts';
import { isObject } from '../../base/json.ts';
import { LIMIT } from '../../model/limit.ts';
import type { GroupStore } from '../../store/types/store.ts';
import type { Complete } from './complete.ts';
import type { IncomingEvent, IncomingGroup, IncomingGroupType } from './incoming.ts';
import { cutText, idText, isSame, type Properties } from './rules.ts';

/** Event properties that `Groups.resolve` reads. */
const GROUP_PROPERTIES = new Set(['$groups', '$group_type', '$group_key', '$group_set']);

/** How many of the types without room are named. */
const NAMED = 10;

export function isAboutGroups(property: string): boolean {
  return GROUP_PROPERTIES.has(property);
}

/** Property of the event's group of a type, by the type's index. */
export function isGroupKey(property: string): boolean {
  return /^\$group_\d+$/.test(property);
}

export interface GroupTransaction {
  /** Types whose groups events leave as they are; null if there are none. */
  readonly complete: Complete | null;
  revision(): number;
  noteGroupProperties(type_index: number, properties: Properties): void;
}

export class Groups {
  readonly #groups: GroupStore;
  readonly #project_id: number;
  /** Type -> index. */
  readonly #types = new Map<string, number>();
  /** Types that events named and for which there was no room; some of them. */
  #too_many = new Set<string>();

  constructor(groups: GroupStore, project_id: number) {
    this.#groups = groups;
    this.#project_id = project_id;
  }

  /**
   * Returns `$group_<index>` for each of the event's groups, null if it does not say which it has; applies
   * `$groupidentify`.
   */
  resolve(event: IncomingEvent, transaction: GroupTransaction): Record<string, string> | null {
    if (event.event === '$groupidentify') this.#identify(event, transaction);
    const given = event.properties['$groups'];
    if (!isObject(given)) return null;
    const keys: Record<string, string> = {};
    for (const type of Object.keys(given)) {
      const key = keyText(given[type]);
      const index = key === null ? null : this.#typeOfEvent(type);
      if (key !== null && index !== null) keys[`$group_${index}`] = key;
    }
    return keys;
  }

  /** Returns false if the group's type is new and the project has its maximum of types. */
  hasRoomFor(item: Pick<IncomingGroup, 'group_type'>): boolean {
    return this.#typeIndex(item.group_type) !== null;
  }

  /** The type must have room. */
  indexOf(group_type: string): number {
    return must(this.#typeIndex(group_type), 'there is room for the type');
  }

  /** Applies a group from a file. Its type must have room. */
  describe(item: IncomingGroup, now_ms: number, transaction: GroupTransaction): void {
    const index = this.indexOf(item.group_type);
    const before = this.#groups.get(this.#project_id, index, item.group_key);
    const created_at_ms = item.created_at_ms ?? before?.created_at_ms ?? now_ms;
    this.#merge(index, item.group_key, item.properties, created_at_ms, transaction);
  }

  /** Applies a group type from a file, which must have room. */
  describeType({ group_type, name_singular, name_plural }: IncomingGroupType): void {
    const index = this.indexOf(group_type);
    if (name_singular === null && name_plural === null) return;
    this.#groups.rename(this.#project_id, index, { name_singular, name_plural });
  }

  /** Types for which there was no room since the last call; a few of them. */
  takeTooMany(): string[] {
    const types = [...this.#too_many];
    if (types.length > 0) this.#too_many = new Set();
    return types;
  }

  forget(): void {
    this.#types.clear();
    this.#too_many = new Set();
  }

  #identify(event: IncomingEvent, transaction: GroupTransaction): void {
    const type = event.properties['$group_type'];
    const key = keyText(event.properties['$group_key']);
    if (typeof type !== 'string' || key === null) return;
    const index = this.#typeOfEvent(type);
    if (index === null || transaction.complete?.group_types.has(index) === true) return;
    const given = event.properties['$group_set'];
    const before = this.#groups.get(this.#project_id, index, key);
    const created_at_ms = Math.min(before?.created_at_ms ?? event.timestamp_ms, event.timestamp_ms);
    this.#merge(index, key, isObject(given) ? given : {}, created_at_ms, transaction);
  }

  /** The later value of each key wins. Writes nothing if nothing changes. */
  #merge(type_index: number, key: string, set: Properties, created_at_ms: number, transaction: GroupTransaction): void {
    const before = this.#groups.get(this.#project_id, type_index, key);
    const properties = { ...before?.properties, ...set };
    if (before && before.created_at_ms === created_at_ms && isSame(before.properties, properties)) return;
    this.#groups.put(this.#project_id, { type_index, key, properties, created_at_ms }, transaction.revision());
    transaction.noteGroupProperties(type_index, set);
  }

  #typeOfEvent(type: string): number | null {
    const index = this.#typeIndex(type);
    if (index === null && type !== '' && this.#too_many.size < NAMED)
      this.#too_many.add(cutText(type, LIMIT.name_chars));
    return index;
  }

  #typeIndex(type: string): number | null {
    const name = cutText(type, LIMIT.name_chars);
    const held = this.#types.get(name);
    if (held !== undefined) return held;
    if (name === '') return null;
    const index = this.#groups.typeIndex(this.#project_id, name);
    // Only accepted types are cached, because senders may name any number of others.
    if (index !== null) this.#types.set(name, index);
    return index;
  }
}

/** A group key as text; null if the value cannot be a key. */
function keyText(value: unknown): string | null {
  return typeof value === 'object' ? null : idText(value);
}
