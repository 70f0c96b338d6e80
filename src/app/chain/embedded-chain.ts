import { createBeaconRoutes } from '../../adapters/chain/beacon/beacon-routes.ts';
import { createChainRelay } from '../../adapters/chain/embedded/chain-relay.ts';
import type { EmbeddedNode } from '../../adapters/chain/embedded/embedded-node.ts';
import { createLaneStore } from '../../adapters/postgres/operations/lane-store.ts';
import { createRpc } from '../../adapters/chain/rpc/rpc.ts';
import { ANNOUNCEMENTS } from '../../verification/contracts/built-contracts.ts';
import { createReadGate } from '../read-gate.ts';
import { REQUEST_TIMEOUT_MS, type Chain, type ChainParts } from './chain.ts';
import { openContracts, openPermits } from './chain-ports.ts';
import { openOutbox } from './open-outbox.ts';
import type { PreparedChain } from './prepare-chain.ts';

/** The chain that runs in this installation. */
export async function openEmbeddedChain(
  parts: ChainParts,
  { config, node }: Extract<PreparedChain, { kind: 'embedded' }>,
): Promise<Chain> {
  await importSigners(parts, node);
  const { deployment, beacon, url } = node;
  const { chainId, hub, others } = deployment;
  const hubs = [deployment, ...others].map(({ hubIndex, hub, passport, blockNumber: startBlock }) => ({
    hubIndex,
    hub,
    passport,
    startBlock,
  }));
  const rpc = createRpc(url, REQUEST_TIMEOUT_MS);
  await reopenLost(parts, deployment, Number(await rpc.call('eth_blockNumber')));
  const contracts = openContracts(
    parts,
    rpc,
    { chainId, beacon: deployment.beacon, beaconMargin: config.beaconMargin },
    hubs,
  );
  const outbox = openOutbox(parts, { url, chainId, hubs, isEmbedded: true }, contracts);
  return {
    operations: {
      ...outbox.operations,
      async submit(operations) {
        await node.requireRoom();
        await outbox.operations.submit(operations);
      },
    },
    beacon,
    contracts,
    permits: openPermits(parts, chainId, hubs),
    node: rpc,
    embedded: { url, hub, requireRoom: node.requireRoom },
    keeper: node.keeper.address,
    beaconRoutes: createBeaconRoutes({ beacon, now: node.now }),
    relay: createChainRelay({
      url,
      hubs: hubs.map((one) => one.hub),
      announcements: ANNOUNCEMENTS.address,
      gate: createReadGate(),
    }),
    endWaits: outbox.endWaits,
    async stop() {
      await outbox.stop();
      await node.stop();
    },
  };
}

/** Of a chain that was restored from an older state than the database, the transactions since are sent again. */
async function reopenLost(
  { database, log }: ChainParts,
  { chainId, hub, others }: EmbeddedNode['deployment'],
  newest: number,
): Promise<void> {
  const hubs = [hub, ...others.map((one) => one.hub)];
  const lost = await createLaneStore(database.sql, BigInt(chainId)).reopenAbove(newest, hubs);
  if (lost > 0)
    log.warn(`The embedded chain is older than the database: ${lost} transactions are sent again.`);
}

/** Imports the embedded chain's funded accounts into custody, so that they sign like all signers. */
async function importSigners(
  { custody, wallets }: ChainParts,
  { operator, signers, keeper }: EmbeddedNode,
): Promise<void> {
  const accounts = [
    { ...operator, label: 'operator of the embedded chain' },
    ...signers.map((signer, index) => ({ ...signer, label: `demo signer ${index + 1}` })),
    { ...keeper, label: 'keeper of the embedded chain' },
  ];
  for (const { privateKey, label } of accounts) {
    const key = Buffer.from(privateKey.slice(2), 'hex');
    await wallets.add(await custody.walletKeys.import({ purpose: 'SIGNER', label }, key));
  }
}
