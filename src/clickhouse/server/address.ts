/** Addresses: `clickhouse://user:password@host:8123/database?cluster=name`; `clickhouses:` uses TLS. */
import { ServiceError } from '../../model/error.ts';

export interface Address {
  /** http or https, without credentials and path. */
  readonly url: string;
  readonly user: string;
  readonly password: string;
  readonly database: string;
  /** null = one server. */
  readonly cluster: string | null;
}

const SCHEMES: Readonly<Record<string, string>> = { 'clickhouse:': 'http', 'clickhouses:': 'https' };
const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

/** @throws ServiceError invalid_input */
export function parseAddress(text: string): Address {
  const url = URL.canParse(text) ? new URL(text) : null;
  const scheme = SCHEMES[url?.protocol ?? ''];
  if (url === null || scheme === undefined || url.hostname === '') throw unreadable();
  const database = decodeURIComponent(url.pathname.slice(1)) || 'default';
  const cluster = url.searchParams.get('cluster');
  const others = [...url.searchParams.keys()].filter((key) => key !== 'cluster');
  if (!NAME.test(database) || (cluster !== null && !NAME.test(cluster)) || others.length > 0) throw unreadable();
  return {
    url: `${scheme}://${url.hostname}:${url.port || (scheme === 'https' ? '8443' : '8123')}`,
    user: decodeURIComponent(url.username) || 'default',
    password: decodeURIComponent(url.password),
    database,
    cluster,
  };
}

/** The address without credentials, so that it may be shown and stored. */
export function placeText({ url, database, cluster }: Address): string {
  const { protocol, host } = new URL(url);
  const scheme = protocol === 'https:' ? 'clickhouses' : 'clickhouse';
  return `${scheme}://${host}/${database}${cluster === null ? '' : `?cluster=${cluster}`}`;
}

/** The message does not repeat the address, which may contain a password. */
function unreadable(): ServiceError {
  return new ServiceError(
    'invalid_input',
    'Events are kept in a ClickHouse named as clickhouse://user:password@host:8123/database?cluster=name; ' +
      'database and cluster are plain names, cluster may be left out, and clickhouses:// is by TLS.',
  );
}
