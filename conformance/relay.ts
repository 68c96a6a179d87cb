/** The suite has no key of its own: what it sends is passed on as it is, with one. */
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Relay {
  readonly port: number;
  close(): void;
}

/** @param port where the server listens, on loopback */
export async function relayTo(port: number, key: string): Promise<Relay> {
  const server: Server = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${key}` };
    const passed = request(
      { host: '127.0.0.1', port, method: incoming.method, path: incoming.url, headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode!, answer.headers);
        outgoing.flushHeaders();
        answer.pipe(outgoing);
      },
    );
    passed.once('error', () => outgoing.destroy());
    outgoing.once('close', () => passed.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((done) => server.listen(0, 'localhost', done));
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
