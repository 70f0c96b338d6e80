import { peer, product, PRODUCT } from '../harness/servers/contenders.ts';
import { recordResponse } from '../harness/requests/constant-response.ts';
import { FRONT_PAGE, postFeed } from '../harness/requests/feed-query.ts';
import { sendRequest } from '../harness/load/load.ts';
import { contestRow } from '../harness/row.ts';
import { feedContent } from '../harness/requests/same-response.ts';
import type { Server } from '../harness/servers/server.ts';

const BARE = 'bare node:http';
const CACHING_PEERS = ['Apollo + response cache', 'Yoga + response cache', 'Mercurius + jit + cache'];
const request = postFeed(FRONT_PAGE);

/** Repeats the same POST of the feed query. */
export const cachedPost = contestRow({
  number: 1,
  title: `cached feed, POST (${PRODUCT} against servers that cache, and against constant bytes)`,
  reference: BARE,
  async contenders() {
    const bytes = { ANSWER_FILE: await recordResponse([request, request]) };
    const cached = { CACHED: 'yes' };
    return [
      peer(BARE, 'bare-http', prepare, bytes),
      ...product(prepare),
      peer('Apollo + response cache', 'apollo', prepare, cached),
      peer('Yoga + response cache', 'yoga', prepare, cached),
      peer('Mercurius + jit + cache', 'mercurius', prepare, cached),
      peer('express with constant bytes', 'express-bytes', prepare, bytes),
    ];
  },
  bars: [
    { level: 'must', against: [BARE], atLeast: 0.6 },
    { level: 'must', against: CACHING_PEERS, atLeast: 6 },
    { level: 'stretch', against: [BARE], atLeast: 0.8 },
    { level: 'stretch', against: CACHING_PEERS, atLeast: 8 },
  ],
});

async function prepare({ port }: Server) {
  return { content: feedContent(await sendRequest(port, request)), next: () => request };
}
