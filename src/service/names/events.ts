/** Warns of events that were never received. They may come tomorrow, so it is no error, but usually it is a typo. */
import { nearText } from '../../base/nearest.ts';
import { quoted } from '../../base/visible.ts';
import { LIMIT } from '../../model/limit.ts';
import type { ProjectContext } from '../contract/context.ts';
import { see } from '../words/operation_names.ts';

export function unknownEventTexts({ service, project }: ProjectContext, names: readonly string[]): string[] {
  const { definitions, actions } = service.store;
  const unknown = names.filter((name) => name !== '' && !definitions.hasEvent(project.id, name));
  if (unknown.length === 0) return [];
  const known = definitions.events(project.id).map(({ name }) => name);
  if (known.length === 0) return ['The project has no events yet.'];
  const saved = actions.list(project.id, { limit: LIMIT.page_max, offset: 0 }).rows;
  return unknown.slice(0, LIMIT.names_checked).map((name) => {
    const action = saved.find((one) => one.name.toLowerCase() === name.toLowerCase());
    const help =
      action === undefined
        ? nearText(name, known) || `${see('list_event_definitions')} lists all.`
        : `Action ${action.id} has this name: send "actions":[{"id":${action.id}}], or for one entity {"type":"actions","id":${action.id}}.`;
    return `No event named ${quoted(name)} was ever received. ${help}`;
  });
}
