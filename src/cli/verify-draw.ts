import { InvalidArgumentError, Option, type Command } from 'commander';
import { JsonRpcProvider, keccak256, Network, sha256 } from 'ethers';
import { verifyDraw, type Step } from '../core/draws/verify-draw.ts';
import { act, toWholeNumber, type Result } from './command.ts';
import { toTable } from './print.ts';
import {
  readBeaconContract,
  readBeaconRelay,
  toVerifiedBeacon,
  type BeaconFacts,
} from './verify-draw-beacon.ts';
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
}

/** giveaways verify-draw */
export function addVerifyDraw(program: Command): void {
  program
    .command('verify-draw')
    .description('draws a winner again from the logs of a chain and the beacon alone, without any gateway')
    .addOption(
      new Option('--rpc <address>', 'node of the chain')
        .env('RPC_URL')
        .argParser(toUrl)
        .makeOptionMandatory(),
    )
    .addOption(
      new Option(
        '--hub <address>',
        'contract of the giveaways; without it that of a gateway on this machine, by its data folder',
      ).env('CHAIN_HUB'),
    )
    .requiredOption('--giveaway <key>', 'key of the giveaway on chain, or its id')
    .option('--round <index>', 'round, counted from 0', toWholeNumber, 0)
    .option(
      '--from-block <number>',
      'block to read from, where the hub is younger than its chain',
      toWholeNumber,
      0,
    )
    .option('--beacon <address>', "drand relay whose key and signature to compare with the chain's", toUrl)
    .option('--beacon-key <hex>', "public key of the beacon to compare with the contract's", toBeaconKey)
    .action(act((_client, options) => verify(options as unknown as VerifyOptions)));
}

async function verify(options: VerifyOptions): Promise<Result> {
  const network = new Network('chain', 0);
  // The chain is asked for its number once, below; nothing else here depends on it.
  const provider = new JsonRpcProvider(options.rpc, network, { staticNetwork: network, batchMaxCount: 50 });
  try {
    const hub = options.hub ?? (await readHub(provider, options.dataDir));
    const found = await readRecord({ ...options, provider, hub });
    const facts = await readBeaconContract(provider, found.beacon);
    const steps = [
      ...(await compareBeacon(facts, found, options)),
      ...verifyDraw(found.record, toVerifiedBeacon(facts), { keccak256, sha256 }),
    ];
    return toResult(steps, found);
  } finally {
    provider.destroy();
  }
}

/** What the contract says of the beacon, beside what others say of it. */
async function compareBeacon(
  facts: BeaconFacts,
  { record }: FoundRecord,
  { beacon: relay, beaconKey }: VerifyOptions,
): Promise<Step[]> {
  const given = beaconKey?.replace(/^0x/i, '').toLowerCase();
  const steps = [compare('beacon key', facts.publicKey, given ?? facts.publicKey)];
  if (relay === undefined) return steps;
  const said = await readBeaconRelay(relay, record.outcome.beaconRound);
  const times = ({ genesis, period }: BeaconFacts) => `every ${period} s from ${genesis}`;
  return [
    ...steps,
    compare("relay's key", facts.publicKey, said.publicKey),
    compare("relay's times", times(facts), times(said)),
    compare("relay's signature", record.outcome.signature, `0x${said.signature}`),
  ];
}

function compare(name: string, onChain: string, said: string): Step {
  return said === onChain ? { name, found: onChain } : { name, found: said, differs: onChain };
}

function toResult(
  steps: readonly Step[],
  { record, beacon, blockNumber, transactionHash }: FoundRecord,
): Result {
  const failed = steps.some(({ differs }) => differs !== undefined);
  const rows = steps.map(({ name, found, differs }) => [
    differs === undefined ? 'ok' : 'DIFFERS',
    name,
    differs === undefined ? found : `${found}, but the chain says: ${differs}`,
  ]);
  const verdict = failed
    ? `NOT VERIFIED: ${steps.flatMap(({ name, differs }) => (differs === undefined ? [] : [name])).join(', ')}.`
    : `VERIFIED: passport ${record.outcome.passportId} won round ${record.round}, settled in block ${blockNumber}.`;
  return {
    document: {
      verified: !failed,
      giveaway: record.giveaway,
      round: record.round,
      chainId: Number(record.chainId),
      hub: record.hub,
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
