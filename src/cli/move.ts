/** `insights-mcp move`: moves a file's events to a database that scales beyond one machine, and back. */
import { ServiceError } from '../model/error.ts';
import { moveEvents } from '../service/operator/move.ts';
import { moveEventsBack } from '../service/operator/move_back.ts';
import type { MoveStep } from '../service/operator/same_events.ts';
import type { RunningService } from '../service/service.ts';
import { grouped } from '../service/words/lists.ts';
import { existingDatabase, opened } from './shell/opened.ts';
import { openProgress } from './shell/progress.ts';

interface MoveOptions {
  readonly db: string;
  /** Target: an address, or FILE. */
  readonly to: string;
  /** Where the events are now, for the way back. */
  readonly events?: string;
}

const FILE = 'file';

export async function move(options: MoveOptions): Promise<void> {
  const path = existingDatabase(options.db);
  const service = opened(path);
  const counts = { copied: 0, compared: 0, asked: 0 };
  /** project -> what was copied so far */
  const copied = new Map<number, number>();
  const bar = openProgress();
  try {
    for await (const { kind, project_id, done } of stepsOf(service, options)) {
      copied.set(project_id, kind === 'copied' ? done : (copied.get(project_id) ?? 0));
      if (kind !== 'copied') counts[kind] += kind === 'asked' ? 1 : done;
      counts.copied = copied.values().reduce((sum, events) => sum + events, 0);
      bar.update(null, counts.copied, `${counts.asked} questions compared`);
    }
  } finally {
    bar.end();
    await service.close();
  }
  const told = `${grouped(counts.copied)} events, equal by ${counts.compared} counts and checksums and by ${counts.asked} answers`;
  const next =
    options.to === FILE
      ? 'They are in the file again, and the tables there are gone. Start without --events and INSIGHTS_MCP_EVENTS.'
      : 'From now on start with --events and this address, or with INSIGHTS_MCP_EVENTS.';
  process.stdout.write(`Moved ${told}.\n${next}\n`);
}

function stepsOf(service: RunningService, { to, events }: MoveOptions): AsyncGenerator<MoveStep> {
  if (to !== FILE) return moveEvents(service, to);
  if (events === undefined) {
    throw new ServiceError('invalid_input', 'Say where the events are: move --to file --events ADDRESS');
  }
  return moveEventsBack(service, events);
}
