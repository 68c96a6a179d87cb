/**
 * Scripts of the browser library for pages that load it by a tag. They come from the package `posthog-js`, if that is
 * installed beside this program. We do not ship it: the code is not ours to pass on, and few need it.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { isObject } from '../../base/json.ts';
import { ServiceError } from '../../model/error.ts';
import { TUNING } from '../../model/tuning.ts';

/** The version of posthog-js that the tests run with. */
const TESTED = '1.449.2';
const NAME = /^[a-z\d][a-z\d._-]*\.js$/;

interface Package {
  readonly folder: string;
  readonly version: string;
}

interface Script {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly packed: Uint8Array<ArrayBuffer>;
  readonly tag: string;
}

export class BrowserFiles {
  readonly #scripts = new Map<string, Script>();
  readonly #name: string;
  #package: Package | null | undefined;

  /** @param name of the npm package */
  constructor(name = 'posthog-js') {
    this.#name = name;
  }

  /**
   * @param version as in the address: a whole version, or its major number; null for any
   * @throws ServiceError not_found
   */
  async answer(request: Request, name: string, version: string | null): Promise<Response> {
    const script = await this.#script(name, version);
    const headers = {
      // Pages load scripts of other origins with a CORS check.
      'Access-Control-Allow-Origin': '*',
      'Content-Type': 'application/javascript; charset=utf-8',
      'Cache-Control': `public, max-age=${TUNING.browser_script_kept_s}`,
      'X-Content-Type-Options': 'nosniff',
      Vary: 'Accept-Encoding',
      ETag: script.tag,
    };
    if (holds(request.headers.get('if-none-match'), script.tag)) return new Response(null, { status: 304, headers });
    const isPacked = /\bgzip\b/.test(request.headers.get('accept-encoding') ?? '');
    return isPacked
      ? new Response(script.packed, { headers: { ...headers, 'Content-Encoding': 'gzip' } })
      : new Response(script.bytes, { headers });
  }

  /** The text of a script. @throws ServiceError not_found */
  async text(name: string): Promise<string> {
    return Buffer.from((await this.#script(name, null)).bytes).toString();
  }

  async #script(name: string, version: string | null): Promise<Script> {
    if (this.#package === undefined) this.#package = installed(this.#name);
    if (this.#package === null) throw notInstalled(this.#name);
    const { folder, version: own } = this.#package;
    if (version !== null && version !== own && version !== own.split('.')[0]) throw otherVersion(own);
    const known = this.#scripts.get(name);
    if (known) return known;
    const script = await read(folder, name);
    this.#scripts.set(name, script);
    return script;
  }
}

/** null if the package is not installed. */
function installed(name: string): Package | null {
  try {
    const folder = dirname(createRequire(import.meta.url).resolve(`${name}/dist/array.js`));
    const about: unknown = JSON.parse(readFileSync(join(folder, '..', 'package.json'), 'utf8'));
    return isObject(about) ? { folder, version: String(about['version']) } : null;
  } catch {
    return null;
  }
}

async function read(folder: string, name: string): Promise<Script> {
  const bytes = NAME.test(name) ? readOrNull(join(folder, name)) : null;
  if (bytes === null) throw new ServiceError('not_found', 'The browser library has no script of this name.');
  const tag = `"${createHash('sha256').update(bytes).digest('base64url')}"`;
  return { bytes, packed: await packed(bytes), tag };
}

async function packed(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function readOrNull(path: string): Uint8Array<ArrayBuffer> | null {
  try {
    return new Uint8Array(readFileSync(path));
  } catch {
    return null;
  }
}

function notInstalled(name: string): ServiceError {
  return new ServiceError(
    'not_found',
    `The script is part of the package ${name}, which is not installed beside this program. Whoever operates it runs "npm install ${name}@${TESTED}" in the same folder and starts it again. Pages that bundle the library do not need it.`,
  );
}

function otherVersion(own: string): ServiceError {
  return new ServiceError(
    'not_found',
    `Version ${own} of posthog-js is installed here; ask for that one, or for none.`,
  );
}

/** A proxy that packs answers marks their tags as weak, and asks again with several. */
function holds(header: string | null, tag: string): boolean {
  const tags = (header ?? '').split(',').map((each) => each.trim().replace(/^W\//, ''));
  return tags.includes(tag) || tags.includes('*');
}
