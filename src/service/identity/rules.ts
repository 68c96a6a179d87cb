/**
 * Rules for persons as pure functions: which ids may be merged, which properties an event sets, and whether a change is
 * worth a write.
 */
import { canonical, isObject, put } from '../../base/json.ts';
import { LIMIT } from '../../model/limit.ts';

export type Properties = Readonly<Record<string, unknown>>;

/** Changes that an event makes to its person. `$set` and `$set_once` win over what the visit itself implies. */
export interface Changes {
  readonly set: Properties;
  readonly set_once: Properties;
  readonly unset: readonly string[];
}

/** One campaign property of the events of a batch. */
export interface Campaign {
  readonly name: string;
  /** Person property that keeps its first value. */
  readonly initial: string;
  readonly valueAt: (row: number) => unknown;
}

const NO_PROPERTIES: Properties = Object.freeze({});
const NO_CHANGES: Changes = Object.freeze({ set: NO_PROPERTIES, set_once: NO_PROPERTIES, unset: [] });

/** Events that are only about the person. Even a change of automatic properties alone is stored for them. */
const PERSON_EVENTS = new Set(['$identify', '$create_alias', '$merge_dangerously', '$set']);
const MERGE_EVENTS = new Set(['$identify', '$create_alias', '$merge_dangerously']);
/** Events that never change the person, whatever their properties. */
const SILENT_EVENTS = new Set(['$exception', '$$heatmap']);

/** Where a visit came from; the person keeps the latest and the first. */
const CAMPAIGN = [
  ...['utm_source', 'utm_medium', 'utm_campaign', 'utm_content', 'utm_term', 'gclid', 'gad_source', 'gclsrc'],
  ...['dclid', 'gbraid', 'wbraid', 'fbclid', 'msclkid', 'twclid', 'li_fat_id', 'mc_cid', 'igshid', 'ttclid'],
  ...['rdt_cid', 'epik', 'qclid', 'sccid', 'irclid', '_kx'],
];
/** What the first visit looked like; the person keeps only the first. */
const VISIT = [
  ...['$browser', '$browser_version', '$device_type', '$current_url', '$pathname', '$os', '$referrer'],
  '$referring_domain',
];
/** Event property -> person property that keeps its first value. */
const INITIAL_NAMES = new Map([...CAMPAIGN, ...VISIT].map((name) => [name, `$initial_${name.replace(/^\$/, '')}`]));
const CAMPAIGN_NAMES = new Set(CAMPAIGN);
/** Visit bit of properties that may change the person in other ways. */
const OTHER = 0x8000_0000 | 0;
/** All campaigns share this bit. They may differ with each visit, so their values must be compared, too. */
export const CAMPAIGN_BIT = 1 << 29;
/** Visit bit of events whose `$process_person_profile` is false. */
export const NO_PROFILE = 1 << 30;
const VISIT_BITS = new Map<string, number>([
  ...VISIT.map((name, at) => [name, 1 << at] as const),
  ...CAMPAIGN.map((name) => [name, CAMPAIGN_BIT] as const),
  ...['$set', '$set_once', '$unset'].map((name) => [name, OTHER] as const),
]);

/** Further properties that matter for identities, besides `VISIT_BITS`. */
const MERGE_PROPERTIES = new Set(['$process_person_profile', '$anon_distinct_id', 'alias']);

/** Whether a property may affect the person. `Identities.resolve` reads no others. */
export function isAboutPerson(property: string): boolean {
  return VISIT_BITS.has(property) || MERGE_PROPERTIES.has(property);
}

/** These change with device and page. Such a change alone is not worth a write. */
const AUTOMATIC = new Set([
  ...VISIT,
  ...['$os_name', '$os_version', '$app_build', '$app_name', '$app_namespace', '$app_version', '$raw_user_agent'],
  ...['$screen_height', '$screen_width', '$viewport_height', '$viewport_width'],
]);

/** Placeholders that programs send for missing ids. Merging them would join strangers. */
const ILLEGAL_ANY_CASE = new Set([
  ...['anonymous', 'guest', 'distinctid', 'distinct_id', 'id', 'not_authenticated', 'email', 'undefined'],
  ...['true', 'false'],
]);
const ILLEGAL_EXACT = new Set(['[object Object]', 'NaN', 'None', 'none', 'null', '0']);
const QUOTED = /^(["'])(.*)\1$/s;

/** Whether an id must never be merged. */
export function isIllegalId(id: string): boolean {
  const bare = QUOTED.exec(id)?.[2] ?? id;
  return bare.trim() === '' || ILLEGAL_EXACT.has(bare) || ILLEGAL_ANY_CASE.has(bare.toLowerCase());
}

/** An id or group key as text: numbers and objects are serialised, long ones cut. null if there is none. */
export function idText(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  const text = typeof value === 'string' ? value : typeof value === 'object' ? JSON.stringify(value) : String(value);
  return text === '' ? null : cutText(text, LIMIT.distinct_id_chars);
}

/**
 * Cuts text and makes it fit for a database: NUL and lone surrogates become U+FFFD, so that texts that differ here also
 * differ there.
 */
export function cutText(text: string, max_chars: number): string {
  if (text.length <= max_chars && text.isWellFormed() && !text.includes('\0')) return text; // Almost every text.
  const isPairCut = text.length > max_chars && isHighSurrogate(text.charCodeAt(max_chars - 1));
  const cut = text.length > max_chars ? text.slice(0, isPairCut ? max_chars - 1 : max_chars) : text;
  return (cut.isWellFormed() ? cut : cut.toWellFormed()).replaceAll('\0', '\ufffd');
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

/** The other id of a merge event; null if it merges nothing. */
export function mergedIdOf(event: string, properties: Properties): string | null {
  if (event === '$identify') return idText(properties['$anon_distinct_id']);
  if (event === '$create_alias' || event === '$merge_dangerously') return idText(properties['alias']);
  return null;
}

/**
 * Bits of the event's visit properties, with CAMPAIGN_BIT for campaigns. Negative if the event may change anything
 * else. Once a person has had these bits, the event cannot change them, except for campaigns.
 */
export function visitBits(event: string, properties: Properties): number {
  let bits = properties['$process_person_profile'] === false ? NO_PROFILE : 0;
  for (const name in properties) {
    const bit = VISIT_BITS.get(name);
    if (bit !== undefined && properties[name] !== null && properties[name] !== undefined) bits |= bit;
  }
  return visitOf(event, bits);
}

/** Person property that keeps the first value of this campaign property; null for other properties. */
export function initialCampaign(property: string): string | null {
  return CAMPAIGN_NAMES.has(property) ? INITIAL_NAMES.get(property)! : null;
}

/** A property's contribution to `visitOf`; 0 for most. */
export function visitBitOf(property: string): number {
  return VISIT_BITS.get(property) ?? 0;
}

/** @param bits of all non-null properties of the event, and NO_PROFILE */
export function visitOf(event: string, bits: number): number {
  if ((bits & NO_PROFILE) !== 0 || MERGE_EVENTS.has(event)) return OTHER;
  return SILENT_EVENTS.has(event) ? 0 : bits;
}

/** Changes that an event makes to its person. Most events get the shared `NO_CHANGES`. */
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

/** Changes that follow from the visit itself; null if none. */
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

/** `$unset` is a list of names, or an object with the names as keys. */
function namesOf(unset: unknown): readonly string[] {
  if (Array.isArray(unset)) return unset.filter((name): name is string => typeof name === 'string');
  return isObject(unset) ? Object.keys(unset) : [];
}

/** Properties of a person that this event creates: `$set` wins over `$set_once`. */
export function firstProperties(changes: Changes): Properties {
  const properties: Record<string, unknown> = { ...changes.set_once, ...changes.set };
  for (const name of changes.unset) delete properties[name];
  return properties;
}

/** The person's properties after the event. Returns the same object if no change is worth a write. */
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

/** Whether both are the same as JSON. */
export function isSame(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object') return false;
  return canonical(left) === canonical(right);
}
