/** Where a request comes from: what tells callers apart who have no key, and what an event notes as its `$ip`. */
import { isIP } from 'node:net';
import { isObject } from '../base/json.ts';

export type AddressOf = (request: { readonly headers: Headers }, arrived: unknown) => string | null;

/**
 * `trusted_proxies`: how many proxies of the operator's own stand in front. Each adds whom it was called by to the end of
 * X-Forwarded-For; what stands before those entries is the caller's word. null where no real server stands behind it.
 */
export function addressOf(trusted_proxies: number): AddressOf {
  return ({ headers }, arrived) => {
    if (trusted_proxies > 0) {
      const named = (headers.get('x-forwarded-for') ?? '').split(',').at(-trusted_proxies)?.trim() ?? '';
      if (isIP(named) !== 0) return named;
    }
    return socketAddress(arrived);
  };
}

/** An IPv6 customer has a whole network of addresses: its first half is what counts. */
export function networkOf(address: string | null): string {
  if (address === null) return 'unknown';
  return isIP(address) === 6 ? expanded(address).slice(0, 4).join(':') : address;
}

/** The eight groups. */
function expanded(address: string): string[] {
  const [before = '', after] = address.split('%')[0]!.split('::');
  const groups = (text: string) => (text === '' ? [] : text.split(':'));
  const head = groups(before);
  if (after === undefined) return head;
  const tail = groups(after);
  return [...head, ...Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => '0'), ...tail];
}

/** There is no socket when routes are called directly. */
function socketAddress(arrived: unknown): string | null {
  const incoming = isObject(arrived) ? arrived['incoming'] : null;
  const socket = isObject(incoming) ? incoming['socket'] : null;
  const address = isObject(socket) ? socket['remoteAddress'] : null;
  return typeof address === 'string' ? address.replace(/^::ffff:/, '') : null;
}
