import { randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestDatabase } from '../database/database.ts';
import { embeddedNode, type EmbeddedNode } from './embedded-chain.ts';
import { startGateway, type Gateway } from '../gateway/gateway.ts';
import {
  sendAs,
  hubStateOf,
  type SendToProviderApi,
  type HubState,
  type SigningProvider,
} from './provider-chain.ts';
import { createProviderWithSigner } from '../providers/providers.ts';
import { chainVariables } from './chain-variables.ts';

/** The least number of seconds between a round's close and the beacon round that decides it. */
export const MARGIN = 30;
/** The seconds after which the deciding beacon round is certainly signed: the margin and one period of the beacon. */
export const DECIDED = MARGIN + 5;
/** The number of passports that the provider has. */
export const PASSPORTS = 20;

/** A provider with passports, on gateways that share one chain. */
export interface ProviderSetup {
  readonly gateways: readonly Gateway[];
  /** One per gateway. */
  readonly senders: readonly SendToProviderApi[];
  readonly node: EmbeddedNode;
  readonly hubState: HubState;
  readonly provider: SigningProvider;
  readonly passports: readonly number[];
  stop(): Promise<void>;
}

async function setUpProvider(gateways: readonly [Gateway, ...Gateway[]]): Promise<ProviderSetup> {
  const [first] = gateways;
  const node = await embeddedNode(first);
  const provider = await createProviderWithSigner(first);
  const senders = gateways.map((gateway) => sendAs(gateway, provider.secret));
  const provisioned = await Promise.all(
    Array.from({ length: PASSPORTS }, (_, index) =>
      senders[index % senders.length]!('provision-entrant', { ownershipMode: 'managed_wallet' }),
    ),
  );
  return {
    gateways,
    senders,
    node,
    hubState: hubStateOf(node.rpc, (await addressesOf(first)).hub),
    provider,
    passports: provisioned.map(({ body }) => body.result.passportId),
    async stop() {
      // The first gateway runs the chain, so it stops last.
      for (const gateway of gateways.toReversed()) await gateway.stop();
    },
  };
}

interface Addresses {
  readonly hub: string;
  readonly passport: string;
  readonly beacon: string;
  readonly blockNumber: number;
}

async function addressesOf({ directory }: Gateway): Promise<Addresses> {
  return JSON.parse(await readFile(join(directory, 'chain', 'addresses.json'), 'utf8'));
}

/** Starts one gateway with an embedded chain. */
export async function startOneGateway(): Promise<ProviderSetup> {
  return setUpProvider([
    await startGateway({ CHAIN: 'on', KEEPER_BUDGET: '0', CHAIN_BEACON_MARGIN: String(MARGIN) }),
  ]);
}

/** Starts two gateways: the first runs the chain and its beacon, the second uses both from outside. */
export async function startTwoGateways({ url }: TestDatabase): Promise<ProviderSetup> {
  const shared = {
    DATABASE_URL: url,
    CHAIN: 'on',
    // The tests decide who draws.
    KEEPER_BUDGET: '0',
    CHAIN_BEACON_MARGIN: String(MARGIN),
    AUTH_SECRET: randomUUID(),
    KEY_ENCRYPTION_KEYS: `test:${randomBytes(32).toString('base64')}`,
  };
  const first = await startGateway(shared);
  const deployment = await addressesOf(first);
  const nodeFile = await readFile(join(first.directory, 'chain', 'anvil.json'), 'utf8');
  const second = await startGateway({
    ...shared,
    ...chainVariables(deployment, JSON.parse(nodeFile).url),
    BEACON_URLS: `${first.url}/beacon`,
  });
  return setUpProvider([first, second]);
}
