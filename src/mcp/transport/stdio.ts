/** MCP over stdin and stdout, as assistants start it. Nothing else may write to stdout. */
import type { Readable, Writable } from 'node:stream';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { TUNING } from '../../model/tuning.ts';
import { ICON_SVG, ICON_TYPE } from '../../model/version.ts';
import type { Service } from '../../service/contract/context.ts';
import { Calls } from '../calls.ts';
import { tellChanges } from '../changes.ts';
import { type CurrentCaller, createServer, type McpOptions } from '../server.ts';
import { Tasks } from '../tasks.ts';
import { messageLines } from './lines.ts';

/** As data, because there is no server to load it from. */
const ICON = `data:${ICON_TYPE};base64,${Buffer.from(ICON_SVG).toString('base64')}`;

function newServer(service: Service, caller: CurrentCaller, options: McpOptions, era: 'legacy' | 'modern') {
  // Without the icon in the 2026 protocol, which would repeat it in every response.
  const server = createServer(service, caller, era === 'legacy' ? { ...options, icon: ICON } : options);
  // `revoked` need not do anything: the key is checked at each call, and this process ends with its only client.
  tellChanges(service, server, { caller, revoked: () => {}, era });
  return server;
}

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
  const calls = new Calls();
  const lines = messageLines(streams.output, () => calls.ended(TUNING.stop_answers_ms));
  streams.input.pipe(lines);
  // Whole lines, one by one, whose length is bounded before.
  const transport = new StdioServerTransport(lines, streams.output, { maxBufferSize: Number.MAX_SAFE_INTEGER });
  const counted = { ...options, calls, tasks: new Tasks(service) };
  const handle = serveStdio(({ era }) => newServer(service, caller, counted, era), {
    legacy: 'serve',
    transport,
    onerror: (error) => service.log.warn({ error: error.message }, 'stdio'),
  });
  const closed = new Promise<void>((resolve) => {
    // After the end of input the client may still read, so running calls are answered first.
    for (const event of ['end', 'close']) lines.once(event, resolve);
    // If nobody takes the answers, the last message is not read either.
    streams.input.once('close', () => void calls.ended(TUNING.stop_answers_ms).then(resolve));
    // Nobody reads the answers any more.
    for (const event of ['error', 'close']) streams.output.once(event, () => resolve());
  });
  const close = async () => {
    streams.input.unpipe(lines);
    await handle.close();
  };
  return { closed, close };
}
