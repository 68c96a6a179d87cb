/**
 * Talks to the host: JSON-RPC over `postMessage`, by the MCP Apps extension (2026-01-26). Listens only to the parent
 * window.
 */
import { CHART_META, type Chart } from '../model/question/chart.ts';

type Json = Readonly<Record<string, unknown>>;

export interface HostContext {
  readonly theme?: 'light' | 'dark';
  readonly styles?: { readonly variables?: Readonly<Record<string, string | undefined>> };
  readonly displayMode?: string;
  readonly availableDisplayModes?: readonly string[];
  readonly locale?: string;
}

/** What the host can do: it has each ability that is present, even as an empty object. */
interface HostCapabilities {
  readonly serverTools?: Json;
  readonly downloadFile?: Json;
  readonly updateModelContext?: Json;
}

export interface ToolResult {
  readonly content?: readonly { readonly type: string; readonly text?: string }[];
  readonly structuredContent?: Json;
  readonly isError?: boolean;
  readonly _meta?: { readonly [CHART_META]?: Chart };
}

/** Method -> what the host answers. */
interface Answers {
  readonly 'ui/initialize': { readonly hostCapabilities?: HostCapabilities; readonly hostContext?: HostContext } | null;
  readonly 'ui/download-file': { readonly isError?: boolean } | null;
  readonly 'ui/update-model-context': unknown;
  readonly 'tools/call': ToolResult;
}

/** Notifications from the host. Others are ignored. */
export type Told =
  | { readonly method: 'ui/notifications/tool-result'; readonly params: ToolResult }
  | { readonly method: 'ui/notifications/tool-cancelled' }
  | { readonly method: 'ui/notifications/host-context-changed'; readonly params: HostContext };

type Id = number | string;

/** Messages from the host: an answer, a request, or a notification. */
type Heard = { readonly jsonrpc: '2.0' } & (
  | {
      readonly method?: undefined;
      readonly id?: Id;
      readonly result?: unknown;
      readonly error?: { readonly message?: string };
    }
  | { readonly method: string; readonly id: Id }
  | ({ readonly id?: undefined } & Told)
);

/** Messages to the host. */
interface Sent {
  readonly id?: Id;
  readonly method?: keyof Answers | `ui/notifications/${string}`;
  readonly params?: Json;
  readonly result?: Json;
}

const PROTOCOL = '2026-01-26';
const ANSWER_MS = 60_000;

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

export interface Host {
  readonly capabilities: HostCapabilities;
  readonly context: HostContext;
  request<M extends keyof Answers>(method: M, params: Json): Promise<Answers[M]>;
  notify(method: `ui/notifications/${string}`, params: Json): void;
}

/** `hear` gets each notification. Resolves once the host has answered `ui/initialize`. */
export async function connect(hear: (told: Told) => void): Promise<Host> {
  const waiting = new Map<number | string, Waiting>();
  let last = 0;
  const post = (message: Sent): void => window.parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
  const request = <M extends keyof Answers>(method: M, params: Json): Promise<Answers[M]> =>
    new Promise((resolve, reject) => {
      const id = ++last;
      waiting.set(id, { resolve: (result) => resolve(result as Answers[M]), reject });
      setTimeout(() => waiting.delete(id) && reject(new Error('The host did not answer.')), ANSWER_MS);
      post({ id, method, params });
    });
  window.addEventListener('message', ({ source, data }: MessageEvent<Heard | null>) => {
    if (source !== window.parent || data?.jsonrpc !== '2.0') return;
    if (data.method === undefined) {
      const { id, result, error } = data;
      if (id === undefined) return;
      const found = waiting.get(id);
      waiting.delete(id);
      if (error) found?.reject(new Error(error.message ?? 'The host refused.'));
      else found?.resolve(result);
    } else if (data.id === undefined) hear(data);
    // A ping or the teardown: there is nothing to save, so an empty result will do.
    else post({ id: data.id, result: {} });
  });
  const answer = await request('ui/initialize', {
    protocolVersion: PROTOCOL,
    appInfo: { name: 'insights-mcp chart', version: '1' },
    appCapabilities: { availableDisplayModes: ['inline', 'fullscreen'] },
  });
  post({ method: 'ui/notifications/initialized', params: {} });
  return {
    capabilities: answer?.hostCapabilities ?? {},
    context: answer?.hostContext ?? {},
    request,
    notify: (method, params) => post({ method, params }),
  };
}
