/** A database that lets nobody in. A server stands in for it, with what ClickHouse answers. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { parseAddress } from '../../src/clickhouse/server/address.ts';
import { openDatabase } from '../../src/clickhouse/server/database.ts';

test.each([
  ['Code: 81. DB::Exception: Database zz does not exist. (UNKNOWN_DATABASE)', 'does not let this server in, or'],
  ['Code: 516. DB::Exception: default: Authentication failed. (AUTHENTICATION_FAILED)', 'does not let this server in'],
  ['Code: 497. DB::Exception: default: Not enough privileges. (ACCESS_DENIED)', 'does not let this server in'],
  ['Code: 60. DB::Exception: Unknown table. (UNKNOWN_TABLE)', 'could not be asked'],
])('whoever asks is told, without the words of the database: %s', async (said, told) => {
  const server = createServer((_, response) => response.writeHead(404).end(said));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const opened = openDatabase(parseAddress(`clickhouse://default:@127.0.0.1:${port}/zz`), 'file');
  await expect(opened).rejects.toThrow(told);
  await expect(opened).rejects.not.toThrow('DB::');
});
