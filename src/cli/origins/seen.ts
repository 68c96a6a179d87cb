/**
 * What an import has seen of people. Exports repeat a person with every event; a line about the person is made only when
 * it says something new. Memory is bounded: the people who came first are forgotten, and told again.
 */
import { hash } from 'node:crypto';
import { TUNING } from '../../model/tuning.ts';

type Values = Readonly<Record<string, unknown>>;

interface SeenPerson {
  /** The others are joined to the first. */
  readonly ids: string[];
  /** Hash of the properties told last. */
  told: string;
}

export class Seen {
  readonly #persons = new Map<string, SeenPerson>();

  /**
   * Lines about a person, if there is news: a new id, or changed properties.
   * @param key the product's own id of the person, with the product's name in front
   */
  person(key: string, distinct_id: string | undefined, properties: Values = {}): Values[] {
    if (distinct_id === undefined) return [];
    const told = Object.keys(properties).length === 0 ? '' : hash('sha1', JSON.stringify(properties), 'base64');
    const known = this.#persons.get(key);
    if (known === undefined) {
      this.#add(key, { ids: [distinct_id], told });
      return told === '' ? [] : [{ type: 'person', distinct_ids: [distinct_id], properties }];
    }
    const isNew = !known.ids.includes(distinct_id);
    if (isNew) known.ids.push(distinct_id);
    const isChanged = told !== '' && told !== known.told;
    if (isChanged) known.told = told;
    if (!isNew && !isChanged) return [];
    const distinct_ids = isNew ? [known.ids[0], distinct_id] : [distinct_id];
    return [{ type: 'person', distinct_ids, ...(isChanged ? { properties } : {}) }];
  }

  /** Joins an anonymous id with the first person who has it. Later ones only share the device. */
  joined(anonymous: string | undefined, distinct_id: string | undefined): Values[] {
    if (anonymous === undefined || distinct_id === undefined || anonymous === distinct_id) return [];
    const key = `joined ${anonymous}`;
    if (this.#persons.has(key)) return [];
    this.#add(key, { ids: [], told: '' });
    return [{ type: 'person', distinct_ids: [distinct_id, anonymous] }];
  }

  #add(key: string, person: SeenPerson): void {
    this.#persons.set(key, person);
    if (this.#persons.size <= TUNING.import_people) return;
    for (const oldest of this.#persons.keys()) {
      this.#persons.delete(oldest);
      return;
    }
  }
}
