/**
 * An erasure when events are stored in a database of their own. Rows are removed there first, then people. Last, one
 * transaction removes everything in the file. An interrupted erasure starts over.
 */
import { randomUUID } from 'node:crypto';
import type { RemovedRows } from '../../clickhouse/server/removal.ts';
import { IMPORT_PROPERTY } from '../../model/import.ts';
import type { Erasure } from '../../store/types/erasures.ts';
import type { Store } from '../../store/types/store.ts';
import type { ErasableRows, ErasedElsewhere, Erasing } from '../remote/events.ts';
import { type People, peopleOf } from './erasing.ts';

/** `finish` erases in the file, unless other people are concerned by then. @throws ServiceError; stays pending */
export async function eraseElsewhere(
  store: Store,
  id: number,
  erasing: Erasing,
  finish: (given: ErasedElsewhere) => Promise<unknown>,
): Promise<void> {
  for (;;) {
    // Without the people that were removed in the last round.
    const erasure = store.erasures.get(id);
    if (erasure?.done_at_ms !== null) return;
    const given = await removedStored(store, erasure, erasing);
    await erasing.alone(async (later, sent_seq) => {
      const people = store.snapshot(() => peopleOf(store, erasure, given.alive));
      // The persons have got further distinct ids meanwhile, so start again.
      if (erasure.task.kind === 'persons' && !people.ids.every((id) => given.ids.includes(id))) return;
      const events_erased = given.events_erased + (await removed(later, erasure, given));
      if (given.texts.size > 0) await erasing.people(people.persons, []);
      else await erasing.people(people.persons, people.ids);
      await finish({ ...given, ...people, events_erased, sent_seq });
    });
  }
}

async function removedStored(
  store: Store,
  erasure: Erasure,
  erasing: Erasing,
): Promise<Omit<ErasedElsewhere, 'sent_seq'>> {
  const { task } = erasure;
  const known: People =
    task.kind === 'persons' ? store.snapshot(() => peopleOf(store, erasure, [])) : { persons: [], ids: [] };
  const isNameless = task.kind === 'persons' && !task.with_events;
  const texts = new Map(isNameless ? known.ids.map((id) => [id, randomUUID()]) : []);
  const events_erased = await removed(erasing.stored, erasure, { ...known, texts });
  const { left, alive } = await erasing.left(candidates(store, erasure));
  return { ...known, texts, events_erased, left, alive };
}

/** Returns the number of events removed. */
async function removed(
  from: ErasableRows,
  { task }: Erasure,
  { ids, texts }: Pick<ErasedElsewhere, 'ids' | 'texts'>,
): Promise<number> {
  if (texts.size > 0) await from.rename(texts);
  const rows = rowsOf(task, ids);
  return rows === null ? 0 : from.remove(rows);
}

function rowsOf(task: Erasure['task'], ids: readonly number[]): RemovedRows | null {
  switch (task.kind) {
    case 'expiry':
      return { kind: 'before', time_ms: task.before_ms };
    case 'import':
      return { kind: 'value', property: IMPORT_PROPERTY, text: String(task.import_id) };
    case 'persons':
      return task.with_events ? { kind: 'distincts', ids } : null;
  }
}

/** Distinct ids of persons the import created. If they have no events left, nothing else is known about them. */
function candidates(store: Store, { task, project_id }: Erasure): number[] {
  if (task.kind !== 'import') return [];
  const { persons } = store.imports.get(project_id, task.import_id) ?? { persons: [] };
  const created: number[] = [];
  for (let at = 0; at + 1 < persons.length; at += 2) {
    for (let ord = persons[at]!; ord < persons[at + 1]!; ord++) created.push(ord);
  }
  return [...store.people.idsOf(project_id, created).values()].flat();
}
