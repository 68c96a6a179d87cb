/** Reads a capture request: its body, within limits, and who sent it. */
import type { Context } from 'hono';
import { invalid, ServiceError } from '../../model/error.ts';
import { LIMIT } from '../../model/limit.ts';
import type { Service } from '../../service/contract/context.ts';
import type { CaptureRequest } from '../../service/ingest/payload.ts';
import type { AddressOf } from '../wire/address.ts';
import type { Admit } from '../wire/admission.ts';

/** What the capture endpoints need. */
export interface Door {
  readonly service: Service;
  readonly address: AddressOf;
  readonly admit: Admit;
}

/** @throws ServiceError busy, read_only, too_large, parse_error */
export async function captureRequest(c: Context, admit: Admit): Promise<CaptureRequest> {
  admit();
  return {
    admit,
    body: c.req.method === 'GET' ? new Uint8Array(0) : await readLimited(c.req.raw, LIMIT.body_bytes),
    content_type: c.req.header('content-type') ?? '',
    query: new URL(c.req.url).searchParams,
  };
}

/** Client address for `$ip`; null if the client opted out (`ip=0`). */
export function clientAddress(c: Context, address: AddressOf): string | null {
  return c.req.query('ip') === '0' ? null : address(c.req.raw, c.env);
}

/** @throws ServiceError too_large, parse_error (the sender stopped halfway) */
async function readLimited(request: Request, max_bytes: number): Promise<Uint8Array> {
  const announced = request.headers.get('content-length');
  if (announced !== null && Number(announced) > max_bytes) throw tooLarge(max_bytes);
  try {
    // The HTTP parser enforces an announced length, so the whole body may be read at once.
    if (announced !== null) return new Uint8Array(await request.arrayBuffer());
    return await readChunks(request, max_bytes);
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    throw invalid('body', 'The body could not be read to its end.', 'parse_error');
  }
}

async function readChunks(request: Request, max_bytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  if (request.body === null) return new Uint8Array(0);
  for await (const chunk of request.body) {
    length += chunk.length;
    if (length > max_bytes) throw tooLarge(max_bytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function tooLarge(max_bytes: number): ServiceError {
  return new ServiceError('too_large', `A body may hold ${max_bytes} bytes. Send fewer events at once, or use gzip.`);
}
