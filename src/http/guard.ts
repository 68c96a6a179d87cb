/**
 * Guards against DNS rebinding: host and origin must be loopback names, or names that the operator has listed.
 */
import { ServiceError } from '../model/error.ts';

/** How this machine alone is called, also within addresses. */
export const LOOPBACK: readonly string[] = ['localhost', '127.0.0.1', '::1', '[::1]'];

/** @throws ServiceError permission_denied */
export function checkHost({ url, headers }: Request, allowed_hosts: readonly string[]): void {
  const allowed = new Set([...LOOPBACK, ...allowed_hosts.map((host) => host.trim().toLowerCase())]);
  allowed.delete(''); // what `--allowed-hosts "a.example,"` ends with: no host, or a page without an origin
  // The request line may contain a whole address. Then both its host and the header must be ours.
  if (!allowed.has(hostName(`http://${headers.get('host') ?? ''}`)) || !allowed.has(hostName(url))) {
    throw new ServiceError(
      'permission_denied',
      'This server does not answer under that host name. Start it with --allowed-hosts to add the name.',
    );
  }
  const origin = headers.get('origin');
  if (origin !== null && !allowed.has(hostName(origin))) {
    throw new ServiceError(
      'permission_denied',
      'Pages of that origin may not call this server. Start it with --allowed-hosts to add its host name.',
    );
  }
}

/** Host name without the port; '' if absent. */
function hostName(address: string): string {
  return URL.canParse(address) ? new URL(address).hostname.toLowerCase() : '';
}
