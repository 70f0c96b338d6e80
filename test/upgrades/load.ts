import { randomUUID } from 'node:crypto';
import { setTimeout as after } from 'node:timers/promises';
import { inspect } from 'node:util';
import { send, type HttpResponse, type Sent } from '../support/http/http.ts';
import { draft } from '../support/listings.ts';

/** Publishes, reads and issues entries at several gateways in turn. */
export interface Load {
  /** The addresses that the next requests go to. */
  route(urls: readonly string[]): void;
  /** How many requests were answered. */
  count(): number;
  /** What failed, and what a gateway did not have any more. */
  readonly failures: readonly string[];
  /** How many entries were issued. */
  issued(): number;
  /** Ends it and reads all listings at each of these addresses; returns those that lack the last answered change. */
  end(urls: readonly string[]): Promise<readonly string[]>;
}

interface LoadOptions {
  readonly urls: readonly string[];
  readonly publisherKey: string;
  /** Issues entries to this passport of this giveaway; undefined without a chain. */
  readonly provider?: { readonly key: string; readonly giveawayId: string; readonly passportId: number };
}

const PUBLISHERS = 3;
const LISTINGS_EACH = 10;
const PAUSE_MS = 15;

export function startLoad({ urls, publisherKey, provider }: LoadOptions): Load {
  const failures: string[] = [];
  const titles = new Map<string, string>();
  let targets = urls;
  let turn = 0;
  let answered = 0;
  let issued = 0;
  const ending = new AbortController();

  async function request(method: string, path: string, sent?: Sent): Promise<HttpResponse | undefined> {
    const url = targets[turn++ % targets.length] ?? '';
    try {
      const response = await send(method, `${url}${path}`, sent);
      answered += 1;
      const isGraphqlError = response.status === 200 && response.body?.errors !== undefined;
      if ((response.status === 200 || response.status === 202) && !isGraphqlError) return response;
      failures.push(`${method} ${url}${path}: ${response.status} ${response.text.slice(0, 300)}`);
    } catch (error) {
      failures.push(`${method} ${url}${path}: ${inspect(error)}`);
    }
    return undefined;
  }

  async function publish(publisher: number, round: number): Promise<void> {
    const sourceExternalId = `load-${publisher}-${round % LISTINGS_EACH}`;
    const title = `Round ${round}`;
    const body = draft({ sourceExternalId, title });
    const response = await request('POST', '/api/v1/giveaways', { key: publisherKey, body });
    if (response) titles.set(sourceExternalId, title);
  }

  const ownListing = (id: string) => `/api/v1/giveaways?sourceExternalId=${id}`;

  async function read(_reader: number, round: number): Promise<void> {
    const search = `seaside${round % 50}`;
    await request('GET', '/feed.json');
    await request('POST', '/graphql', {
      body: {
        query: '{ feed(first: 5, filter: { includeEnded: true }) { nodes { id title platform } } }',
      },
    });
    await request('POST', '/graphql', {
      body: { query: `{ feed(first: 5, filter: { search: "${search}" }) { nodes { id } } }` },
    });
    if (!provider) return;
    const text = '{ giveaways(first: 5) { nodes { giveawayId } } }';
    await request('POST', '/graphql', { body: { query: text } });
    await request('GET', `/api/provider/integrations/passport-status?passportId=${provider.passportId}`, {
      key: provider.key,
    });
  }

  async function issue(): Promise<void> {
    if (!provider) return;
    const { key, giveawayId, passportId } = provider;
    const headers = { 'idempotency-key': randomUUID() };
    const body = { giveawayId, passportId, amount: 1 };
    const response = await request('POST', '/api/provider/integrations/issue-entries', {
      key,
      headers,
      body,
    });
    if (response) issued += 1;
  }

  async function repeat(work: (worker: number, round: number) => Promise<void>, worker: number) {
    for (let round = 0; !ending.signal.aborted; round += 1) {
      await work(worker, round);
      await after(PAUSE_MS);
    }
  }

  const running = [
    ...Array.from({ length: PUBLISHERS }, (_, publisher) => repeat(publish, publisher)),
    repeat(read, 0),
    ...(provider ? [repeat(issue, 0), repeat(issue, 1)] : []),
  ];

  return {
    failures,
    route(next) {
      targets = next;
    },
    count: () => answered,
    issued: () => issued,
    async end(addresses) {
      ending.abort();
      await Promise.all(running);
      const lost: string[] = [];
      for (const url of addresses)
        for (const [id, title] of titles) {
          const { body } = await send('GET', `${url}${ownListing(id)}`, { key: publisherKey });
          if (body?.listing?.title !== title) lost.push(`${url} ${id}: ${JSON.stringify(body)}`);
        }
      return lost;
    },
  };
}
