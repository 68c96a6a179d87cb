/**
 * Sessions of the 2025 protocol, each bound to the key that opened it. Clients rarely end sessions, so the longest idle one
 * makes room. The key's own sessions go first, so that nobody takes the room of others.
 */
import type { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import { ServiceError } from '../../model/error.ts';
import { LIMIT } from '../../model/limit.ts';
import { TUNING } from '../../model/tuning.ts';
import type { Caller } from '../../service/contract/context.ts';

export interface Session {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly key_id: number | null;
  caller: Caller;
  last_seen_ms: number;
  /** Requests whose responses are not fully sent. */
  running: number;
}

export class Sessions {
  /** Least recently used first. */
  readonly #byId = new Map<string, Session>();

  /** null for a session of another key, as if it were unknown. */
  find(id: string, caller: Caller, now_ms: number): Session | null {
    const session = this.#byId.get(id);
    if (!session || session.key_id !== caller.key_id) return null;
    if (isForgotten(session, now_ms)) {
      this.#end(([other]) => other === id);
      return null;
    }
    this.#byId.delete(id);
    this.#byId.set(id, session);
    session.caller = caller;
    session.last_seen_ms = now_ms;
    return session;
  }

  /** May end sessions of the key, because several may have been opened concurrently. */
  add(id: string, session: Session): void {
    const own = this.#ofKey(session.key_id);
    if (own.length >= LIMIT.mcp_sessions_per_key) this.#endFirst(own);
    this.#byId.set(id, session);
  }

  remove(id: string): void {
    this.#byId.delete(id);
  }

  /** @throws ServiceError `throttled` if all sessions of the key are at work, `busy` if those of all keys are */
  makeRoom(key_id: number | null, now_ms: number): void {
    this.#end(([, session]) => isForgotten(session, now_ms));
    const own = this.#ofKey(key_id);
    if (own.length >= LIMIT.mcp_sessions_per_key && !this.#endFirst(own)) throw allAtWork();
    if (this.#byId.size < LIMIT.mcp_sessions) return;
    const unused = ([, session]: Entry) => now_ms - session.last_seen_ms >= TUNING.mcp_session_spare_ms;
    if (!this.#endFirst([...this.#byId].filter(unused))) {
      throw new ServiceError('busy', 'Too many open sessions; try again later.');
    }
  }

  close(): Promise<unknown> {
    const closed = [...this.#byId.values()].map(({ transport }) => transport.close());
    this.#byId.clear();
    return Promise.all(closed);
  }

  #ofKey(key_id: number | null): Entry[] {
    return [...this.#byId].filter(([, session]) => session.key_id === key_id);
  }

  /** Closes the first idle session. Returns whether there was one. */
  #endFirst(entries: readonly Entry[]): boolean {
    const idle = entries.find(([, { running }]) => running === 0);
    if (idle === undefined) return false;
    this.#end(([id]) => id === idle[0]);
    return true;
  }

  #end(isOver: (entry: Entry) => boolean): void {
    for (const entry of this.#byId) {
      if (!isOver(entry)) continue;
      this.#byId.delete(entry[0]);
      void entry[1].transport.close();
    }
  }
}

type Entry = readonly [id: string, session: Session];

function isForgotten({ last_seen_ms, running }: Session, now_ms: number): boolean {
  return running === 0 && now_ms - last_seen_ms >= LIMIT.mcp_session_idle_ms;
}

function allAtWork(): ServiceError {
  return new ServiceError(
    'throttled',
    `This key has ${LIMIT.mcp_sessions_per_key} sessions, all of them at work. Wait for one to finish, or close one with DELETE.`,
  );
}

/** Returns an equal response. Calls `ended` once, when it is sent or aborted. */
export function whenSent(response: Response, ended: () => void): Response {
  if (response.body === null) {
    ended();
    return response;
  }
  const reader = response.body.getReader();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await reader.read();
      if (!done) return controller.enqueue(value);
      ended();
      controller.close();
    },
    cancel(reason) {
      ended();
      return reader.cancel(reason);
    },
  });
  return new Response(body, { status: response.status, headers: response.headers });
}
