import { randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestDatabase } from '../database/database.ts';
import { embeddedNode, type EmbeddedNode } from './embedded-chain.ts';
import { startGateway, type Gateway } from '../gateway/gateway.ts';
import { askAs, groundOf, type AskProvider, type Ground, type SigningProvider } from './provider-chain.ts';
import { createProviderWithSigner } from '../providers/providers.ts';

/** Seconds between a round's close and the beacon round that decides it, at least. */
export const MARGIN = 30;
/** Seconds until the beacon round that decides is surely signed: the margin, and a period of the beacon. */
export const DECIDED = MARGIN + 5;
/** How many passports the provider has. */
export const PASSPORTS = 20;

/** A provider with passports, on gateways that work on the same chain. */
export interface Stage {
  readonly gateways: readonly Gateway[];
  /** By each gateway in turn. */
  readonly asks: readonly AskProvider[];
  readonly node: EmbeddedNode;
  readonly ground: Ground;
  readonly own: SigningProvider;
  readonly passports: readonly number[];
  stop(): Promise<void>;
}

async function setStage(gateways: readonly [Gateway, ...Gateway[]]): Promise<Stage> {
  const [first] = gateways;
  const node = await embeddedNode(first);
  const own = await createProviderWithSigner(first);
  const asks = gateways.map((gateway) => askAs(gateway, own.secret));
  const provisioned = await Promise.all(
    Array.from({ length: PASSPORTS }, (_, place) =>
      asks[place % asks.length]!('provision-entrant', { ownershipMode: 'managed_wallet' }),
    ),
  );
  return {
    gateways,
    asks,
    node,
    ground: groundOf(node.rpc, (await addressesOf(first)).hub),
    own,
    passports: provisioned.map(({ body }) => body.result.passportId),
    async stop() {
      // The chain is the first one's.
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

/** One gateway with a chain of its own. */
export async function startOne(): Promise<Stage> {
  return setStage([await startGateway({ CHAIN: 'on', CHAIN_BEACON_MARGIN: String(MARGIN) })]);
}

/** The first runs the chain and its beacon, the second works on both from outside. */
export async function startTwo({ url }: TestDatabase): Promise<Stage> {
  const shared = {
    DATABASE_URL: url,
    CHAIN: 'on',
    CHAIN_BEACON_MARGIN: String(MARGIN),
    AUTH_SECRET: randomUUID(),
    KEY_ENCRYPTION_KEYS: `test:${randomBytes(32).toString('base64')}`,
  };
  const first = await startGateway(shared);
  const { hub, passport, beacon, blockNumber } = await addressesOf(first);
  const noted = await readFile(join(first.directory, 'chain', 'anvil.json'), 'utf8');
  const second = await startGateway({
    ...shared,
    RPC_URL: JSON.parse(noted).url,
    CHAIN_HUB: hub,
    CHAIN_PASSPORT: passport,
    CHAIN_BEACON: beacon,
    CHAIN_START_BLOCK: String(blockNumber),
    CHAIN_CONFIRMATIONS: '1',
    BEACON_URLS: `${first.url}/beacon`,
  });
  return setStage([first, second]);
}
