import { bls12_381 } from '@noble/curves/bls12-381.js';
import { AbiCoder, concat, keccak256, sha256, toBeHex, getBytes, dataSlice } from 'ethers';
import { remember, type Beacon } from './contracts.ts';

/** An event EntriesChanged. Times are Unix seconds. */
export interface Change {
  readonly round: number;
  readonly openRound: number;
  readonly passport: bigint;
  readonly removed: boolean;
  readonly amount: number;
  readonly entries: number;
  readonly roundTotal: number;
  readonly leaf: number;
  readonly time: number;
}

/** An event WinnerDrawn. */
export interface Drawn {
  readonly passport: bigint;
  readonly beaconRound: bigint;
  readonly signature: string;
  readonly randomness: string;
  readonly total: number;
  readonly ticket: number;
  readonly time: number;
}

/** The places of a round with several ones: their numbers, and the events PlaceDrawn. */
export interface Places {
  readonly winners: number;
  readonly alternates: number;
  /** Place, passport, tickets drawn before, tickets left, ticket. */
  readonly drawn: readonly (readonly bigint[])[];
}

/** The events of a giveaway and of a draw; `options` are the data of GiveawayCreated. */
export interface Record {
  readonly chainId: bigint;
  readonly hub: string;
  readonly giveaway: string;
  readonly round: number;
  readonly provider: string;
  readonly created: number;
  readonly options: string;
  readonly changes: readonly Change[];
  readonly drawn: Drawn;
  readonly places?: Places | undefined;
}

const OPTIONS =
  'tuple(bytes externalId, uint64 startTime, uint64 endTime, uint8 determination, bool requiresHandshake, bool providerPaysReceiptGas, ' +
  'bool entriesCarryOver, uint32 everyDays, uint32 activeDays, address beacon, uint32 beaconMargin, bytes32 metadataHash, bytes metadataUri)';
const DAY = 86_400;
const abi = AbiCoder.defaultAbiCoder();

/** The options of a giveaway; a text is read as bytes, which are encoded in the same way. */
export function optionsOf(data: string) {
  const [options] = abi.decode([OPTIONS], data);
  return {
    externalId: String(options.externalId),
    startTime: Number(options.startTime),
    endTime: Number(options.endTime),
    isDrawn: options.determination === 1n,
    carriesOver: Boolean(options.entriesCarryOver),
    everyDays: Number(options.everyDays),
    activeDays: Number(options.activeDays),
    beacon: String(options.beacon).toLowerCase(),
    beaconMargin: Number(options.beaconMargin),
  };
}

/** The hash chain over creation and changes. */
export function historyOf({ provider, created, options, changes, places }: Record): string {
  const first = keccak256(concat([provider, toBeHex(created, 32), toBeHex(96, 32), dataSlice(options, 32)]));
  const start =
    places === undefined
      ? first
      : keccak256(concat([first, toBeHex(places.winners, 1), toBeHex(places.alternates, 1)]));
  return changes.reduce(
    (previous, { passport, openRound, round, amount, removed }) =>
      keccak256(
        concat([
          previous,
          toBeHex(passport, 8),
          toBeHex(openRound, 4),
          toBeHex(round, 4),
          toBeHex(amount, 4),
          removed ? '0x01' : '0x00',
        ]),
      ),
    start,
  );
}

/** Draws again; throws an Error when anything in the record differs from what follows. */
export function drawAgain(record: Record, beacon: Beacon): { winner: bigint; ticket: number } {
  const { chainId, hub, giveaway, round, provider, created, changes, drawn } = record;
  const options = optionsOf(record.options);
  const { startTime, endTime, everyDays, activeDays, carriesOver } = options;
  const key = keccak256(abi.encode(['bytes32', 'bytes'], [provider, options.externalId]));
  require(key === giveaway && options.isDrawn, 'the key or the determination');
  const roundTimes = (index: number) => {
    if (everyDays === 0) return { opens: startTime, closes: endTime, exists: index === 0 };
    const opens = startTime + index * everyDays * DAY;
    const closes = opens + activeDays * DAY;
    return {
      opens,
      closes: endTime === 0 ? closes : Math.min(closes, endTime),
      exists: endTime === 0 || opens < endTime,
    };
  };
  const { closes, exists } = roundTimes(round);
  require(exists && closes > 0 && created < closes && drawn.time >= closes, 'the times of the round');

  // Leaves in the order of first issues; a draw counts the changes whose open round is not after its own.
  const rounds = new Map<number, Map<bigint, number>>();
  const counted = new Map<number, Map<bigint, number>>();
  let last = created;
  for (const change of changes) {
    const open = roundTimes(change.openRound);
    require(open.exists && change.time >= open.opens && change.time < open.closes, 'the time of a change');
    require(change.time >= last, 'the order of changes');
    last = change.time;
    require(change.round === change.openRound || (carriesOver && change.removed), 'the round of a change');
    apply(rounds, change);
    const leaves = rounds.get(change.round) ?? new Map<bigint, number>();
    const total = [...leaves.values()].reduce((sum, entries) => sum + entries, 0);
    require(leaves.get(change.passport) === change.entries && total === change.roundTotal, 'a sum');
    require([...leaves.keys()].indexOf(change.passport) === change.leaf, 'a leaf');
    if (change.openRound <= round) apply(counted, change);
  }
  const tickets = [...counted]
    .filter(([index]) => (carriesOver ? index <= round : index === round))
    .toSorted(([one], [other]) => one - other)
    .flatMap(([, leaves]) => [...leaves]);
  const total = tickets.reduce((sum, [, entries]) => sum + entries, 0);
  require(total === drawn.total && total > 0, 'the total');

  const time = closes + options.beaconMargin;
  const beaconRound =
    time <= beacon.genesis ? 1 : Math.floor((time - beacon.genesis - 1) / beacon.period) + 2;
  require(BigInt(beaconRound) === drawn.beaconRound, 'the beacon round');
  const signedAt = beacon.genesis + (beaconRound - 1) * beacon.period;
  require(changes.every((change) => change.openRound > round || change.time < signedAt), 'a late change');
  require(isSignature(drawn.signature, String(beaconRound), beacon.key), 'the signature');
  const randomness = sha256(drawn.signature);
  require(randomness === drawn.randomness, 'the randomness');
  const terms = [randomness, chainId, hub, giveaway, round];
  const seed = keccak256(abi.encode(['bytes32', 'uint256', 'address', 'bytes32', 'uint32'], terms));
  const ticket = Number(BigInt(seed) % BigInt(total));
  let left = ticket;
  const [winner] = tickets.find(([, entries]) => left < entries || ((left -= entries), false)) ?? [0n];
  require(ticket === drawn.ticket && winner === drawn.passport, 'ticket or winner');
  if (record.places !== undefined) checkPlaces(record.places, seed, tickets);
  return { winner, ticket };
}

/** Draws all places: the leaf of each ticket is left out of the next ones, and a passport takes one place. */
function checkPlaces({ winners, alternates, drawn }: Places, seed: string, leaves: [bigint, number][]): void {
  let rest = leaves;
  const places: bigint[][] = [];
  for (let count = 0; places.length < winners + alternates; count += 1) {
    const total = rest.reduce((sum, [, entries]) => sum + entries, 0);
    if (total === 0) break;
    const hash = count === 0 ? seed : keccak256(concat([seed, toBeHex(count, 32)]));
    const ticket = BigInt(hash) % BigInt(total);
    let left = Number(ticket);
    const hit = rest.findIndex(([, entries]) => left < entries || ((left -= entries), false));
    const [passport] = rest[hit] ?? [0n];
    rest = rest.toSpliced(hit, 1);
    if (!places.some(([, other]) => other === passport))
      places.push([BigInt(places.length), passport, BigInt(count), BigInt(total), ticket]);
  }
  require(places.slice(1).join(' ') === drawn.join(' '), 'the places');
}

function apply(rounds: Map<number, Map<bigint, number>>, { round, passport, amount, removed }: Change): void {
  const leaves = rounds.get(round) ?? new Map<bigint, number>();
  const entries = (leaves.get(passport) ?? 0) + (removed ? -amount : amount);
  require(entries >= 0, 'entries below zero');
  rounds.set(round, leaves.set(passport, entries));
}

const { shortSignatures } = bls12_381;
const DOMAIN = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_';

const isSignature = remember((signature: string, beaconRound: string, key: string): boolean => {
  const message = getBytes(sha256(toBeHex(BigInt(beaconRound), 8)));
  try {
    return shortSignatures.verify(
      getBytes(signature),
      shortSignatures.hash(message, DOMAIN),
      getBytes(`0x${key}`),
    );
  } catch {
    return false;
  }
});

/** Throws an Error that names what does not hold. */
export function require(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(`${what} differs.`);
}
