/** Client addresses. They tell callers without keys apart, and events record them as `$ip`. */
import { isIP } from 'node:net';
import { isObject } from '../../base/json.ts';

export type AddressOf = (request: { readonly headers: Headers }, arrived: unknown) => string | null;

/**
 * `trusted_proxies`: number of the operator's own proxies in front. Each appends its caller to X-Forwarded-For; earlier
 * entries are client input. The address is null if there is no socket, as in tests.
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

/** An IPv6 customer owns a whole network, so only the first half counts. */
export function networkOf(address: string | null): string {
  if (address === null) return 'unknown';
  return isIP(address) === 6 ? expanded(address).slice(0, 4).join(':') : address;
}

/** The eight groups of an IPv6 address. */
function expanded(address: string): string[] {
  const [before = '', after] = address.split('%')[0]!.split('::');
  const groups = (text: string) => (text === '' ? [] : text.split(':'));
  const head = groups(before);
  if (after === undefined) return head;
  const tail = groups(after);
  return [...head, ...Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => '0'), ...tail];
}

/** null when routes are called directly, without a socket. */
function socketAddress(arrived: unknown): string | null {
  const incoming = isObject(arrived) ? arrived['incoming'] : null;
  const socket = isObject(incoming) ? incoming['socket'] : null;
  const address = isObject(socket) ? socket['remoteAddress'] : null;
  return typeof address === 'string' ? address.replace(/^::ffff:/, '') : null;
}
