import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { peer, product } from '../harness/servers/contenders.ts';
import { withDatabase } from '../harness/servers/database.ts';
import {
  createDifferentPages,
  DIFFERENT_PAGES,
  toFeedVariables,
  type FeedPage,
} from '../harness/requests/different-feeds.ts';
import { postFeed } from '../harness/requests/feed-query.ts';
import { sendRequest } from '../harness/load/load.ts';
import { BENCH } from '../harness/paths.ts';
import { createPostgraphileQuery } from '../harness/requests/postgraphile-query.ts';
import { contestRow } from '../harness/row.ts';
import { feedContent } from '../harness/requests/same-response.ts';
import type { Server } from '../harness/servers/server.ts';

const APOLLO = 'plain Apollo + DataLoader';
const MERCURIUS = 'Mercurius + jit';
const SAMPLES = 20;

/** One document with different variables each time, so that no response cache helps. */
export const uncached = contestRow({
  number: 5,
  title: 'uncached feed, all requests different (cursor, filter, order, size)',
  reference: APOLLO,
  async contenders() {
    const pages = await createDifferentPages();
    await createPostgraphileViews();
    const prepareShared = (server: Server) =>
      prepare(server, pages, (page) => postFeed(toFeedVariables(page)));
    const preparePostgraphile = async (server: Server) =>
      prepare(server, pages, await createPostgraphileQuery(server.port));
    return [
      peer(APOLLO, 'apollo', prepareShared),
      ...product(prepareShared),
      peer(MERCURIUS, 'mercurius', prepareShared),
      peer('plain Yoga + DataLoader', 'yoga', prepareShared),
      peer('PostGraphile', 'postgraphile', preparePostgraphile),
    ];
  },
  bars: [
    { level: 'must', against: [MERCURIUS], atLeast: 1.1 },
    { level: 'must', against: [APOLLO], atLeast: 2.4 },
    { level: 'stretch', against: [MERCURIUS], atLeast: 1.7 },
    { level: 'stretch', against: [APOLLO], atLeast: 3.8 },
  ],
});

async function prepare(
  { port }: Server,
  pages: (index: number) => FeedPage,
  toRequest: (page: FeedPage) => Buffer,
) {
  const contents: string[] = [];
  // Samples come from the end of the sequence, which the load does not reach.
  for (let index = DIFFERENT_PAGES - SAMPLES; index < DIFFERENT_PAGES; index += 1) {
    contents.push(feedContent(await sendRequest(port, toRequest(pages(index)))));
  }
  let index = 0;
  return { content: contents.join('\n'), next: () => toRequest(pages(index++)) };
}

function createPostgraphileViews(): Promise<unknown> {
  return withDatabase((client) =>
    client.query(readFileSync(join(BENCH, 'peers', 'postgraphile.sql'), 'utf8')),
  );
}
