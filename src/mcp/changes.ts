/**
 * Notifies listening clients of changes to insights, to what was viewed last, and to the list of tools. Other processes
 * may write to the file, so the store is polled once a second while anybody listens.
 */
import {
  type McpHttpHandler,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type Server,
} from '@modelcontextprotocol/server';
import { isObject } from '../base/json.ts';
import { LIMIT } from '../model/limit.ts';
import { TUNING } from '../model/tuning.ts';
import type { Caller, Service } from '../service/contract/context.ts';
import { isAddress } from './resources.ts';

type Change =
  | { readonly kind: 'resource'; readonly project_id: number; readonly uris: readonly string[] }
  /** Insights were added or removed. */
  | { readonly kind: 'list'; readonly project_id: number }
  /** There are several projects now, or one again: tools take `project_id` or not. */
  | { readonly kind: 'tools' };

type Listener = (change: Change) => void;

/** State at the last poll. */
interface Seen {
  readonly activity: number;
  readonly viewed_ms: number;
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

  /** Returns a function that stops it. */
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
      several_projects: store.projects.list().length > 1,
    };
  }

  #tell(): void {
    try {
      const before = this.#seen;
      this.#seen = this.#look();
      if (before === null) return;
      for (const change of changesBetween(this.#service, before, this.#seen)) {
        for (const listener of this.#listeners) listener(change);
      }
    } catch (error) {
      // A lock, or a closing file: the next poll will see the change.
      this.#service.log.warn({ err: error }, 'changes were not looked at');
    }
  }
}

function changesBetween({ store }: Service, before: Seen, now: Seen): Change[] {
  const changes: Change[] = [];
  if (now.several_projects !== before.several_projects) changes.push({ kind: 'tools' });
  for (const { project_id, item_id, activity, detail } of store.activity.since(before.activity, LIMIT.changes_told)) {
    const short_id = isObject(detail) ? detail['short_id'] : undefined;
    const ids = [item_id, ...(typeof short_id === 'string' ? [short_id] : [])];
    changes.push({ kind: 'resource', project_id, uris: ids.map((id) => `insight://${project_id}/${id}`) });
    const is_listed_otherwise = activity === 'created' || JSON.stringify(detail).includes('"field":"deleted"');
    if (is_listed_otherwise) changes.push({ kind: 'list', project_id });
  }
  for (const project_id of store.views.changedSince(before.viewed_ms)) {
    changes.push({ kind: 'resource', project_id, uris: [`insights://${project_id}/my-last-viewed`] });
  }
  return changes;
}

const watches = new WeakMap<Service, Watch>();

function watchOf(service: Service): Watch {
  const watch = watches.get(service) ?? new Watch(service);
  watches.set(service, watch);
  return watch;
}

function mayRead({ project_ids }: Caller, project_id: number): boolean {
  return project_ids === null || project_ids.includes(project_id);
}

/** Server -> addresses its client subscribed to. */
const subscriptions = new WeakMap<Server, Set<string>>();

/** In the 2025 protocol; in the 2026 one, streams state what they listen to. */
export function takeSubscriptions(server: Server): void {
  const subscribed = new Set<string>();
  subscriptions.set(server, subscribed);
  server.setRequestHandler('resources/subscribe', ({ params }) => {
    if (!isAddress(params.uri)) throw new ResourceNotFoundError(params.uri);
    if (subscribed.size >= LIMIT.subscriptions && !subscribed.has(params.uri)) {
      const detail = `At most ${LIMIT.subscriptions} resources can be subscribed to; unsubscribe from others first.`;
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, detail);
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

/** For servers that live as long as their client: a stdio connection, or a 2025 session. */
export function tellChanges(
  service: Service,
  caller: () => Caller,
  server: Server,
  era: 'legacy' | 'modern' = 'legacy',
): void {
  const subscribed = subscriptions.get(server) ?? new Set<string>();
  const failed = (error: unknown) => service.log.warn({ err: error }, 'a change was not told');
  const end = watchOf(service).listen((change) => {
    if (change.kind === 'tools') return void server.sendToolListChanged().catch(failed);
    if (!mayRead(caller(), change.project_id)) return;
    if (change.kind === 'list') return void server.sendResourceListChanged().catch(failed);
    // In the 2026 protocol the connection knows the listeners.
    const told = era === 'modern' ? change.uris : change.uris.filter((uri) => subscribed.has(uri));
    for (const uri of told) server.sendResourceUpdated({ uri }).catch(failed);
  });
  const { onclose } = server;
  server.onclose = () => {
    end();
    onclose?.();
  };
}

/** For 2026 clients over HTTP, whose streams state what they listen to. Returns a function that stops it. */
export function publishChanges(service: Service, { notify }: McpHttpHandler): () => void {
  return watchOf(service).listen((change) => {
    if (change.kind === 'tools') notify.toolsChanged();
    else if (change.kind === 'list') notify.resourcesChanged();
    else for (const uri of change.uris) notify.resourceUpdated(uri);
  });
}
