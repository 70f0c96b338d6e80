import { afterAll, describe, expect, it } from '@jest/globals';
import { join } from 'node:path';
import type { Client } from '../support/gateway/client.ts';
import { createTestDatabase, type TestDatabase } from '../support/database/database.ts';
import { describeEmbedded, describeWith } from '../support/describe-with.ts';
import { placeEmbeddedDatabase } from '../support/database/embedded-database.ts';
import { startGateway } from '../support/gateway/gateway.ts';
import type { HttpResponse, Json } from '../support/http/http.ts';
import { draft } from '../support/listings.ts';
import { startServer, type Server } from '../support/gateway/server.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const ROUNDS = 3;
const AT_ONCE = 12;
const ENOUGH = 5;

/** What a server has acknowledged with 200: the last state of each listing, and the key it created. */
interface Acknowledged {
  readonly key: string;
  readonly listings: readonly Json[];
}

describe('a server killed right after a 200', () => {
  const directory = temporaryDirectory('gateway');

  describeEmbedded('a gateway on the embedded database', () => {
    it(`loses no acknowledged write in ${ROUNDS} rounds`, async () => {
      await placeEmbeddedDatabase(join(directory, 'db'));
      const acknowledged: Acknowledged[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const server = await startServer(directory);
        await expectKept(server, acknowledged);
        acknowledged.push(await writeUntilKilled(server));
      }
      const gateway = await startGateway({ DATA_DIR: directory, DATABASE_URL: '' });
      await expectKept(gateway, acknowledged);
      await gateway.stop();
    });
  });

  describeWith(process.env['DATABASE_URL'], 'DATABASE_URL is not set', 'on PostgreSQL', () => {
    let database: TestDatabase | undefined;
    afterAll(() => database?.drop());

    it('loses no acknowledged write', async () => {
      database = await createTestDatabase();
      const DATABASE_URL = database?.url ?? '';
      const acknowledged = await writeUntilKilled(await startServer(directory, { DATABASE_URL }));
      const gateway = await startGateway({ DATA_DIR: directory, DATABASE_URL });
      await expectKept(gateway, [acknowledged]);
      await gateway.stop();
    });
  });
});

/** Publishes, updates and withdraws many listings at once, and kills the server after a few responses. */
async function writeUntilKilled(server: Server): Promise<Acknowledged> {
  const key = await server.createKey();
  const earlier: Json[] = [];
  for (let count = 0; count < 4; count += 1) earlier.push((await server.publish(key, draft())).body.listing);
  const last = new Map<string, Json>(earlier.map((listing) => [listing.sourceExternalId, listing]));

  let answered = 0;
  let ended: Promise<unknown> | undefined;
  const settle = async (id: string, write: Promise<HttpResponse>, toListing: (body: Json) => Json) => {
    const response = await write.catch(() => undefined);
    // A write without a response may have happened or not.
    if (response === undefined) return last.delete(id);
    expect(response.status).toBe(200);
    last.set(id, toListing(response.body));
    answered += 1;
    if (answered >= ENOUGH) ended ??= server.end('SIGKILL');
  };
  const [updated, ...withdrawn] = earlier;
  await Promise.all([
    ...Array.from({ length: AT_ONCE }, () => draft()).map((sent) =>
      settle(String(sent['sourceExternalId']), server.publish(key, sent), ({ listing }) => listing),
    ),
    settle(
      updated.sourceExternalId,
      server.publish(key, { ...draft(), sourceExternalId: updated.sourceExternalId, title: 'Updated' }),
      ({ listing }) => listing,
    ),
    ...withdrawn.map((listing) =>
      settle(listing.sourceExternalId, server.withdraw(key, listing.sourceExternalId), ({ status }) => ({
        ...listing,
        status,
        updatedAt: expect.any(String),
      })),
    ),
  ]);
  await (ended ?? server.end('SIGKILL'));
  expect(last.size).toBeGreaterThanOrEqual(ENOUGH);
  return { key, listings: [...last.values()] };
}

async function expectKept(client: Client, acknowledged: readonly Acknowledged[]): Promise<void> {
  for (const { key, listings } of acknowledged) {
    for (const listing of listings)
      expect((await client.read(key, listing.sourceExternalId)).body).toEqual({ listing });
  }
}
