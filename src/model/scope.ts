/** Permissions of a key. `x:write` includes `x:read`; `*` is everything. */
import { isOneOf } from '../base/known.ts';

export const SCOPES = [
  '*',
  'insight:read',
  'insight:write',
  'sharing_configuration:read',
  'sharing_configuration:write',
  'activity_log:read',
  'activity_log:write',
  'group:read',
  'group:write',
  'project:read',
  'project:write',
  'dashboard:read',
  'dashboard:write',
  'action:read',
  'action:write',
  'cohort:read',
  'cohort:write',
  'annotation:read',
  'annotation:write',
  'alert:read',
  'alert:write',
  'person:read',
  'person:write',
  'event_definition:read',
  'event_definition:write',
  'property_definition:read',
  'property_definition:write',
  'query:read',
] as const;

export type Scope = (typeof SCOPES)[number];

export function isScope(text: string): text is Scope {
  return isOneOf(SCOPES, text);
}

export function allows(granted: readonly Scope[], wanted: Scope): boolean {
  if (granted.includes('*') || granted.includes(wanted)) return true;
  return wanted.endsWith(':read') && isOneOf(granted, wanted.replace(':read', ':write'));
}
