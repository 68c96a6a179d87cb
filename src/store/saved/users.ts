/** Users of the product. Events are not about them but about persons. */
import type { User } from '../../model/saved/project.ts';
import type { Database } from '../file/database.ts';
import { type Codecs, decode, flag, insert, plain, type StoredRow } from '../file/record.ts';
import type { UserStore } from '../types/access.ts';

const USER: Codecs<User> = {
  id: plain(),
  uuid: plain(),
  distinct_id: plain(),
  first_name: plain(),
  last_name: plain(),
  email: plain(),
  is_email_verified: flag, // older versions wrote NULL: not verified
  hedgehog_config: { write: JSON.stringify, read: (stored) => (stored === null ? {} : JSON.parse(String(stored))) },
};

export function userStore(database: Database): UserStore {
  const one = (which: string, ...values: readonly number[]): User | undefined => {
    const row = database.get<StoredRow>(`SELECT * FROM user ${which}`, ...values);
    return row && decode(USER, row);
  };
  const get = (id: number): User | undefined => database.remembered(`user ${id}`, () => one('WHERE id = ?', id));
  return {
    create: (values) => ({ ...values, id: insert(database, 'user', USER, values) }),
    get,
    author: (id) => (id === null ? null : (get(id) ?? null)),
    first: () => database.remembered('first user', () => one('ORDER BY id LIMIT 1')),
  };
}
