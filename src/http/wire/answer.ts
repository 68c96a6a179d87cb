/** Responses: an operation's result as JSON or CSV, and errors in one shape. */

import { setImmediate } from 'node:timers/promises';
import { hasWritten, jsonPieces } from '../../base/written.ts';
import { type ErrorCode, notOneOf, ServiceError } from '../../model/error.ts';
import { TUNING } from '../../model/tuning.ts';
import type { Operation, Route } from '../../service/contract/operation.ts';
import { downloadHeader, type Export, tableToCsv } from './csv.ts';

const FORMATS = ['json', 'csv'] as const;
type Format = (typeof FORMATS)[number];

/** Seconds after which a retry makes sense. */
const RETRY_S: Partial<Record<ErrorCode, number>> = { busy: 1, read_only: 60 };

/** Format of the response. Routes without CSV pass the parameter over, and a header says so. @throws ServiceError invalid_choice */
export function formatOf(route: Route, params: URLSearchParams): Format {
  const format = route.csv ? (params.getAll('format').at(-1) ?? 'json') : 'json';
  if (format === 'json' || format === 'csv') return format;
  throw notOneOf('format', FORMATS);
}

/** The route's response; without a body if `shown` is undefined. */
export function routeAnswer(route: Route, shown: unknown): Response {
  const status = route.status ?? 200;
  if (shown === undefined) return new Response(null, { status, headers: { 'Content-Length': '0' } });
  return jsonAnswer(shown, status);
}

/** Members of `shown` may have been serialized before. */
export function jsonAnswer(
  shown: unknown,
  status: number = 200,
  headers: Readonly<Record<string, string>> = {},
): Response {
  if (!hasWritten(shown)) return Response.json(shown, { status, headers });
  const pieces = jsonPieces(shown);
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const body = length > TUNING.sent_chunk_bytes ? ReadableStream.from(chunksOf(pieces)) : Buffer.concat(pieces);
  const content = { 'Content-Type': 'application/json', 'Content-Length': String(length) };
  return new Response(body, { status, headers: { ...content, ...headers } });
}

/** Copies nothing, and gives others a turn in between. */
async function* chunksOf(pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) {
    for (let from = 0; from < piece.length; from += TUNING.sent_chunk_bytes) {
      yield piece.subarray(from, from + TUNING.sent_chunk_bytes);
      await setImmediate();
    }
  }
}

export async function csvAnswer(
  operation: Operation,
  route: Route,
  output: unknown,
  { name, insight_url }: Export,
): Promise<Response> {
  const table = operation.table?.(output) ?? { columns: [], rows: [] };
  const before = insight_url === null ? '' : `${insight_url}\n`;
  return new Response(before + (await tableToCsv(table)), {
    status: route.status ?? 200,
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': downloadHeader(name, operation.name),
    },
  });
}

export function errorAnswer(error: ServiceError, headers: Readonly<Record<string, string>> = {}): Response {
  return Response.json(error.body(), { status: error.status, headers: { ...headersOf(error), ...headers } });
}

/** Headers an error's status requires. */
export function headersOf({ status, code }: ServiceError): Record<string, string> {
  if (status === 401) return { 'WWW-Authenticate': 'Bearer' };
  const wait_s = RETRY_S[code];
  return wait_s === undefined ? {} : { 'Retry-After': String(wait_s) };
}

export function throttledAnswer(wait_s: number): Response {
  const error = new ServiceError(
    'throttled',
    `Request was throttled. Expected available in ${wait_s} second${wait_s === 1 ? '' : 's'}.`,
  );
  return errorAnswer(error, { 'Retry-After': String(wait_s) });
}
