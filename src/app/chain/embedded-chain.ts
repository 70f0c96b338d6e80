import { join } from 'node:path';
import { createBeaconRoutes } from '../../adapters/chain/beacon/beacon-routes.ts';
import { startEmbeddedNode, type EmbeddedNode } from '../../adapters/chain/embedded/embedded-node.ts';
import type { ChainConfig } from '../../config/chain-config.ts';
import type { Chain, ChainParts } from './chain.ts';
import { openContracts, openPermits } from './chain-ports.ts';
import { openOutbox } from './open-outbox.ts';

/** Starts the chain that runs in this installation. */
export async function openEmbeddedChain(
  parts: ChainParts,
  { blockTime, port, beaconMargin }: Extract<ChainConfig, { kind: 'embedded' }>,
): Promise<Chain> {
  const { config, log } = parts;
  const node = await startEmbeddedNode({
    directory: join(config.DATA_DIR, 'chain'),
    port,
    blockTime,
    warn: (message) => log.warn(message),
  });
  try {
    await importSigners(parts, node);
    const { deployment, beacon, url } = node;
    const { chainId, hub, passport, blockNumber: startBlock } = deployment;
    const outbox = openOutbox(parts, { url, chainId, hub, passport, startBlock, isEmbedded: true });
    const site = { chainId, hub, passport, beacon: deployment.beacon, beaconMargin };
    return {
      operations: outbox.operations,
      beacon,
      contracts: openContracts(config, url, site),
      permits: openPermits(parts, site),
      embedded: { url, hub },
      beaconRoutes: createBeaconRoutes({ beacon, now: node.now }),
      async stop() {
        await outbox.stop();
        await node.stop();
      },
    };
  } catch (error) {
    await node.stop();
    throw error;
  }
}

/** Imports the embedded chain's funded accounts into custody, so that they sign like all signers. */
async function importSigners(
  { custody, wallets }: ChainParts,
  { operator, signers }: EmbeddedNode,
): Promise<void> {
  for (const [index, { privateKey }] of [operator, ...signers].entries()) {
    const label = index === 0 ? 'operator of the embedded chain' : `demo signer ${index}`;
    const key = Buffer.from(privateKey.slice(2), 'hex');
    await wallets.add(await custody.walletKeys.import({ purpose: 'SIGNER', label }, key));
  }
}
