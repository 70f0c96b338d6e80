import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '../../support/database/database.ts';
import { describeWith } from '../../support/describe-with.ts';
import { startServer, type Server } from '../../support/gateway/server.ts';
import { draft } from '../../support/listings.ts';

describeWith(process.env['DATABASE_URL'], 'DATABASE_URL is not set', 'a gateway that was frozen', (url) => {
  let database: TestDatabase | undefined;
  let directory: string;
  let server: Server;
  beforeAll(async () => {
    database = await createTestDatabase(url);
    directory = await mkdtemp(join(tmpdir(), 'gateway-'));
    server = await startServer(directory, { DATABASE_URL: database?.url ?? '' });
  });
  afterAll(async () => {
    await server.end('SIGKILL');
    await database?.drop();
    await rm(directory, { recursive: true, force: true });
  });

  /** Sends a request to the frozen gateway, and gives up; the gateway then goes on. */
  async function giveUp(line: string, key: string, body?: object): Promise<void> {
    const text = body === undefined ? '' : JSON.stringify(body);
    const lines = [
      `${line} HTTP/1.1`,
      'host: localhost',
      `authorization: Bearer ${key}`,
      'content-type: application/json',
      `content-length: ${Buffer.byteLength(text)}`,
    ];
    server.child.kill('SIGSTOP');
    try {
      const socket = connect({ port: Number(new URL(server.url).port), host: '127.0.0.1' });
      await once(socket, 'connect');
      socket.end(`${lines.join('\r\n')}\r\n\r\n${text}`);
      await once(socket, 'finish');
      socket.destroy();
    } finally {
      server.child.kill('SIGCONT');
    }
  }

  it('carries out no request whose client has gone, since a later one may have come through another', async () => {
    const key = await server.createKey();
    const kept = draft() as { readonly sourceExternalId: string };
    expect((await server.publish(key, kept)).status).toBe(200);
    const query =
      'mutation ($input: PublishListingInput!) { publishListing(input: $input) { listing { id } } }';
    // From the second time on the gateway remembers the key: nothing keeps it from seeing the end of a connection too late.
    for (let time = 0; time < 5; time++) {
      const [byRest, byGraphql] = [draft(), draft()];
      await giveUp('POST /api/v1/giveaways', key, byRest);
      await giveUp('POST /graphql', key, { query, variables: { input: byGraphql } });
      await giveUp(`DELETE /api/v1/giveaways?sourceExternalId=${kept.sourceExternalId}`, key);
      // Those come first.
      expect((await server.publish(key, draft())).status).toBe(200);
      const found = [byRest, byGraphql, kept].map(({ sourceExternalId }) =>
        server.read(key, sourceExternalId),
      );
      const statuses = (await Promise.all(found)).map(({ status }) => status);
      expect(statuses).toEqual([404, 404, 200]);
    }
    // The same mutation of a client that waits is carried out.
    const response = await server.graphql(query, { input: draft() }, key);
    expect(response.body.errors).toBeUndefined();
  });
});
