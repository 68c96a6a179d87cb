/**
 * Talks to the host: JSON-RPC over `postMessage`, by the MCP Apps extension (2026-01-26). Listens to the parent window
 * only.
 */

export type Json = Readonly<Record<string, unknown>>;

export interface HostContext {
  readonly theme?: 'light' | 'dark';
  readonly styles?: { readonly variables?: Readonly<Record<string, string | undefined>> };
  readonly displayMode?: string;
  readonly availableDisplayModes?: readonly string[];
  readonly locale?: string;
}

/** What the host can do; an empty object means yes. */
interface HostCapabilities {
  readonly serverTools?: Json;
  readonly downloadFile?: Json;
  readonly updateModelContext?: Json;
}

export interface ToolResult {
  readonly content?: readonly { readonly type: string; readonly text?: string }[];
  readonly structuredContent?: Json;
  readonly isError?: boolean;
  readonly _meta?: Json;
}

interface Message {
  readonly jsonrpc: '2.0';
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: Json;
  readonly result?: unknown;
  readonly error?: { readonly message?: string };
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
  request(method: string, params: Json): Promise<unknown>;
  notify(method: string, params: Json): void;
}

/** `hear` gets each notification with its params. Resolves when the host has introduced itself. */
export async function connect(hear: (method: string, params: Json) => void): Promise<Host> {
  const waiting = new Map<number | string, Waiting>();
  let last = 0;
  const post = (message: Omit<Message, 'jsonrpc'>): void =>
    window.parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
  const request = (method: string, params: Json): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const id = ++last;
      waiting.set(id, { resolve, reject });
      setTimeout(() => waiting.delete(id) && reject(new Error('The host did not answer.')), ANSWER_MS);
      post({ id, method, params });
    });
  window.addEventListener('message', ({ source, data }: MessageEvent<Message | null>) => {
    if (source !== window.parent || data?.jsonrpc !== '2.0') return;
    const { id, method, params = {}, result, error } = data;
    if (method === undefined) {
      if (id === undefined) return;
      const found = waiting.get(id);
      waiting.delete(id);
      if (error) found?.reject(new Error(error.message ?? 'The host refused.'));
      else found?.resolve(result);
    } else if (id === undefined) hear(method, params);
    // A ping, or the teardown: there is nothing to save.
    else post({ id, result: {} });
  });
  const answer = (await request('ui/initialize', {
    protocolVersion: PROTOCOL,
    appInfo: { name: 'insights-mcp chart', version: '1' },
    appCapabilities: { availableDisplayModes: ['inline', 'fullscreen'] },
  })) as { hostCapabilities?: HostCapabilities; hostContext?: HostContext } | null;
  post({ method: 'ui/notifications/initialized', params: {} });
  return {
    capabilities: answer?.hostCapabilities ?? {},
    context: answer?.hostContext ?? {},
    request,
    notify: (method, params) => post({ method, params }),
  };
}
