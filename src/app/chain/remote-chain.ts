import { setTimeout as after } from 'node:timers/promises';
import { readBeaconScheme } from '../../adapters/chain/beacon/beacon-contract.ts';
import { createRelayBeacon } from '../../adapters/chain/beacon/relay-beacon.ts';
import { createRpc } from '../../adapters/chain/rpc/rpc.ts';
import type { ChainConfig } from '../../config/chain-config.ts';
import type { Chain, ChainParts } from './chain.ts';
import { openContracts, openPermits } from './chain-ports.ts';
import { closedChain } from './closed-chain.ts';
import { openOutbox } from './open-outbox.ts';

type RemoteConfig = Extract<ChainConfig, { kind: 'remote' }>;
type ConnectedChain = Pick<Chain, 'operations' | 'beacon' | 'contracts' | 'permits' | 'stop'>;

const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 30_000;

/** The chain of RPC_URL. Refuses every use until its node answers. */
export function openRemoteChain(parts: ChainParts, config: RemoteConfig): Chain {
  const stopping = new AbortController();
  let current: Pick<ConnectedChain, 'operations' | 'beacon' | 'contracts' | 'permits'> = closedChain(
    'The chain does not answer.',
  );
  const connecting = connectRepeatedly(parts, config, stopping.signal).then((connected) => {
    if (connected) current = connected;
    return connected;
  });
  return {
    operations: forwardTo(() => current.operations),
    beacon: forwardTo(() => current.beacon),
    contracts: forwardTo(() => current.contracts),
    permits: forwardTo(() => current.permits),
    embedded: undefined,
    keeper: config.keeper,
    beaconRoutes: undefined,
    relay: undefined,
    async stop() {
      stopping.abort();
      await (await connecting)?.stop();
    },
  };
}

async function connectRepeatedly(
  parts: ChainParts,
  config: RemoteConfig,
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
  { rpcUrl: url, hub, passport, beacon, beaconMargin, startBlock, beaconUrls }: RemoteConfig,
  stopping: AbortSignal,
): Promise<ConnectedChain> {
  const rpc = createRpc(url);
  const chainId = Number(await rpc.call('eth_chainId'));
  const relays = createRelayBeacon({
    scheme: await readBeaconScheme(rpc, beacon),
    ...(beaconUrls.length > 0 && { urls: beaconUrls }),
    warn: (message) => parts.log.warn(message),
  });
  if (beaconUrls.length > 0) void relays.check(stopping);
  const site = { chainId, hub, passport, beacon, beaconMargin };
  return {
    beacon: relays,
    contracts: openContracts(parts.config, url, site),
    permits: openPermits(parts, site),
    ...openOutbox(parts, { url, chainId, hub, passport, startBlock, isEmbedded: false }),
  };
}

/** Forwards each call to the current instance, which is set once the chain is connected. */
function forwardTo<Part extends object>(current: () => Part): Part {
  return new Proxy({} as Part, { get: (_target, member): unknown => Reflect.get(current(), member) });
}
