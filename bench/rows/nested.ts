import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { countStatements } from '../harness/servers/count-statements.ts';
import { peer, product, PRODUCT, startPeer } from '../harness/servers/contenders.ts';
import { withDatabase } from '../harness/servers/database.ts';
import {
  DIFFERENT_PAGES,
  ENTRIES_OF_RESPONSE,
  giveawayContent,
  giveawayPage,
  postGiveaway,
  postPostgraphileGiveaway,
  type GiveawayPage,
} from '../harness/requests/giveaway-query.ts';
import { sendRequest } from '../harness/load/load.ts';
import { BENCH } from '../harness/paths.ts';
import { isProductBuilt, startProduct } from '../harness/servers/product.ts';
import { contestRow, type Row } from '../harness/row.ts';
import type { Server } from '../harness/servers/server.ts';
import { ensureGiveaways } from '../seed/giveaways.ts';

const APOLLO = 'plain Apollo + DataLoader';
const MERCURIUS = 'Mercurius + jit';
const POSTGRAPHILE = 'PostGraphile';
const LEVELS = 4;
const SAMPLES = 10;
const postgraphileSchema = { PEER_SCHEMA: 'bench_giveaways' };

const contest = contestRow({
  number: 7,
  title: `a giveaway with its rounds, their entries and the entries' passports: ${ENTRIES_OF_RESPONSE} entries, all requests different`,
  reference: APOLLO,
  contenders: () =>
    Promise.resolve([
      peer(APOLLO, 'giveaways-apollo', prepareShared),
      ...product(prepareShared),
      peer(MERCURIUS, 'giveaways-mercurius', prepareShared),
      peer(POSTGRAPHILE, 'postgraphile', preparePostgraphile, postgraphileSchema),
    ]),
  // Each sample runs through a server's code 250 times.
  leastWarmUpRequests: 500,
  bars: [
    { level: 'must', against: [POSTGRAPHILE, MERCURIUS], atLeast: 1.3 },
    { level: 'stretch', against: [POSTGRAPHILE, MERCURIUS], atLeast: 2.5 },
  ],
});

/** Four levels, as a page of a giveaway reads them. */
export const nested: Row = {
  number: contest.number,
  title: contest.title,
  async run(settings, log) {
    await ensureGiveaways(log);
    await withDatabase((client) =>
      client.query(readFileSync(join(BENCH, 'peers', 'postgraphile-giveaways.sql'), 'utf8')),
    );
    const result = await contest.run(settings, log);
    const statements = await countAll();
    const bars = statements.map(({ name, count }) =>
      name === PRODUCT
        ? `must ≤ ${LEVELS} statements, one a level: ${count <= LEVELS ? 'held' : 'MISSED'} (${count})`
        : `${name}: ${count} statements`,
    );
    return { ...result, facts: { ...result.facts, statements }, remarks: [...result.remarks, ...bars] };
  },
};

function prepareShared(server: Server) {
  return prepare(server, postGiveaway);
}

function preparePostgraphile(server: Server) {
  return prepare(server, postPostgraphileGiveaway);
}

async function prepare({ port }: Server, toRequest: (page: GiveawayPage) => Buffer) {
  const contents: string[] = [];
  // Samples come from the end of the sequence, which the load does not reach.
  for (let index = DIFFERENT_PAGES - SAMPLES; index < DIFFERENT_PAGES; index += 1) {
    contents.push(giveawayContent(await sendRequest(port, toRequest(giveawayPage(index)))));
  }
  let index = 0;
  return { content: contents.join('\n'), next: () => toRequest(giveawayPage(index++)) };
}

/** The number of statements of one request on a warm server. */
function countAll() {
  const environment = (databaseUrl: string) => ({ DATABASE_URL: databaseUrl });
  const shared = [1, 2].map((index) => postGiveaway(giveawayPage(index)));
  const derived = [1, 2].map((index) => postPostgraphileGiveaway(giveawayPage(index)));
  return Promise.all([
    ...(isProductBuilt() ? [countStatements(PRODUCT, (url) => startProduct(environment(url)), shared)] : []),
    countStatements(APOLLO, (url) => startPeer('giveaways-apollo', environment(url)), shared),
    countStatements(MERCURIUS, (url) => startPeer('giveaways-mercurius', environment(url)), shared),
    countStatements(
      POSTGRAPHILE,
      (url) => startPeer('postgraphile', { ...environment(url), ...postgraphileSchema }),
      derived,
    ),
  ]);
}
