import { JsonRpcProvider, Wallet } from 'ethers';
import { z } from 'zod';
import { QUICKNET } from '../src/adapters/chain/beacon-scheme.ts';
import { deployContracts } from '../src/adapters/chain/deploy.ts';

// drand's quicknet, unless another beacon is named.
const environment = z.object({
  RPC_URL: z.url(),
  DEPLOYER_PRIVATE_KEY: z.string().regex(/^0x[\da-fA-F]{64}$/, 'must be 0x and 64 hexadecimal digits.'),
  HUB_OWNER: z.string().optional(),
  BEACON_PUBLIC_KEY: z.string().default(QUICKNET.publicKey),
  BEACON_GENESIS: z.coerce.number().int().default(QUICKNET.genesis),
  BEACON_PERIOD: z.coerce.number().int().positive().default(QUICKNET.period),
});

/** Deploys the contracts to any chain and prints where they are, as lines of the gateway's configuration. */
async function main(): Promise<void> {
  const parsed = environment.safeParse(process.env);
  if (!parsed.success) throw new Error(z.prettifyError(parsed.error));
  const { RPC_URL, DEPLOYER_PRIVATE_KEY, HUB_OWNER, ...beacon } = parsed.data;
  const provider = new JsonRpcProvider(RPC_URL);
  const deployer = new Wallet(DEPLOYER_PRIVATE_KEY, provider);
  const deployment = await deployContracts(deployer, {
    owner: HUB_OWNER ?? deployer.address,
    beacon: {
      publicKey: beacon.BEACON_PUBLIC_KEY,
      genesis: beacon.BEACON_GENESIS,
      period: beacon.BEACON_PERIOD,
    },
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

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
