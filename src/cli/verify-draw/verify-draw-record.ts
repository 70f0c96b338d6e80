import { AbiCoder, isAddress, keccak256, type JsonRpcProvider } from 'ethers';
import type { DrawRecord } from '../../core/draws/verify-draw.ts';
import { Failure } from '../failure.ts';
import { readChainId } from './verify-draw-hub.ts';
import { readEvents, type GiveawayEvent } from './verify-draw-logs.ts';

interface RecordQuestion {
  readonly provider: JsonRpcProvider;
  readonly hub: string;
  /** The giveaway's key, or its id in the GraphQL API. */
  readonly giveaway: string;
  readonly round: number;
  readonly fromBlock: number;
}

/** The record of a draw on chain, and where it was found. */
export interface FoundRecord {
  readonly record: DrawRecord;
  /** The provider's key on chain, and its own id of the giveaway. */
  readonly provider: string;
  readonly externalId: string;
  /** The giveaway's key as computed from these two. */
  readonly computedKey: string;
  /** The contract that verified the randomness. */
  readonly beacon: string;
  readonly blockNumber: number;
  readonly transactionHash: string;
}

/** Reads the record of a draw from the logs of a chain. Throws Failure when there is none. */
export async function readRecord({
  provider,
  hub,
  giveaway,
  round,
  fromBlock,
}: RecordQuestion): Promise<FoundRecord> {
  const key = toKey(giveaway);
  if (!isAddress(hub)) throw new Failure('WRONG_USAGE', `${String(hub)} is not the address of a contract.`);
  const chainId = await readChainId(provider);
  const events = await readEvents({ provider, hub, giveaway: key, fromBlock });
  const created = events.find(({ name }) => name === 'GiveawayCreated');
  if (!created) throw new Failure('NOT_FOUND', `The hub ${hub} never created the giveaway ${key}.`);
  const drawn = events.find(
    ({ name, args }) => name === 'WinnerDrawn' && Number(args.getValue('round')) === round,
  );
  if (!drawn)
    throw new Failure('NOT_DRAWN', `No winner was drawn for round ${round} of the giveaway ${key}.`);
  const { options } = created.args;
  const providerKey = String(created.args.getValue('provider'));
  const externalId = String(options.externalId);
  return {
    record: {
      chainId,
      hub,
      giveaway: key,
      round,
      isDrawn: Number(options.determination) === 1,
      schedule: {
        startsAt: Number(options.startTime) * 1000,
        endsAt: options.endTime === 0n ? undefined : Number(options.endTime) * 1000,
        everyDays: Number(options.everyDays),
        activeDays: Number(options.activeDays),
      },
      carriesOver: Boolean(options.entriesCarryOver),
      beaconMargin: Number(options.beaconMargin),
      changes: events.filter(({ name }) => name === 'EntriesChanged').map(toChange),
      outcome: {
        passportId: drawn.args.getValue('passportId'),
        beaconRound: drawn.args.getValue('beaconRound'),
        signature: drawn.args.getValue('signature'),
        randomness: drawn.args.getValue('randomness'),
        total: Number(drawn.args.getValue('total')),
        ticket: Number(drawn.args.getValue('ticket')),
        timestamp: drawn.timestamp,
      },
    },
    provider: providerKey,
    externalId,
    computedKey: keccak256(
      AbiCoder.defaultAbiCoder().encode(['bytes32', 'string'], [providerKey, externalId]),
    ),
    beacon: options.beacon,
    blockNumber: drawn.blockNumber,
    transactionHash: drawn.transactionHash,
  };
}

function toKey(giveaway: string): string {
  const [, digits] = /^(?:0x|gwy_)([0-9a-f]{64})$/i.exec(giveaway) ?? [];
  if (digits === undefined)
    throw new Failure(
      'WRONG_USAGE',
      `${giveaway} is neither the key of a giveaway (0x and 64 digits) nor its id.`,
    );
  return `0x${digits.toLowerCase()}`;
}

function toChange({ args, timestamp, blockNumber, logIndex }: GiveawayEvent): DrawRecord['changes'][number] {
  return {
    round: Number(args.getValue('round')),
    passportId: args.getValue('passportId'),
    removed: args.getValue('removed'),
    amount: Number(args.getValue('amount')),
    entries: Number(args.getValue('entries')),
    roundTotal: Number(args.getValue('roundTotal')),
    leaf: Number(args.getValue('leaf')),
    timestamp,
    blockNumber,
    logIndex,
  };
}
