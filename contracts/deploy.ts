import { JsonRpcProvider, Wallet } from 'ethers';
import { z } from 'zod';
import { deployContracts } from '../src/adapters/chain/hub/deploy.ts';
import { findRelayDifference } from '../src/adapters/chain/beacon/relay-scheme.ts';
import { chainVariables } from '../src/config/chain-config.ts';
import { QUICKNET, type BeaconScheme } from '../src/core/draws/quicknet.ts';
import { runToEnd } from '../src/runtime/run-to-end.ts';

const environment = z.object({
  RPC_URL: z.url(),
  DEPLOYER_PRIVATE_KEY: z.string().regex(/^0x[\da-fA-F]{64}$/, 'must be 0x and 64 hexadecimal digits.'),
  HUB_OWNER: z.string().optional(),
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
  const { RPC_URL, DEPLOYER_PRIVATE_KEY, HUB_OWNER, BEACON_URLS } = parsed.data;
  const beacon = toBeacon(parsed.data);
  for (const url of BEACON_URLS) await requireSame(url, beacon);
  // A cached number of transactions would be that before the transaction just sent.
  const provider = new JsonRpcProvider(RPC_URL, undefined, { cacheTimeout: -1 });
  const deployer = new Wallet(DEPLOYER_PRIVATE_KEY, provider);
  const deployment = await deployContracts(deployer, {
    owner: HUB_OWNER ?? deployer.address,
    beacon,
    signerDelay: parsed.data.SIGNER_DELAY,
    minBeaconMargin: parsed.data.MIN_BEACON_MARGIN,
  }).finally(() => provider.destroy());
  console.log(
    [
      `CHAIN_HUB=${deployment.hub}`,
      `CHAIN_PASSPORT=${deployment.passport}`,
      `CHAIN_BEACON=${deployment.beacon}`,
      `CHAIN_START_BLOCK=${deployment.blockNumber}`,
    ].join('\n'),
  );
}

/**
 * drand's quicknet, unless another beacon is given with all its parameters: a key with another beacon's times is invalid.
 */
function toBeacon({
  BEACON_PUBLIC_KEY: publicKey,
  BEACON_GENESIS: genesis,
  BEACON_PERIOD: period,
}: z.output<typeof environment>): BeaconScheme {
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
