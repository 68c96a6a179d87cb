/** Users of the product, not to be confused with persons, whom events are about. */
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
  hedgehog_config: { write: JSON.stringify, read: (stored) => (stored === null ? {} : JSON.parse(stored as string)) },
};

export function userStore(database: Database): UserStore {
  return {
    create: (values) => ({ ...values, id: insert(database, 'user', USER, values) }),
    get(id) {
      const row = database.get<StoredRow>('SELECT * FROM user WHERE id = ?', id);
      return row && decode(USER, row);
    },
    first() {
      const row = database.get<StoredRow>('SELECT * FROM user ORDER BY id LIMIT 1');
      return row && decode(USER, row);
    },
  };
}
