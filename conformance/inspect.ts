/** The inspector's command line as a host: the shipped product over stdio and over HTTP, with a few events in it. */
import { execFile, execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PRODUCT, startProduct } from './servers.ts';

const INSPECTOR = join(
  import.meta.dirname,
  ...['node_modules', '@modelcontextprotocol', 'inspector', 'clients', 'launcher', 'build', 'index.js'],
);

interface Look {
  readonly args: readonly string[];
  /** What its answer has to hold. */
  readonly holds: readonly string[];
}

const TREND = ['--tool-arg', 'events=[{"id":"bought"}]', 'date_from=2026-03-01', 'date_to=2026-03-03'];
/** `--strict` refuses schemas that some host would not take. */
const LOOKS: readonly Look[] = [
  { args: ['--method', 'tools/list', '--strict'], holds: ['"describe_project"', '"outputSchema"'] },
  { args: ['--method', 'tools/call', '--tool-name', 'describe_project'], holds: ['"structuredContent"', 'bought'] },
  { args: ['--method', 'tools/call', '--tool-name', 'compute_trend', ...TREND], holds: ['"count": 3'] },
  { args: ['--method', 'prompts/list'], holds: ['"weekly_review"'] },
  {
    args: ['--method', 'prompts/get', '--prompt-name', 'diagnose_drop', '--prompt-args', 'event=bought'],
    holds: ['bought'],
  },
  { args: ['--method', 'resources/list'], holds: ['insights://1/schema'] },
  { args: ['--method', 'resources/templates/list'], holds: ['insight://{project_id}/{id}'] },
  { args: ['--method', 'resources/read', '--uri', 'insights://help/filters'], holds: ['# Filters'] },
  { args: ['--method', 'resources/read', '--uri', 'insights://1/schema'], holds: ['bought'] },
];

/** Which looks did not go well. */
export async function inspect(db: string): Promise<string[]> {
  const file = `${db}.ndjson`;
  writeFileSync(file, EVENTS);
  execFileSync(process.execPath, [PRODUCT, 'import', file, '--db', db], { stdio: 'ignore' });
  const stdio = [process.execPath, PRODUCT, 'stdio', '--db', db];
  const failed = await lookThrough('stdio', stdio);
  const server = await startProduct(db);
  try {
    const header = ['--header', `Authorization: Bearer ${server.key}`];
    failed.push(...(await lookThrough('http', [`http://127.0.0.1:${server.port}/mcp`, ...header])));
  } finally {
    await server.stop();
  }
  return failed;
}

async function lookThrough(transport: string, target: readonly string[]): Promise<string[]> {
  const failed: string[] = [];
  for (const { args, holds } of LOOKS) {
    const said = await run(['--cli', ...target, ...args]);
    const missing = said.code === 0 ? holds.filter((text) => !said.out.includes(text)) : [`exit code ${said.code}`];
    const name = `inspector ${transport} ${args.slice(1, 4).join(' ')}`;
    process.stdout.write(`${missing.length === 0 ? '✓' : '✗'} ${name}\n`);
    if (missing.length === 0) continue;
    process.stdout.write(`${missing.join(', ')}\n${said.out.slice(0, 2_000)}\n`);
    failed.push(name);
  }
  return failed;
}

function run(args: readonly string[]): Promise<{ code: number; out: string }> {
  return new Promise((done) => {
    execFile(process.execPath, [INSPECTOR, ...args], { maxBuffer: 1e8 }, (error, stdout, stderr) =>
      done({ code: error === null ? 0 : Number(error.code ?? 1), out: stdout + stderr }),
    );
  });
}

const EVENTS = [1, 2, 3]
  .map(
    (day) => `${JSON.stringify({ event: 'bought', distinct_id: `p${day}`, timestamp: `2026-03-0${day}T10:00:00Z` })}\n`,
  )
  .join('');
