/** State that clients carry is accepted only unchanged: it is sealed with this process's key. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const KEY = randomBytes(32);

function seal(state: string): string {
  return createHmac('sha256', KEY).update(state).digest('base64url');
}

export function sealState(state: string): string {
  return `${Buffer.from(state).toString('base64url')}.${seal(state)}`;
}

/** null where it is not as it was sealed. */
export function openState(sealed: string): string | null {
  const [text = '', given = ''] = sealed.split('.');
  const state = Buffer.from(text, 'base64url').toString();
  const [right, claimed] = [Buffer.from(seal(state)), Buffer.from(given)];
  return right.length === claimed.length && timingSafeEqual(right, claimed) ? state : null;
}
