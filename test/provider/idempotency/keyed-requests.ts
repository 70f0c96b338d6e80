import { afterAll, beforeAll, expect } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { embeddedNode, type EmbeddedNode } from '../../support/chain/embedded-chain.ts';
import {
  hubStateOf,
  sendAs,
  type HubState,
  type SendToProviderApi,
  type SigningProvider,
} from '../../support/chain/provider-chain.ts';
import { readOperationKeys } from '../../support/chain/history.ts';
import { startGateway, type Gateway } from '../../support/gateway/gateway.ts';
import { createProviderWithSigner } from '../../support/providers/providers.ts';

/** Timeout of the tests that wait for the chain, in milliseconds. */
export const CHAIN_TIMEOUT = 120_000;
/** Seconds after the end of a round before its beacon round is due. */
export const BEACON_MARGIN = 600;
const WALLET = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

export let gateway: Gateway;
export let node: EmbeddedNode;
export let hub: HubState;
export let provider: SigningProvider;
/** Sends a request to the REST API with the key of the provider. */
export let send: SendToProviderApi;
/** A passport without entries at first. */
export let passportId: number;

/** Starts a gateway with an embedded chain and a provider for a suite, and stops it. */
export function useKeyedRequests(): void {
  beforeAll(async () => {
    gateway = await startGateway({
      CHAIN: 'on',
      CHAIN_BLOCK_TIME: '0',
      CHAIN_BEACON_MARGIN: String(BEACON_MARGIN),
    });
    await connectToChain();
    provider = await createProviderWithSigner(gateway);
    send = sendAs(gateway, provider.secret);
    const provisioned = await send('provision-entrant', { entrantWallet: WALLET });
    passportId = provisioned.body.result.passportId;
  }, CHAIN_TIMEOUT);
  afterAll(() => gateway.stop());
}

/** Finds the embedded chain, whose port changes with each start of the gateway. */
export async function connectToChain(): Promise<void> {
  node = await embeddedNode(gateway);
  const addresses = await readFile(join(gateway.directory, 'chain', 'addresses.json'), 'utf8');
  hub = hubStateOf(node.rpc, JSON.parse(addresses).hub);
}

export const headersWithKey = (key: string, wait?: number) => ({
  'idempotency-key': key,
  ...(wait !== undefined && { prefer: `wait=${wait}` }),
});

/** How many times an operation changed entries in the hub. */
export async function changesBy(operationId: string): Promise<number> {
  const keys = await gateway.onDatabase((_em, sql) => readOperationKeys(sql));
  return hub.changesBy(keys.get(operationId));
}

let giveawayCount = 0;
/** Creates an open giveaway without entries. */
export async function newGiveaway(): Promise<string> {
  giveawayCount += 1;
  const giveawayId = `giveaway ${giveawayCount}`;
  const created = await send('create-giveaway', {
    giveawayId,
    startTime: 1_700_000_000,
    determinationType: 0,
  });
  expect(created.status).toBe(200);
  return giveawayId;
}

/** The entries of the passport in a giveaway, as the contracts count them. */
export const entriesIn = (giveawayId: string) => hub.entriesOf(provider.provider, giveawayId, passportId);
