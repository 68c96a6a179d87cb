/** Warns of events that were never received. They may come tomorrow, so it is no error, but usually it is a typo. */

import { nearestNames } from '../../base/nearest.ts';
import { quoted } from '../../base/visible.ts';
import { LIMIT } from '../../model/limit.ts';
import type { ProjectContext } from '../contract/context.ts';
import { see } from '../words/operation_names.ts';

export function unknownEventTexts({ service, project }: ProjectContext, names: readonly string[]): string[] {
  const { definitions } = service.store;
  const unknown = names.filter((name) => name !== '' && !definitions.hasEvent(project.id, name));
  if (unknown.length === 0) return [];
  const known = definitions.events(project.id).map(({ name }) => name);
  if (known.length === 0) return ['The project has no events yet.'];
  return unknown.slice(0, LIMIT.names_checked).map((name) => {
    const near = nearestNames(name, known).map((found) => quoted(found));
    const help = near.length > 0 ? `Did you mean ${near.join(' or ')}?` : `${see('list_event_definitions')} lists all.`;
    return `No event named ${quoted(name)} was ever received. ${help}`;
  });
}
