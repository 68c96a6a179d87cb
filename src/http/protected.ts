/**
 * For deployments behind a login server or proxy: the page where MCP clients find it (RFC 9728). The product itself takes
 * keys. The login server puts a key into each request.
 */
import { Hono } from 'hono';
import { ServiceError } from '../model/error.ts';
import { PRODUCT } from '../model/version.ts';
import { LOOPBACK } from './guard.ts';

export interface Protected {
  /** Public address of the server, without a path. */
  readonly public_url: string;
  /** Addresses of authorization servers. */
  readonly issuers: readonly string[];
}

const PAGE = '/.well-known/oauth-protected-resource';
const MOUNT = '/mcp';

/** Header of a 401 that leads clients to the page. */
export function challengeOf({ public_url }: Protected): string {
  return `Bearer resource_metadata="${public_url}${PAGE}${MOUNT}"`;
}

/** The page below the resource's address, as the standard says, and without it for older clients. */
export function protectedRoutes({ public_url, issuers }: Protected): Hono {
  const page = {
    resource: `${public_url}${MOUNT}`,
    authorization_servers: issuers,
    bearer_methods_supported: ['header'],
    resource_name: PRODUCT.title,
  };
  const routes = new Hono();
  for (const path of [PAGE, `${PAGE}${MOUNT}`]) {
    routes.get(path, (c) => c.json(page, 200, { 'Cache-Control': 'max-age=3600', 'Access-Control-Allow-Origin': '*' }));
  }
  return routes;
}

/** null without issuers. @throws ServiceError if `public_url` is missing then, or an address is not trustworthy */
export function readProtected(public_url: string | undefined, issuers: readonly string[]): Protected | null {
  if (public_url !== undefined && !/^https?:$/.test(URL.parse(public_url)?.protocol ?? ''))
    throw refused(`--public-url is an address such as https://analytics.example.com: ${public_url.slice(0, 100)}`);
  if (issuers.length === 0) return null;
  if (public_url === undefined)
    throw refused('--oauth-issuer needs --public-url: the address at which clients reach this server.');
  return {
    public_url: originOf(public_url, '--public-url'),
    issuers: issuers.map((issuer) => addressOf(issuer, '--oauth-issuer')),
  };
}

function originOf(text: string, option: string): string {
  const url = new URL(addressOf(text, option));
  if (url.pathname === '/' && url.search === '' && url.hash === '') return url.origin;
  throw refused(`${option} is an address without a path: https://analytics.example.com`);
}

/** Logins require TLS. Loopback is allowed without it, for trying things out. */
function addressOf(text: string, option: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const is_loopback = url !== null && LOOPBACK.includes(url.hostname);
  if (url !== null && (url.protocol === 'https:' || (url.protocol === 'http:' && is_loopback)))
    return text.replace(/\/$/, '');
  throw refused(`${option} is an address that begins with https://: ${text.slice(0, 100)}`);
}

function refused(detail: string): ServiceError {
  return new ServiceError('invalid_input', detail);
}
