import { peer, product } from '../harness/servers/contenders.ts';
import { CONNECTIONS } from '../harness/contest.ts';
import { sendRequest, runLoad } from '../harness/load/load.ts';
import { createPublisherKey } from '../harness/servers/product.ts';
import { createPeerKey, removePublished } from '../harness/servers/publish-keys.ts';
import { createPublishRequests, LISTINGS, publishRequest } from '../harness/requests/publish-requests.ts';
import { contestRow } from '../harness/row.ts';
import type { Server } from '../harness/servers/server.ts';

const ONE_STATEMENT = 'express + one pg statement';
const MAX_PRIMING_SECONDS = 60;

/** Publishers update their listings over REST: look up the key, insert or replace. */
export const publish = contestRow({
  number: 8,
  title: `publish by REST: key look-up and upsert, ${LISTINGS} listings in turn`,
  reference: ONE_STATEMENT,
  contenders: () =>
    Promise.resolve([
      publishingPeer(ONE_STATEMENT, 'publish-one-statement'),
      ...product(async (server) => prepare(server, await createPublisherKey(server))),
      publishingPeer('express + two pg statements', 'publish-two-statements'),
      publishingPeer('express + Kysely', 'publish-kysely'),
      publishingPeer('express + MikroORM em.upsert', 'publish-mikro-orm'),
    ]),
  bars: [
    { level: 'must', against: [ONE_STATEMENT], atLeast: 0.85 },
    { level: 'stretch', against: [ONE_STATEMENT], atLeast: 1.4 },
  ],
  cleanUp: removePublished,
});

function publishingPeer(name: string, file: string) {
  return peer(name, file, async (server) => prepare(server, await createPeerKey(file)));
}

async function prepare({ port }: Server, key: string) {
  const next = createPublishRequests(key);
  // Every listing exists before the load, so that all contenders replace and none inserts.
  await runLoad({
    port,
    connections: CONNECTIONS,
    count: LISTINGS,
    seconds: MAX_PRIMING_SECONDS,
    next,
    status: 200,
  });
  const response = await sendRequest(port, publishRequest(key, LISTINGS));
  const { listing } = JSON.parse(response.body.toString()) as { listing?: Record<string, unknown> };
  if (listing === undefined) throw new Error(`Nothing was published: ${response.body.toString()}`);
  const { id: _id, createdAt: _createdAt, updatedAt: _updatedAt, ...said } = listing;
  return { content: JSON.stringify(said), next };
}
