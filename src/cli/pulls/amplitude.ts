/** Amplitude: reads its export API, a zip archive for each day. */
import { archived, archivedBytes } from '../formats/zip.ts';
import type { Client } from './client.ts';
import { daysBetween } from './days.ts';
import type { PullFolder } from './folder.ts';
import type { Pulled } from './pages.ts';
import type { Asked, Puller } from './puller.ts';

export const amplitude: Puller = {
  host: 'https://amplitude.com',
  authorization: (key) => `Basic ${Buffer.from(key).toString('base64')}`,
  pull,
};

/** A day without events, for which Amplitude answers 404, gets an empty file, so that it is not asked again. */
async function* pull(client: Client, folder: PullFolder, asked: Asked): AsyncGenerator<Pulled> {
  for (const [at, day] of daysBetween(asked.since, asked.until).entries()) {
    const [name, none] = [`events-${day}.zip`, `events-${day}.none.json`];
    if (!folder.has(name) && !folder.has(none)) {
      const hours = day.replaceAll('-', '');
      const address = `/api/2/export?start=${hours}T00&end=${hours}T23`;
      if (!(await client.download(address, folder.file(name), checkArchive))) folder.writeLines(none, []);
    }
    yield { list: `events of ${day}`, items: at + 1 };
  }
}

async function checkArchive(path: string): Promise<void> {
  const files = await archived(path);
  if (files === null) throw new Error('no zip archive');
  for (const file of files) for await (const _ of archivedBytes(path, file));
}
