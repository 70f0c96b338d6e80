import { peer, product } from '../harness/servers/contenders.ts';
import { postNewDocument } from '../harness/requests/feed-query.ts';
import { sendRequest } from '../harness/load/load.ts';
import { contestRow } from '../harness/row.ts';
import { feedContent } from '../harness/requests/same-response.ts';
import type { Server } from '../harness/servers/server.ts';

const APOLLO = 'plain Apollo + DataLoader';

/** Every request has a document that the server has not seen before. */
export const newDocuments = contestRow({
  number: 6,
  title: 'a new document with each request (operation name and alias differ)',
  reference: APOLLO,
  contenders: () =>
    Promise.resolve([
      peer(APOLLO, 'apollo', prepare),
      ...product(prepare),
      peer('plain Yoga + DataLoader', 'yoga', prepare),
      peer('Mercurius + jit', 'mercurius', prepare),
    ]),
  bars: [
    { level: 'must', against: [APOLLO], atLeast: 1.7 },
    { level: 'stretch', against: [APOLLO], atLeast: 2.7 },
  ],
});

async function prepare({ port }: Server) {
  let index = 0;
  const next = () => postNewDocument((index += 1));
  return { content: feedContent(await sendRequest(port, next())), next };
}
