/** Mixpanel: events by day from its raw export API, and profiles from its engage API. */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { isObject, listOf } from '../../base/json.ts';
import type { Client } from './client.ts';
import { daysBetween } from './days.ts';
import type { PullFolder } from './folder.ts';
import type { Item, Pulled } from './pages.ts';
import type { Asked, Puller } from './puller.ts';

const PEOPLE = 'z-people';

export const mixpanel: Puller = {
  host: 'https://data.mixpanel.com',
  authorization: (key) => `Basic ${Buffer.from(key.includes(':') ? key : `${key}:`).toString('base64')}`,
  pull,
};

async function* pull(client: Client, folder: PullFolder, asked: Asked): AsyncGenerator<Pulled> {
  const project = asked.project === undefined ? '' : `project_id=${encodeURIComponent(asked.project)}`;
  for (const [at, day] of daysBetween(asked.since, asked.until).entries()) {
    const name = `events-${day}.ndjson`;
    if (!folder.has(name)) {
      const address = `/api/2.0/export?from_date=${day}&to_date=${day}&${project}`;
      const there = await client.download(address, folder.file(name), checkLines);
      if (!there) folder.writeLines(name, []);
    }
    yield { list: `events of ${day}`, items: at + 1 };
  }
  yield* pullPeople(client.at(queryOrigin(client.origin)), folder, project);
}

/** The address of profiles: `eu.mixpanel.com` where events are at `data-eu.mixpanel.com`. */
function queryOrigin(origin: string): string {
  return origin.replace(/^https:\/\/data(?:-(\w+))?\.mixpanel\.com$/, (_, region?: string) =>
    region === undefined ? 'https://mixpanel.com' : `https://${region}.mixpanel.com`,
  );
}

/** The first answer opens a session, and pages belong to it. So an interrupted list starts over. */
async function* pullPeople(client: Client, folder: PullFolder, project: string): AsyncGenerator<Pulled> {
  if (folder.has(`${PEOPLE}.ndjson`)) return;
  const people: Item[] = [];
  let session: string | null = null;
  for (let page = 0; ; page++) {
    const form = new URLSearchParams(session === null ? {} : { session_id: session, page: String(page) });
    const answer = await client.json(`/api/query/engage?${project}`, form);
    const results = isObject(answer) ? listOf(answer['results']).filter(isObject) : [];
    people.push(...results);
    yield { list: 'people', items: people.length };
    session = isObject(answer) && typeof answer['session_id'] === 'string' ? answer['session_id'] : null;
    const page_size = isObject(answer) ? Number(answer['page_size']) : 0;
    if (session === null || results.length === 0 || results.length < page_size) break;
  }
  folder.writeLines(`${PEOPLE}.ndjson`, people);
}

/** A truncated export ends within a line. */
async function checkLines(path: string): Promise<void> {
  let last = '';
  for await (const line of createInterface({ input: createReadStream(path) })) if (line.trim() !== '') last = line;
  if (last !== '') JSON.parse(last);
}
