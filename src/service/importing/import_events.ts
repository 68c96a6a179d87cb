/** Imports files from a folder that the operator has allowed. */
import { z } from 'zod';
import { definedOnly, isObject } from '../../base/json.ts';
import { quoted, visible } from '../../base/visible.ts';
import { ServiceError } from '../../model/error.ts';
import { textField } from '../../model/fields.ts';
import { LIMIT } from '../../model/limit.ts';
import { operation } from '../contract/operation.ts';
import { counted } from '../words/lists.ts';

const option = (text: string) => z.string().max(LIMIT.search_chars).optional().describe(text);

const File = z.object({
  file: z.string(),
  taken: z.int().describe('New events, people and groups'),
  known: z.int().describe('Stored already'),
  refused: z.int(),
  failure: z.string().nullable().describe('Why it could not be read to its end'),
});

const Result = z.object({
  import_id: z.int().nullable().describe('By which it can be taken back; null where nothing was taken'),
  files: z.array(File),
  reasons: z
    .array(z.object({ reason: z.string(), count: z.int(), line: z.int().nullable() }))
    .describe('Why lines were refused; `line` is the first of them'),
  project_id: z.int().describe('Whose import it is: each project numbers its own'),
  told: z.string().describe('What was found out about the files: formats, columns, times'),
  available: z.array(z.object({ path: z.string(), bytes: z.int() })).describe('Without path: files there are'),
});

export const importEvents = operation({
  name: 'import_events',
  title: 'Import files',
  description:
    'Events, people and groups from files in the folder the operator has allowed: NDJSON, CSV, Parquet, exports of other products. Without path it lists the files. First try dry_run: it says how columns are read, and stores nothing. Example: {"path":"shop.csv","map":"distinct_id=buyer","dry_run":true}.',
  routes: [{ method: 'POST', path: '/imports/' }],
  tool: true,
  scope: 'project:write',
  effect: 'create',
  waits: true,
  input: z.object({
    path: option('File, folder or pattern (*, **, ?) below the allowed folder; without it the files are listed'),
    dry_run: z.boolean().optional().describe('Say what would be taken, store nothing'),
    map: textField(
      'Columns as distinct_id=user_id,event=action,timestamp=created_at; price=amount renames a property, $set.email=mail makes one of the person, $groups.company=firm a group of the event',
      LIMIT.search_chars,
      refusePairs,
    ),
    event: option('Name of the events of files without one'),
    from: option(
      'posthog, mixpanel, amplitude, ga4, segment, snowplow, umami, plausible or none; found out unless sent',
    ),
    rows: option('What each row is: events (default), people, or groups:company, groups of that type'),
    timezone: option('Of times without an offset (default UTC)'),
    date_format: option('dmy, mdy, ymd … where a date can be read in two ways'),
    encoding: option('Of text that is not UTF-8: windows-1252'),
    delimiter: option('What separates columns of CSV, where that is not found out'),
    source: option('Name by which lines are known when they come again; that of the file unless sent'),
  }),
  output: Result,
  text: importText,
  async handle({ service, project, signal }, { path, dry_run = false, ...options }) {
    const { importing } = service;
    if (importing === null) throw notAllowed(service.command('serve --import-from <folder>'));
    const { id: project_id } = project;
    const nothing = { import_id: null, project_id, files: [], reasons: [], told: '' };
    if (path === undefined) return { ...nothing, available: [...(await importing.files())] };
    const { import_id, files, reasons, told } = await importing.take(service, {
      project_id,
      path,
      dry_run,
      options: definedOnly(options),
      signal,
    });
    return { import_id, project_id, files: [...files], reasons: [...reasons], told, available: [] };
  },
});

/** Tells whoever sends pairs in another form how to write them. */
function refusePairs(sent: unknown): string | null {
  if (typeof sent === 'string') return null;
  const pairs = isObject(sent) ? Object.entries(sent).map((pair) => pair.join('=')) : sent;
  const isPairs = Array.isArray(pairs) && pairs.every((pair) => /^[^=]+=[^=]+$/.test(String(pair)));
  return `Expected text, field=column with commas between: "${isPairs ? pairs.join(',') : 'distinct_id=user_id,event=action'}".`;
}

function notAllowed(command: string): ServiceError {
  return new ServiceError('not_supported', `No folder may be imported from. The operator allows one: ${command}`, {
    needs: 'import folder',
  });
}

function importText({ import_id, project_id, files, reasons, told, available }: z.output<typeof Result>): string {
  if (available.length > 0) return available.map(({ path, bytes }) => `${quoted(path)} ${bytes} bytes`).join('\n');
  const counts = files.map(({ file, taken, known, refused, failure }) => {
    const end = failure === null ? '' : `; ${visible(failure)}`;
    return `${quoted(file)}: ${taken} taken, ${known} known already, ${refused} refused${end}`;
  });
  const why = reasons.map(({ reason, count, line }) => {
    return `${counted(count, 'line')}: ${visible(reason)}${line === null ? '' : ` (first in line ${line})`}`;
  });
  const number =
    import_id === null
      ? []
      : [
          `Import ${import_id}; who runs the server takes it back by: insights-mcp imports delete ${import_id} --project ${project_id}`,
        ];
  const lines = told
    .split('\n')
    .filter((line) => line !== '')
    .map(visible);
  return [...lines, ...counts, ...why, ...number].join('\n') || 'There are no files.';
}
