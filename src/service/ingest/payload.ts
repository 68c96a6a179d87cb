/**
 * A capture request's bytes -> raw events and project token. Knows every envelope of client libraries: one event, an
 * array, a batch, a form with base64 or lz64 text, and the same in the query string.
 */
import { excessOf, isObject, parseText } from '../../base/json.ts';
import { invalid, ServiceError } from '../../model/error.ts';
import { LIMIT } from '../../model/limit.ts';
import { inflate } from './inflate.ts';
import { unpackLz64 } from './lz64.ts';
import { type RawEvent, readTime } from './normalise.ts';

export interface CaptureRequest {
  readonly body: Uint8Array;
  readonly content_type: string;
  readonly content_encoding?: string;
  readonly query: URLSearchParams;
  /** Checked once more after decompression, which takes a while. @throws ServiceError busy, read_only */
  admit?(): void;
}

export interface Payload {
  readonly events: readonly RawEvent[];
  /** null if the request has none. */
  readonly token: string | null;
  readonly sent_at_ms: number | null;
}

/** @throws ServiceError parse_error, invalid_input, too_large, authentication_failed */
export async function readPayload(request: CaptureRequest): Promise<Payload> {
  const value = await readBody(request);
  const batch = isObject(value) ? value['batch'] : undefined;
  const events = Array.isArray(value) ? value : (batch ?? [value]);
  if (!Array.isArray(events)) throw invalid('batch', '"batch" must be a list of events.', 'not_a_list');
  if (events.length === 0) throw invalid('batch', 'The batch is empty: send at least one event.', 'required');
  checkBatchSize(events);
  for (const event of events) {
    if (!isObject(event)) throw invalid('batch', 'Every event must be an object.');
  }
  const envelope = batch !== undefined && isObject(value) ? value : null;
  return { events, token: tokenOf(events, envelope), sent_at_ms: sentAt(envelope, value, request.query) };
}

/** @throws ServiceError too_large */
export function checkBatchSize(events: readonly unknown[]): void {
  if (events.length <= LIMIT.batch_events) return;
  throw new ServiceError('too_large', `A request may hold ${LIMIT.batch_events} events; send fewer at once.`);
}

/**
 * The request's JSON, from its body or query string.
 * @throws ServiceError parse_error, too_large
 */
export async function readBody(request: CaptureRequest): Promise<unknown> {
  const bytes = await inflate(request.body, request.content_encoding);
  request.admit?.();
  if (bytes.length === 0) {
    const data = request.query.get('data');
    if (data === null) throw invalid('body', 'The request is empty: send events as JSON.', 'parse_error');
    return readText(data, request.query.get('compression'));
  }
  if (!isForm(bytes, request.content_type)) return parseJson(bytes);
  const form = new URLSearchParams(Buffer.from(bytes).toString('utf8'));
  const data = form.get('data');
  if (data === null) throw invalid('data', 'The form has no field "data" with the events.', 'parse_error');
  return readText(data, form.get('compression') ?? request.query.get('compression'));
}

const FORM_FIELD = Buffer.from('data=');

/** Looks at the content, too: some clients label JSON as a form, and forms as text/plain. */
function isForm(bytes: Uint8Array, content_type: string): boolean {
  if (FORM_FIELD.equals(bytes.subarray(0, FORM_FIELD.length))) return true;
  return content_type.includes('application/x-www-form-urlencoded') && !looksLikeJson(bytes);
}

function looksLikeJson(bytes: Uint8Array): boolean {
  const first = bytes.find((byte) => byte > 0x20);
  return first === 0x7b || first === 0x5b; // { or [
}

/** A form or query value: JSON, base64 of JSON, base64 of gzip, or lz64. */
async function readText(text: string, compression: string | null): Promise<unknown> {
  const plain = Buffer.from(text, 'utf8');
  if (looksLikeJson(plain)) return parseJson(plain);
  // Unescaped plus signs arrive as spaces.
  const packed = text.replaceAll(' ', '+');
  return parseJson(compression === 'lz64' ? unpacked(packed) : await inflate(Buffer.from(packed, 'base64')));
}

function unpacked(packed: string): Uint8Array {
  if (packed.length > LIMIT.lz64_chars) throw tooLong();
  const text = unpackLz64(packed, LIMIT.lz64_text_chars, tooLong);
  if (text === null) throw invalid('data', 'The text of "data" is damaged or cut off: it is no lz64.', 'parse_error');
  return Buffer.from(text, 'utf8');
}

function tooLong(): ServiceError {
  return new ServiceError('too_large', 'The body is too long. Send fewer events at once.');
}

/** @throws ServiceError parse_error, too_large */
export function parseJson(bytes: Uint8Array): unknown {
  if (bytes.length > LIMIT.body_inflated_bytes) throw tooLong();
  const excess = excessOf(bytes, { levels: LIMIT.json_depth, values: LIMIT.json_values });
  if (excess === 'values') {
    throw new ServiceError('too_large', `A request may hold ${LIMIT.json_values} values; send fewer events at once.`);
  }
  if (excess === 'levels') {
    throw invalid('body', `The JSON is nested deeper than ${LIMIT.json_depth} levels.`, 'parse_error');
  }
  try {
    const value: unknown = parseText(new TextDecoder().decode(bytes));
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    throw invalid('body', 'The body is no JSON. Send JSON, plain or as gzip.', 'parse_error');
  }
  throw invalid('body', 'Send an event, a list of events, or {"api_key": "…", "batch": […]}.', 'parse_error');
}

/** The envelope's token, else the one that all events share. */
function tokenOf(events: readonly RawEvent[], envelope: RawEvent | null): string | null {
  const outer = envelope === null ? null : ownToken(envelope);
  if (outer !== null) return outer;
  let token: string | null = null;
  for (const event of events) {
    const properties = event['properties'];
    const own = ownToken(event) ?? (isObject(properties) ? textOrNull(properties['token']) : null);
    if (own === null) continue;
    if (token !== null && token !== own) {
      throw new ServiceError('authentication_failed', 'The events name different project tokens; send them apart.');
    }
    token = own;
  }
  return token;
}

/** The token at the top level of an object. */
export function ownToken(value: RawEvent): string | null {
  return textOrNull(value['token']) ?? textOrNull(value['$token']) ?? textOrNull(value['api_key']);
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** The client's clock when it sent: text in the envelope or single event, milliseconds in the query string. */
function sentAt(envelope: RawEvent | null, value: unknown, query: URLSearchParams): number | null {
  const outer = envelope ?? (isObject(value) ? value : {});
  const said_ms = readTime(outer['sent_at']);
  if (said_ms !== null) return said_ms;
  const query_text = query.get('_');
  return query_text !== null && /^\d{12,14}$/.test(query_text) ? Number(query_text) : null;
}
