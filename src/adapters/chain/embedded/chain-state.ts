import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { createRpc, type Rpc } from '../rpc/rpc.ts';
import { writeFileAtomic } from './write-file-atomic.ts';

const hex = z.string().regex(/^0x[\da-f]*$/);
const block = z.object({ timestamp: hex });
// Saving or loading a long chain takes minutes.
const TIMEOUT_MS = 300_000;

/** Saves the whole chain, including blocks and receipts, in a file. */
export async function saveChain(url: string, file: string): Promise<void> {
  const state = hex.parse(await createRpc(url, TIMEOUT_MS).call('anvil_dumpState'));
  await writeFileAtomic(file, Buffer.from(state.slice(2), 'hex'));
}

/** Loads a saved chain; false without a file. */
export async function loadChain(url: string, file: string): Promise<boolean> {
  const state = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (state === undefined) return false;
  const rpc = createRpc(url, TIMEOUT_MS);
  await rpc.call('anvil_loadState', [`0x${state.toString('hex')}`]).catch((cause: Error) => {
    throw new Error(`${file} is not a saved chain: ${cause.message}`, { cause });
  });
  return true;
}

/** Sets the clock of a restored chain to the current time, or to its newest block's time if that is later. */
export async function catchUpClock(url: string): Promise<void> {
  const rpc = createRpc(url);
  const time = Math.max(await chainTime(rpc, 'latest'), Math.floor(Date.now() / 1_000));
  if (time > (await chainTime(rpc, 'pending'))) await rpc.call('evm_setTime', [time]);
}

/** The time in seconds of the newest block, or of a block mined now. */
export async function chainTime(rpc: Rpc, tag: 'latest' | 'pending'): Promise<number> {
  return Number(block.parse(await rpc.call('eth_getBlockByNumber', [tag, false])).timestamp);
}
