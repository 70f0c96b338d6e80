import { recordResponse } from '../harness/requests/constant-response.ts';
import { peer, product } from '../harness/servers/contenders.ts';
import { FRONT_PAGE, getFeed, registerFeed } from '../harness/requests/feed-query.ts';
import { sendRequest } from '../harness/load/load.ts';
import { contestRow } from '../harness/row.ts';
import { feedContent } from '../harness/requests/same-response.ts';
import type { Server } from '../harness/servers/server.ts';

const BARE = 'bare node:http';
const request = getFeed(FRONT_PAGE);
const register = registerFeed(FRONT_PAGE);

/** Repeats the same GET by the query's hash. */
export const cachedGet = contestRow({
  number: 2,
  title: 'cached feed, GET by the hash of the query (automatic persisted queries)',
  reference: BARE,
  async contenders() {
    const bytes = { ANSWER_FILE: await recordResponse([register, request, request]) };
    const cached = { CACHED: 'yes' };
    return [
      peer(BARE, 'bare-http', prepare, bytes),
      ...product(prepare),
      peer('Apollo + response cache', 'apollo', prepare, cached),
      peer('Yoga + response cache', 'yoga', prepare, cached),
    ];
  },
  bars: [
    { level: 'must', against: [BARE], atLeast: 0.65 },
    { level: 'stretch', against: [BARE], atLeast: 0.9 },
  ],
});

async function prepare({ port }: Server) {
  await sendRequest(port, register);
  return { content: feedContent(await sendRequest(port, request)), next: () => request };
}
