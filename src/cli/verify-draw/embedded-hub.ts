import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readChainId, type ReportingNode } from '../../verification/node/chain-node.ts';
import { wrongUsage } from './parse.ts';

/** The hub of the embedded chain in this data folder. Throws CommanderError unless the node is of that chain. */
export async function readEmbeddedHub(node: ReportingNode, dataDir: string): Promise<string> {
  const file = join(dataDir || '.data', 'chain', 'addresses.json');
  const { hub: first, later = [], chainId } = await readAddresses(file);
  const hub = later.at(-1)?.hub ?? first;
  if (hub !== undefined && Number(await readChainId(node)) === chainId) return hub;
  throw wrongUsage(`Name the contract with --hub: ${file} has no address for this chain.`);
}

interface Addresses {
  readonly hub?: string;
  readonly chainId?: number;
  /** The hubs of later versions, the newest last. */
  readonly later?: readonly { readonly hub: string }[];
}

async function readAddresses(file: string): Promise<Addresses> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Addresses;
  } catch {
    return {};
  }
}
