import type { Chain, ChainParts } from './chain.ts';
import { noChain } from './no-chain.ts';
import type { PreparedChain } from './prepare-chain.ts';
import { openRemoteChain } from './remote-chain.ts';
import { startSignerWatch } from './signer-watch.ts';

/** Opens the configured chain. While a remote chain does not answer, the gateway serves, and retries in the background. */
export async function openChain(parts: ChainParts, prepared: PreparedChain): Promise<Chain> {
  if (prepared.kind === 'off') return noChain('This gateway works without a chain: CHAIN is off.');
  parts.metrics.startChain();
  const chain =
    prepared.kind === 'embedded'
      ? await (await import('./embedded-chain.ts')).openEmbeddedChain(parts, prepared)
      : await openRemoteChain(parts, prepared.config);
  const watch = startSignerWatch({ ...parts, contracts: chain.contracts });
  return {
    ...chain,
    async stop() {
      await watch.stop();
      await chain.stop();
    },
  };
}
