/** The command line. Commands load their code lazily, so that `--help` opens no database and prints no warning. */
import { Command, Option } from 'commander';
import { ServiceError } from '../model/error.ts';
import type { Scope } from '../model/scope.ts';
import { PRODUCT } from '../model/version.ts';
import type { Ahead } from '../service/computing/starting.ts';
import { addImport } from './importing/import_program.ts';
import { bytes, count, duration, kept, list, port, scopes, wholeNumber } from './shell/arguments.ts';
import { database, events, newDatabase } from './shell/options.ts';
import { tell } from './shell/output.ts';
import { systemRefusal } from './shell/paths.ts';

/** @param argv as in process.argv */
export async function run(argv: readonly string[]): Promise<void> {
  forgetEmptySettings(process.env);
  try {
    await program(argv[2]).parseAsync(argv);
  } catch (error) {
    // User errors are one line; anything else is a bug and keeps its stack.
    const told = error instanceof ServiceError ? error.message : systemRefusal(error);
    if (told === null) throw error;
    tell(`insights-mcp: ${told}`);
    process.exitCode ||= 1;
  }
}

/** Files of settings and desktop hosts set what nobody filled in to nothing, and mean that it is not set. */
function forgetEmptySettings(environment: NodeJS.ProcessEnv): void {
  for (const [name, value] of Object.entries(environment)) {
    if (name.startsWith('INSIGHTS_MCP_') && value === '') delete environment[name];
  }
}

/** @param first the first argument. A word that is no command must be an error, and not go to the default command. */
function program(first = '-'): Command {
  const root = new Command(PRODUCT.name)
    .description('Product analytics that an AI assistant operates by itself: MCP and REST over one SQLite file.')
    .version(PRODUCT.version)
    .enablePositionalOptions();
  addStdio(root, first.startsWith('-'));
  addServe(root);
  addImport(root);
  addDescribe(root);
  addOpen(root);
  addSql(root);
  addAnswer(root);
  addExplain(root);
  addKey(root);
  addOperator(root);
  addErasing(root);
  addInsights(root);
  addDemo(root);
  return root;
}

function memory(): Option {
  return new Option(
    '--memory <size>',
    'memory for columns of events, e.g. 512m or 4g; a quarter of the machine unless said',
  )
    .env('INSIGHTS_MCP_MEMORY')
    .argParser(bytes);
}

function slow(): Option {
  return new Option(
    '--slow <ms>',
    'log questions that take longer than so many milliseconds, with how they were computed',
  )
    .env('INSIGHTS_MCP_SLOW_MS')
    .argParser(wholeNumber);
}

function webhookHosts(): Option {
  return new Option(
    '--webhook-hosts <list>',
    'where alerts may be sent, e.g. hooks.slack.com (https), http://127.0.0.1:9000; nowhere unless said',
  )
    .env('INSIGHTS_MCP_WEBHOOK_HOSTS')
    .argParser(list)
    .default([]);
}

function importFolder(): Option {
  return new Option(
    '--import-from <folder>',
    'let callers import files from this folder, and only from there (tool import_events)',
  ).env('INSIGHTS_MCP_IMPORT_FROM');
}

/** The names of toolsets are checked where tools are loaded, and not here. */
function toolsets(): Option {
  return new Option(
    '--toolsets <list>',
    'MCP tools to list: core, saved, definitions, projects, activity, operations, all',
  )
    .env('INSIGHTS_MCP_TOOLSETS')
    .default('core');
}

/** The thread that answers starts first, because the rest takes as long to load as its own code. */
async function startedAhead({ db, memory: bytes }: { db: string; memory?: number }): Promise<Ahead> {
  const { startAhead } = await import('../service/computing/starting.ts');
  return startAhead(db, bytes);
}

function addStdio(root: Command, isDefault: boolean): void {
  root
    .command('stdio', { isDefault })
    .description('serve MCP over stdin and stdout, as assistants start it (default)')
    .addOption(newDatabase())
    .addOption(events())
    .addOption(
      new Option('--api-key <key>', 'act with the scopes of this key instead of as the owner of the file').env(
        'INSIGHTS_MCP_API_KEY',
      ),
    )
    .addOption(memory())
    .addOption(slow())
    .option('--read-only', 'offer only tools that change nothing', false)
    .addOption(toolsets())
    .addOption(webhookHosts())
    .addOption(importFolder())
    .option('--scopes <list>', 'act with these scopes only, e.g. insight:read,group:read', scopes)
    .action(async (options) => {
      const ahead = await startedAhead(options);
      await (await import('./stdio.ts')).stdio(options, ahead);
    });
}

function addServe(root: Command): void {
  root
    .command('serve')
    .description('serve REST, event capture and MCP over HTTP')
    .addOption(newDatabase())
    .addOption(events())
    .option('--port <number>', 'port; 0 picks a free one', port, 8787)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--allowed-hosts <list>', 'host names answered besides loopback, e.g. analytics.example.com', list, [])
    .addOption(memory())
    .option('--read-only', 'offer only MCP tools that change nothing', false)
    .addOption(toolsets())
    .addOption(webhookHosts())
    .addOption(importFolder())
    .option(
      '--trust-proxy <number>',
      'so many proxies of yours stand in front: callers are told apart by what those add to X-Forwarded-For',
      wholeNumber,
    )
    .option(
      '--public-url <url>',
      'address at which clients reach this server, for links: https://analytics.example.com',
    )
    .option('--oauth-issuer <list>', 'authorization servers in front, told to MCP clients that have no key', list)
    .addOption(slow())
    .option('--no-rate-limit', 'answer as many requests as come')
    .action(async (options) => {
      const ahead = await startedAhead(options);
      await (await import('./serve.ts')).serve(options, ahead);
    });
}

function addDescribe(root: Command): void {
  root
    .command('describe')
    .description('show what is in the database: projects, events, properties, people, saved things')
    .addOption(database())
    .option('--json', 'print as JSON', false)
    .action(async (options) => (await import('./describe.ts')).describe(options));
}

function addOpen(root: Command): void {
  root
    .command('open')
    .description("show insights and dashboards in your browser, on this machine only; asking is the assistant's work")
    .argument('[insight]', 'name, number or short id of an insight; a list of all unless said')
    .addOption(database())
    .option('--dashboard <id>', 'show this dashboard instead')
    .option('--project <id>', 'the first one unless said')
    .option('--port <number>', 'port on 127.0.0.1; 0 picks a free one', port, 0)
    .option('--no-browser', 'print the address and start no browser')
    .action(async (insight, options) => (await import('./open.ts')).open(insight, options));
}

function addSql(root: Command): void {
  root
    .command('sql')
    .description('run one SELECT of HogQL over events, persons, groups and sessions; it only reads')
    .argument('<statement>', 'as "select event, count() from events group by event"; - is stdin')
    .addOption(database())
    .addOption(events())
    .addOption(
      new Option('--format <form>', 'how rows are printed')
        .choices(['table', 'csv', 'ndjson', 'json'])
        .default('table'),
    )
    .option('--out <file>', 'write rows to a file instead, by its ending: .csv, .ndjson, .jsonl or .parquet')
    .option('--project <id>', 'the first one unless said')
    .option('--values <json>', 'what {name} in the statement stands for, e.g. \'{"country": "DE"}\'')
    .option('--limit <number>', 'rows where the statement has no LIMIT', wholeNumber)
    .option('--explain', 'tell how it was computed, too', false)
    .action(async (statement, options) => (await import('./sql.ts')).sql(statement, options));
}

function addAnswer(root: Command): void {
  root
    .command('answer')
    .description('answer a question or an insight as a table: CSV, NDJSON, JSON, or a Parquet file')
    .argument(
      '<question>',
      'a body as {"events":[{"id":"paid"}]}, a query node, a SELECT, or an insight by name; - is stdin',
    )
    .addOption(database())
    .addOption(events())
    .addOption(new Option('--format <form>', 'how it is printed').choices(['csv', 'ndjson', 'json']).default('csv'))
    .option('--out <file>', 'write it to a file instead, by its ending: .csv, .ndjson, .jsonl or .parquet')
    .option('--project <id>', 'the first one unless said')
    .action(async (question, options) => (await import('./answer.ts')).answer(question, options));
}

function addExplain(root: Command): void {
  root
    .command('explain')
    .description('tell how a question is answered: what was kept, rows and columns read, milliseconds by stage')
    .argument(
      '<question>',
      'a body as {"events":[{"id":"paid"}]}, a query node, a SELECT, or an insight by name; - is stdin',
    )
    .addOption(database())
    .addOption(events())
    .option('--project <id>', 'the first one unless said')
    .option('--times <number>', 'ask so often: what is kept from the first time shows from the second', count, 2)
    .option('--json', 'print as JSON', false)
    .action(async (question, options) => (await import('./explain.ts')).explain(question, options));
}

function addKey(root: Command): void {
  const key = root.command('key').description('make, list and revoke API keys');
  key
    .command('create')
    .description('make a key and show it once')
    .addOption(newDatabase())
    .option('--scopes <list>', 'what it may do, e.g. insight:read,insight:write; * is everything', scopes, [
      '*',
    ] satisfies Scope[])
    .option('--project <ids>', 'projects it is limited to, e.g. 1,2', list)
    .option('--label <text>', 'what it is for', 'made on the command line')
    .option('--expires <duration>', 'how long it works, e.g. 12h or 90d; for good unless said', duration)
    .option('--json', 'print as JSON', false)
    .action(async (options) => (await import('./key.ts')).create(options));
  key
    .command('list')
    .description('list keys, without their text')
    .addOption(database())
    .option('--json', 'print as JSON', false)
    .action(async (options) => (await import('./key.ts')).list(options));
  key
    .command('rotate')
    .description('make a key that opens the same, and let the old one end')
    .argument('<id>', 'number of the key, see key list', wholeNumber)
    .addOption(database())
    .option('--grace <duration>', 'how long the old one goes on working, e.g. 24h', duration, 0)
    .option('--json', 'print as JSON', false)
    .action(async (id, options) => (await import('./key.ts')).rotate(id, options));
  key
    .command('revoke')
    .description('refuse a key from now on')
    .argument('<id>', 'number of the key, see key list', wholeNumber)
    .addOption(database())
    .option('--json', 'print as JSON', false)
    .action(async (id, options) => (await import('./key.ts')).revoke(id, options));
}

function addOperator(root: Command): void {
  root
    .command('audit')
    .description('who changed keys, settings, saved things and sharing, newest first')
    .addOption(database())
    .option('--limit <number>', 'how many', count, 50)
    .option('--json', 'print as JSON', false)
    .action(async (options) => (await import('./audit.ts')).audit(options));
  root
    .command('backup')
    .description('copy the database while it is in use, and read the copy whole')
    .argument('<file>', 'where the copy goes; must not exist')
    .addOption(database())
    .action(async (file, options) => (await import('./operator.ts')).backup(file, options));
  root
    .command('restore')
    .description('make a backup the database, after reading it whole')
    .argument('<file>', 'a backup')
    .addOption(database('where the database is, or is to be'))
    .option('--replace', 'move the database that is there aside', false)
    .action(async (file, options) => (await import('./operator.ts')).restore(file, options));
  root
    .command('verify')
    .description('read all of the database and say what is damaged; changes nothing')
    .addOption(database())
    .option('--json', 'print as JSON', false)
    .action(async (options) => (await import('./operator.ts')).verify(options));
  root
    .command('repair')
    .description(
      'make a new database of what a damaged one still has, and say what is gone; the damaged one stays as it is',
    )
    .argument('<damaged>', 'a database that verify calls damaged, while nothing has it open')
    .requiredOption('--to <file>', 'where the new one goes; must not exist')
    .option('--json', 'print as JSON', false)
    .action(async (damaged, options) => (await import('./operator.ts')).repair(damaged, options));
  root
    .command('move')
    .description(
      'bring the events of the file over to a ClickHouse, or back; compare both, and keep them there from then on',
    )
    .requiredOption(
      '--to <address>',
      'clickhouse://user:password@host:8123/database?cluster=name; file for the way back',
    )
    .addOption(events())
    .addOption(database())
    .action(async (options) => (await import('./move.ts')).move(options));
  root
    .command('export')
    .description('write all groups, people and events of a project as lines of JSON that import takes')
    .argument('[file]', 'where they go; packed where it ends in .gz; must not exist')
    .addOption(database())
    .addOption(events())
    .option('--parquet <folder>', 'write Parquet files by month instead, for DuckDB, Spark, ClickHouse; must not exist')
    .option('--project <id>', 'the first one unless said')
    .action(async (file, options) => (await import('./operator.ts')).exportProject(file, options));
}

function addErasing(root: Command): void {
  const common = (command: Command): Command =>
    command
      .addOption(database())
      .addOption(events())
      .option('--project <id>', 'the first one unless said')
      .option('--json', 'print as JSON', false);
  const person = root.command('person').description('delete people for good');
  common(person.command('delete'))
    .description('remove people with their ids and properties from answers and from the file')
    .argument('<ids...>', 'distinct ids, or UUIDs of people')
    .option('--with-events', 'also all their events; else these stay, as of somebody unknown', false)
    .action(async (ids, options) => (await import('./erasing.ts')).deletePerson(ids, options));
  const imports = root.command('imports').description('list imports, or take one back');
  common(imports.command('list', { isDefault: true }))
    .description('list imports, newest first (default)')
    .action(async (options) => (await import('./erasing.ts')).listImports(options));
  common(imports.command('delete'))
    .description('remove exactly the events of an import, and people whom only it made')
    .argument('<id>', 'number of the import, see imports list', wholeNumber)
    .action(async (id, options) => (await import('./erasing.ts')).takeBack(id, options));
  common(root.command('expire'))
    .description('remove events that are older than the project keeps them; serve does so by itself')
    .option('--days <number>', 'from now on keep events for so many days; all keeps them for good', kept)
    .action(async (options) => (await import('./erasing.ts')).expire(options));
}

function addInsights(root: Command): void {
  const insights = root
    .command('insights')
    .description('keep insights, dashboards, cohorts, actions and annotations as files, in git say');
  insights
    .command('export')
    .description('write what a project has saved, one JSON file each; files that are equal already stay untouched')
    .argument('<folder>', 'where they go; made when missing')
    .addOption(database())
    .option('--project <id>', 'the first one unless said')
    .option('--prune', 'remove files of things that are gone', false)
    .action(async (folder, options) => (await import('./saved_files.ts')).exportSaved(folder, options));
  insights
    .command('apply')
    .description('make a project what the files say: all of them, or none where one is refused')
    .argument('<folder>', 'as export writes it')
    .addOption(newDatabase())
    .option('--project <id>', 'the first one unless said')
    .option('--dry-run', 'say what would change, and change nothing', false)
    .option('--prune', 'remove (softly) what no file holds', false)
    .action(async (folder, options) => (await import('./saved_files.ts')).applySaved(folder, options));
}

function addDemo(root: Command): void {
  root
    .command('demo')
    .description('make a sample database, start the server as an assistant would, and show what the assistant sees')
    .option('--db <file>', 'where to make it', 'demo.db')
    .option('--git <path>', 'use the commits of this git repository instead of a sample shop')
    .option('--seed <number>', 'seed of the sample shop', wholeNumber, 1)
    .action(async (options) => (await import('./demo/demo.ts')).demo(options));
}
