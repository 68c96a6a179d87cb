/** What chance makes anew in each run (short ids, tokens of links, ports) counts as if it were always the same. */
const RANDOM = new Set(['short_id', 'access_token', 'api_token']);
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
/** A page that is opened once. */
const PAGE = /\/open\/[\w-]{22}/g;
const PORT = /(127\.0\.0\.1|localhost):\d+/g;

export class Secrets {
  readonly #seen = new Set<string>();

  learn(value: unknown): void {
    if (Array.isArray(value)) for (const item of value) this.learn(item);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
    for (const [name, inner] of Object.entries(value)) {
      if (typeof inner !== 'string') this.learn(inner);
      else if (RANDOM.has(name)) this.#seen.add(inner);
    }
  }

  without(text: string): string {
    let plain = text
      .replaceAll(UUID, '00000000-0000-4000-8000-000000000000')
      .replaceAll(PORT, '127.0.0.1:8787')
      .replaceAll(PAGE, `/open/${'a'.repeat(22)}`);
    for (const secret of this.#seen) plain = plain.replaceAll(secret, 'a'.repeat(secret.length));
    return plain;
  }
}
