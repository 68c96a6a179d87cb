/**
 * The rules of persons as plain functions: which ids may be merged, which properties an event sets, and whether a
 * change is worth storing. Nothing here touches the store.
 */
import { canonical, isObject, put } from '../../base/json.ts';
import { LIMIT } from '../../model/limit.ts';

export type Properties = Readonly<Record<string, unknown>>;

/** What an event asks to change on its person. Later layers win: `automatic` below `set`, `initial` below `set_once`. */
export interface Changes {
  readonly set: Properties;
  readonly set_once: Properties;
  readonly unset: readonly string[];
}

/** Campaigns of one kind that events of a batch tell of. */
export interface Campaign {
  readonly name: string;
  /** Where the first one is kept. */
  readonly initial: string;
  readonly valueAt: (row: number) => unknown;
}

const NO_PROPERTIES: Properties = Object.freeze({});
const NO_CHANGES: Changes = Object.freeze({ set: NO_PROPERTIES, set_once: NO_PROPERTIES, unset: [] });

/** Events whose whole purpose is the person: even a mere change of an automatic property is stored. */
const PERSON_EVENTS = new Set(['$identify', '$create_alias', '$merge_dangerously', '$set']);
const MERGE_EVENTS = new Set(['$identify', '$create_alias', '$merge_dangerously']);
/** Events that say nothing about the person, whatever they carry. */
const SILENT_EVENTS = new Set(['$exception', '$$heatmap']);

/** Where a visit came from; kept on the person as the latest and the first seen. */
const CAMPAIGN = [
  ...['utm_source', 'utm_medium', 'utm_campaign', 'utm_content', 'utm_term', 'gclid', 'gad_source', 'gclsrc'],
  ...['dclid', 'gbraid', 'wbraid', 'fbclid', 'msclkid', 'twclid', 'li_fat_id', 'mc_cid', 'igshid', 'ttclid'],
  ...['rdt_cid', 'epik', 'qclid', 'sccid', 'irclid', '_kx'],
];
/** What the first visit looked like; kept on the person as first seen only. */
const VISIT = [
  ...['$browser', '$browser_version', '$device_type', '$current_url', '$pathname', '$os', '$referrer'],
  '$referring_domain',
];
/** event property -> name under which its first value is kept on the person */
const INITIAL_NAMES = new Map([...CAMPAIGN, ...VISIT].map((name) => [name, `$initial_${name.replace(/^\$/, '')}`]));
const CAMPAIGN_NAMES = new Set(CAMPAIGN);
/** event property -> its bit where it belongs to the visit, or one for all campaigns; OTHER where it says something else about the person */
const OTHER = 0x8000_0000 | 0;
/** A campaign is told by its value: having had one says nothing about the next. */
export const CAMPAIGN_BIT = 1 << 29;
/** `$process_person_profile` is false. */
export const NO_PROFILE = 1 << 30;
const VISIT_BITS = new Map<string, number>([
  ...VISIT.map((name, at) => [name, 1 << at] as const),
  ...CAMPAIGN.map((name) => [name, CAMPAIGN_BIT] as const),
  ...['$set', '$set_once', '$unset'].map((name) => [name, OTHER] as const),
]);

/** Beside what `VISIT_BITS` names, all that identities look at. */
const MERGE_PROPERTIES = new Set(['$process_person_profile', '$anon_distinct_id', 'alias']);

/** Whether an event's property can say anything about its person: `Identities.resolve` reads no other. */
export function isAboutPerson(property: string): boolean {
  return VISIT_BITS.has(property) || MERGE_PROPERTIES.has(property);
}

/** Follow the device around and change with every page; alone they are not worth a write. */
const AUTOMATIC = new Set([
  ...VISIT,
  ...['$os_name', '$os_version', '$app_build', '$app_name', '$app_namespace', '$app_version', '$raw_user_agent'],
  ...['$screen_height', '$screen_width', '$viewport_height', '$viewport_width'],
]);

/** Ids that programs send when they have none; merging on them would weld strangers together. */
const ILLEGAL_ANY_CASE = new Set(
  ['anonymous', 'guest', 'distinctid', 'distinct_id', 'id', 'not_authenticated', 'email', 'undefined'].concat([
    'true',
    'false',
  ]),
);
const ILLEGAL_EXACT = new Set(['[object Object]', 'NaN', 'None', 'none', 'null', '0', 'undefined']);
const QUOTED = /^(["'])(.*)\1$/s;

/** Whether an id must never take part in a merge. */
export function isIllegalId(id: string): boolean {
  const bare = QUOTED.exec(id)?.[2] ?? id;
  return bare.trim() === '' || ILLEGAL_EXACT.has(bare) || ILLEGAL_ANY_CASE.has(bare.toLowerCase());
}

/** An id or group key as text: numbers and objects are written out, too long ones cut; null where there is none. */
export function idText(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  const text = typeof value === 'string' ? value : typeof value === 'object' ? JSON.stringify(value) : String(value);
  return text === '' ? null : cutText(text, LIMIT.distinct_id_chars);
}

/**
 * At most so many characters, fit for a database: a NUL or half of a surrogate pair becomes U+FFFD, for two texts that
 * differ here must still differ there.
 */
export function cutText(text: string, max_chars: number): string {
  if (text.length <= max_chars && text.isWellFormed() && !text.includes('\0')) return text; // almost every text
  const isPairCut = text.length > max_chars && isHighSurrogate(text.charCodeAt(max_chars - 1));
  const cut = text.length > max_chars ? text.slice(0, isPairCut ? max_chars - 1 : max_chars) : text;
  return (cut.isWellFormed() ? cut : cut.toWellFormed()).replaceAll('\0', '\ufffd');
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

/** The other id of a merge event, null where the event merges nothing. */
export function mergedIdOf(event: string, properties: Properties): string | null {
  if (event === '$identify') return idText(properties['$anon_distinct_id']);
  if (event === '$create_alias' || event === '$merge_dangerously') return idText(properties['alias']);
  return null;
}

/**
 * Which properties of the visit the event tells its person, a bit for each, and CAMPAIGN_BIT; below 0 where it may tell
 * anything else. Somebody who has had all of a visit once is not changed by them again.
 */
export function visitBits(event: string, properties: Properties): number {
  let bits = properties['$process_person_profile'] === false ? NO_PROFILE : 0;
  for (const name in properties) {
    const bit = VISIT_BITS.get(name);
    if (bit !== undefined && properties[name] !== null && properties[name] !== undefined) bits |= bit;
  }
  return visitOf(event, bits);
}

/** Name under which the first campaign of that kind is kept; null where the property tells of none. */
export function initialCampaign(property: string): string | null {
  return CAMPAIGN_NAMES.has(property) ? INITIAL_NAMES.get(property)! : null;
}

/** What a property tells by being there; 0 for most. */
export function visitBitOf(property: string): number {
  return VISIT_BITS.get(property) ?? 0;
}

/** @param bits of all properties of the event that are not null, and NO_PROFILE */
export function visitOf(event: string, bits: number): number {
  if ((bits & NO_PROFILE) !== 0 || MERGE_EVENTS.has(event)) return OTHER;
  return SILENT_EVENTS.has(event) ? 0 : bits;
}

/** What an event changes on its person; the shared `NO_CHANGES` for most events. */
export function changesOf(event: string, properties: Properties): Changes {
  if (SILENT_EVENTS.has(event)) return NO_CHANGES;
  const set = properties['$set'];
  const once = properties['$set_once'];
  const unset = properties['$unset'];
  const derived = derivedChanges(properties);
  if (set === undefined && once === undefined && unset === undefined) return derived ?? NO_CHANGES;
  return {
    set: { ...derived?.set, ...(isObject(set) ? set : {}) },
    set_once: { ...derived?.set_once, ...(isObject(once) ? once : {}) },
    unset: namesOf(unset),
  };
}

/** What the visit itself tells about the person; null when nothing. */
function derivedChanges(properties: Properties): Changes | null {
  let set: Record<string, unknown> | null = null;
  let once: Record<string, unknown> | null = null;
  for (const name in properties) {
    const initial = INITIAL_NAMES.get(name);
    if (initial === undefined) continue;
    const value = properties[name];
    if (value === null || value === undefined) continue;
    once ??= {};
    once[initial] = value;
    if (!CAMPAIGN_NAMES.has(name)) continue;
    set ??= {};
    set[name] = value;
  }
  return once === null ? null : { set: set ?? NO_PROPERTIES, set_once: once, unset: [] };
}

/** `$unset` comes as a list of names, or as an object with the names as keys. */
function namesOf(unset: unknown): readonly string[] {
  if (Array.isArray(unset)) return unset.filter((name): name is string => typeof name === 'string');
  return isObject(unset) ? Object.keys(unset) : [];
}

/** The properties of a person made by this event: `$set` wins over `$set_once`. */
export function firstProperties(changes: Changes): Properties {
  const properties: Record<string, unknown> = { ...changes.set_once, ...changes.set };
  for (const name of changes.unset) delete properties[name];
  return properties;
}

/** The person's properties after the event; the same object when there is nothing worth storing. */
export function changedProperties(before: Properties, changes: Changes, event: string): Properties {
  if (changes === NO_CHANGES) return before;
  const added: Record<string, unknown> = {};
  let isWorthStoring = false;
  for (const name in changes.set_once) {
    if (Object.hasOwn(before, name)) continue;
    put(added, name, changes.set_once[name]);
    isWorthStoring = true;
  }
  for (const name in changes.set) {
    const value = changes.set[name];
    const isKnown = Object.hasOwn(before, name);
    if (isKnown && isSame(before[name], value)) continue;
    put(added, name, value);
    isWorthStoring ||= !isKnown || !isAutomatic(name) || PERSON_EVENTS.has(event);
  }
  const removed = changes.unset.filter((name) => Object.hasOwn(before, name) || Object.hasOwn(added, name));
  if (!isWorthStoring && removed.length === 0) return before;
  const after: Record<string, unknown> = { ...before, ...added };
  for (const name of removed) delete after[name];
  return after;
}

function isAutomatic(name: string): boolean {
  return AUTOMATIC.has(name) || name.startsWith('$geoip_');
}

/** Equal as JSON. */
export function isSame(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object') return false;
  return canonical(left) === canonical(right);
}
