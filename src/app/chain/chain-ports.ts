import { giveawaysArtifact } from '../../adapters/chain/hub/artifacts/giveaways.ts';
import { createContracts } from '../../adapters/chain/hub/contracts.ts';
import { createRpc } from '../../adapters/chain/rpc/rpc.ts';
import { createSigningRecords } from '../../adapters/postgres/providers/signing-records.ts';
import type { Config } from '../../config/config.ts';
import type { Contracts, ContractSite } from '../../core/chain/contracts.ts';
import type { Permits } from '../../core/wallets/permits.ts';
import type { ChainParts } from './chain.ts';

/** The node's timeout while a client waits for its answer. */
const REQUEST_TIMEOUT_MS = 5_000;

/** Calls of the contracts at `site`, through the node at `url`. */
export function openContracts(config: Config, url: string, site: ContractSite): Contracts {
  return createContracts({
    rpc: createRpc(url, REQUEST_TIMEOUT_MS),
    site,
    feeCap: toFeeCap(config),
    now: Date.now,
  });
}

/** Permits, which wallets in custody sign. */
export function openPermits(
  { config, custody, database }: ChainParts,
  { chainId, hub, passport }: Pick<ContractSite, 'chainId' | 'hub' | 'passport'>,
): Permits {
  const hubAbi = giveawaysArtifact.abi;
  return custody.createSigner(
    { chainId: BigInt(chainId), hub, hubAbi, passport, maxFeePerGas: toFeeCap(config) },
    createSigningRecords(database.sql),
  );
}

/** The highest fee that a transaction may offer, in wei per gas. */
export function toFeeCap({ MAX_FEE_GWEI }: Pick<Config, 'MAX_FEE_GWEI'>): bigint {
  return BigInt(Math.round(MAX_FEE_GWEI * 1e9));
}
