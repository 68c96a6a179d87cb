/** Who is calling, with which key, in which organization. API clients ask this first. */
import { z } from 'zod';
import { formatIso } from '../../base/time.ts';
import { ServiceError } from '../../model/error.ts';
import { type Project, UserSchema } from '../../model/saved/project.ts';
import { allows } from '../../model/scope.ts';
import { allowedProjects } from '../access/projects.ts';
import type { Context, Service } from '../contract/context.ts';
import { globalOperation } from '../contract/operation.ts';
import { nameUuid } from '../identity/person_uuid.ts';

const ORGANIZATION = 'insights-mcp';

/** A database has one organization. Its id is derived from the first user's, so it is not stored. */
export function organizationId({ store }: Service): string {
  return nameUuid(`organization:${store.users.first()?.uuid ?? ''}`);
}

/** Derived from the project's token, which is unique. */
export function projectUuid({ api_token }: Project): string {
  return nameUuid(`project:${api_token}`);
}

const Organization = z.object({ id: z.string(), name: z.string(), slug: z.string(), membership_level: z.int() });
/** The membership level that clients know as "owner". */
const OWNER = 15;

function organization(service: Service): z.output<typeof Organization> {
  return { id: organizationId(service), name: ORGANIZATION, slug: ORGANIZATION, membership_level: OWNER };
}

const Team = z.object({
  id: z.int(),
  uuid: z.string(),
  organization: z.string(),
  name: z.string(),
  api_token: z.string().nullable().describe('null for keys without the scope project:read'),
  timezone: z.string(),
});

function team({ service, caller }: Context, project: Project): z.output<typeof Team> {
  const { id, name, timezone } = project;
  const api_token = allows(caller.scopes, 'project:read') ? project.api_token : null;
  return { id, uuid: projectUuid(project), organization: organizationId(service), name, api_token, timezone };
}

const Me = z.object({
  ...UserSchema.shape,
  organization: Organization,
  organizations: z.array(Organization),
  team: Team.nullable(),
});

export const getMe = globalOperation({
  name: 'get_me',
  title: 'Who asks',
  description: 'The user of the key, with the organization and the first project the key may use.',
  routes: [{ method: 'GET', path: '/users/:uuid/' }],
  tool: false,
  scope: null,
  effect: 'read',
  input: z.object({ uuid: z.string().describe('@me, or your own') }),
  output: Me,
  text: ({ email }) => email,
  handle(context, { uuid }) {
    const { service, caller } = context;
    if (uuid !== '@me' && uuid !== caller.user.uuid) {
      throw new ServiceError('not_found', 'User not found. A key shows its own user only: @me.');
    }
    const [first] = allowedProjects(context);
    const mine = organization(service);
    return {
      ...caller.user,
      organization: mine,
      organizations: [mine],
      team: first === undefined ? null : team(context, first),
    };
  },
});

export const getCurrentKey = globalOperation({
  name: 'get_current_key',
  title: 'The key itself',
  description: 'What the key of this request may do, and where.',
  routes: [{ method: 'GET', path: '/personal_api_keys/@current/' }],
  tool: false,
  scope: null,
  effect: 'read',
  input: z.object({}),
  output: z.object({
    id: z.string().nullable(),
    label: z.string(),
    mask_value: z.string(),
    created_at: z.string().nullable(),
    last_used_at: z.string().nullable(),
    user_id: z.int(),
    scopes: z.array(z.string()),
    scoped_teams: z.array(z.int()).describe('Empty where it is not limited to some projects'),
    scoped_organizations: z.array(z.string()),
  }),
  text: ({ label }) => label,
  handle({ service, caller }) {
    const key = caller.key_id === null ? undefined : service.store.keys.get(caller.key_id);
    return {
      id: key === undefined ? null : String(key.id),
      label: key?.label ?? 'the owner of the file',
      mask_value: key?.mask ?? '',
      created_at: key === undefined ? null : formatIso(key.created_at_ms),
      last_used_at: isoOrNull(key?.last_used_at_ms),
      user_id: caller.user.id,
      scopes: [...caller.scopes],
      scoped_teams: [...(caller.project_ids ?? [])],
      scoped_organizations: [],
    };
  },
});

function isoOrNull(time_ms: number | null | undefined): string | null {
  return time_ms === null || time_ms === undefined ? null : formatIso(time_ms);
}

const PAGE = { next: z.string().nullable(), previous: z.string().nullable(), count: z.int() };

function page<T>(results: T[]): { count: number; next: null; previous: null; results: T[] } {
  return { count: results.length, next: null, previous: null, results };
}

export const listOrganizations = globalOperation({
  name: 'list_organizations',
  title: 'List organizations',
  description: 'The one organization there is.',
  routes: [{ method: 'GET', path: '/organizations/' }],
  tool: false,
  scope: null,
  effect: 'read',
  input: z.object({}),
  output: z.object({ ...PAGE, results: z.array(Organization) }),
  text: () => ORGANIZATION,
  handle: ({ service }) => page([organization(service)]),
});

export const OrganizationInput = z.object({ id: z.string().describe('Its id, or @current') });

export function checkOrganization(service: Service, id: string): void {
  if (id === '@current' || id === organizationId(service)) return;
  throw new ServiceError('not_found', 'Organization not found. There is one, and @current names it.');
}

export const getOrganization = globalOperation({
  name: 'get_organization',
  title: 'Read an organization',
  description: 'The one organization there is.',
  routes: [{ method: 'GET', path: '/organizations/:id/' }],
  tool: false,
  scope: null,
  effect: 'read',
  input: OrganizationInput,
  output: Organization,
  text: () => ORGANIZATION,
  handle({ service }, { id }) {
    checkOrganization(service, id);
    return organization(service);
  },
});

const Member = z.object({ id: z.string(), user: UserSchema, level: z.int(), joined_at: z.string().nullable() });

export const listOrganizationMembers = globalOperation({
  name: 'list_organization_members',
  title: 'List members of an organization',
  description: 'The user of the key: others are not told.',
  routes: [{ method: 'GET', path: '/organizations/:id/members/' }],
  tool: false,
  scope: null,
  effect: 'read',
  input: OrganizationInput,
  output: z.object({ ...PAGE, results: z.array(Member) }),
  text: ({ count }) => String(count),
  handle({ service, caller }, { id }) {
    checkOrganization(service, id);
    return page([{ id: caller.user.uuid, user: caller.user, level: OWNER, joined_at: null }]);
  },
});

export const listOrganizationProjects = globalOperation({
  name: 'list_organization_projects',
  title: 'List projects of an organization',
  description: 'The projects the key may use.',
  routes: [{ method: 'GET', path: '/organizations/:id/projects/' }],
  tool: false,
  scope: null,
  effect: 'read',
  input: OrganizationInput,
  output: z.object({ ...PAGE, results: z.array(Team) }),
  text: ({ count }) => String(count),
  handle(context, { id }) {
    checkOrganization(context.service, id);
    return page(allowedProjects(context).map((project) => team(context, project)));
  },
});
