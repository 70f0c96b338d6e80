import {
  Contract,
  ContractFactory,
  hexlify,
  Interface,
  isAddress,
  randomBytes,
  ZeroAddress,
  type InterfaceAbi,
  type Provider,
  type Signer,
  type TransactionReceipt,
  type TransactionResponse,
} from 'ethers';
import { createRequire } from 'node:module';

/** Safe 1.4.1 at the addresses that it has on every chain: https://github.com/safe-global/safe-deployments */
const SAFE = {
  factory: '0x4e1DCf7AD4e460CfD30791CCC4F9c8a4f820ec67',
  singleton: '0x29fcB43b46531BcA003ddC8FCB67FFE91900C762',
  fallbackHandler: '0xfd0732Dc9E303f09fCEf3a7388Ad10A83459Ec99',
} as const;
const SAFE_ABI = [
  'function setup(address[] owners, uint256 threshold, address to, bytes data, address fallbackHandler, address paymentToken, uint256 payment, address paymentReceiver)',
  'function getThreshold() view returns (uint256)',
];
const FACTORY_ABI = [
  'function createProxyWithNonce(address singleton, bytes initializer, uint256 saltNonce) returns (address proxy)',
  'event ProxyCreation(address indexed proxy, address singleton)',
];

/** Creates a multi-signature wallet (Safe) of these owners, of which so many sign together; returns its address. */
export async function createMultisig(
  signer: Signer,
  { owners, required }: { readonly owners: readonly string[]; readonly required: number },
): Promise<string> {
  const { provider } = signer;
  if (provider === null) throw new Error('A deployment needs a wallet with a node.');
  for (const address of Object.values(SAFE)) await requireCode(provider, address);
  const safe = new Interface(SAFE_ABI);
  const initializer = safe.encodeFunctionData('setup', [
    owners,
    required,
    ZeroAddress,
    '0x',
    SAFE.fallbackHandler,
    ZeroAddress,
    0,
    ZeroAddress,
  ]);
  const factory = new Contract(SAFE.factory, FACTORY_ABI, signer);
  const salt = hexlify(randomBytes(32));
  const create = factory.getFunction('createProxyWithNonce');
  const sent = (await create(SAFE.singleton, initializer, salt)) as TransactionResponse;
  const address = createdBy(factory.interface, await sent.wait());
  const found = new Contract(address, SAFE_ABI, provider);
  const threshold: unknown = await found.getFunction('getThreshold')();
  if (threshold !== BigInt(required)) throw new Error(`The wallet ${address} has another threshold.`);
  return address;
}

function createdBy(factory: Interface, receipt: TransactionReceipt | null): string {
  const [created] = (receipt?.logs ?? []).flatMap((log) => {
    const event = factory.parseLog(log);
    return event?.name === 'ProxyCreation' ? [String(event.args['proxy'])] : [];
  });
  if (created === undefined) throw new Error('The multi-signature wallet was not created.');
  return created;
}

/** Creates a timelock: only `proposer` schedules acts, and anybody executes them after the delay. Nobody can change it from outside. */
export async function createTimelock(
  signer: Signer,
  { proposer, delay }: { readonly proposer: string; readonly delay: number },
): Promise<string> {
  const { abi, bytecode } = createRequire(import.meta.url)(
    '@openzeppelin/contracts/build/contracts/TimelockController.json',
  ) as { abi: InterfaceAbi; bytecode: string };
  // The zero address as executor is everybody; without an admin the timelock changes only by its own acts.
  const args = [delay, [proposer], [ZeroAddress], ZeroAddress];
  const timelock = await new ContractFactory(abi, bytecode, signer).deploy(...args);
  await timelock.waitForDeployment();
  return timelock.getAddress();
}

/** Throws an Error unless these are different addresses, of which so many can sign. */
export function requireOwners(owners: readonly string[], required: number): void {
  if (!owners.every((owner) => isAddress(owner))) throw new Error('HUB_OWNERS: name addresses, with commas.');
  if (new Set(owners.map((owner) => owner.toLowerCase())).size < owners.length)
    throw new Error('HUB_OWNERS: it names an address twice.');
  if (required < 2 || required > owners.length)
    throw new Error(`HUB_OWNERS_REQUIRED: it must be from 2 to the ${owners.length} owners.`);
}

async function requireCode(provider: Provider, address: string): Promise<void> {
  if ((await provider.getCode(address)) === '0x')
    throw new Error(
      `HUB_OWNERS: the chain lacks the contract ${address} of Safe 1.4.1. Create the wallet otherwise, and name it as HUB_OWNER.`,
    );
}
