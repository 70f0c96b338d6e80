import { recordAnswer } from '../harness/requests/constant-answer.ts';
import { peer, product } from '../harness/servers/contenders.ts';
import { FRONT_PAGE, getFeed, registerFeed } from '../harness/requests/feed-query.ts';
import { ask } from '../harness/load/load.ts';
import { contestRow } from '../harness/row.ts';
import { feedContent } from '../harness/requests/same-answer.ts';
import type { Server } from '../harness/servers/server.ts';

const BARE = 'bare node:http, 200';
const register = registerFeed(FRONT_PAGE);

/** The GET of row 2 from a client that already has the answer. */
export const notModified = contestRow({
  number: 3,
  title: 'If-None-Match with the ETag of the answer: 304, against bare node:http that sends the bytes',
  reference: BARE,
  async contenders() {
    const request = getFeed(FRONT_PAGE);
    const bytes = { ANSWER_FILE: await recordAnswer([register, request, request]) };
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
  await ask(port, register);
  const answer = await ask(port, getFeed(FRONT_PAGE));
  const request = getFeed(FRONT_PAGE, { 'if-none-match': answer.headers.get('etag') ?? '' });
  return { content: feedContent(answer), next: () => request };
}
