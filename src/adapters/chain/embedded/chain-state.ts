import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { createRpc, type Rpc } from '../rpc.ts';
import { writeFileWhole } from './write-file-whole.ts';

const hex = z.string().regex(/^0x[\da-f]*$/);
const block = z.object({ timestamp: hex });
// A long chain takes its time.
const TIMEOUT_MS = 300_000;

/** Keeps the whole chain, blocks, receipts and all, in a file. */
export async function saveChain(url: string, file: string): Promise<void> {
  const state = hex.parse(await createRpc(url, TIMEOUT_MS).call('anvil_dumpState'));
  await writeFileWhole(file, Buffer.from(state.slice(2), 'hex'));
}

/** Brings back a chain that was kept; without a file it stays empty. Its clock never runs backwards. */
export async function restoreChain(url: string, file: string): Promise<void> {
  const state = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (state === undefined) return;
  const rpc = createRpc(url, TIMEOUT_MS);
  await rpc.call('anvil_loadState', [`0x${state.toString('hex')}`]).catch((cause: Error) => {
    throw new Error(`${file} holds no chain: ${cause.message}`, { cause });
  });
  const latest = await chainTime(rpc, 'latest');
  if (latest > (await chainTime(rpc, 'pending'))) await rpc.call('evm_setTime', [latest]);
}

/** Seconds: when the newest block was made, or what a block made now would bear. */
export async function chainTime(rpc: Rpc, tag: 'latest' | 'pending'): Promise<number> {
  return Number(block.parse(await rpc.call('eth_getBlockByNumber', [tag, false])).timestamp);
}
