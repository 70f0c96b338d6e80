import { Interface, JsonRpcProvider, Wallet } from 'ethers';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { LEAST_BEACON_MARGIN, type BeaconScheme } from '../../../core/draws/quicknet.ts';
import { drandBeaconArtifact } from '../hub/artifacts/drand-beacon.ts';
import { giveawaysArtifact } from '../hub/artifacts/giveaways.ts';
import { passportArtifact } from '../hub/artifacts/passport.ts';
import { toContractKey } from '../beacon/beacon-scheme.ts';
import { deployContracts, type Deployment } from '../hub/deploy.ts';
import { createRpc, type Rpc } from '../rpc/rpc.ts';
import type { ChainAccount } from './chain-accounts.ts';
import { writeFileWhole } from './write-file-whole.ts';

interface EnsureDeploymentOptions {
  readonly url: string;
  readonly chainId: number;
  /** Deploys the contracts and owns the hub. */
  readonly operator: ChainAccount;
  readonly beacon: BeaconScheme;
  /** The file of the addresses, in the chain's directory. */
  readonly file: string;
}

const storedDeployment = z.object({
  chainId: z.int(),
  hub: z.string(),
  passport: z.string(),
  beacon: z.string(),
  blockNumber: z.int(),
  code: z.string().optional(),
});
/** The hash of the contracts' creation code. A chain stays with the contracts with which it was created. */
const CODE = createHash('sha256')
  .update([giveawaysArtifact, passportArtifact, drandBeaconArtifact].map(({ bytecode }) => bytecode).join())
  .digest('hex');
const verifier = new Interface(drandBeaconArtifact.abi);
const POLLING_MS = 50;
/** The operator of an embedded chain is the operator of its gateway, and no block of it is ever replaced. */
const TERMS = { signerDelay: 0, minBeaconMargin: LEAST_BEACON_MARGIN };

/**
 * The contracts of an embedded chain: those of the file, or new ones if they are not on the chain. Meanwhile the node must mine
 * a block for every transaction. Throws when the chain was created with other contracts, or another beacon key.
 */
export async function ensureDeployment(options: EnsureDeploymentOptions): Promise<Deployment> {
  const { url, file, beacon } = options;
  const rpc = createRpc(url);
  const known = await readDeployment(file);
  if (known !== undefined && (await isDeployed(rpc, known))) {
    const { code, ...addresses } = known;
    requireCode(code, file);
    await requireKey(rpc, addresses, beacon);
    return addresses;
  }
  const deployed = await deploy(options);
  await writeFileWhole(file, `${JSON.stringify({ ...deployed, code: CODE }, undefined, 2)}\n`);
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

function requireCode(code: string | undefined, file: string): void {
  if (code === CODE) return;
  throw new Error(
    `The embedded chain was created with other contracts than those of this version. Delete the folder ` +
      `${dirname(file)} to create a new chain, or start the version that created it.`,
  );
}

async function requireKey(rpc: Rpc, { beacon }: Deployment, { publicKey }: BeaconScheme): Promise<void> {
  const data = verifier.encodeFunctionData('publicKey');
  const answer = z.string().parse(await rpc.call('eth_call', [{ to: beacon, data }, 'latest']));
  const [key] = verifier.decodeFunctionResult('publicKey', answer);
  if (key !== toContractKey(publicKey)) {
    throw new Error('The beacon key is not the one with which the embedded chain was created.');
  }
}

async function deploy({ url, chainId, operator, beacon }: EnsureDeploymentOptions): Promise<Deployment> {
  const provider = new JsonRpcProvider(url, chainId, { staticNetwork: true, cacheTimeout: -1 });
  provider.pollingInterval = POLLING_MS;
  try {
    const deployer = new Wallet(operator.privateKey, provider);
    return await deployContracts(deployer, { owner: operator.address, beacon, ...TERMS });
  } finally {
    provider.destroy();
  }
}
