/** Recorded requests of other products' libraries (record.ts): each field of what is stored is held by a file. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { served } from '../support/mcp.ts';
import { temporaryProduct } from '../support/product.ts';

interface Recording {
  readonly at_ms: number;
  readonly requests: readonly {
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  }[];
}

const FOLDER = join(import.meta.dirname, 'recorded');
const TOKEN = 'phc_recorded';
const NAMES = readdirSync(FOLDER).filter((name) => name.endsWith('.json') && !name.includes('.stored.'));

/** Also inside base64: of headers, and of forms. */
function withToken(text: string, token: string): string {
  const coded = text.replace(/[A-Za-z0-9+/]{12,}={0,2}/g, (word) => {
    const plain = Buffer.from(word, 'base64').toString('utf8');
    return plain.includes(TOKEN) ? Buffer.from(plain.replaceAll(TOKEN, token)).toString('base64') : word;
  });
  return coded.replaceAll(TOKEN, token);
}

test.each(NAMES)('%s', async (name) => {
  const { at_ms, requests } = JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as Recording;
  const product = temporaryProduct({ now: () => at_ms });
  const base = await served(product);
  const { api_token } = product.service.store.projects.get(1)!;
  const statuses: number[] = [];
  for (const { path, headers, body } of requests) {
    const sent = Object.entries(headers).filter(([, value]) => value !== '');
    const answer = await fetch(base + withToken(path, api_token), {
      method: 'POST',
      headers: Object.fromEntries(sent.map(([header, value]) => [header, withToken(value, api_token)])),
      body: withToken(body, api_token),
    });
    statuses.push(answer.status);
  }
  expect(new Set(statuses)).toEqual(new Set([200]));
  const stored = JSON.stringify(await storedIn(product, base), null, 2).replaceAll(api_token, TOKEN);
  await expect(`${stored}\n`).toMatchFileSnapshot(join(FOLDER, name.replace('.json', '.stored.json')));
});

/** Events without the ids that are made here, people with all their ids, groups. */
async function storedIn({ service, key }: ReturnType<typeof temporaryProduct>, base: string) {
  const headers = { authorization: `Bearer ${key(['*'])}` };
  const list = async (what: string) => {
    const answer = await fetch(`${base}/api/projects/1/${what}`, { headers });
    return ((await answer.json()) as { results: Record<string, unknown>[] }).results;
  };
  const events = (await list('events/?limit=1000')).map(({ event, distinct_id, timestamp, properties }) => ({
    ...{ event, distinct_id, timestamp, properties },
  }));
  const persons = (await list('persons/?limit=100')).map(({ distinct_ids, properties }) => ({
    ...{ distinct_ids: [...(distinct_ids as string[])].sort(), properties },
  }));
  const inOrder = (items: object[]) => items.map((item) => JSON.stringify(item)).sort();
  const groups = [...service.store.groups.types(1)].map(({ group_type }) => group_type);
  return {
    events: inOrder(events).map((text) => JSON.parse(text)),
    persons: inOrder(persons).map((text) => JSON.parse(text)),
    group_types: groups,
    acme: service.store.groups.get(1, 0, 'acme')?.properties ?? null,
  };
}
