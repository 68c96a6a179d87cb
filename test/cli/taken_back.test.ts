/** What an import that is taken back leaves: whoever others told of, and other imports. */
import { beforeEach, expect, test } from 'vitest';
import { localOwner } from '../../src/service/access/authenticate.ts';
import { deleteImport } from '../../src/service/erasing/imports.ts';
import { findProject } from '../../src/service/gate/call.ts';
import { BatchBuilder } from '../../src/service/ingest/event_batch.ts';
import { LineIds } from '../../src/service/ingest/line_ids.ts';
import { happened, type ImportTest, importTest, ndjson } from '../support/importing.ts';

let it: ImportTest;
beforeEach(() => {
  it = importTest();
});

const project = () => findProject(it.product.service, localOwner(it.product.service), null);
const person = (id: string, properties: object) => ({ type: 'person', distinct_ids: [id], properties });
function propertiesOf(id: string): unknown {
  const { people } = it.product.service.store;
  const found = people.find(project().id, id);
  return found && people.get(project().id, found.person_ord)?.properties;
}

test('people of whom another import said the same stay', async () => {
  const ana = person('ana', { plan: 'pro' });
  const { import_id } = await it.takeAll([it.write('january.ndjson', ndjson([ana]))]);
  await it.takeAll([it.write('february.ndjson', ndjson([ana, person('ben', {})]))]);
  await deleteImport(it.product.service, project(), import_id!);
  expect(propertiesOf('ana')).toEqual({ plan: 'pro' });
});

test('people of whom another import told while this one still ran stay', async () => {
  const { ingest, store } = it.product.service;
  const begun = ['january.ndjson', 'february.ndjson'].map((source) => {
    const { id } = store.transaction(() => store.imports.begin(project().id, [source], 1));
    const lines = new LineIds(source);
    return (distinct_id: string) => {
      const builder = new BatchBuilder(10);
      const told = { distinct_ids: [distinct_id], properties: { plan: 'pro' }, created_at_ms: null };
      builder.addLine({ kind: 'person', person: told }, lines);
      ingest.importBatch(project(), builder.taken(), [builder.end()], id);
      return id;
    };
  });
  const [january, february] = begun;
  january!('ana');
  february!('ana');
  await deleteImport(it.product.service, project(), january!('ben'));
  expect([propertiesOf('ana'), propertiesOf('ben')]).toEqual([{ plan: 'pro' }, undefined]);
});

test('people of an earlier import stay whom this one merged into one that it made', async () => {
  await it.takeAll([it.write('people.ndjson', ndjson([person('ana', { plan: 'pro' })]))]);
  const merge = happened('$create_alias', 'visitor', { properties: { alias: 'ana' } });
  const { import_id } = await it.takeAll([it.write('events.ndjson', ndjson([happened('seen', 'visitor'), merge]))]);
  await deleteImport(it.product.service, project(), import_id!);
  expect(propertiesOf('ana')).toMatchObject({ plan: 'pro' });
});

test('of people of whom only another import told everything, events still tell', async () => {
  const ana = { ...person('ana', { plan: 'pro' }), complete: true };
  const path = it.write('people.ndjson', ndjson([ana]));
  await it.takeAll([path]);
  await it.takeAll([path]);
  const told = happened('$set', 'ana', { properties: { $set: { plan: 'free' } } });
  await it.takeAll([it.write('events.ndjson', ndjson([told]))]);
  expect(propertiesOf('ana')).toMatchObject({ plan: 'free' });
});
