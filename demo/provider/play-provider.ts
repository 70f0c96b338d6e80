import { meetGateway } from '../gateway.ts';
import { findEmbeddedChain } from '../giveaway/embedded-chain.ts';
import { tell } from '../tell.ts';
import { playDeclared } from './declared.ts';
import { playDrawn } from './drawn.ts';
import { openIntegration } from './integration.ts';

/**
 * The third act: a provider runs giveaways over REST only, as its own server would; the gateway's signer pays. Only what
 * others do without the gateway happens directly on the chain: an entrant transfers its passport, and time passes.
 */
export async function playProvider(): Promise<void> {
  await meetGateway();
  const chain = await findEmbeddedChain();
  tell(`its chain ${chain.chainId} is at ${chain.url}, the hub at ${chain.hub}`);
  try {
    const integration = await openIntegration();
    await playDeclared(chain, integration);
    await playDrawn(chain, integration, false);
    await playDrawn(chain, integration, true);
  } finally {
    chain.rpc.destroy();
  }
}
