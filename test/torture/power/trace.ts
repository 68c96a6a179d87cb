/** What strace has seen: writes, cuts, syncs and removals of the database's files, in their order, and what was said. */

export type Happening =
  | { readonly kind: 'write'; readonly file: string; readonly at: number; readonly bytes: Buffer }
  | { readonly kind: 'cut'; readonly file: string; readonly bytes: number }
  | { readonly kind: 'removed'; readonly file: string }
  /** What was written before `since` (a place in the list) is on the disk from here on. */
  | { readonly kind: 'synced'; readonly file: string; readonly since: number }
  | { readonly kind: 'said'; readonly text: string };

/** Options of strace; the trace is written to `to`. */
export function straceArguments(to: string): string[] {
  const calls =
    'trace=write,pwrite64,pwritev,pwritev2,writev,ftruncate,fallocate,fsync,fdatasync,sync_file_range,unlink,unlinkat,rename,renameat,renameat2';
  return ['-f', '-qq', '-y', '-xx', '-s', '10000000', '-e', calls, '-o', to];
}

const FILE = /^\d+<([^>]*)>/;
const QUOTED = /"((?:\\x[0-9a-f]{2})*)"/;

/** Of the file `path` and those beside it; files are named by what their names add to it. */
export function readTrace(text: string, path: string): Happening[] {
  const happenings: Happening[] = [];
  /** thread -> call that has begun, and where in the list */
  const begun = new Map<string, { readonly call: string; readonly since: number }>();
  for (const line of text.split('\n')) {
    const [, thread = '', rest = ''] = /^(\d+) +(.*)$/.exec(line) ?? [];
    const unfinished = /^(.*) <unfinished \.\.\.>$/.exec(rest);
    if (unfinished !== null) {
      begun.set(thread, { call: unfinished[1]!, since: happenings.length });
      continue;
    }
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(rest);
    const before = begun.get(thread);
    const call = resumed === null || before === undefined ? rest : before.call + resumed[1]!;
    const since = resumed === null || before === undefined ? happenings.length : before.since;
    const happening = happeningOf(call, path, since);
    if (happening !== null) happenings.push(happening);
  }
  return happenings;
}

function happeningOf(line: string, path: string, since: number): Happening | null {
  const [, call, rest, result] = /^(\w+)\((.*)\)\s+= (-?\d+)/.exec(line) ?? [];
  if (call === undefined || rest === undefined || Number(result) < 0) return null;
  if (call === 'write' && /^1</.test(rest)) return { kind: 'said', text: bytesIn(rest).toString() };
  const named = /^unlink/.test(call) ? bytesIn(rest).toString() : pathIn(rest);
  if (!named.startsWith(path) || named.endsWith('-shm')) return null;
  const file = named.slice(path.length);
  const last = Number(/(\d+)$/.exec(rest)?.[1]);
  switch (call) {
    case 'pwrite64':
      return { kind: 'write', file, at: last, bytes: bytesIn(rest).subarray(0, Number(result)) };
    case 'ftruncate':
      return { kind: 'cut', file, bytes: last };
    case 'fsync':
    case 'fdatasync':
      return { kind: 'synced', file, since };
    case 'unlink':
      return { kind: 'removed', file };
    default:
      throw new Error(`${call} of ${named} is not understood`);
  }
}

function pathIn(rest: string): string {
  const said = FILE.exec(rest)?.[1] ?? '';
  return said.startsWith('\\x') ? hexBytes(said).toString() : said;
}

function bytesIn(rest: string): Buffer {
  return hexBytes(QUOTED.exec(rest)?.[1] ?? '');
}

function hexBytes(text: string): Buffer {
  return Buffer.from(text.replaceAll('\\x', ''), 'hex');
}
