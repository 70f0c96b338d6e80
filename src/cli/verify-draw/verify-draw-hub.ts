import type { JsonRpcProvider } from 'ethers';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../failure.ts';

/** The hub of the embedded chain in this data folder. Throws Failure unless the node is of that chain. */
export async function readHub(provider: JsonRpcProvider, dataDir: string): Promise<string> {
  const file = join(dataDir || '.data', 'chain', 'addresses.json');
  const { hub, chainId } = await readAddresses(file);
  if (hub !== undefined && Number(await readChainId(provider)) === chainId) return hub;
  throw new Failure('WRONG_USAGE', `Name the contract with --hub: ${file} has no address for this chain.`);
}

/** The chain id of the node. Throws Failure. */
export async function readChainId(provider: JsonRpcProvider): Promise<bigint> {
  try {
    return BigInt((await provider.send('eth_chainId', [])) as string);
  } catch (error) {
    const message = `The node of --rpc cannot be reached: ${String(error)}`;
    throw new Failure('UNREACHABLE', message, { retryable: true }, error);
  }
}

async function readAddresses(file: string): Promise<{ readonly hub?: string; readonly chainId?: number }> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as { hub?: string; chainId?: number };
  } catch {
    return {};
  }
}
