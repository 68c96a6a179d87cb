/** Translates what libraries of other products send into our events, so they only need another address. */
import { isObject } from '../../base/json.ts';
import { invalid, type ServiceError } from '../../model/error.ts';
import type { RawEvent } from '../../service/ingest/normalise.ts';
import { checkBatchSize } from '../../service/ingest/payload.ts';

/** A translated request. */
export interface Sent {
  /** The project's token, wherever the product puts it; null if there is none. */
  readonly token: string | null;
  readonly sent_at_ms: number | null;
  /** Events in the form of our own libraries, or an error for items that cannot be translated. */
  readonly events: readonly (RawEvent | ServiceError)[];
}

export interface Asked {
  /** Without trailing slash. */
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: unknown;
}

export interface Sender {
  readonly paths: readonly string[];
  /** @throws ServiceError invalid_input, too_large */
  read(asked: Asked): Sent;
  /** The answer that the library expects. `refused`: index in the request -> why the item is not stored. */
  answer(stored: number, refused: ReadonlyMap<number, string>, now_ms: number): object;
}

/** @throws ServiceError invalid_input, too_large */
export function listOf(value: unknown, name: string): readonly Readonly<Record<string, unknown>>[] {
  if (!Array.isArray(value)) throw invalid(name, `"${name}" must be a list of events.`, 'not_a_list');
  checkBatchSize(value);
  return value.map(objectOf);
}

export function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {};
}

export function textOf(value: unknown): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Properties of an event about a group alone. The group's key stands in for a distinct id, and gets no profile. */
export const OF_NOBODY = { $process_person_profile: false };

/** A number, also one sent as text; null for anything else. */
export function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

/** Member of an answer that lists items not stored, and why. No member if all are stored. */
export function rejected(refused: ReadonlyMap<number, string>): object {
  return refused.size === 0 ? {} : { rejected: Array.from(refused, ([at, reason]) => ({ at, reason })) };
}

/** Drops members that are undefined or null. */
export function present(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== null));
}
