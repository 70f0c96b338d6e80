import type { EmbeddedChain } from './embedded-chain.ts';

/** The time of the chain's newest block, in seconds. */
export async function chainTime({ rpc }: EmbeddedChain): Promise<number> {
  const { timestamp } = (await rpc.send('eth_getBlockByNumber', ['latest', false])) as { timestamp: string };
  return Number(timestamp);
}

/** Moves the chain's clock forward, to a time in seconds; no other clock moves. */
export async function moveTo(chain: EmbeddedChain, seconds: number): Promise<void> {
  const { timestamp } = (await chain.rpc.send('eth_getBlockByNumber', ['pending', false])) as {
    timestamp: string;
  };
  await chain.rpc.send('evm_increaseTime', [Math.max(0, seconds - Number(timestamp))]);
  await chain.rpc.send('evm_mine', []);
}

/** A time in seconds as readable text. */
export function toInstant(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace('.000', '');
}
