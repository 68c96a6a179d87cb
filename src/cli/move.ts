/** `insights-mcp move`: moves a file's events to a database that scales beyond one machine. */
import { moveEvents } from '../service/operator/move.ts';
import { openService } from '../service/service.ts';
import { openProgress } from './progress.ts';
import { typed } from './shell/invocation.ts';
import { existingDatabase } from './shell/paths.ts';

interface MoveOptions {
  readonly db: string;
  readonly to: string;
}

export async function move(options: MoveOptions): Promise<void> {
  const path = existingDatabase(options.db);
  const service = openService({ path, computing: { place: 'here' }, command: (words) => typed(words, path) });
  const counts = { copied: 0, compared: 0, asked: 0 };
  /** project -> what was copied so far */
  const copied = new Map<number, number>();
  const bar = openProgress();
  try {
    for await (const { kind, project_id, done } of moveEvents(service, options.to)) {
      copied.set(project_id, kind === 'copied' ? done : (copied.get(project_id) ?? 0));
      if (kind !== 'copied') counts[kind] += kind === 'asked' ? 1 : done;
      counts.copied = copied.values().reduce((sum, events) => sum + events, 0);
      bar.update(null, counts.copied, `${counts.asked} questions compared`);
    }
  } finally {
    bar.end();
    await service.close();
  }
  const told = `${counts.copied.toLocaleString('en')} events, equal by ${counts.compared} counts and checksums and by ${counts.asked} answers`;
  process.stdout.write(
    `Moved ${told}.\nFrom now on start with --events and this address, or with INSIGHTS_MCP_EVENTS.\n`,
  );
}
