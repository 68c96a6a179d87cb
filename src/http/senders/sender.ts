/** Libraries of other products: a change of their address is all it takes. Each says its requests in our words. */
import { isObject } from '../../base/json.ts';
import { invalid, type ServiceError } from '../../model/error.ts';
import type { RawEvent } from '../../service/ingest/normalise.ts';
import { checkBatchSize } from '../../service/ingest/payload.ts';

/** What a request says. */
export interface Sent {
  /** The project's token, wherever they put it; null where there is none. */
  readonly token: string | null;
  readonly sent_at_ms: number | null;
  /** As our own libraries send them. An error is one that cannot be said so. */
  readonly events: readonly (RawEvent | ServiceError)[];
}

export interface Asked {
  /** Without the slash at the end. */
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: unknown;
}

export interface Sender {
  readonly paths: readonly string[];
  /** @throws ServiceError invalid_input, too_large */
  read(asked: Asked): Sent;
  /** What the library waits for. `refused`: place in the request -> why it is not stored. */
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

/** Without members that are missing. */
export function present(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== null));
}
