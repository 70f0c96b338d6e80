import {
  concat,
  Contract,
  getAddress,
  getCreate2Address,
  getCreateAddress,
  Interface,
  keccak256,
  toBeHex,
  Transaction,
  ZeroHash,
  type Provider,
  type Signer,
  type TransactionReceipt,
} from 'ethers';
import type { BeaconScheme } from '../../../core/draws/quicknet.ts';
import { drandBeaconArtifact } from './artifacts/drand-beacon.ts';
import { giveawaysArtifact } from './artifacts/giveaways.ts';
import { installationArtifact } from './artifacts/installation.ts';
import { toContractKey } from '../beacon/beacon-scheme.ts';

/** The addresses of an installation's contracts. */
export interface Deployment {
  readonly chainId: number;
  readonly hub: string;
  readonly passport: string;
  readonly beacon: string;
  /** The block of the hub's creation; hub and passports have no events before it. */
  readonly blockNumber: number;
}

/** The parameters of a deployment, which nobody can change later, except the owner and the beacons of new giveaways. */
export interface DeploymentTerms {
  /** The owner of the hub. */
  readonly owner: string;
  readonly beacon: BeaconScheme;
  /** Seconds after which a signer acts that is added to a provider with open giveaways or undelivered prizes. */
  readonly signerDelay: number;
  /** The least seconds between a round's close and the beacon round that decides it. */
  readonly minBeaconMargin: number;
}

/**
 * The transaction that creates the deterministic deployment proxy on any chain. Nobody has the key of its sender: the signature
 * was chosen (Nick's method). https://github.com/Arachnid/deterministic-deployment-proxy
 */
const KEYLESS = Transaction.from(
  '0xf8a58085174876e800830186a08080b853604580600e600039806000f350fe7fffffffffffffffffffffffffffffffffffffffffffffff' +
    'ffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf31ba02222222222222222' +
    '222222222222222222222222222222222222222222222222a0222222222222222222222222222222222222222222222222222222222222' +
    '2222',
);

/** The public factory: a call with a salt of 32 bytes and creation code creates a contract by CREATE2. */
const FACTORY = getCreateAddress({ from: KEYLESS.from ?? '', nonce: 0 });

/**
 * Deploys the beacon's verifier, the passports and the hub with its modules through the public factory, so that their addresses commit to their
 * creation code and terms. A verifier of this beacon that exists already is used. The same terms again give other addresses.
 */
export async function deployContracts(signer: Signer, terms: DeploymentTerms): Promise<Deployment> {
  const { provider } = signer;
  if (provider === null) throw new Error('A deployment needs a wallet with a node.');
  await ensureFactory(signer, provider);
  const beacon = await deployBeacon(signer, provider, terms.beacon);
  const { installation, receipt } = await install(signer, provider, { ...terms, beacon });
  const passport = getCreateAddress({ from: installation, nonce: 1 });
  const hub = getCreateAddress({ from: installation, nonce: 4 });
  await requirePassports(provider, hub, passport);
  const { chainId } = await provider.getNetwork();
  return { chainId: Number(chainId), hub, passport, beacon, blockNumber: receipt.blockNumber };
}

/** Creates the factory on a chain that does not have it, at the cost of about 0.01 coins. */
async function ensureFactory(signer: Signer, provider: Provider): Promise<void> {
  if ((await provider.getCode(FACTORY)) !== '0x') return;
  const { from: to, gasLimit, gasPrice, serialized } = KEYLESS;
  try {
    const missing = gasLimit * (gasPrice ?? 0n) - (await provider.getBalance(to ?? ''));
    if (missing > 0n) await (await signer.sendTransaction({ to, value: missing })).wait();
    await (await provider.broadcastTransaction(serialized)).wait();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(
      `The chain lacks the factory ${FACTORY}, through which the contracts are deployed, and the transaction that creates it fails: ${reason}`,
      { cause },
    );
  }
}

async function deployBeacon(
  signer: Signer,
  provider: Provider,
  { publicKey, genesis, period }: BeaconScheme,
): Promise<string> {
  const code = toCreationCode(drandBeaconArtifact, [toContractKey(publicKey), genesis, period]);
  const address = addressOf(ZeroHash, code);
  if (!(await hasCode(provider, address))) await create(signer, ZeroHash, code);
  return address;
}

/** Creates the hub, its modules and the passports with the first salt, counted from 0, that is not used yet. */
async function install(
  signer: Signer,
  provider: Provider,
  { owner, beacon, signerDelay, minBeaconMargin }: Omit<DeploymentTerms, 'beacon'> & { beacon: string },
): Promise<{ readonly installation: string; readonly receipt: TransactionReceipt }> {
  const code = toCreationCode(installationArtifact, [owner, beacon, signerDelay, minBeaconMargin]);
  for (let count = 0; ; count += 1) {
    const salt = toBeHex(count, 32);
    const installation = addressOf(salt, code);
    if (await hasCode(provider, installation)) continue;
    return { installation, receipt: await create(signer, salt, code) };
  }
}

async function create(signer: Signer, salt: string, code: string): Promise<TransactionReceipt> {
  const sent = await signer.sendTransaction({ to: FACTORY, data: concat([salt, code]) });
  const receipt = await sent.wait();
  if (receipt === null) throw new Error('A contract was not created.');
  return receipt;
}

/** The hub's constructor takes the passports that were created before it. */
async function requirePassports(provider: Provider, hub: string, passport: string): Promise<void> {
  const found: unknown = await new Contract(hub, giveawaysArtifact.abi, provider).getFunction('passport')();
  if (found !== passport) throw new Error('The factory did not create the hub and its passports.');
}

function toCreationCode(
  { abi, bytecode }: typeof drandBeaconArtifact | typeof installationArtifact,
  values: readonly unknown[],
): string {
  return concat([bytecode, new Interface(abi).encodeDeploy(values)]);
}

function addressOf(salt: string, code: string): string {
  return getAddress(getCreate2Address(FACTORY, salt, keccak256(code)));
}

async function hasCode(provider: Provider, address: string): Promise<boolean> {
  return (await provider.getCode(address)) !== '0x';
}
