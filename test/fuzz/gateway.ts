import { monitorEventLoopDelay } from 'node:perf_hooks';
import { startGateway } from '../support/gateway/gateway.ts';
import { heapBytes } from '../support/faults/heap.ts';
import { startIssuer } from '../support/http/issuer.ts';
import { draft, newEmail } from '../support/listings.ts';
import { createProvider, createProviderWithSigner } from '../support/providers/providers.ts';
import { untilFinal } from '../support/chain/provider-chain.ts';

/** The message of the gateway's process when it is ready. */
export interface Ready {
  readonly url: string;
  /** The credential of each kind of caller; undefined for a caller without one. */
  readonly callers: Readonly<Record<string, string | null>>;
  /** Ids and names that exist. */
  readonly known: readonly string[];
}

/** The state of the process since the last request for it. */
export interface Condition {
  /** The longest time that the event loop was blocked, in milliseconds. */
  readonly blockedMs: number;
  /** Bytes in use after garbage collection; only when requested. */
  readonly heap: number | undefined;
  /** Uncaught errors. */
  readonly uncaught: readonly string[];
  /** The latest error entries of the log. */
  readonly errors: readonly string[];
}

const uncaught: string[] = [];
process.on('unhandledRejection', (error) => uncaught.push(describe(error)));
process.on('uncaughtException', (error) => uncaught.push(describe(error)));
const delay = monitorEventLoopDelay({ resolution: 10 });

const issuer = await startIssuer();
const gateway = await startGateway({ CHAIN: 'on', CHAIN_BLOCK_TIME: '0', OAUTH_ISSUERS: issuer.entry });
const email = newEmail();
const session = await gateway.signIn(email);
const publisherKey = await gateway.createKey(email);
const listing = (await gateway.publish(publisherKey, draft())).body.listing;
const { secret, provider } = await createProviderWithSigner(gateway);
const send = (endpoint: string, body: object) =>
  gateway.rest('POST', `/api/provider/integrations/${endpoint}`, { key: secret, body });
const startTime = Math.floor(Date.now() / 1_000) - 60;
const giveaway = await untilFinal(() =>
  send('create-giveaway', { giveawayId: 'known', startTime, determinationType: 0 }),
);
const entrant = await untilFinal(() =>
  send('provision-entrant', {
    giveawayId: 'known',
    entrantWallet: '0x00000000000000000000000000000000000000a1',
    amount: 3,
  }),
);
const other = await createProvider(gateway);
const { body } = await gateway.graphql('{ giveaways(first: 1) { nodes { id rounds { nodes { id } } } } }');
const [found] = body.data.giveaways.nodes;

process.send?.({
  url: gateway.url,
  callers: {
    anonymous: null,
    account: session,
    publisher: publisherKey,
    provider: secret,
    client: await issuer.token({ exp: Math.floor(Date.now() / 1_000) + 3_600 }),
    operator: gateway.operatorToken,
  },
  known: [
    listing.id,
    listing.sourceExternalId,
    provider.id,
    other.id,
    email,
    'known',
    found.id,
    found.rounds.nodes[0]?.id ?? found.id,
    String(entrant.body.result?.passportId ?? 1),
    String(giveaway.body.operation?.id),
    '0x00000000000000000000000000000000000000a1',
  ],
} satisfies Ready);
delay.enable();

process.on('message', (message: { readonly collect: boolean } | 'stop') => void respond(message));

async function respond(message: { readonly collect: boolean } | 'stop'): Promise<void> {
  if (message === 'stop') {
    await gateway.stop();
    await issuer.stop();
    process.disconnect();
    return;
  }
  const blockedMs = delay.max / 1e6;
  const heap = message.collect ? await heapBytes() : undefined;
  const errors = gateway.log.filter((line) => line.includes('"level":50')).slice(-5);
  process.send?.({ blockedMs, heap, uncaught: uncaught.splice(0), errors } satisfies Condition);
  (gateway.log as string[]).length = 0;
  delay.reset();
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
