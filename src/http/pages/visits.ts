/**
 * Browser access for holders of a key and for the file's owner. A one-time, short-lived link becomes a visit, which a
 * cookie identifies. Both are kept in memory as hashes, so nothing that opens a page is stored.
 */
import { createHmac } from 'node:crypto';
import { LIMIT } from '../../model/limit.ts';
import { callerAgain, hashSecret } from '../../service/access/authenticate.ts';
import type { Caller, Service } from '../../service/contract/context.ts';

const KEY_BYTES = 32;
/** Length of a token or cookie: 128 bits. Short, because models read links. */
const SECRET_CHARS = 22;

/** @param service clock, randomness, and which keys are valid */
export class Visits {
  readonly #service: Service;
  /** Secrets are made from this key and a running number. */
  readonly #key: Uint8Array;
  #made = 0;
  readonly #invited = new Map<string, { caller: Caller; path: string; until_ms: number }>();
  readonly #visits = new Map<string, { caller: Caller; until_ms: number }>();

  constructor(service: Service) {
    this.#service = service;
    this.#key = service.randomBytes(KEY_BYTES);
  }

  /** Creates a one-time token that opens `path` for this caller. */
  invite(caller: Caller, path: string): string {
    const until_ms = this.#service.now() + LIMIT.login_ms;
    return this.#keep(this.#invited, { caller, path, until_ms }, LIMIT.logins);
  }

  /** Uses up the token. null if it is unknown, used or expired. */
  accept(token: string): { readonly visit: string; readonly path: string } | null {
    const invited = this.#invited.get(hashSecret(token));
    this.#invited.delete(hashSecret(token));
    if (invited === undefined || invited.until_ms <= this.#service.now()) return null;
    const until_ms = this.#service.now() + LIMIT.visit_ms;
    const visit = this.#keep(this.#visits, { caller: invited.caller, until_ms }, LIMIT.visits);
    return { visit, path: invited.path };
  }

  /** The visitor with the key's current permissions; null if the visit is over or the key was revoked. */
  callerOf(visit: string): Caller | null {
    const found = this.#visits.get(hashSecret(visit));
    if (found === undefined || found.until_ms <= this.#service.now()) return null;
    return callerAgain(this.#service, found.caller);
  }

  /** Evicts the oldest if there are too many. */
  #keep<T>(among: Map<string, T>, value: T, most: number): string {
    const number = String(++this.#made);
    const secret = createHmac('sha256', this.#key).update(number).digest('base64url').slice(0, SECRET_CHARS);
    for (const oldest of [...among.keys()].slice(0, Math.max(0, among.size + 1 - most))) among.delete(oldest);
    among.set(hashSecret(secret), value);
    return secret;
  }
}
