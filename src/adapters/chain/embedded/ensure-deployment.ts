import { Contract, JsonRpcProvider, Wallet, type EventLog } from 'ethers';
import { createHash } from 'node:crypto';
import { dirname } from 'node:path';
import { LEAST_BEACON_MARGIN, type BeaconScheme } from '../../../core/draws/quicknet.ts';
import { drandBeaconArtifact } from '../hub/artifacts/drand-beacon.ts';
import { giveawaysArtifact } from '../hub/artifacts/giveaways.ts';
import { installationArtifact } from '../hub/artifacts/installation.ts';
import { toContractKey } from '../beacon/beacon-scheme.ts';
import { deployContracts, type Deployment } from '../hub/deploy.ts';
import { createRpc, type Rpc } from '../rpc/rpc.ts';
import type { ChainAccount } from './chain-accounts.ts';
import { readDeployments, writeDeployments, type StoredHub } from './deployment-file.ts';

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

/** A hub of the chain, and its passports. */
interface HubWithIndex extends Pick<Deployment, 'hub' | 'passport' | 'blockNumber'> {
  /** Its index for good: the first hub of the chain has 0. */
  readonly hubIndex: number;
}

/** The contracts of an embedded chain: those of this version, to which new giveaways go, and all others. */
export interface EmbeddedDeployment extends Deployment, HubWithIndex {
  /** The hubs of other versions, the newest first. */
  readonly others: readonly HubWithIndex[];
}

/** The hash of the contracts' creation code. */
const CODE = createHash('sha256')
  .update([installationArtifact, drandBeaconArtifact].map(({ bytecode }) => bytecode).join())
  .digest('hex');
const POLLING_MS = 50;
/** The operator of an embedded chain is the operator of its gateway, and no block of it is ever replaced. */
const TERMS = { signerDelay: 0, minBeaconMargin: LEAST_BEACON_MARGIN };

/**
 * The contracts of an embedded chain: those of the file, or new ones if they are not on the chain. Beside contracts of other
 * versions it deploys those of this version, with the same signers. Meanwhile the node must mine a block for every transaction.
 * Throws when the chain was created with another beacon key.
 */
export async function ensureDeployment(options: EnsureDeploymentOptions): Promise<EmbeddedDeployment> {
  const { url, chainId, file, beacon } = options;
  const rpc = createRpc(url);
  const stored = await readDeployments(file);
  const known: StoredHub[] = [];
  for (const each of stored) if (await isDeployed(rpc, each)) known.push(each);
  const newest = known.at(-1);
  if (newest !== undefined) await requireKey(options, newest, beacon);
  else if (stored.length > 0)
    options.warn(`${dirname(file)} has no saved chain any more: a new one is created.`);
  const own = known.find(({ code }) => code === CODE) ?? (await deploy(options));
  const hubs = known.includes(own) ? known : [...known, own];
  if (!known.includes(own)) await writeDeployments(file, chainId, hubs);
  await registerSigners(options, own, hubs);
  const indexedHubs = hubs.map(({ hub, passport, blockNumber }, hubIndex) => ({
    hub,
    passport,
    blockNumber,
    hubIndex,
  }));
  const { code: _code, ...addresses } = own;
  return {
    chainId,
    ...addresses,
    hubIndex: hubs.indexOf(own),
    others: indexedHubs.filter(({ hubIndex }) => hubs[hubIndex] !== own).toReversed(),
  };
}

async function isDeployed(rpc: Rpc, { hub, passport, beacon }: StoredHub): Promise<boolean> {
  const codes = await rpc.batch(
    [hub, passport, beacon].map((address) => ({ method: 'eth_getCode', params: [address, 'latest'] })),
  );
  return codes.every((code) => typeof code === 'string' && code !== '0x');
}

async function requireKey(
  options: EnsureDeploymentOptions,
  { beacon }: StoredHub,
  { publicKey }: BeaconScheme,
): Promise<void> {
  await withNode(options, async (provider) => {
    const verifier = new Contract(beacon, drandBeaconArtifact.abi, provider);
    if ((await verifier.getFunction('publicKey')()) === toContractKey(publicKey)) return;
    throw new Error('The beacon key is not the one with which the embedded chain was created.');
  });
}

async function deploy(options: EnsureDeploymentOptions): Promise<StoredHub> {
  const { operator, beacon } = options;
  return withNode(options, async (provider) => {
    const deployer = new Wallet(operator.privateKey, provider);
    const { chainId: _chainId, ...deployed } = await deployContracts(deployer, {
      owner: operator.address,
      beacon,
      ...TERMS,
    });
    return { ...deployed, code: CODE };
  });
}

/** Makes the signers of this version's hub those that were registered last, whichever version registered them. */
async function registerSigners(
  options: EnsureDeploymentOptions,
  own: StoredHub,
  hubs: readonly StoredHub[],
): Promise<void> {
  if (hubs.length === 1) return;
  await withNode(options, async (provider) => {
    const owner = new Wallet(options.operator.privateKey, provider);
    const changes = await Promise.all(
      hubs.map(async ({ hub, blockNumber }) => {
        const contract = new Contract(hub, giveawaysArtifact.abi, owner);
        return (await contract.queryFilter('ProviderSignerSet', blockNumber)) as EventLog[];
      }),
    );
    const latest = latestOf(changes.flat());
    const registered = latestOf(changes[hubs.indexOf(own)] ?? []);
    const contract = new Contract(own.hub, giveawaysArtifact.abi, owner);
    for (const [key, { args }] of latest) {
      const [signerOf, signer, allowed] = args;
      if (allowed === (registered.get(key)?.args[2] ?? false)) continue;
      await (await contract.getFunction('setProviderSigner')(signerOf, signer, allowed)).wait();
    }
  });
}

/** The last change of each signer of a provider. */
function latestOf(changes: readonly EventLog[]): Map<string, EventLog> {
  const ordered = changes.toSorted(
    (one, other) => one.blockNumber - other.blockNumber || one.index - other.index,
  );
  return new Map(ordered.map((change) => [`${change.args[0]} ${change.args[1]}`, change]));
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
