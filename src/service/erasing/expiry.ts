/** Removes events older than the project's retention. */
import { DAY_MS } from '../../base/calendar/civil.ts';
import { floorTo, formatIso } from '../../base/time.ts';
import type { Project } from '../../model/saved/project.ts';
import { logDone } from '../access/audit.ts';
import { localOwner } from '../access/authenticate.ts';
import type { Service } from '../contract/context.ts';
import { erase } from './request.ts';

export interface Expired {
  /** Events from this time on are kept. It is the start of a day in the project's zone. */
  readonly before_ms: number;
  readonly events: number;
}

/**
 * As `expireEvents`, once for each day: a device whose clock is years behind sends old events all the time, and each
 * erasure drops the project's answers. @throws ServiceError
 */
export async function expireDaily(service: Service, project: Project): Promise<void> {
  const before_ms = beginOf(service, project);
  if (before_ms === service.store.erasures.expiredLast(project.id)) return;
  await expireEvents(service, project);
}

/** null if all events are kept. @throws ServiceError */
export async function expireEvents(service: Service, project: Project): Promise<Expired | null> {
  const { id } = project;
  const before_ms = beginOf(service, project);
  if (before_ms === null) return null;
  const { definitions } = service.store;
  const isOld = definitions.events(id).some(({ first_seen_ms }) => first_seen_ms < before_ms);
  if (!isOld) return { before_ms, events: 0 };
  const { events } = await erase(service, project, { kind: 'expiry', before_ms });
  const done = { project_id: id, action: 'expire_events', target: `before ${formatIso(before_ms)}`, fields: [] };
  logDone(service, localOwner(service), done);
  return { before_ms, events };
}

function beginOf(service: Service, { retention_days, timezone, week_start_day }: Project): number | null {
  if (retention_days === null) return null;
  return floorTo(timezone, service.now() - retention_days * DAY_MS, 'day', week_start_day);
}
