import { createContracts } from '../../adapters/chain/hub/contracts.ts';
import { joinContracts, type JoinedContracts } from '../../adapters/chain/hub/joined-contracts.ts';
import { countSignatures } from '../../adapters/custody/count-signatures.ts';
import type { Rpc } from '../../adapters/chain/rpc/rpc.ts';
import { createKnownGiveaways } from '../../adapters/postgres/providers/known-giveaways.ts';
import { createSigningRecords } from '../../adapters/postgres/providers/signing-records.ts';
import type { ContractSite } from '../../core/chain/contracts.ts';
import type { HubContracts } from '../../core/chain/hubs.ts';
import type { Permits } from '../../core/wallets/permits.ts';
import type { ChainParts } from './chain.ts';
import { readFeeCap, toPolicySettings } from '../settings/fee-cap.ts';

/** What the contracts of all hubs have in common. */
export type CommonSite = Omit<ContractSite, 'hub' | 'passport'>;

/** Calls of the contracts of these hubs, the current one first, through a node. */
export function openContracts(
  { feeCap, database, metrics }: Pick<ChainParts, 'feeCap' | 'database' | 'metrics'>,
  rpc: Rpc,
  site: CommonSite,
  hubs: readonly HubContracts[],
): JoinedContracts {
  const readCap = readFeeCap(feeCap);
  // A wrong clock must not decide whether a round is over.
  const now = () => (metrics.chainTime() ?? Date.now() / 1_000) * 1_000;
  return joinContracts({
    hubs: new Map(
      hubs.map(({ hubIndex, hub, passport }) => [
        hubIndex,
        createContracts({ rpc, site: { ...site, hub, passport }, hubIndex, feeCap: readCap, now }),
      ]),
    ),
    findHub: createKnownGiveaways(database.sql).hubOf,
  });
}

/** Permits, which wallets in custody sign. */
export function openPermits(
  { feeCap, custody, database, metrics }: ChainParts,
  chainId: number,
  hubs: readonly HubContracts[],
): Permits {
  const signer = custody.createSigner(
    toPolicySettings({ chainId: BigInt(chainId), hubs, feeCap }),
    createSigningRecords(database.sql),
  );
  return countSignatures(signer, metrics.countSignatures);
}
