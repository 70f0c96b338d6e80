import { createClient, createConfig } from './generated/client/index.ts';
import type { Feed, Listing, Operation } from './generated/types.gen.ts';
import * as endpoints from './generated/sdk.gen.ts';
import { baseOf, USUAL_RETRIES, type GatewayOptions } from './gateway-options.ts';
import { GiveawaysError } from './giveaways-error.ts';
import { withRetries } from './retry.ts';

export interface GiveawaysOptions extends GatewayOptions {
  /** How many seconds the response to a provider's change may wait for the chain, 0 to 60; 25 by default. */
  readonly waitSeconds?: number;
}

type Endpoints = typeof endpoints;
type Name = keyof Endpoints;
type Given<Each extends Name> = Parameters<Endpoints[Each]>[0];
type OptionsOf<Each extends Name> = Omit<
  NonNullable<Given<Each>>,
  'client' | 'throwOnError' | 'responseStyle'
>;
type Arguments<Each extends Name> =
  undefined extends Given<Each> ? [options?: OptionsOf<Each>] : [options: OptionsOf<Each>];
type DataOf<Each extends Name> = NonNullable<
  Extract<Awaited<ReturnType<Endpoints[Each]>>, { data: unknown }>['data']
>;

/** The response to a provider's change. */
interface Changed {
  readonly operation: Operation;
}

/** The endpoints by their names in the OpenAPI document. Each rejects with a GiveawaysError. */
export type Giveaways = {
  readonly [Each in Name]: (...options: Arguments<Each>) => Promise<DataOf<Each>>;
} & {
  /** All listings of the caller, withdrawn ones included, page by page: the newest first, so that one that changes keeps its place. */
  eachListing(): AsyncGenerator<Listing, void, undefined>;
  /**
   * All items of the feed that a query finds, page by page. From the start, without a search or an order, the newest come first, so
   * that an item that changes keeps its place.
   */
  eachFeedItem(
    query?: NonNullable<OptionsOf<'feedJson'>['query']>,
  ): AsyncGenerator<Feed['items'][number], void, undefined>;
  /**
   * Waits until the operation of a change is confirmed on the chain, and returns its response. Rejects with a GiveawaysError when
   * it fails, and with the reason of `signal` when that ends the wait; the operation continues then.
   */
  complete(change: Changed, signal?: AbortSignal): Promise<DataOf<'providerOperation'>>;
};

const CHANGES = '/api/provider/integrations/';
const PAGE = 100;
const POLL_MS = 1_000;

/** A client of one gateway. Changes of providers get an Idempotency-Key unless they have one, so repetitions have no second effect. */
export function createGiveaways(options: GiveawaysOptions): Giveaways {
  const { credential, retries = USUAL_RETRIES, waitSeconds, fetch = globalThis.fetch } = options;
  const client = createClient(
    createConfig({
      baseUrl: baseOf(options),
      fetch: withRetries(fetch, retries),
      ...(credential !== undefined && {
        auth: () => (typeof credential === 'string' ? credential : credential()),
      }),
    }),
  );
  client.interceptors.request.use((request) => {
    if (request.method !== 'POST' || !new URL(request.url).pathname.includes(CHANGES)) return request;
    if (!request.headers.has('idempotency-key')) request.headers.set('idempotency-key', crypto.randomUUID());
    if (waitSeconds !== undefined && !request.headers.has('prefer'))
      request.headers.set('prefer', `wait=${waitSeconds}`);
    return request;
  });
  client.interceptors.error.use((result, response) => new GiveawaysError(result, response));

  const bound = Object.fromEntries(
    Object.entries(endpoints).map(([name, endpoint]) => [
      name,
      async (options: object = {}) => {
        const call = endpoint as (options: object) => Promise<{ readonly data: unknown }>;
        return (await call({ ...options, client, throwOnError: true })).data;
      },
    ]),
  ) as unknown as Pick<Giveaways, Name>;

  return {
    ...bound,
    async *eachListing() {
      for (let after: string | undefined; ;) {
        const page = await bound.myListings({
          query: { first: PAGE, orderBy: 'NEWEST', ...(after !== undefined && { after }) },
        });
        if (!('listings' in page)) return;
        yield* page.listings;
        if (!page.pageInfo.hasNextPage || page.pageInfo.endCursor === null) return;
        after = page.pageInfo.endCursor;
      }
    },
    async *eachFeedItem(given = {}) {
      const { search, after, last, before, orderBy } = given;
      const isWhole = [search, after, last, before, orderBy].every((argument) => argument === undefined);
      const query = isWhole ? { ...given, orderBy: 'NEWEST' as const } : given;
      const { last: _last, before: _before, ...others } = query;
      // Pages follow forwards also after one from the end, as `next_url` does.
      const following = last === undefined ? query : { ...others, first: last };
      for (let page = await bound.feedJson({ query }); ;) {
        yield* page.items;
        if (page.next_url === undefined) return;
        const after = new URL(page.next_url).searchParams.get('after');
        if (after === null) return;
        page = await bound.feedJson({ query: { ...following, after } });
      }
    },
    async complete({ operation: { id } }, signal) {
      for (;;) {
        const result = await bound.providerOperation({ path: { id }, ...(signal && { signal }) });
        const { status } = result.operation;
        if (status === 'CONFIRMED' || status === 'FINALIZED') return result;
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
        signal?.throwIfAborted();
      }
    },
  };
}
