import { Contract, JsonRpcProvider, Wallet, type EventLog } from 'ethers';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { LEAST_BEACON_MARGIN, type BeaconScheme } from '../../../core/draws/quicknet.ts';
import { drandBeaconArtifact } from '../hub/artifacts/drand-beacon.ts';
import { giveawaysArtifact } from '../hub/artifacts/giveaways.ts';
import { installationArtifact } from '../hub/artifacts/installation.ts';
import { toContractKey } from '../beacon/beacon-scheme.ts';
import { deployContracts, type Deployment } from '../hub/deploy.ts';
import { createRpc, type Rpc } from '../rpc/rpc.ts';
import type { ChainAccount } from './chain-accounts.ts';
import { writeFileAtomic } from './write-file-atomic.ts';

interface EnsureDeploymentOptions {
  readonly url: string;
  readonly chainId: number;
  /** Deploys the contracts and owns the hub. */
  readonly operator: ChainAccount;
  readonly beacon: BeaconScheme;
  /** The file of the addresses, in the chain's directory. */
  readonly file: string;
  warn(message: string): void;
}

/** A hub that an earlier version deployed, and its passports. */
type EarlierHub = Pick<Deployment, 'hub' | 'passport' | 'blockNumber'>;

/** The contracts of an embedded chain. */
export interface EmbeddedDeployment extends Deployment {
  /** The hubs of earlier versions, the newest first. */
  readonly earlier: readonly EarlierHub[];
}

const storedHub = z.object({ hub: z.string(), passport: z.string(), blockNumber: z.int() });
const storedDeployment = storedHub.extend({
  chainId: z.int(),
  beacon: z.string(),
  code: z.string().optional(),
  earlier: z.array(storedHub).default([]),
});
/** The hash of the contracts' creation code. */
const CODE = createHash('sha256')
  .update([installationArtifact, drandBeaconArtifact].map(({ bytecode }) => bytecode).join())
  .digest('hex');
const POLLING_MS = 50;
/** The operator of an embedded chain is the operator of its gateway, and no block of it is ever replaced. */
const TERMS = { signerDelay: 0, minBeaconMargin: LEAST_BEACON_MARGIN };

/**
 * The contracts of an embedded chain: those of the file, or new ones if they are not on the chain. Beside contracts of another
 * version it deploys those of this version, with the same signers. Meanwhile the node must mine a block for every transaction.
 * Throws when the chain was created with another beacon key.
 */
export async function ensureDeployment(options: EnsureDeploymentOptions): Promise<EmbeddedDeployment> {
  const { url, file, beacon } = options;
  const rpc = createRpc(url);
  const stored = await readDeployment(file);
  const known = stored !== undefined && (await isDeployed(rpc, stored)) ? stored : undefined;
  if (known !== undefined) {
    const { code, ...addresses } = known;
    await requireKey(options, addresses, beacon);
    if (code === CODE) return addresses;
  }
  if (stored !== undefined && known === undefined)
    options.warn(`${dirname(file)} has no saved chain any more: a new one is created.`);
  const deployed = await deploy(options, known);
  await writeFileAtomic(file, `${JSON.stringify({ ...deployed, code: CODE }, undefined, 2)}\n`);
  return deployed;
}

async function readDeployment(file: string): Promise<z.output<typeof storedDeployment> | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return text === undefined ? undefined : storedDeployment.parse(JSON.parse(text));
}

async function isDeployed(rpc: Rpc, { hub, passport, beacon }: Deployment): Promise<boolean> {
  const codes = await rpc.batch(
    [hub, passport, beacon].map((address) => ({ method: 'eth_getCode', params: [address, 'latest'] })),
  );
  return codes.every((code) => typeof code === 'string' && code !== '0x');
}

async function requireKey(
  options: EnsureDeploymentOptions,
  { beacon }: Deployment,
  { publicKey }: BeaconScheme,
): Promise<void> {
  await withNode(options, async (provider) => {
    const verifier = new Contract(beacon, drandBeaconArtifact.abi, provider);
    if ((await verifier.getFunction('publicKey')()) === toContractKey(publicKey)) return;
    throw new Error('The beacon key is not the one with which the embedded chain was created.');
  });
}

/** Deploys the contracts, and registers the signers of the earlier hub in the new one. */
async function deploy(
  options: EnsureDeploymentOptions,
  known: EmbeddedDeployment | undefined,
): Promise<EmbeddedDeployment> {
  const { operator, beacon } = options;
  return withNode(options, async (provider) => {
    const deployer = new Wallet(operator.privateKey, provider);
    const deployed = await deployContracts(deployer, { owner: operator.address, beacon, ...TERMS });
    if (known === undefined) return { ...deployed, earlier: [] };
    const { hub, passport, blockNumber } = known;
    const { abi } = giveawaysArtifact;
    await copySigners(new Contract(hub, abi, deployer), new Contract(deployed.hub, abi, deployer));
    return { ...deployed, earlier: [{ hub, passport, blockNumber }, ...known.earlier] };
  });
}

async function copySigners(earlier: Contract, hub: Contract): Promise<void> {
  const changes = (await earlier.queryFilter('ProviderSignerSet', 0)) as EventLog[];
  const latest = new Map(changes.map(({ args }) => [`${args[0]} ${args[1]}`, args]));
  for (const [provider, signer, allowed] of latest.values())
    if (allowed === true) await (await hub.getFunction('setProviderSigner')(provider, signer, true)).wait();
}

async function withNode<T>(
  { url, chainId }: EnsureDeploymentOptions,
  work: (provider: JsonRpcProvider) => Promise<T>,
): Promise<T> {
  const provider = new JsonRpcProvider(url, chainId, { staticNetwork: true, cacheTimeout: -1 });
  provider.pollingInterval = POLLING_MS;
  try {
    return await work(provider);
  } finally {
    provider.destroy();
  }
}
