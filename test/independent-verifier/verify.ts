import { concat, dataSlice, decodeRlp, id, keccak256, toBeHex, AbiCoder } from 'ethers';
import { checkCode, hubBornBy, type Beacon, type Codes } from './contracts.ts';
import { drawAgain, historyOf, optionsOf, require, type Change, type Places, type Record } from './draw.ts';
import { tableOf } from './tables.ts';
import { keyOfIndex, proveValue } from './trie.ts';

/** What a verification ends with; `failed` names the first thing that does not hold. */
export type Result =
  | { readonly verified: true; readonly winner: bigint; readonly ticket: number }
  | { readonly verified: false; readonly failed: string };

/** A log as a node reports it. */
export interface RawLog {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
  readonly blockNumber: string;
  readonly blockTimestamp: string;
}

/** What a node reports of a draw without a proof. */
export interface Reported {
  readonly chainId: bigint;
  readonly hub: string;
  readonly giveaway: string;
  readonly round: number;
  readonly logs: readonly RawLog[];
  readonly codes: Codes;
  /** The words of the two slots. */
  readonly history: string;
  readonly outcome: string;
  readonly birth: string;
}

type Json = any; // eslint-disable-line @typescript-eslint/no-explicit-any -- the document of a proof is read as it is

const OPTIONS = '(string,uint64,uint64,uint8,bool,bool,bool,uint32,uint32,address,uint32,bytes32,string)';
const CREATED = id(`GiveawayCreated(bytes32,bytes32,address,${OPTIONS})`);
const CHANGED = id(
  'EntriesChanged(bytes32,uint32,uint256,bytes32,uint32,bool,uint32,uint32,uint32,uint32,uint16,bytes32,address,address)',
);
const DRAWN = id('WinnerDrawn(bytes32,uint32,uint256,address,uint64,bytes,bytes32,uint32,uint32)');
const PLACES = id('PlacesSet(bytes32,uint8,uint8)');
const PLACE = id('PlaceDrawn(bytes32,uint32,uint256,uint8,uint32,uint32,uint32)');
const abi = AbiCoder.defaultAbiCoder();

/** The slots of a draw in the storage of the hub. */
export function slotsOf(giveaway: string, round: number): { history: string; outcome: string } {
  const slot = (name: string) => toBeHex(Number(tableOf('slot of').find(([of]) => of === name)?.[1]), 32);
  const inner = keccak256(concat([giveaway, slot('outcomes')]));
  return {
    history: keccak256(concat([giveaway, slot('history')])),
    outcome: keccak256(concat([toBeHex(round, 32), inner])),
  };
}

/** Verifies a draw from raw logs. */
export function verifyLogs(reported: Reported, beacon: Beacon): Result {
  return attempt(() => {
    const { chainId, hub, giveaway, round, logs, codes } = reported;
    require(logs.every(({ address, topics }) => address === hub && topics[1] === giveaway), 'a log');
    const of = (topic: string) => logs.filter(({ topics }) => topics[0] === topic);
    const [created, ...more] = of(CREATED);
    const [drawn, ...again] = of(DRAWN).filter(({ topics }) => Number(topics[2]) === round);
    require(created !== undefined && drawn !== undefined, 'the number of events');
    const [counts, ...others] = of(PLACES);
    require(more.length + again.length + others.length === 0, 'the number of events');
    const record: Record = {
      chainId,
      hub,
      giveaway,
      round,
      provider: created.topics[2] ?? '',
      created: Number(created.blockTimestamp),
      options: created.data,
      changes: of(CHANGED).map(toChange),
      drawn: toDrawn(drawn),
      places:
        counts &&
        toPlaces(
          counts,
          of(PLACE).filter(({ topics }) => Number(topics[2]) === round),
        ),
    };
    checkCode(codes, chainId, hub, beacon);
    return conclude(record, { ...reported, beacon });
  });
}

/** The hash that the sources confirm for the block with a number. */
export type HashOf = (block: number) => string | undefined;

/** Verifies the document of a proof against hashes of blocks. */
export function verifyDocument(text: string, hashOf: HashOf, beacon: Beacon): Result {
  return attempt(() => {
    const document: Json = JSON.parse(text);
    const { hub, giveaway, round, creation, code, state, times, draw, places } = document;
    const record: Record = {
      chainId: BigInt(document.chainId),
      hub,
      giveaway,
      round,
      provider: creation.provider,
      created: creation.timestamp,
      options: creation.options,
      changes: document.changes.map(
        ([of, openRound, passport, removed, amount, entries, roundTotal, leaf, time]: Json[]): Change => ({
          round: of,
          openRound,
          passport: BigInt(passport),
          removed: removed === 1,
          amount,
          entries,
          roundTotal,
          leaf,
          time,
        }),
      ),
      drawn: {
        ...draw,
        passport: BigInt(draw.passportId),
        beaconRound: BigInt(draw.beaconRound),
        time: draw.timestamp,
      },
      places: places && { ...places, drawn: places.drawn.map((values: Json[]) => values.map(BigInt)) },
    };
    const header = readHeader(state.header);
    require(header.hash === hashOf(header.number), 'the hash of the block');
    const addresses = checkCode(code, record.chainId, hub, beacon);
    const account = (address: string, proof: readonly string[]) => {
      const value = proveValue(header.stateRoot, keccak256(address), proof) ?? '0xc0';
      const [, , storageRoot, codeHash] = decodeRlp(value) as string[];
      return { storageRoot: storageRoot ?? '', codeHash };
    };
    const hubAccount = account(hub, state.hub);
    require(hubAccount.codeHash === keccak256(code.hub), 'the code of the hub');
    const others = { ...addresses, beacon: optionsOf(creation.options).beacon };
    for (const [name, address] of Object.entries(others))
      require(account(address, state[name]).codeHash === keccak256(code[name]), `the code of ${name}`);
    const slots = slotsOf(giveaway, round);
    const read = (slot: string, proof: readonly string[]) => {
      const value = proveValue(hubAccount.storageRoot, keccak256(slot), proof);
      return toBeHex(value === undefined ? 0n : BigInt(decodeRlp(value) as string), 32);
    };
    checkTimes(record, document, [header, times, hashOf]);
    const history = read(slots.history, state.history);
    return conclude(record, {
      history,
      outcome: read(slots.outcome, state.outcome),
      birth: document.birth,
      beacon,
    });
  });
}

/** History, outcome and birth belong to the draw. */
function conclude(
  record: Record,
  known: {
    readonly history: string;
    readonly outcome: string;
    readonly birth: string;
    readonly beacon: Beacon;
  },
): Result {
  require(historyOf(record) === known.history, 'the history');
  const outcome = BigInt(known.outcome);
  require(BigInt.asUintN(64, outcome) === record.drawn.passport, 'the winner on chain');
  require(BigInt.asUintN(32, outcome >> 64n) === BigInt(record.drawn.total), 'the total on chain');
  require(BigInt.asUintN(8, outcome >> 96n) === 0n, 'the round is void, which');
  require(hubBornBy(known.birth) === record.hub, 'the birth of the hub');
  return { verified: true, ...drawAgain(record, known.beacon) };
}

/** The receipts prove when creation, last change and draw happened. */
function checkTimes(
  record: Record,
  document: Json,
  [head, times, hashOf]: readonly [Header, Json, HashOf],
): void {
  const { hub, giveaway, round, changes } = record;
  const place = changes.findLastIndex(({ openRound }) => openRound <= round);
  const lastChange = changes[place];
  const created = prove(times.creation, CREATED);
  require(created.log.topics[2] === record.provider && created.log.data === record.options, 'the creation');
  require(created.header.time === record.created, 'the time of the creation');
  const changed = prove(times.lastChange, CHANGED);
  const proved = { ...changed.log, blockTimestamp: toBeHex(changed.header.time) };
  require(same(toChange(proved), lastChange), 'the last change');
  const drawn = prove(times.draw, DRAWN);
  const ofDraw = toDrawn({ ...drawn.log, blockTimestamp: toBeHex(drawn.header.time) });
  require(Object.entries(ofDraw).every(([name, value]) => record.drawn[name as 'ticket'] === value) &&
    Number(drawn.log.topics[2]) === round, 'the draw');
  const blocks = [document.creation.blockNumber, document.changes[place][9], document.draw.blockNumber];
  const headers = [created.header, changed.header, drawn.header];
  require(headers.every(({ number }, index) => number === blocks[index]), 'a block');
  require(headers.every(({ number, hash }) => hash === hashOf(number)), 'the hash of a receipt’s block');
  const ordered = [...headers, head];
  require(ordered.every(({ number }, index) => number >= (ordered[index - 1]?.number ?? 0)), 'the order');
  require(changes.every(({ time }) => time <= head.time), 'the time of a change');

  function prove(proof: Json, topic: string) {
    const header = readHeader(proof.header);
    const receipt = proveValue(header.receiptsRoot, keyOfIndex(proof.transaction), proof.receipt) ?? '0xc0';
    const fields = decodeRlp(
      Number(dataSlice(receipt, 0, 1)) < 0xc0 ? dataSlice(receipt, 1) : receipt,
    ) as Json;
    const [address, topics, data] = fields[3][proof.log];
    require(fields[0] === '0x01' && address === hub, 'a receipt');
    require(topics[0] === topic && topics[1] === giveaway, 'the event of a receipt');
    return { header, log: { topics, data } };
  }
}

interface Header {
  readonly hash: string;
  readonly stateRoot: string;
  readonly receiptsRoot: string;
  readonly number: number;
  readonly time: number;
}

function readHeader(rlp: string): Header {
  const fields = decodeRlp(rlp) as string[];
  const [stateRoot = '', receiptsRoot = ''] = [fields[3], fields[5]];
  return {
    hash: keccak256(rlp),
    stateRoot,
    receiptsRoot,
    number: Number(fields[8]),
    time: Number(fields[11]),
  };
}

function toChange({
  topics,
  data,
  blockTimestamp,
}: Pick<RawLog, 'topics' | 'data' | 'blockTimestamp'>): Change {
  const types = ['bytes32', 'uint32', 'bool', 'uint32', 'uint32', 'uint32', 'uint32'];
  const [, openRound, removed, amount, entries, roundTotal, leaf] = abi.decode(types, data);
  return {
    round: Number(topics[2]),
    openRound: Number(openRound),
    passport: BigInt(topics[3] ?? 0),
    removed,
    amount: Number(amount),
    entries: Number(entries),
    roundTotal: Number(roundTotal),
    leaf: Number(leaf),
    time: Number(blockTimestamp),
  };
}

function toPlaces({ data }: RawLog, drawn: readonly RawLog[]): Places {
  const [winners, alternates] = abi.decode(['uint8', 'uint8'], data);
  return {
    winners: Number(winners),
    alternates: Number(alternates),
    drawn: drawn.map((log) => {
      const [place, ...rest] = abi.decode(['uint8', 'uint32', 'uint32', 'uint32'], log.data);
      return [place, BigInt(log.topics[3] ?? 0), ...rest];
    }),
  };
}

function toDrawn({ topics, data, blockTimestamp }: Pick<RawLog, 'topics' | 'data' | 'blockTimestamp'>) {
  const types = ['address', 'uint64', 'bytes', 'bytes32', 'uint32', 'uint32'];
  const [, beaconRound, signature, randomness, total, ticket] = abi.decode(types, data);
  return {
    passport: BigInt(topics[3] ?? 0),
    beaconRound: beaconRound as bigint,
    signature: signature as string,
    randomness: randomness as string,
    total: Number(total),
    ticket: Number(ticket),
    time: Number(blockTimestamp),
  };
}

function same(one: Change, other: Change | undefined): boolean {
  return Object.entries(one).every(([name, value]) => other?.[name as keyof Change] === value);
}

function attempt(verify: () => Result): Result {
  try {
    return verify();
  } catch (error) {
    return { verified: false, failed: error instanceof Error ? error.message : String(error) };
  }
}
