import { getAddress } from 'ethers/address';
import { setTimeout as after } from 'node:timers/promises';
import { readBeaconScheme } from '../../adapters/chain/beacon/beacon-contract.ts';
import { createRelayBeacon } from '../../adapters/chain/beacon/relay-beacon.ts';
import { requireOwnPassports } from '../../adapters/chain/hub/contracts.ts';
import { toNumber } from '../../adapters/chain/rpc/block.ts';
import { requireChain } from '../../adapters/chain/rpc/require-chain.ts';
import { createRpc } from '../../adapters/chain/rpc/rpc.ts';
import { registerHubs } from '../../adapters/postgres/read-model/hubs.ts';
import { createKnownBlock, findKnownChain } from '../../adapters/postgres/read-model/known-chain.ts';
import type { ChainConfig } from '../../config/chain-config.ts';
import { REQUEST_TIMEOUT_MS, type Chain, type ChainParts } from './chain.ts';
import { openContracts, openPermits } from './chain-ports.ts';
import { noChain } from './no-chain.ts';
import type { SiteHub } from './chain-workers.ts';
import { openOutbox } from './open-outbox.ts';

type RemoteConfig = Extract<ChainConfig, { kind: 'remote' }>;
type ConfigWithIndexes = Omit<RemoteConfig, 'hubs'> & { readonly hubs: readonly SiteHub[] };
type ConnectedChain = Pick<
  Chain,
  'node' | 'operations' | 'beacon' | 'contracts' | 'permits' | 'endWaits' | 'stop'
>;

const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 30_000;

/**
 * The chain of RPC_URL. Refuses every use until its node answers. Throws an Error when the database knows a hub that is not
 * configured.
 */
export async function openRemoteChain(parts: ChainParts, config: RemoteConfig): Promise<Chain> {
  const hubs = await withHubIndexes(parts, config);
  const stopping = new AbortController();
  let current: Omit<ConnectedChain, 'stop'> = noChain('The chain does not answer.');
  const connecting = connectRepeatedly(parts, { ...config, hubs }, stopping.signal).then((connected) => {
    if (connected) current = connected;
    return connected;
  });
  return {
    node: forwardTo(() => current.node),
    operations: forwardTo(() => current.operations),
    beacon: forwardTo(() => current.beacon),
    contracts: forwardTo(() => current.contracts),
    permits: forwardTo(() => current.permits),
    embedded: undefined,
    keeper: config.keeper,
    beaconRoutes: undefined,
    relay: undefined,
    endWaits: () => current.endWaits(),
    async stop() {
      stopping.abort();
      await (await connecting)?.stop();
    },
  };
}

/** The configured hubs with their indexes in the database. */
async function withHubIndexes({ database }: ChainParts, { hubs }: RemoteConfig): Promise<SiteHub[]> {
  const checksummed = hubs.map(({ hub, passport, startBlock }) => ({
    hub: getAddress(hub.toLowerCase()),
    passport: getAddress(passport.toLowerCase()),
    startBlock,
  }));
  const hubIndexes = await registerHubs(
    database.sql,
    checksummed.map(({ hub }) => hub),
  );
  return checksummed.map((hub, index) => ({ ...hub, hubIndex: hubIndexes[index] ?? 0 }));
}

async function connectRepeatedly(
  parts: ChainParts,
  config: ConfigWithIndexes,
  stopping: AbortSignal,
): Promise<ConnectedChain | undefined> {
  for (let pause = FIRST_PAUSE_MS; !stopping.aborted; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
    try {
      return await connect(parts, config, stopping);
    } catch (error) {
      parts.log.warn({ err: error }, 'the chain of RPC_URL does not answer as it should; it is tried again');
      await after(pause, undefined, { signal: stopping }).catch(() => undefined);
    }
  }
  return undefined;
}

async function connect(
  parts: ChainParts,
  { rpcUrl: url, hubs, beacon, beaconMargin, beaconUrls }: ConfigWithIndexes,
  stopping: AbortSignal,
): Promise<ConnectedChain> {
  const { sql } = parts.database;
  const node = createRpc(url, REQUEST_TIMEOUT_MS);
  const known = await findKnownChain(
    sql,
    hubs.map(({ hub }) => hub),
  );
  const chainId = known ?? toNumber(await node.call('eth_chainId'));
  const rpc = requireChain(node, {
    chainId,
    knownBlock: createKnownBlock(sql),
    note: parts.metrics.setOtherChain,
  });
  for (const hub of hubs) await requireOwnPassports(rpc, hub);
  const relays = createRelayBeacon({
    scheme: await readBeaconScheme(rpc, beacon),
    ...(beaconUrls.length > 0 && { urls: beaconUrls }),
    warn: (message) => parts.log.warn(message),
  });
  if (beaconUrls.length > 0) void relays.check(stopping);
  const contracts = openContracts(parts, rpc, { chainId, beacon, beaconMargin }, hubs);
  return {
    node: rpc,
    beacon: relays,
    contracts,
    permits: openPermits(parts, chainId, hubs),
    ...openOutbox(parts, { url, chainId, hubs, isEmbedded: false }, contracts),
  };
}

/** Forwards each call to the current instance, which is set once the chain is connected. */
function forwardTo<Part extends object>(current: () => Part): Part {
  return new Proxy({} as Part, { get: (_target, member): unknown => Reflect.get(current(), member) });
}
