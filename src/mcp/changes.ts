/**
 * Notifies listening clients of changes to insights, to the insights viewed last, to the names in a project's schema, and to
 * the list of tools. Other processes may write to the file, so the store is polled once a second while anybody listens.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type Server,
  type ServerEvent,
  type ServerEventBus,
} from '@modelcontextprotocol/server';
import { isObject } from '../base/json.ts';
import { LIMIT } from '../model/limit.ts';
import { allows } from '../model/scope.ts';
import { TUNING } from '../model/tuning.ts';
import { callerAgain } from '../service/access/authenticate.ts';
import type { Caller, Service } from '../service/contract/context.ts';
import { findProject } from '../service/gate/call.ts';
import { isAddress } from './resources.ts';

/** Opens a stream in the 2026 protocol. */
const LISTEN = 'subscriptions/listen';

type Change =
  | { readonly kind: 'resource'; readonly project_id: number; readonly uris: readonly string[] }
  /** Insights were added or removed. */
  | { readonly kind: 'list'; readonly project_id: number }
  /** There are several projects now, or only one again. Tools take `project_id` only for several. */
  | { readonly kind: 'tools' };

/** Hears all changes of one look at once, so that whoever hears them is looked up once. */
type Listener = (changes: readonly Change[]) => void;

/** State at the last poll. */
interface Seen {
  readonly activity: number;
  readonly viewed_ms: number;
  /** Project -> how many names its schema has. */
  readonly names: ReadonlyMap<number, number>;
  readonly several_projects: boolean;
}

class Watch {
  readonly #service: Service;
  readonly #listeners = new Set<Listener>();
  #seen: Seen | null = null;
  #timer: NodeJS.Timeout | null = null;

  constructor(service: Service) {
    this.#service = service;
  }

  /** Returns a function that ends listening. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    if (this.#timer === null) {
      this.#seen = this.#look();
      this.#timer = setInterval(() => this.#tell(), TUNING.watch_ms);
      this.#timer.unref();
    }
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0 || this.#timer === null) return;
      clearInterval(this.#timer);
      this.#timer = null;
    };
  }

  #look(): Seen {
    const { store } = this.#service;
    return {
      activity: store.activity.last(),
      viewed_ms: store.views.lastMs(),
      names: store.definitions.counts(),
      several_projects: store.projects.list().length > 1,
    };
  }

  #tell(): void {
    try {
      const now = this.#look();
      const changes = this.#seen === null ? [] : changesBetween(this.#service, this.#seen, now);
      this.#seen = now;
      if (changes.length === 0) return;
      for (const listener of this.#listeners) this.#tellOne(listener, changes);
    } catch (error) {
      // The file is locked or being closed. The next poll will see the change.
      this.#service.log.warn({ err: error }, 'changes were not looked at');
    }
  }

  /** One that fails keeps the others from nothing. */
  #tellOne(listener: Listener, changes: readonly Change[]): void {
    try {
      listener(changes);
    } catch (error) {
      this.#service.log.warn({ err: error }, 'a change was not told');
    }
  }
}

/** What changed, each once: a hundred insights saved at once are one change of the list. */
function changesBetween({ store }: Service, before: Seen, now: Seen): Change[] {
  const updated = new Map<number, Set<string>>();
  const listed = new Set<number>();
  const update = (project_id: number, uris: readonly string[]): void => {
    const own = updated.get(project_id) ?? new Set();
    updated.set(project_id, own);
    for (const uri of uris) own.add(uri);
  };
  for (const { project_id, item_id, activity, detail } of store.activity.since(before.activity, LIMIT.changes_told)) {
    const short_id = isObject(detail) ? detail['short_id'] : undefined;
    const ids = [item_id, ...(typeof short_id === 'string' ? [short_id] : [])];
    update(
      project_id,
      ids.map((id) => `insight://${project_id}/${id}`),
    );
    const is_listed_otherwise = activity === 'created' || JSON.stringify(detail).includes('"field":"deleted"');
    if (is_listed_otherwise) listed.add(project_id);
  }
  for (const project_id of store.views.changedSince(before.viewed_ms)) {
    update(project_id, [`insights://${project_id}/my-last-viewed`]);
  }
  for (const project_id of new Set([...before.names.keys(), ...now.names.keys()])) {
    if (now.names.get(project_id) === before.names.get(project_id)) continue;
    update(project_id, [`insights://${project_id}/schema`]);
  }
  return [
    ...(now.several_projects === before.several_projects ? [] : [{ kind: 'tools' } as const]),
    ...Array.from(updated, ([project_id, uris]) => ({ kind: 'resource', project_id, uris: [...uris] }) as const),
    ...Array.from(listed, (project_id) => ({ kind: 'list', project_id }) as const),
  ];
}

const watches = new WeakMap<Service, Watch>();

function watchOf(service: Service): Watch {
  const watch = watches.get(service) ?? new Watch(service);
  watches.set(service, watch);
  return watch;
}

/** Callers hear only of what they may read. */
function mayHear({ project_ids, scopes }: Caller, change: Change): boolean {
  if (change.kind === 'tools') return project_ids === null;
  return allows(scopes, 'insight:read') && (project_ids === null || project_ids.includes(change.project_id));
}

/** Addresses of what changed, as a listener may have written them. */
function urisOf(service: Service, caller: Caller, { project_id, uris }: Change & { kind: 'resource' }): string[] {
  if (findProject(service, caller, null).id !== project_id) return [...uris];
  return uris.flatMap((uri) => [uri.replace(`//${project_id}/`, '//@current/'), uri]);
}

const TOO_MANY = `At most ${LIMIT.subscriptions} resources can be subscribed to; unsubscribe from others first.`;

/**
 * Why a request to listen is refused; null for all else. The protocol's library bounds how many streams there are, but
 * not what one of them listens to, which each change is compared with.
 */
export function tooManyListened(message: unknown): string | null {
  if (!isObject(message) || message['method'] !== LISTEN || !isObject(message['params'])) return null;
  const { notifications } = message['params'];
  const uris = isObject(notifications) ? notifications['resourceSubscriptions'] : null;
  return Array.isArray(uris) && uris.length > LIMIT.subscriptions ? TOO_MANY : null;
}

/** Server -> addresses its client subscribed to. */
const subscriptions = new WeakMap<Server, Set<string>>();

/** Handles subscriptions of the 2025 protocol. In the 2026 protocol, streams state what they listen to. */
export function takeSubscriptions(server: Server): void {
  const subscribed = new Set<string>();
  subscriptions.set(server, subscribed);
  server.setRequestHandler('resources/subscribe', ({ params }) => {
    if (!isAddress(params.uri)) throw new ResourceNotFoundError(params.uri);
    if (subscribed.size >= LIMIT.subscriptions && !subscribed.has(params.uri)) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, TOO_MANY);
    }
    subscribed.add(params.uri);
    return {};
  });
  server.setRequestHandler('resources/unsubscribe', ({ params }) => {
    if (!isAddress(params.uri)) throw new ResourceNotFoundError(params.uri);
    subscribed.delete(params.uri);
    return {};
  });
}

/**
 * For servers that live as long as their client: a stdio connection, or a 2025 session. If there is news and the caller's
 * key has ended, `revoked` is called instead.
 */
export function tellChanges(
  service: Service,
  server: Server,
  { caller, revoked, era = 'legacy' }: { caller: () => Caller; revoked: () => void; era?: 'legacy' | 'modern' },
): void {
  const subscribed = subscriptions.get(server) ?? new Set<string>();
  const failed = (error: unknown) => service.log.warn({ err: error }, 'a change was not told');
  const tell = (event: ServerEvent): Promise<void> | undefined => {
    if (event.kind === 'tools_list_changed') return server.sendToolListChanged();
    if (event.kind === 'resources_list_changed') return server.sendResourceListChanged();
    if (event.kind !== 'resource_updated') return undefined;
    // In the 2026 protocol the connection filters by listener.
    return era === 'modern' || subscribed.has(event.uri) ? server.sendResourceUpdated({ uri: event.uri }) : undefined;
  };
  const end = watchOf(service).listen((changes) => {
    const now = callerAgain(service, caller());
    if (now === null) return revoked();
    for (const event of eventsOf(service, now, changes)) tell(event)?.catch(failed);
  });
  const { onclose } = server;
  server.onclose = () => {
    end();
    onclose?.();
  };
}

interface Opening {
  readonly caller: Caller;
  /** Ends the stream. */
  readonly end: () => void;
}

/**
 * Streams of the 2026 protocol over HTTP, which state what they listen to. Each hears only what its key may read, and ends
 * with the key. A key that opens too many loses its oldest, as with sessions.
 */
export class ListeningStreams implements ServerEventBus {
  readonly #service: Service;
  readonly #opening = new AsyncLocalStorage<Opening>();
  /** Oldest first. */
  readonly #open = new Set<Opening>();

  constructor(service: Service) {
    this.#service = service;
  }

  /** Serves a request, which may open a stream for this caller. */
  within<T>(caller: Caller, request: Request, serve: (request: Request) => T): T {
    const ended = new AbortController();
    const signal = AbortSignal.any([request.signal, ended.signal]);
    return this.#opening.run({ caller, end: () => ended.abort() }, () => serve(new Request(request, { signal })));
  }

  /** Does nothing: polling the store finds all changes, whoever made them. */
  publish(): void {}

  subscribe(told: (event: ServerEvent) => void): () => void {
    const opening = this.#opening.getStore();
    if (opening === undefined) return () => {};
    this.#makeRoom(opening.caller);
    this.#open.add(opening);
    const stop = watchOf(this.#service).listen((changes) => {
      const now = callerAgain(this.#service, opening.caller);
      if (now === null) opening.end();
      else for (const event of eventsOf(this.#service, now, changes)) told(event);
    });
    return () => {
      stop();
      this.#open.delete(opening);
    };
  }

  #makeRoom({ key_id }: Caller): void {
    const own = [...this.#open].filter(({ caller }) => caller.key_id === key_id);
    if (own.length >= LIMIT.mcp_sessions_per_key) own[0]!.end();
  }
}

/** What a caller hears of changes. */
function eventsOf(service: Service, caller: Caller, changes: readonly Change[]): ServerEvent[] {
  return changes.flatMap((change): ServerEvent[] => {
    if (!mayHear(caller, change)) return [];
    if (change.kind === 'tools') return [{ kind: 'tools_list_changed' }];
    if (change.kind === 'list') return [{ kind: 'resources_list_changed' }];
    return urisOf(service, caller, change).map((uri) => ({ kind: 'resource_updated', uri }));
  });
}
