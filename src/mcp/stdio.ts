/** MCP over stdin and stdout, as assistants start it. Nothing else may write to stdout. */
import type { Readable, Writable } from 'node:stream';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Service } from '../service/context.ts';
import { type CurrentCaller, createServer, type McpOptions } from './server.ts';

export interface StdioConnection {
  /** Resolves when the assistant has closed its end. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

export function connectStdio(
  service: Service,
  caller: CurrentCaller,
  options: McpOptions,
  streams: { input: Readable; output: Writable } = { input: process.stdin, output: process.stdout },
): StdioConnection {
  const handle = serveStdio(() => createServer(service, caller, options), {
    legacy: 'serve',
    transport: new StdioServerTransport(streams.input, streams.output),
    onerror: (error) => service.log.warn({ error: error.message }, 'stdio'),
  });
  const closed = new Promise<void>((resolve) => {
    streams.input.once('end', resolve);
    streams.input.once('close', resolve);
  });
  return { closed, close: () => handle.close() };
}
