import { PRODUCT, startPeer } from '../harness/servers/contenders.ts';
import { FRONT_PAGE, postFeed } from '../harness/requests/feed-query.ts';
import { sendAtOnce } from '../harness/load/load.ts';
import { isProductBuilt, startProduct } from '../harness/servers/product.ts';
import { startRedis } from '../harness/servers/redis.ts';
import type { Row, RowResult } from '../harness/row.ts';
import { feedContent, requireSameContent } from '../harness/requests/same-response.ts';
import type { Server } from '../harness/servers/server.ts';
import { startStatementProxy } from '../harness/servers/statement-proxy.ts';

const REQUESTS = 100;
/** A statement that reads listings with their titles; jobs that begin at the start of a server read others of their columns. */
const LISTING = /\btitle\b[^]*\bfrom\s+(?:"?\w+"?\.)?"?listing"?\b/i;
const TWO_INSTANCES = `${PRODUCT}, two instances and Redis`;

interface Outcome {
  readonly name: string;
  /** Statements that read listings. */
  readonly listingStatements: number;
  readonly statements: number;
}
type Start = (databaseUrl: string) => Promise<readonly Server[]>;

/** A server that was just started gets the same query a hundred times at once. */
export const stampede: Row = {
  number: 4,
  title: `cold stampede: ${REQUESTS} equal requests at once on a fresh server, statements that reach PostgreSQL`,
  async run({ rounds }, log) {
    const outcomes: Outcome[] = [];
    const redis = isProductBuilt() ? await startRedis() : undefined;
    try {
      for (let round = 1; round <= rounds; round += 1) {
        for (const [name, start] of contenders(redis?.url)) {
          const outcome = await meet(name, start, round);
          outcomes.push(outcome);
          log(
            `round ${round}: ${name} ${outcome.listingStatements} of listings, ${outcome.statements} in all`,
          );
        }
      }
    } finally {
      await redis?.stop();
    }
    return toResult(outcomes);
  },
};

function contenders(redisUrl: string | undefined): [string, Start][] {
  const peer = (file: string): Start => {
    return async (databaseUrl) => [await startPeer(file, { CACHED: 'yes', DATABASE_URL: databaseUrl })];
  };
  const product: [string, Start][] = [
    [PRODUCT, async (databaseUrl) => [await startProduct({ DATABASE_URL: databaseUrl })]],
  ];
  if (redisUrl !== undefined) {
    const one = (databaseUrl: string) => startProduct({ DATABASE_URL: databaseUrl, REDIS_URL: redisUrl });
    product.push([TWO_INSTANCES, async (databaseUrl) => [await one(databaseUrl), await one(databaseUrl)]]);
  }
  return [
    ...(isProductBuilt() ? product : []),
    ['Apollo + response cache', peer('apollo')],
    ['Yoga + response cache', peer('yoga')],
    ['Mercurius + jit + cache', peer('mercurius')],
  ];
}

async function meet(name: string, start: Start, round: number): Promise<Outcome> {
  const proxy = await startStatementProxy();
  const servers = await start(proxy.databaseUrl);
  try {
    proxy.take();
    // A different page each round: responses of an earlier round in Redis are of no use.
    const request = postFeed({ ...FRONT_PAGE, first: 20 + round });
    const share = Array.from({ length: REQUESTS / servers.length }, () => request);
    const responses = (await Promise.all(servers.map(({ port }) => sendAtOnce(port, share)))).flat();
    const contents = responses.map(feedContent);
    for (const content of contents) requireSameContent(name, contents[0] ?? '', content);
    const statements = proxy.take();
    return {
      name,
      listingStatements: statements.filter((text) => LISTING.test(text)).length,
      statements: statements.length,
    };
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    proxy.close();
  }
}

function toResult(outcomes: readonly Outcome[]): RowResult {
  const names = [...new Set(outcomes.map(({ name }) => name))];
  const worst = (name: string, count: 'listingStatements' | 'statements') =>
    Math.max(...outcomes.filter((outcome) => outcome.name === name).map((outcome) => outcome[count]));
  const bars = [
    { level: 'must', name: PRODUCT, wanted: '1 statement an instance' },
    { level: 'stretch', name: TWO_INSTANCES, wanted: '1 statement over all instances' },
  ].map((bar) => {
    const reached = names.includes(bar.name) ? worst(bar.name, 'listingStatements') : undefined;
    return { ...bar, reached, held: reached === undefined ? undefined : reached === 1 };
  });
  return {
    facts: { requests: REQUESTS, outcomes, bars },
    table: [
      ['contender', 'statements that read listings (most)', 'all statements (most)'],
      ...names.map((name) => [
        name,
        String(worst(name, 'listingStatements')),
        String(worst(name, 'statements')),
      ]),
    ],
    remarks: bars.map(({ level, wanted, reached, held }) =>
      reached === undefined
        ? `${level} ${wanted}: not measured`
        : `${level} ${wanted}: ${held ? 'held' : 'MISSED'} (${reached})`,
    ),
  };
}
