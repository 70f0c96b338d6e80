import type { TestChain } from './anvil.ts';

/** Mines a block at this time, in seconds. */
export async function passTo({ rpc }: TestChain, time: number): Promise<void> {
  await rpc.call('evm_setNextBlockTimestamp', [`0x${time.toString(16)}`]);
  await rpc.call('evm_mine');
}
