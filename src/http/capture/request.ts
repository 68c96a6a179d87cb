/** Reads a capture request: its body, within limits, and who sent it. */
import type { Context } from 'hono';
import { ServiceError } from '../../model/error.ts';
import { LIMIT } from '../../model/limit.ts';
import type { Service } from '../../service/contract/context.ts';
import type { CaptureRequest } from '../../service/ingest/payload.ts';
import type { AddressOf } from '../wire/address.ts';
import type { Admit } from '../wire/admission.ts';
import { readBytes } from '../wire/body.ts';

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
    body: c.req.method === 'GET' ? new Uint8Array(0) : await readBytes(c.req.raw, LIMIT.body_bytes, tooLarge),
    content_type: c.req.header('content-type') ?? '',
    content_encoding: c.req.header('content-encoding') ?? '',
    query: new URL(c.req.url).searchParams,
  };
}

/** Client address for `$ip`; null if the client opted out (`ip=0`). */
export function clientAddress(c: Context, address: AddressOf): string | null {
  return c.req.query('ip') === '0' ? null : address(c.req.raw, c.env);
}

function tooLarge(max_bytes: number): ServiceError {
  return new ServiceError('too_large', `A body may hold ${max_bytes} bytes. Send fewer events at once, or use gzip.`);
}
