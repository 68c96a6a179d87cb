/** Lists with pages: an object with `results` and the address of the next page. */
import { isObject } from '../../base/json.ts';
import { ServiceError } from '../../model/error.ts';
import type { Client } from './client.ts';
import type { PullFolder } from './folder.ts';

export type Item = Readonly<Record<string, unknown>>;

export interface Pulled {
  readonly list: string;
  /** How many items so far. */
  readonly items: number;
  /** What the user should know about the list. */
  readonly note?: string;
}

/** All items of a short list; empty if the server has no such list. */
export async function allOf(client: Client, address: string): Promise<Item[]> {
  const items: Item[] = [];
  for await (const page of pagesOf(client, address)) items.push(...page.items);
  return items;
}

/**
 * Stores each page in a file of its own, and continues where it was interrupted. Returns false if the server has no such
 * list.
 */
export async function* pullPages(
  client: Client,
  folder: PullFolder,
  { list, address, lineOf }: { list: string; address: string; lineOf: (item: Item) => unknown },
): AsyncGenerator<Pulled, boolean> {
  const before = folder.progressOf(list);
  if (before !== null && before.next === null) return true;
  let pages = before?.pages ?? 0;
  let items = 0;
  for await (const page of pagesOf(client, before?.next ?? address)) {
    pages++;
    items += page.items.length;
    if (page.items.length > 0)
      folder.writeLines(`${list}-${String(pages).padStart(8, '0')}.ndjson`, page.items.map(lineOf));
    folder.noteProgress(list, { next: page.next, pages });
    yield { list, items };
  }
  return pages > 0;
}

async function* pagesOf(client: Client, address: string): AsyncGenerator<{ items: Item[]; next: string | null }> {
  const asked = new Set<string>();
  for (let next: string | null = address; next !== null; ) {
    if (asked.has(next)) throw repeated(next);
    asked.add(next);
    const page = await client.json(next);
    if (page === null) return;
    const results = Array.isArray(page) ? page : isObject(page) ? page['results'] : undefined;
    if (!Array.isArray(results)) throw odd(next);
    const after = isObject(page) ? page['next'] : null;
    next = typeof after === 'string' && after !== '' ? after : null;
    yield { items: results.filter(isObject), next };
  }
}

function repeated(address: string): ServiceError {
  return new ServiceError('invalid_input', `The server names ${address} as the next page again: its list never ends.`);
}

function odd(address: string): ServiceError {
  return new ServiceError('invalid_input', `${address} answers with no list. Is it the address of such a server?`);
}
