/** The command `import`: imports files, or from other products. */
import { type Command, Option } from 'commander';
import { events, newDatabase } from '../shell/options.ts';

const IMPORT_HELP = `
Files are looked at, whatever they are called: NDJSON, JSON lists, CSV separated by , ; tab or |, Parquet, gzip, zstd, UTF-8, UTF-16.
CSV needs a header with event, distinct_id (or user_id) and timestamp in any case; say other names with --map. Other columns are properties.

A table of people or companies: --rows people needs distinct_id, --rows groups:company needs group_key; created_at is used.

Dates of a column have one form, decided by its first rows and printed: 2026-01-31T12:00:00Z, 2026-01-31 12:00:00 UTC,
31.01.2026, 1/31/2026 1:30 PM, Jan 31, 2026, 20260131, or seconds, milliseconds, microseconds since 1970.
Where 12/1/2010 can be read in two ways the file is refused: say --date-format mdy or dmy.
Times without an offset are in UTC, or in --timezone.

Exports of PostHog, Mixpanel, Amplitude, Google Analytics 4 (BigQuery), Segment, RudderStack, Umami and Plausible, access logs and XES are recognised.

  insights-mcp import shop.csv --dry-run                  look first, store nothing
  insights-mcp import shop.csv --map distinct_id=buyer    say who did it
  insights-mcp import users.csv --rows people
  zcat logs.gz | insights-mcp import - --source logs      from another program
`;

/** Adds the other sources that can be imported from. */
function addPulls(command: Command): void {
  for (const [name, told] of PULLS) {
    const pull = command
      .command(name)
      .description(told)
      .addOption(newDatabase())
      .option('--host <address>', 'where it is, unless at its usual address')
      .addOption(
        new Option('--key <key>', 'a key that may read there').env('INSIGHTS_MCP_IMPORT_KEY').makeOptionMandatory(),
      )
      .option('--project <id>', 'the project there')
      .option('--since <day>', 'first day, as 2026-01-31')
      .option('--until <day>', 'last day; today unless said')
      .option('--into <id>', 'the project here; the first one unless said')
      .option('--folder <folder>', 'where pages wait until all are there; beside the database unless said')
      .option('--json', 'print the counts of each file as JSON', false);
    if (name === 'mixpanel') pull.option('--timezone <zone>', "the project's there; UTC unless said");
    pull.action(async (options) => (await import('./pull.ts')).pull(name, options));
  }
}

const PULLS = [
  [
    'posthog',
    'from a running PostHog, or what answers like it: people, events, insights, dashboards, cohorts, actions, annotations',
  ],
  ['mixpanel', 'events and profiles by the export API of Mixpanel; the key of a service account is user:secret'],
  ['amplitude', 'events by the export API of Amplitude; the key is key:secret'],
] as const;

export function addImport(root: Command): void {
  const command = root
    .command('import')
    .description(
      'take events, persons and groups from files: NDJSON, a JSON list, CSV or Parquet, also packed with gzip or zstd',
    )
    .argument('<files...>', 'files, folders, or patterns such as "logs/*.gz"; - is stdin')
    .addOption(newDatabase())
    .addOption(events())
    .option('--project <id>', 'project to import into; the first one unless said')
    .option('--source <name>', 'what the files are parts of; the name of each file unless said')
    .option('--map <pairs>', 'columns, e.g. event=name,distinct_id=user_id,timestamp=created_at,$set.email=mail')
    .option(
      '--from <product>',
      `whose export it is: posthog, mixpanel, amplitude, ga4, segment, snowplow, umami, plausible, or none; found out`,
    )
    .option('--event <name>', 'name of the events of files that have no event column')
    .option('--rows <what>', 'what each row is: events, people, or groups:company; events unless said')
    .option('--delimiter <char>', 'what separates columns of CSV: , ; | or tab; found out unless said')
    .option('--encoding <name>', 'what files are written in, e.g. windows-1252; UTF-8 and UTF-16 are found out')
    .option('--date-format <form>', 'dmy, mdy, ymd, seconds, ..., or DD/MM/YYYY; found out unless there are two ways')
    .option('--timezone <zone>', 'of times without an offset, e.g. Europe/Berlin; UTC unless said')
    .option('--mapping <file>', 'how files are read, as --save-mapping writes it; options win over it')
    .option('--save-mapping <file>', 'write how the first file is read: columns, dates, time zone')
    .option('--dry-run', 'say what would be taken, show the columns and five events, store nothing', false)
    .option('--reject <folder>', 'where refused lines go with their reasons; ./rejects unless said')
    .option('--verbose', 'print the counts of each file, however many there are', false)
    .option('--json', 'print the counts of each file as JSON', false)
    .addHelpText('after', IMPORT_HELP)
    .action(async (files, options) => (await import('./import.ts')).importFiles(files, options));
  addPulls(command);
}
