/** `insights-mcp import posthog`, `mixpanel`, `amplitude`: loads from a product's API into a folder, then imports that. */
import { resolve } from 'node:path';
import { formatDay } from '../../base/time.ts';
import { ServiceError } from '../../model/error.ts';
import { ownProject } from '../../service/gate/call.ts';
import { ownContext } from '../../service/rounds/own_context.ts';
import { type AppliedForeign, applyForeign, type ForeignRow } from '../../service/saved_files/foreign.ts';
import { openService } from '../../service/service.ts';
import { Client, type Source } from '../pulls/client.ts';
import { PullFolder } from '../pulls/folder.ts';
import { PULLERS, type PullerName } from '../pulls/index.ts';
import type { Asked } from '../pulls/puller.ts';
import { tell } from '../shell/output.ts';
import { prepareDatabase } from '../shell/paths.ts';
import { openProgress } from '../shell/progress.ts';
import { stopSignal } from '../shell/stop.ts';
import { importInto, lookAt, reportImport } from './import.ts';
import type { Imported } from './import_counts.ts';

export interface PullOptions {
  readonly db: string;
  readonly host?: string;
  readonly key: string;
  /** The project in the other product. */
  readonly project?: string;
  readonly since?: string;
  readonly until?: string;
  /** The project here. */
  readonly into?: string;
  readonly folder?: string;
  readonly timezone?: string;
  readonly json: boolean;
}

export async function pull(name: PullerName, options: PullOptions): Promise<void> {
  const { imported, saved } = await pullAll(name, options);
  reportImport(imported, { ...options, into: options.into, verbose: false });
  if (saved !== null) tellSaved(saved);
}

interface PulledAll {
  readonly imported: Imported;
  /** null: the product has no saved things to take over. */
  readonly saved: AppliedForeign | null;
}

export async function pullAll(name: PullerName, options: PullOptions, wait?: Source['wait']): Promise<PulledAll> {
  const puller = PULLERS[name];
  const origin = originOf(options.host ?? puller.host);
  const asked: Asked = {
    project: options.project,
    since: options.since,
    until: options.until ?? formatDay('UTC', Date.now()),
    said_until: options.until,
  };
  const path = prepareDatabase(options.db);
  const source = [name, new URL(origin).host, options.project ?? ''].join(' ').trim();
  const folder = new PullFolder(resolve(options.folder ?? `${path}.${source.replaceAll(/[^\w.-]+/g, '-')}`), {
    source,
    since: options.since ?? '',
    until: options.until ?? '',
  });
  const client = new Client({ origin, authorization: puller.authorization(options.key), ...(wait && { wait }) });
  const stop = stopSignal();
  const bar = openProgress();
  const notes: string[] = [];
  try {
    for await (const { list, items, note } of puller.pull(client, folder, asked)) {
      bar.update(null, items, list);
      if (note !== undefined) notes.push(note);
      if (stop.signal.aborted) throw interrupted(folder.path);
    }
    const saved = 'saved' in puller ? await puller.saved(client, asked) : [];
    bar.end();
    if (folder.files().length + saved.length === 0) {
      folder.remove();
      throw nothingAt(origin);
    }
    return await store(path, folder, { ...options, source, saved, notes, signal: stop.signal });
  } finally {
    bar.end();
    stop.end();
  }
}

function nothingAt(origin: string): ServiceError {
  return new ServiceError(
    'does_not_exist',
    `There was nothing at ${origin}. Is it the right project, and are these the days?`,
  );
}

interface Storing extends PullOptions {
  readonly source: string;
  readonly saved: readonly ForeignRow[];
  readonly notes: readonly string[];
  readonly signal: AbortSignal;
}

async function store(path: string, folder: PullFolder, options: Storing): Promise<PulledAll> {
  const { saved, notes, signal, source, timezone, into } = options;
  const service = openService({ path, computing: { thread: 'never' } });
  try {
    const inputs = await lookAt(folder.files(), { source, ...(timezone === undefined ? {} : { timezone }) });
    const project = into === undefined ? {} : { project: into };
    const taken = await importInto(service, inputs, { ...project, signal });
    const imported = { ...taken, notes: [...notes, ...taken.notes] };
    if (imported.is_stopped) return { imported, saved: null };
    const { id } = ownProject(service, into);
    const applied = saved.length === 0 ? null : applyForeign(ownContext(service, id, signal)!, saved);
    // The folder stays if lines were refused, so that the places named in reports can be looked at.
    if (imported.refused === 0) folder.remove();
    return { imported, saved: applied };
  } finally {
    await service.close();
  }
}

function tellSaved({ applied, left_out }: AppliedForeign): void {
  const count = (change: string): number => applied.filter((one) => one.change === change).length;
  tell(
    `Saved things: ${count('create')} created, ${count('update')} changed, ${count('unchanged')} as they were, ${left_out.length} left out.`,
  );
  for (const { path, reason } of left_out) tell(`  ${path}: ${reason}`);
}

/** @throws ServiceError if it is not the address of a server */
function originOf(host: string): string {
  const text = /^https?:\/\//i.test(host) ? host : `https://${host}`;
  if (URL.canParse(text)) return new URL(text).origin;
  throw new ServiceError('invalid_input', `--host takes an address as https://eu.posthog.com; "${host}" is none.`);
}

function interrupted(folder: string): ServiceError {
  return new ServiceError(
    'invalid_input',
    `Stopped. What came so far is in ${folder}; the same command goes on from there.`,
  );
}
