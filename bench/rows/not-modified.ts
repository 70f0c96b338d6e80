import { recordResponse } from '../harness/requests/constant-response.ts';
import { peer, product } from '../harness/servers/contenders.ts';
import { FRONT_PAGE, getFeed, registerFeed } from '../harness/requests/feed-query.ts';
import { sendRequest } from '../harness/load/load.ts';
import { contestRow } from '../harness/row.ts';
import { feedContent } from '../harness/requests/same-response.ts';
import type { Server } from '../harness/servers/server.ts';

const BARE = 'bare node:http, 200';
const register = registerFeed(FRONT_PAGE);

/** The GET of row 2 from a client that already has the response. */
export const notModified = contestRow({
  number: 3,
  title: 'If-None-Match with the ETag of the answer: 304, against bare node:http that sends the bytes',
  reference: BARE,
  async contenders() {
    const request = getFeed(FRONT_PAGE);
    const bytes = { ANSWER_FILE: await recordResponse([register, request, request]) };
    const cached = { CACHED: 'yes' };
    return [
      peer(BARE, 'bare-http', prepare, bytes),
      ...product(prepare, 304),
      { ...peer('Apollo + response cache', 'apollo', prepare, cached), status: 304 },
      { ...peer('Yoga + response cache', 'yoga', prepare, cached), status: 304 },
    ];
  },
  bars: [
    { level: 'must', against: [BARE], atLeast: 1 },
    { level: 'stretch', against: [BARE], atLeast: 1.4 },
  ],
});

async function prepare({ port }: Server) {
  await sendRequest(port, register);
  const response = await sendRequest(port, getFeed(FRONT_PAGE));
  const request = getFeed(FRONT_PAGE, { 'if-none-match': response.headers.get('etag') ?? '' });
  return { content: feedContent(response), next: () => request };
}
