import { JsonRpcProvider, Wallet } from 'ethers';
import { z } from 'zod';
import { deployContracts } from '../src/adapters/chain/hub/deploy.ts';
import { findRelayDifference } from '../src/adapters/chain/beacon/relay-scheme.ts';
import { chainVariables } from '../src/config/chain-config.ts';
import { QUICKNET, type BeaconScheme } from '../src/core/draws/quicknet.ts';
import { runToEnd } from '../src/runtime/run-to-end.ts';
import { createMultisig, createTimelock, requireOwners } from './owner.ts';

const environment = z.object({
  RPC_URL: z.url(),
  DEPLOYER_PRIVATE_KEY: z.string().regex(/^0x[\da-fA-F]{64}$/, 'must be 0x and 64 hexadecimal digits.'),
  HUB_OWNER: z.string().optional(),
  // Owners of a multi-signature wallet that is created for the hub, and how many of them sign together.
  HUB_OWNERS: z
    .string()
    .transform((text) => text.split(',').map((address) => address.trim()))
    .optional(),
  HUB_OWNERS_REQUIRED: z.coerce.number().int().default(2),
  // Seconds that each act of the owner waits in a timelock that is created for the hub.
  TIMELOCK_DELAY: z.coerce.number().int().min(1).max(2_592_000).optional(),
  BEACON_PUBLIC_KEY: z.string().toLowerCase().optional(),
  BEACON_GENESIS: z.coerce.number().int().positive().optional(),
  BEACON_PERIOD: z.coerce.number().int().positive().optional(),
  BEACON_URLS: chainVariables.BEACON_URLS,
  // Two days, in which the provider can notice a signer that the operator added.
  SIGNER_DELAY: z.coerce.number().int().min(0).max(2_592_000).default(172_800),
  MIN_BEACON_MARGIN: z.coerce.number().int().min(30).max(86_400).default(900),
});

const TIMEOUT_MS = 30_000;

/** Deploys the contracts to any chain and prints their addresses as lines of the gateway's configuration. */
async function main(): Promise<void> {
  const parsed = environment.safeParse(process.env);
  if (!parsed.success) throw new Error(z.prettifyError(parsed.error));
  const { RPC_URL, DEPLOYER_PRIVATE_KEY, BEACON_URLS } = parsed.data;
  const beacon = toBeacon(parsed.data);
  requireOneOwner(parsed.data);
  for (const url of BEACON_URLS) await requireSame(url, beacon);
  // A cached number of transactions would be that before the transaction just sent.
  const provider = new JsonRpcProvider(RPC_URL, undefined, { cacheTimeout: -1 });
  const deployer = new Wallet(DEPLOYER_PRIVATE_KEY, provider);
  const { owner, notes, deployment } = await deploy(deployer, beacon, parsed.data).finally(() =>
    provider.destroy(),
  );
  console.log(
    [
      ...(notes.length === 0 ? [] : [`# The owner of the hub is ${owner}: ${notes.join(', of ')}.`]),
      `CHAIN_HUB=${deployment.hub}`,
      `CHAIN_PASSPORT=${deployment.passport}`,
      `CHAIN_BEACON=${deployment.beacon}`,
      `CHAIN_START_BLOCK=${deployment.blockNumber}`,
    ].join('\n'),
  );
}

type Variables = z.output<typeof environment>;

async function deploy(deployer: Wallet, beacon: BeaconScheme, variables: Variables) {
  const { HUB_OWNER, HUB_OWNERS, HUB_OWNERS_REQUIRED: required, TIMELOCK_DELAY: delay } = variables;
  const notes: string[] = [];
  let owner = HUB_OWNER ?? deployer.address;
  if (HUB_OWNERS !== undefined) {
    owner = await createMultisig(deployer, { owners: HUB_OWNERS, required });
    notes.unshift(`a multi-signature wallet ${owner} of ${required} of ${HUB_OWNERS.length} owners`);
  }
  if (delay !== undefined) {
    if (HUB_OWNERS === undefined) notes.unshift(`the proposer ${owner}`);
    owner = await createTimelock(deployer, { proposer: owner, delay });
    notes.unshift(`a timelock of ${delay} s`);
  }
  const { SIGNER_DELAY: signerDelay, MIN_BEACON_MARGIN: minBeaconMargin } = variables;
  const deployment = await deployContracts(deployer, { owner, beacon, signerDelay, minBeaconMargin });
  return { owner, notes, deployment };
}

function requireOneOwner({ HUB_OWNER, HUB_OWNERS, HUB_OWNERS_REQUIRED }: Variables): void {
  if (HUB_OWNERS === undefined) return;
  if (HUB_OWNER !== undefined) throw new Error('Set HUB_OWNER or HUB_OWNERS, not both.');
  requireOwners(HUB_OWNERS, HUB_OWNERS_REQUIRED);
}

/**
 * drand's quicknet, unless another beacon is given with all its parameters: a key with another beacon's times is invalid.
 */
function toBeacon({
  BEACON_PUBLIC_KEY: publicKey,
  BEACON_GENESIS: genesis,
  BEACON_PERIOD: period,
}: Variables): BeaconScheme {
  if (publicKey !== undefined && genesis !== undefined && period !== undefined)
    return { publicKey, genesis, period };
  if (publicKey === undefined && genesis === undefined && period === undefined) return QUICKNET;
  throw new Error(
    'BEACON_PUBLIC_KEY, BEACON_GENESIS and BEACON_PERIOD name one beacon: set all three, or none for quicknet.',
  );
}

async function requireSame(url: string, beacon: BeaconScheme): Promise<void> {
  const difference = await findRelayDifference(url, beacon, AbortSignal.timeout(TIMEOUT_MS)).catch(
    (error: Error) => `it cannot be asked: ${error.message}`,
  );
  if (difference !== undefined)
    throw new Error(`BEACON_URLS: ${url} does not tell of the beacon to deploy: ${difference}.`);
}

runToEnd(main).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
