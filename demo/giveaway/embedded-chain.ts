import { JsonRpcProvider } from 'ethers';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readChainAccounts, type ChainAccount } from '../../src/adapters/chain/embedded/chain-accounts.ts';
import { DATA_DIR, URL_OF_GATEWAY } from '../gateway.ts';

/** The embedded chain of a gateway on this machine, with the keys of its accounts. */
export interface EmbeddedChain {
  /** The URL of its JSON-RPC. */
  readonly url: string;
  readonly chainId: number;
  readonly hub: string;
  readonly passport: string;
  readonly beacon: string;
  readonly rpc: JsonRpcProvider;
  /** The owner of the hub. */
  readonly operator: ChainAccount;
  /** Accounts with funds. */
  readonly signers: readonly ChainAccount[];
}

type Addresses = Pick<EmbeddedChain, 'chainId' | 'hub' | 'passport' | 'beacon'>;

const FOLDER = join(DATA_DIR, 'chain');

/** Finds the gateway's chain. Throws an Error that says what to do when the gateway has none, or it cannot be reached. */
export async function findEmbeddedChain(): Promise<EmbeddedChain> {
  const { ok } = await fetch(`${URL_OF_GATEWAY}/beacon/info`);
  if (!ok) throw new Error(withoutChain(`The gateway at ${URL_OF_GATEWAY} runs without an embedded chain`));
  const { url } = await readJson<{ url: string }>('anvil.json');
  const { later = [], ...first } = await readJson<Addresses & { later?: readonly Addresses[] }>(
    'addresses.json',
  );
  const addresses = { ...first, ...later.at(-1) };
  const rpc = new JsonRpcProvider(url, addresses.chainId, { staticNetwork: true, cacheTimeout: -1 });
  return { url, ...addresses, rpc, ...(await readChainAccounts(FOLDER)) };
}

async function readJson<Content>(name: string): Promise<Content> {
  try {
    return JSON.parse(await readFile(join(FOLDER, name), 'utf8')) as Content;
  } catch {
    throw new Error(
      withoutChain(`${join(FOLDER, name)} cannot be read, so the embedded chain is out of reach`),
    );
  }
}

function withoutChain(what: string): string {
  return (
    `${what}: this act needs a gateway on this machine that was started with npm start and without RPC_URL, ` +
    'and its DATA_DIR. The first act does without: npm run demo -- listings'
  );
}
