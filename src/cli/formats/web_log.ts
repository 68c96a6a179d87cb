/** Lines of a web server's access log, in the common and the combined form of Apache and nginx, or in the extended one. */
import { ExtendedLog, isExtendedLog } from './extended_log.ts';
import type { TextLine } from './lines.ts';
import type { Row } from './types.ts';

/** Optional host and port; address, identity, user, time, request, status, bytes; combined: referrer, user agent. */
const LINE =
  /^(?:(\S+):\d+ )?(\S+) (\S+) (.+?) \[([^\]]+)\] "((?:[^"\\]|\\.)*)" (\d{3}|-) (\d+|-)(?: "((?:[^"\\]|\\.)*)" "((?:[^"\\]|\\.)*)")?/;
const REQUEST = /^([A-Z]+) (\S+)(?: HTTP\/[\d.]+)?$/;
const NONE = '-';

export function isWebLog(line: string): boolean {
  if (isExtendedLog(line)) return true;
  return LINE.test(line) && /\[\d{1,2}\/[a-z]{3}\/\d{4}:\d\d:\d\d:\d\d/i.test(line);
}

/**
 * How to read the lines of one log, in order: an event `request` of the user, or of the address if there is none. --event
 * gives it another name.
 */
export function webLogReader(): (line: TextLine) => Row | null {
  let extended: ExtendedLog | null = null;
  return (line) => {
    if (extended === null && isExtendedLog(line.text)) extended = new ExtendedLog();
    return extended === null ? plainRow(line) : extended.row(line);
  };
}

function plainRow({ text, line }: TextLine): Row {
  const found = LINE.exec(text);
  if (found === null) return { line, reason: 'no line of an access log in the common or combined form', text };
  const [, host, address, , user, time, request, status, bytes, referrer, agent] = found;
  const [, method, target] = REQUEST.exec(request!) ?? [];
  const [path, query] = (target ?? '').split(/\?(.*)/s);
  return {
    line,
    value: {
      event: 'request',
      distinct_id: user === NONE ? address : user,
      timestamp: time,
      properties: present({
        $host: host,
        $ip: address,
        method,
        // Anything that is not a request (scans, cut lines) is kept as it is.
        request: method === undefined ? request : undefined,
        $pathname: path,
        query,
        status: status === NONE ? undefined : Number(status),
        bytes: bytes === NONE ? undefined : Number(bytes),
        $referrer: unescaped(referrer),
        $raw_user_agent: unescaped(agent),
      }),
    },
  };
}

function unescaped(text: string | undefined): string | undefined {
  return text === undefined || text === NONE ? undefined : text.replaceAll(/\\(["\\])/g, '$1');
}

function present(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== ''));
}
