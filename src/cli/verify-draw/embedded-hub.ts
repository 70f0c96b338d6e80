import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readChainId, type ReportingNode } from '../../verification/node/chain-node.ts';
import { wrongUsage } from './parse.ts';

/** The hub of the embedded chain in this data folder. Throws CommanderError unless the node is of that chain. */
export async function readEmbeddedHub(node: ReportingNode, dataDir: string): Promise<string> {
  const file = join(dataDir || '.data', 'chain', 'addresses.json');
  const { hub, chainId } = await readAddresses(file);
  if (hub !== undefined && Number(await readChainId(node)) === chainId) return hub;
  throw wrongUsage(`Name the contract with --hub: ${file} has no address for this chain.`);
}

async function readAddresses(file: string): Promise<{ readonly hub?: string; readonly chainId?: number }> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as { hub?: string; chainId?: number };
  } catch {
    return {};
  }
}
