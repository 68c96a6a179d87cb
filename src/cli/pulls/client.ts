/** Asks another product's API. Retries after rate limits, cut connections and broken answers; asks no other server. */
import { createWriteStream, renameSync, rmSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import { parseText } from '../../base/json.ts';
import { visible } from '../../base/visible.ts';
import { ServiceError } from '../../model/error.ts';
import { LIMIT } from '../../model/limit.ts';
import { TUNING } from '../../model/tuning.ts';

export interface Source {
  /** Scheme and host, like `https://eu.posthog.com`. */
  readonly origin: string;
  /** Value of the Authorization header. */
  readonly authorization: string;
  /** Tests pass one that does not wait. */
  readonly wait?: (ms: number) => Promise<unknown>;
}

/** A failure after which another try may work. */
class Retry extends Error {
  readonly after_ms: number | null;

  constructor(message: string, after_ms: number | null = null, cause?: unknown) {
    super(message, { cause });
    this.after_ms = after_ms;
  }
}

export class Client {
  readonly #source: Source;

  constructor(source: Source) {
    this.#source = source;
  }

  /** A client with the same key for another address of the same product. */
  at(origin: string): Client {
    return new Client({ ...this.#source, origin });
  }

  get origin(): string {
    return this.#source.origin;
  }

  /**
   * @param address a path below the origin, or a whole address at that origin
   * @returns null for 404, which products send where there is nothing
   * @throws ServiceError that says what to do
   */
  json(address: string, form?: URLSearchParams): Promise<unknown> {
    return this.#patiently(address, form, async (body) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      for await (const read of body) {
        const chunk: Buffer = read;
        bytes += chunk.length;
        if (bytes > LIMIT.pulled_page_bytes) throw tooLarge(address);
        chunks.push(chunk);
      }
      const text = Buffer.concat(chunks).toString('utf8');
      try {
        return parseText(text);
      } catch (error) {
        throw new Retry('the answer is no whole JSON', null, error);
      }
    });
  }

  /** Leaves a complete file or none. @param check throws if the download is incomplete @returns false for 404 */
  async download(address: string, file: string, check: (path: string) => Promise<void>): Promise<boolean> {
    const part = `${file}.part`;
    const done = await this.#patiently(address, undefined, async (body) => {
      await pipeline(body, createWriteStream(part, { flush: true }));
      await check(part).catch((error: unknown) => {
        throw new Retry('what came is not whole', null, error);
      });
      renameSync(part, file);
      return true;
    });
    rmSync(part, { force: true });
    return done ?? false;
  }

  async #patiently<T>(
    address: string,
    form: URLSearchParams | undefined,
    read: (body: Dispatcher.ResponseData['body']) => Promise<T>,
  ): Promise<T | null> {
    const url = this.#urlOf(address);
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#once(url, form, read);
      } catch (error) {
        if (error instanceof ServiceError) throw error;
        const why = error instanceof Error ? error.message : String(error);
        if (attempt === TUNING.pull_attempts) throw unreachable(url, why, error);
        const after_ms = error instanceof Retry ? error.after_ms : null;
        const wait_ms = after_ms ?? TUNING.pull_backoff_ms * 2 ** (attempt - 1);
        await (this.#source.wait ?? sleep)(Math.min(wait_ms, LIMIT.pull_wait_ms));
      }
    }
  }

  async #once<T>(
    url: URL,
    form: URLSearchParams | undefined,
    read: (body: Dispatcher.ResponseData['body']) => Promise<T>,
  ): Promise<T | null> {
    const { request } = await import('undici');
    const { statusCode, headers, body } = await request(url, {
      method: form === undefined ? 'GET' : 'POST',
      headers: {
        authorization: this.#source.authorization,
        accept: '*/*',
        ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(form === undefined ? {} : { body: form.toString() }),
      headersTimeout: TUNING.pull_timeout_ms,
      bodyTimeout: TUNING.pull_timeout_ms,
    });
    if (statusCode === 200) return read(body);
    const said = (await body.text().catch(() => '')).slice(0, SAID_CHARS);
    if (statusCode === 404) return null;
    if (statusCode === 429 || statusCode >= 500) {
      throw new Retry(`it answered ${statusCode}`, retryAfter(headers['retry-after']));
    }
    throw refused(url, statusCode, said);
  }

  /** Sends the key nowhere else, whatever address an answer names as its next page. */
  #urlOf(address: string): URL {
    const { origin } = this.#source;
    const url = URL.canParse(address, origin) ? new URL(address, origin) : null;
    if (url === null || url.origin !== new URL(origin).origin) {
      throw new ServiceError('invalid_input', `${origin} names ${address} as its next page, which is another server.`);
    }
    return url;
  }
}

const SAID_CHARS = 300;

/** Milliseconds. The header has seconds or a date. */
function retryAfter(header: string | string[] | undefined): number | null {
  if (typeof header !== 'string') return null;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1_000);
  const until_ms = Date.parse(header);
  return Number.isNaN(until_ms) ? null : Math.max(0, until_ms - Date.now());
}

function refused(url: URL, status: number, said: string): ServiceError {
  const what = said === '' ? '' : `: ${visible(said.replaceAll(/\s+/g, ' '))}`;
  const hint = status === 401 || status === 403 ? ' Is the key right, and may it read this project?' : '';
  return new ServiceError('invalid_input', `${url.origin}${url.pathname} answered ${status}${what}.${hint}`);
}

function unreachable(url: URL, why: string, cause: unknown): ServiceError {
  return new ServiceError(
    'invalid_input',
    `${url.origin}${url.pathname} could not be read in ${TUNING.pull_attempts} attempts: ${why}. What came so far is kept; the same command goes on from there.`,
    { cause },
  );
}

function tooLarge(address: string): ServiceError {
  return new ServiceError('too_large', `${address} answers with more than ${LIMIT.pulled_page_bytes} bytes.`);
}
