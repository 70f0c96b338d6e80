import type { Chain, ChainParts } from './chain.ts';
import { noChain } from './no-chain.ts';
import { openEmbeddedChain } from './embedded-chain.ts';
import { openRemoteChain } from './remote-chain.ts';
import { startSignerWatch } from './signer-watch.ts';

/** Opens the configured chain. While a remote chain does not answer, the gateway serves, and retries in the background. */
export async function openChain(parts: ChainParts): Promise<Chain> {
  const config = parts.config.chain;
  if (config.kind === 'off') return noChain('This gateway works without a chain: CHAIN is off.');
  parts.custody.requireKeys();
  parts.metrics.startChain();
  const chain =
    config.kind === 'embedded'
      ? await openEmbeddedChain(parts, config)
      : await openRemoteChain(parts, config);
  const watch = startSignerWatch({ ...parts, contracts: chain.contracts });
  return {
    ...chain,
    async stop() {
      await watch.stop();
      await chain.stop();
    },
  };
}
