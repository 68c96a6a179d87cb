/**
 * An HTTP front for chdb (ClickHouse in this process), with as much of ClickHouse's interface as the official client
 * uses.
 * Runs as a process, `node front.ts FOLDER [PORT]`, since a process can open one folder only; prints its port.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { gunzipSync } from 'node:zlib';

interface Result {
  bytes(): Uint8Array;
  readonly rowsRead: number;
  readonly bytesRead: number;
  readonly elapsed: number;
}

interface Session {
  query(statement: string, format?: string): string;
  queryAsync(statement: string, options: { format: string }): Promise<Result>;
}

const { Session } = (await import('chdb' as string)) as { Session: new (folder: string) => Session };

/** Keys of a request that are no settings. */
const OWN_KEYS = new Set(
  'query database query_id session_id default_format user password role compress decompress wait_end_of_query enable_http_compression cancel_http_readonly_queries_on_client_close async_insert wait_for_async_insert distributed_foreground_insert skip_unavailable_shards send_progress_in_http_headers http_headers_progress_interval_ms'.split(
    ' ',
  ),
);
const SESSIONS = 3;
const [folder = 'chdb-data', port = '0'] = process.argv.slice(2);

/** A session works on one statement at a time. */
const idle = Array.from({ length: SESSIONS }, () => new Session(folder));
const killer = new Session(folder);
const waiting: ((session: Session) => void)[] = [];

function take(): Promise<Session> {
  const session = idle.pop();
  return session ? Promise.resolve(session) : new Promise((resolve) => waiting.push(resolve));
}

function giveBack(session: Session): void {
  const next = waiting.shift();
  if (next) next(session);
  else idle.push(session);
}

interface Request {
  readonly statement: string;
  readonly data: Buffer | null;
  readonly database: string;
  readonly query_id: string;
  readonly format: string;
  readonly settings: readonly (readonly [string, string])[];
}

/** A text as the engine's own language has it. */
function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\0', '\\0')}'`;
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', '0': '\0' };

/** Texts come escaped as in tab-separated files, lists as they are written. */
function literalOf(type: string, value: string): string {
  if (value === '\\N') return `CAST(NULL, ${quoted(type)})`;
  const text = /^(Array|Map|Tuple)/.test(type)
    ? value
    : value.replace(/\\(.)/gs, (_, sign: string) => ESCAPES[sign] ?? sign);
  return `CAST(${quoted(text)}, ${quoted(type)})`;
}

async function read(request: IncomingMessage): Promise<Request> {
  const url = new URL(request.url ?? '/', 'http://localhost');
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const sent = Buffer.concat(chunks);
  let body: Buffer = request.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent;
  const keys = new Map(url.searchParams);
  const type = request.headers['content-type'] ?? '';
  if (type.startsWith('multipart/')) {
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
    for (const [key, value] of form) keys.set(key, String(value));
    body = Buffer.from(keys.get('query') ?? '');
    keys.delete('query');
  }
  const asked = keys.get('query');
  const statement = (asked ?? body.toString()).replace(/\{(\w+):\s*([\w()]+)\}/g, (whole, key: string, of: string) => {
    const value = keys.get(`param_${key}`);
    return value === undefined ? whole : literalOf(of, value);
  });
  return {
    statement,
    data: asked === undefined ? null : body,
    database: keys.get('database') ?? 'default',
    query_id: keys.get('query_id') ?? crypto.randomUUID(),
    format: keys.get('default_format') ?? 'TabSeparated',
    settings: [...keys].filter(([key]) => !OWN_KEYS.has(key) && !key.startsWith('param_')),
  };
}

function settingsText(settings: Request['settings']): string {
  return settings.map(([key, value]) => `${key} = ${/^-?\d+(\.\d+)?$/.test(value) ? value : quoted(value)}`).join(', ');
}

const KILL = /^\s*kill\s+query\s+where\s+query_id\s*=\s*(?:CAST\()?'([^']*)'/i;
/** Statements have their id at the front, as the engine gives them another one. */
const WATCH = /from system\.processes where query_id = CAST\('([^']*)'/i;
const FORMAT = /\s+format\s+(\w+)\s*;?\s*$/i;

async function run(session: Session, asked: Request): Promise<Result> {
  const { statement, data, settings } = asked;
  // An engine that is another's folder of databases: each statement says its own.
  await session.queryAsync(`use ${asked.database}`, { format: 'Null' });
  const set = settingsText(settings);
  if (/^\s*insert\b/i.test(statement)) {
    const format = FORMAT.exec(statement)?.[1] ?? 'Values';
    const into = statement.replace(FORMAT, '');
    return session.queryAsync(`${into}${set ? ` SETTINGS ${set}` : ''} FORMAT ${format}\n${data?.toString() ?? ''}`, {
      format: 'Null',
    });
  }
  const format = FORMAT.exec(statement)?.[1] ?? asked.format;
  const text = statement.replace(FORMAT, '');
  const is_select = /^\s*(select|with)\b/i.test(text);
  const limited = is_select && set ? `SELECT * FROM (${text}) SETTINGS ${set}` : text;
  return session.queryAsync(`/*${asked.query_id}*/ ${limited}`, { format });
}

/** After a statement that failed the next one's answer begins with what it had written: one is thrown away. */
async function recover(session: Session): Promise<void> {
  await session.queryAsync('select 1', { format: 'Null' }).catch(() => {});
}

function fail(response: ServerResponse, error: unknown): void {
  if (process.env['FRONT_LOG']) console.error(error);
  const text = (error instanceof Error ? error.message : String(error)).replace(/^Query failed: /, '');
  const code = /Code: (\d+)/.exec(text)?.[1] ?? '0';
  response.writeHead(code === '516' ? 403 : 500, { 'X-ClickHouse-Exception-Code': code, 'Content-Type': 'text/plain' });
  response.end(`${text.replace(/\.?\s*$/, '')} (version 26.7.2.1)\n`);
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.url === '/ping') return void response.end('Ok.\n');
  const asked = await read(request);
  response.setHeader('X-ClickHouse-Query-Id', asked.query_id);
  const password = process.env['FRONT_PASSWORD'];
  const sent = Buffer.from((request.headers.authorization ?? '').replace(/^Basic /, ''), 'base64').toString();
  if (password && sent.split(':')[1] !== password) {
    return fail(response, 'Code: 516. DB::Exception: default: Authentication failed. (AUTHENTICATION_FAILED)');
  }
  const kill = KILL.exec(asked.statement);
  if (kill) {
    await killer.queryAsync(`kill query where startsWith(query, '/*${kill[1]}*/') async`, { format: 'Null' });
    return void response.end('');
  }
  const watched = WATCH.exec(asked.statement);
  if (watched) {
    const query = `select read_rows, total_rows_approx from system.processes where startsWith(query, '/*${watched[1]}*/')`;
    const format = FORMAT.exec(asked.statement)?.[1] ?? asked.format;
    return void response.end(Buffer.from((await killer.queryAsync(query, { format })).bytes()));
  }
  const session = await take();
  try {
    const result = await run(session, asked);
    const summary = {
      read_rows: String(result.rowsRead),
      read_bytes: String(result.bytesRead),
      elapsed_ns: String(Math.round(result.elapsed * 1e9)),
    };
    response.writeHead(200, { 'X-ClickHouse-Summary': JSON.stringify(summary) });
    response.end(Buffer.from(result.bytes()));
  } catch (error) {
    if (process.env['FRONT_LOG']) console.error(asked.statement.slice(0, 4000));
    await recover(session);
    fail(response, error);
  } finally {
    giveBack(session);
  }
}

/** One engine asks the other by `url()`, where a statement with thousands of days is part of the address. */
const ADDRESS_BYTES = 16 * 1024 * 1024;

const server = createServer({ maxHeaderSize: ADDRESS_BYTES }, (request, response) => {
  answer(request, response).catch((error: unknown) => fail(response, error));
});
// As the server's own default.
server.keepAliveTimeout = 30_000;
server.listen(Number(port), '127.0.0.1', () => {
  const address = server.address();
  console.log(`listening ${typeof address === 'object' ? address?.port : ''}`);
});
