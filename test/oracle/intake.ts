/** Takes items in one by one, as objects: no columns, no batches, no caches. */
import { monthOf } from '../../src/base/time.ts';
import { formatUuid } from '../../src/base/uuid.ts';
import { Groups } from '../../src/service/identity/groups.ts';
import type { IncomingEvent } from '../../src/service/identity/incoming.ts';
import { Identities } from '../../src/service/identity/persons.ts';
import type { IngestItem } from '../../src/service/ingest/types.ts';
import type { Store } from '../../src/store/types/store.ts';

/** One event as it is stored. */
export interface StoredEvent {
  readonly event: string;
  readonly distinct_id: string;
  readonly time_ms: number;
  readonly uuid: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

export interface Taken {
  readonly rows: StoredEvent[];
  /** name of an event's property -> its type, null where it has several */
  readonly types: Map<string, string | null>;
}

const INSTRUCTIONS = ['$set', '$set_once', '$unset', '$groups', '$group_set'];

/** Persons and groups end up in the store. */
export function takeOneByOne(store: Store, project_id: number, items: readonly IngestItem[], now_ms: number): Taken {
  const taken: Taken = { rows: [], types: new Map() };
  const known = new Set<string>();
  for (const item of items) {
    store.transaction(() => {
      const revision = store.events.nextRevision(project_id);
      const transaction = {
        complete: null,
        revision: () => revision,
        notePersonProperties: () => {},
        noteGroupProperties: () => {},
      };
      const identities = new Identities(store.people, project_id);
      const groups = new Groups(store.groups, project_id);
      if (item.kind === 'person') identities.describe(item.person, transaction);
      else if (item.kind === 'group') {
        if (groups.hasRoomFor(item.group)) groups.describe(item.group, now_ms, transaction);
      } else if (item.kind === 'group_type') {
        if (groups.hasRoomFor(item.group_type)) groups.describeType(item.group_type);
      } else if (isNew(item.event, known)) {
        identities.resolve(item.event, transaction);
        take(taken, item.event, groups.resolve(item.event, transaction));
      }
      identities.finish(transaction);
    });
  }
  return taken;
}

/** By name, month and uuid. */
function isNew({ event, timestamp_ms, uuid }: IncomingEvent, known: Set<string>): boolean {
  const key = JSON.stringify([event, monthOf(timestamp_ms), formatUuid(uuid)]);
  if (known.has(key)) return false;
  known.add(key);
  return true;
}

function take({ rows, types }: Taken, given: IncomingEvent, keys: Readonly<Record<string, string>> | null): void {
  const sent = Object.entries(given.properties).filter(([name]) => keys === null || !/^\$group_\d+$/.test(name));
  const pairs = new Map([...sent, ...Object.entries(keys ?? {})]);
  for (const [name, value] of pairs) {
    if (value === null || INSTRUCTIONS.includes(name)) continue;
    const type = typeOf(value);
    const held = types.get(name);
    // Once a text, a date is a text like others.
    const isSame = held === undefined || held === type || (held === 'String' && type === 'DateTime');
    types.set(name, isSame ? (held ?? type) : null);
  }
  const { event, distinct_id, timestamp_ms, uuid } = given;
  const properties = Object.fromEntries([...pairs].sort(([a], [b]) => (a < b ? -1 : 1)));
  rows.push({ event, distinct_id, time_ms: timestamp_ms, uuid: formatUuid(uuid), properties });
}

function typeOf(value: unknown): string | null {
  if (typeof value === 'object') return null;
  if (typeof value === 'string') return /^\d{4}-\d\d-\d\d$/.test(value) ? 'DateTime' : 'String';
  return typeof value === 'number' ? 'Numeric' : 'Boolean';
}
