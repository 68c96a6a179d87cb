/** What was refused of late, in the description of a project: whoever misses an event looks there. */
import { z } from 'zod';
import { quoted } from '../../base/visible.ts';
import type { ProjectContext } from '../contract/context.ts';
import { isoWithOffset } from '../words/labels.ts';

/** A reason is a sentence of ours, with names that senders chose. */
const REASON_CHARS = 400;

const RefusedSchema = z.object({ reason: z.string(), count: z.int(), last: z.string() });
type Refused = z.output<typeof RefusedSchema>;

export const REFUSED_FIELD = {
  refused: z
    .array(RefusedSchema)
    .optional()
    .describe('Why events were refused since the server started, the latest first, with sections summary and events'),
};

export function describeRefused({ project, service }: ProjectContext, section: string): { refused?: Refused[] } {
  const refusals = service.refusals.of(project.id);
  if (refusals.length === 0 || (section !== 'summary' && section !== 'events')) return {};
  return {
    refused: refusals.map(({ reason, count, last_ms }) => {
      return { reason, count, last: isoWithOffset(project.timezone, last_ms) };
    }),
  };
}

export function refusedLine({ reason, count, last }: Refused): string {
  return `${count === 1 ? 'once' : `${count} times`}, last at ${last}: ${quoted(reason, REASON_CHARS)}`;
}
