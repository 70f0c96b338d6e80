import type { Logger } from 'pino';
import type { createBeaconRoutes } from '../../adapters/chain/beacon/beacon-routes.ts';
import type { createChainRelay } from '../../adapters/chain/embedded/chain-relay.ts';
import type { Custody } from '../../adapters/custody/custody.ts';
import type { Rpc } from '../../adapters/chain/rpc/rpc.ts';
import type { Metrics } from '../../adapters/http/metrics/metrics.ts';
import type { Database } from '../../adapters/postgres/connection/database.ts';
import type { Config } from '../../config/config.ts';
import type { Ports } from '../../adapters/ports/ports.ts';
import type { FeeCap } from '../settings/fee-cap.ts';

/** The dependencies of the chain's part of a gateway. */
export interface ChainParts {
  readonly config: Config;
  readonly feeCap: FeeCap;
  readonly database: Database;
  readonly wallets: Ports['wallets'];
  readonly custody: Custody;
  readonly metrics: Metrics;
  /** Called after each step of the projection by this process. */
  readonly indexed: () => void;
  readonly log: Logger;
}

/** The node's timeout while a client waits for its response. */
export const REQUEST_TIMEOUT_MS = 5_000;

/** The chain's part of a gateway. */
export interface Chain extends Pick<Ports, 'operations' | 'beacon' | 'contracts' | 'permits'> {
  /** The node of the contracts' chain; it throws RpcUnreachable until it is connected. */
  readonly node: Rpc;
  /** The embedded chain's JSON-RPC and hub; `requireRoom` throws DISK_FULL while no block can be stored. */
  readonly embedded: { readonly url: string; readonly hub: string; requireRoom(): Promise<void> } | undefined;
  /** The wallet that draws due rounds, EIP-55; undefined for none. */
  readonly keeper: string | undefined;
  /** The routes of the embedded beacon. */
  readonly beaconRoutes: ReturnType<typeof createBeaconRoutes> | undefined;
  /** Answers the JSON-RPC requests of verifications; only with the embedded chain. */
  readonly relay: ReturnType<typeof createChainRelay> | undefined;
  /** From now on no request waits for operations. */
  endWaits(): void;
  stop(): Promise<void>;
}
