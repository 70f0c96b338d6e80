import { InvalidArgumentError, Option, type Command } from 'commander';
import { JsonRpcProvider, keccak256, Network, sha256 } from 'ethers';
import { QUICKNET, type BeaconScheme } from '../../core/draws/quicknet.ts';
import { verifyDraw, type VerificationStep } from '../../core/draws/verify-draw.ts';
import { act, toWholeNumber, type Result } from '../command.ts';
import { toTable } from '../print.ts';
import { readBeaconContract, readBeaconRelay, toVerifiedBeacon } from './verify-draw-beacon.ts';
import { readHub } from './verify-draw-hub.ts';
import { readRecord, type FoundRecord } from './verify-draw-record.ts';

interface VerifyOptions {
  readonly rpc: string;
  readonly hub?: string;
  readonly dataDir: string;
  readonly giveaway: string;
  readonly round: number;
  readonly fromBlock: number;
  readonly beacon?: string;
  readonly beaconKey?: string;
  readonly beaconGenesis?: number;
  readonly beaconPeriod?: number;
}

/** The beacon that the user expects, and whether options name it. */
interface Expectation extends BeaconScheme {
  readonly isNamed: boolean;
  readonly relay?: BeaconScheme & { readonly signature: string };
}

/** giveaways verify-draw */
export function addVerifyDraw(program: Command): void {
  program
    .command('verify-draw')
    .description('repeats a draw from the logs of a chain and the beacon alone, without any gateway')
    .addOption(
      new Option('--rpc <address>', 'node of the chain')
        .env('RPC_URL')
        .argParser(toUrl)
        .makeOptionMandatory(),
    )
    .addOption(
      new Option(
        '--hub <address>',
        'contract of the giveaways; when left out, the hub of the embedded chain in the data folder',
      ).env('CHAIN_HUB'),
    )
    .requiredOption('--giveaway <key>', 'key of the giveaway on chain, or its id')
    .option('--round <index>', 'round, counted from 0', toWholeNumber, 0)
    .option(
      '--from-block <number>',
      'block to read from, such as the block in which the hub was deployed',
      toWholeNumber,
      0,
    )
    .option(
      '--beacon <address>',
      "drand relay whose key, times and signature to expect; when left out, quicknet's key and times",
      toUrl,
    )
    .option('--beacon-key <hex>', 'public key of the beacon to expect instead', toBeaconKey)
    .option('--beacon-genesis <seconds>', 'time of its round 1 to expect instead, in Unix seconds', toSeconds)
    .option(
      '--beacon-period <seconds>',
      'time from one of its rounds to the next to expect instead',
      toSeconds,
    )
    .action(act((_client, options) => verify(options as unknown as VerifyOptions)));
}

async function verify(options: VerifyOptions): Promise<Result> {
  const network = new Network('chain', 0);
  // The chain id is read once, by readRecord; nothing else depends on this network.
  const provider = new JsonRpcProvider(options.rpc, network, { staticNetwork: network, batchMaxCount: 50 });
  try {
    const hub = options.hub ?? (await readHub(provider, options.dataDir));
    const found = await readRecord({ ...options, provider, hub });
    const expected = await expectBeacon(options, found);
    const steps = [
      ...identify(found),
      ...compareBeacon(await readBeaconContract(provider, found.beacon), expected, found),
      ...verifyDraw(found.record, toVerifiedBeacon(expected), { keccak256, sha256 }),
    ];
    return toResult(steps, found, expected);
  } finally {
    provider.destroy();
  }
}

/** The expected beacon: as the options say, else quicknet; never what the chain claims. */
async function expectBeacon(
  { beacon, beaconKey, beaconGenesis, beaconPeriod }: VerifyOptions,
  { record }: FoundRecord,
): Promise<Expectation> {
  const relay = beacon === undefined ? undefined : await readBeaconRelay(beacon, record.outcome.beaconRound);
  const { publicKey, genesis, period } = relay ?? QUICKNET;
  return {
    publicKey: beaconKey?.replace(/^0x/i, '').toLowerCase() ?? publicKey,
    genesis: beaconGenesis ?? genesis,
    period: beaconPeriod ?? period,
    isNamed: [relay, beaconKey, beaconGenesis, beaconPeriod].some((option) => option !== undefined),
    ...(relay && { relay }),
  };
}

/** The provider and external id of the giveaway, and whether its key is computed from them. */
function identify({ record, provider, externalId, computedKey }: FoundRecord): VerificationStep[] {
  return [
    { name: 'provider', found: provider },
    { name: 'external id', found: JSON.stringify(externalId) },
    compare('giveaway key', record.giveaway, computedKey),
  ];
}

/** Compares the beacon that the contract claims with the expected one. */
function compareBeacon(
  claimed: BeaconScheme,
  expected: Expectation,
  { record }: FoundRecord,
): VerificationStep[] {
  const { relay } = expected;
  const isQuicknet = describe(expected) === describe(QUICKNET);
  const steps = [
    { name: 'beacon', found: isQuicknet ? "drand's quicknet" : 'the beacon that the options name' },
    compare('beacon key', claimed.publicKey, expected.publicKey),
    compare('beacon genesis', String(claimed.genesis), String(expected.genesis)),
    compare('beacon period', String(claimed.period), String(expected.period)),
  ];
  if (relay === undefined) return steps;
  return [
    ...steps,
    compare("relay's beacon", describe(claimed), describe(relay)),
    compare("relay's signature", record.outcome.signature, `0x${relay.signature}`),
  ];
}

function describe({ publicKey, genesis, period }: BeaconScheme): string {
  return `${publicKey} every ${period} s from ${genesis}`;
}

function compare(name: string, onChain: string, expected: string): VerificationStep {
  return expected === onChain ? { name, found: onChain } : { name, found: expected, differs: onChain };
}

const ADVICE =
  "The giveaway's beacon is not drand's quicknet. If you expect another beacon, name it: with --beacon and a relay that " +
  'you trust, or with --beacon-key, --beacon-genesis and --beacon-period.';

function toResult(
  steps: readonly VerificationStep[],
  { record, provider, externalId, beacon, blockNumber, transactionHash }: FoundRecord,
  { isNamed }: Expectation,
): Result {
  const differing = steps.flatMap(({ name, differs }) => (differs === undefined ? [] : [name]));
  const failed = differing.length > 0;
  const isUnnamed = !isNamed && differing.some((name) => /^beacon (?:key|genesis|period)$/.test(name));
  const rows = steps.map(({ name, found, differs }) => [
    differs === undefined ? 'ok' : 'DIFFERS',
    name,
    differs === undefined ? found : `${found}, but the chain says: ${differs}`,
  ]);
  const verdict = failed
    ? `NOT VERIFIED: ${differing.join(', ')}.${isUnnamed ? ` ${ADVICE}` : ''}`
    : `VERIFIED: passport ${record.outcome.passportId} won round ${record.round}, settled in block ${blockNumber}.`;
  return {
    document: {
      verified: !failed,
      giveaway: record.giveaway,
      round: record.round,
      chainId: Number(record.chainId),
      hub: record.hub,
      provider,
      externalId,
      beacon,
      passportId: Number(record.outcome.passportId),
      blockNumber,
      transactionHash,
      steps,
    },
    text: `${toTable(['', 'step', 'found'], rows)}\n\n${verdict}`,
    failed,
  };
}

function toUrl(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  throw new InvalidArgumentError('It must be an http(s) URL.');
}

function toBeaconKey(text: string): string {
  if (/^(?:0x)?[0-9a-f]{192}$/i.test(text)) return text;
  throw new InvalidArgumentError('It must be a public key of drand: 192 hexadecimal digits.');
}

function toSeconds(text: string): number {
  if (!/^[1-9]\d{0,9}$/.test(text)) throw new InvalidArgumentError('It must be a number of seconds above 0.');
  return Number(text);
}
