/** Limits of what is kept: the oldest goes for one more, or newcomers are told to come again. */
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { must } from '../../src/base/assert.ts';
import { LIMIT } from '../../src/model/limit.ts';
import { logDone } from '../../src/service/access/audit.ts';
import { localOwner } from '../../src/service/access/authenticate.ts';
import { erase } from '../../src/service/erasing/request.ts';
import { openPictures } from '../../src/service/pictures/thread.ts';
import { event, type Product, temporaryProduct } from '../support/product.ts';
import { atAndPast } from '../support/tried_limits.ts';

/** Gives the latest row of a table a number, as if so many had been before: to write them all takes too long. */
function renumber({ path }: Product, table: 'audit' | 'erasure', key: 'seq' | 'id', number: number): void {
  const database = new DatabaseSync(path);
  database.prepare(`UPDATE ${table} SET ${key} = ? WHERE ${key} = (SELECT max(${key}) FROM ${table})`).run(number);
  database.close();
}

test('so many entries of the audit log are kept, and so many removals', async () => {
  const audited = (count: number) => {
    const product = temporaryProduct();
    const { service } = product;
    const log = (action: string) =>
      logDone(service, localOwner(service), { project_id: 1, action, target: 'x', fields: [] });
    for (const action of ['first', 'second']) log(action);
    renumber(product, 'audit', 'seq', count - 1);
    log('last');
    const oldest = service.store.audit.list({ project_id: 1, with_global: false, before: 3, limit: 10 });
    return oldest.map(({ action }) => action);
  };
  await atAndPast('audit_rows', audited, { at: ['first'], past: [] });
  const erased = async (count: number) => {
    const product = temporaryProduct();
    const { service } = product;
    const project = must(service.store.projects.list()[0], 'a project');
    service.ingest.importItems(project, [event('a', 'p', '2026-03-01T10:00:00Z')]);
    const remove = () => erase(service, project, { kind: 'expiry', before_ms: 1 });
    const { id } = await remove();
    await remove();
    renumber(product, 'erasure', 'id', count - 1);
    await remove();
    return service.store.erasures.get(id) !== undefined;
  };
  await atAndPast('erasures_kept', erased, { at: true, past: false });
});

test('so many pictures wait to be painted', async () => {
  const painting = async (count: number) => {
    const pictures = openPictures();
    const waiting: Promise<unknown>[] = [];
    try {
      for (let at = 0; at < count; at++) waiting.push(pictures.png({ svg: '<svg/>', zoom: 1 }));
      return 'waiting';
    } finally {
      const all = Promise.allSettled(waiting);
      await pictures.close();
      expect(await all).toHaveLength(LIMIT.pictures_waiting);
    }
  };
  await atAndPast('pictures_waiting', painting, {
    at: 'waiting',
    past: /^503 busy of null: Too many pictures are being painted/,
  });
});
