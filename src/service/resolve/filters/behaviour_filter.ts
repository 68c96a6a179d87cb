/** A behavioural condition among a question's filters. As in a cohort, but with more defaults. */

import { nearText } from '../../../base/nearest.ts';
import { invalid } from '../../../model/error.ts';
import type { Predicate } from '../../../model/question/predicate.ts';
import type { ProjectContext } from '../../contract/context.ts';
import { see } from '../../words/operation_names.ts';
import { type BehaviourSetting, resolveBehaviour } from './behaviour.ts';

type Leaf = Readonly<Record<string, unknown>>;

/** Longer than any history of events. */
const EVER = { time_value: 100, time_interval: 'year' };

/** Without a window, any time counts. @throws ServiceError naming the field at fault */
export function resolveBehaviourFilter(
  context: ProjectContext,
  said: Leaf,
  attr: string,
  setting: BehaviourSetting,
): Predicate {
  const has_time = ['time_value', 'explicit_datetime'].some((name) => (said[name] ?? '') !== '');
  const leaf = { event_type: 'events', value: 'performed_event', ...(has_time ? {} : EVER), ...said };
  if (leaf.event_type === 'events') checkEvent(context, said['key'], attr);
  return resolveBehaviour(leaf, attr, setting);
}

/** Refuses misspelt names: nobody did an unknown event, so negating it would match everybody. */
function checkEvent({ service, project }: ProjectContext, key: unknown, attr: string): void {
  if (typeof key !== 'string' || key === '') return;
  const names = service.store.definitions.events(project.id).map(({ name }) => name);
  if (names.includes(key)) return;
  const all = `${see('list_event_definitions')} lists those there are.`;
  const texts = ['There is no event of this name.', nearText(key, names), all];
  throw invalid(`${attr}__key`, texts.filter(Boolean).join(' '), 'does_not_exist');
}
