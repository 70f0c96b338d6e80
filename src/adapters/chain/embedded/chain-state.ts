import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { createRpc, type Rpc } from '../rpc/rpc.ts';
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

/** Brings back a chain that was kept; false without a file. */
export async function loadChain(url: string, file: string): Promise<boolean> {
  const state = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (state === undefined) return false;
  const rpc = createRpc(url, TIMEOUT_MS);
  await rpc.call('anvil_loadState', [`0x${state.toString('hex')}`]).catch((cause: Error) => {
    throw new Error(`${file} holds no chain: ${cause.message}`, { cause });
  });
  return true;
}

/** Sets the clock of a chain that was brought back to the present, or to its newest block where that is later. */
export async function catchUpClock(url: string): Promise<void> {
  const rpc = createRpc(url);
  const time = Math.max(await chainTime(rpc, 'latest'), Math.floor(Date.now() / 1_000));
  if (time > (await chainTime(rpc, 'pending'))) await rpc.call('evm_setTime', [time]);
}

/** Seconds: when the newest block was made, or what a block made now would bear. */
export async function chainTime(rpc: Rpc, tag: 'latest' | 'pending'): Promise<number> {
  return Number(block.parse(await rpc.call('eth_getBlockByNumber', [tag, false])).timestamp);
}
