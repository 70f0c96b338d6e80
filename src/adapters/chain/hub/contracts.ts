import { Interface } from 'ethers/abi';
import { getAddress } from 'ethers/address';
import { randomBytes } from 'ethers/crypto';
import { hexlify, isError } from 'ethers/utils';
import { LRUCache } from 'lru-cache';
import type { GiveawayPlaces } from '../../../core/chain/chain-call.ts';
import { toContractNumber } from '../../../core/chain/hubs.ts';
import { MAX_TRANSACTION_GAS, toTransactionGas } from '../../../core/chain/transaction-gas.ts';
import { DomainError } from '../../../core/errors.ts';
import type { OperationError } from '../../../core/operations/operation.ts';
import {
  ROUND_STATES,
  UNLIMITED_TRANSFERS,
  type Contracts,
  type ContractSite,
} from '../../../core/chain/contracts.ts';
import { passportArtifact } from './artifacts/passport.ts';
import { quoteFees, readTip } from '../rpc/fees.ts';
import { encodeCall, toHubCall } from './hub-calls.ts';
import { decodeStruct, hubInterface } from './hub-interface.ts';
import { toHex } from '../rpc/block.ts';
import { createNewestState, type NewestState, type View } from '../rpc/newest-state.ts';
import { toOperationError } from './reverts.ts';
import { RpcError, RpcUnreachable, type Rpc } from '../rpc/rpc.ts';
import { toRevert } from '../rpc/rpc-errors.ts';

interface ContractsOptions {
  readonly rpc: Rpc;
  /** Addresses in any case. */
  readonly site: ContractSite;
  /** The index of the hub; 0 by default. */
  readonly hubIndex?: number;
  /** Wei per gas; no transaction offers more. */
  readonly feeCap: () => bigint;
  /** Milliseconds since the epoch. */
  now(): number;
}

const passportInterface = new Interface(passportArtifact.abi);
const walletInterface = new Interface([
  'function isValidSignature(bytes32 digest, bytes signature) view returns (bytes4)',
]);
// The result of isValidSignature for a valid signature (ERC-1271), as a word.
const ACCEPTED = `0x1626ba7e${'0'.repeat(56)}`;
const TRIAL_GAS = toHex(MAX_TRANSACTION_GAS);
const RETRY_AFTER_SECONDS = 5;
const MAX_CACHED = 10_000;

const TOO_MUCH_GAS: OperationError = {
  code: 'CONTRACT_REVERT',
  reason: 'OUT_OF_GAS',
  message: 'The operation needs more gas than the limit of a transaction.',
};

/**
 * Reads the contracts of one hub through a node; the calls of one turn of the event loop are sent as one request. It has one
 * hub for all giveaways.
 */
export function createContracts({ rpc, site, hubIndex = 0, feeCap, now }: ContractsOptions): Contracts {
  const checkedSite: ContractSite = {
    ...site,
    hub: getAddress(site.hub),
    passport: getAddress(site.passport),
    beacon: getAddress(site.beacon),
  };
  const state = createNewestState(rpc, now);
  const reads = reported(hubIndex, {
    ...readsOfHub(state, checkedSite),
    ...readsOfPassports(state, checkedSite, hubIndex),
    ...readsOfWallets(state),
    ...trials(state, checkedSite, hubIndex),
    async time() {
      const { timestamp } = await state.block();
      return Math.max(Math.floor(now() / 1_000), timestamp);
    },
    transactionGas: async () => toTransactionGas((await state.block()).gasLimit),
    async feePerGas() {
      const block = state.block();
      const tip = readTip(state, async () => (await block).baseFee);
      const [{ baseFee }, suggested] = await Promise.all([block, tip]);
      return quoteFees(baseFee, suggested, feeCap())?.maxFeePerGas ?? feeCap();
    },
  });
  return {
    ...reads,
    hubs: async () => [hubIndex],
    site: async () => checkedSite,
    round: (giveaway, index) => reads.round(giveaway, index).catch(undefinedFor('ROUND')),
    places: (giveaway) => reads.places(giveaway).catch(undefinedFor('GIVEAWAY')),
    passport: (passportId) => reads.passport(passportId).catch(undefinedFor('PASSPORT')),
  };
}

function toCall(contract: Interface, to: string, name: string, values: readonly unknown[]): View {
  return { to, data: contract.encodeFunctionData(name, values) };
}

function readsOfHub({ view, viewNow }: NewestState, { hub }: ContractSite) {
  const read = async (name: string, values: readonly unknown[] = []): Promise<unknown> => {
    const response = await view(toCall(hubInterface, hub, name, values));
    return hubInterface.decodeFunctionResult(name, response)[0];
  };
  const places = new LRUCache<string, GiveawayPlaces>({ max: MAX_CACHED });
  let isPlaced: boolean | undefined;
  return {
    operator: async () => String(await read('owner')),
    signerActiveFrom: async (providerKey, wallet) =>
      Number(await read('signerActiveFrom', [providerKey, wallet])),
    async round(giveaway, index) {
      const response = await viewNow(toCall(hubInterface, hub, 'roundOf', [giveaway, index]));
      const { state, receiptConfirmed, winner, decided, isDrawing } = decodeStruct('roundOf', response);
      return {
        state: ROUND_STATES[Number(state)] ?? 'SCHEDULED',
        receiptConfirmed: receiptConfirmed === true,
        decided: Number(decided ?? winner !== 0n),
        isDrawing: isDrawing === true,
      };
    },
    async places(giveaway) {
      const known = places.get(giveaway);
      if (known !== undefined) return known;
      const response = await view(toCall(hubInterface, hub, 'giveawayOf', [giveaway]));
      const { winners = 1, alternates = 0 } = decodeStruct('giveawayOf', response);
      const found = { winners: Number(winners), alternates: Number(alternates) };
      places.set(giveaway, found);
      return found;
    },
    async isReceiptConfirmed(giveaway, index, place) {
      const response = await viewNow(toCall(hubInterface, hub, 'placeOf', [giveaway, index, place]));
      return decodeStruct('placeOf', response)['receiptConfirmed'] === true;
    },
    async hasPlaces() {
      // The first version of the contracts has no modules.
      isPlaced ??= await view(toCall(hubInterface, hub, 'draws', [])).then(
        () => true,
        (error: unknown) => {
          if (toRevert(error) !== undefined) return false;
          throw error;
        },
      );
      return isPlaced;
    },
    beaconRound: async (giveaway, index) => BigInt(String(await read('beaconRoundOf', [giveaway, index]))),
  } satisfies Partial<Contracts>;
}

function readsOfPassports({ view }: NewestState, { passport }: ContractSite, hubIndex: number) {
  const read = async (name: string, number: number): Promise<unknown> => {
    const response = await view(toCall(passportInterface, passport, name, [number]));
    return passportInterface.decodeFunctionResult(name, response)[0];
  };
  return {
    async passport(passportId) {
      const number = toContractNumber(hubIndex, passportId);
      const [owner, maxTransfers, transfersUsed, permitNonce] = await Promise.all(
        ['ownerOf', 'maxTransfersOf', 'transfersUsedOf', 'nonces'].map((name) => read(name, number)),
      );
      return {
        owner: String(owner),
        maxTransfers: Number(maxTransfers) === UNLIMITED_TRANSFERS ? null : Number(maxTransfers),
        transfersUsed: Number(transfersUsed),
        permitNonce: BigInt(String(permitNonce)),
      };
    },
  } satisfies Partial<Contracts>;
}

function readsOfWallets({ call }: NewestState) {
  const readEach = (method: string, wallets: readonly string[]) =>
    Promise.all(wallets.map((wallet) => call(method, [wallet, 'latest'])));
  return {
    balances: async (wallets) =>
      (await readEach('eth_getBalance', wallets)).map((balance) => BigInt(String(balance))),
    transactionCounts: async (wallets) => (await readEach('eth_getTransactionCount', wallets)).map(Number),
  } satisfies Partial<Contracts>;
}

/** Calls that are simulated, and never sent. */
function trials({ viewNow }: NewestState, { hub }: ContractSite, hubIndex: number) {
  return {
    async attempt(call, signer, gas = MAX_TRANSACTION_GAS) {
      // A key that no operation has, so that the contract does not see the trial as a repetition.
      const data = encodeCall({ opKey: hexlify(randomBytes(32)), call: toHubCall(hubIndex, call) });
      await viewNow({ from: signer, to: hub, data, gas: toHex(gas) });
    },
    async acceptsSignature(wallet, digest, signature) {
      const call = toCall(walletInterface, wallet, 'isValidSignature', [digest, signature]);
      const response = await viewNow({ ...call, gas: TRIAL_GAS }).catch((error: unknown) => {
        if (toRevert(error) === undefined) throw error;
        return '0x';
      });
      return response.slice(0, ACCEPTED.length).toLowerCase() === ACCEPTED;
    },
  } satisfies Partial<Contracts>;
}

type Reads = Readonly<Record<string, (...values: never[]) => Promise<unknown>>>;

/** The same reads, which report errors to the core as `report` translates them. */
function reported<Methods extends Reads>(hubIndex: number, reads: Methods): Methods {
  const entries = Object.entries(reads).map(([name, read]) => [
    name,
    (...values: never[]) => report(hubIndex, () => read(...values)),
  ]);
  // The members have the types of the reads that they wrap.
  return Object.fromEntries(entries) as Methods;
}

/** Throws an Error unless the passports are those of the hub: with others, giveaways and passports would not belong together. */
export async function requireOwnPassports(
  rpc: Rpc,
  { hub, passport }: Pick<ContractSite, 'hub' | 'passport'>,
): Promise<void> {
  const call = { to: passport, data: passportInterface.encodeFunctionData('hub') };
  const response = String(await rpc.call('eth_call', [call, 'latest']));
  if (response === '0x') throw new Error(`CHAIN_PASSPORT: ${passport} is no contract of passports.`);
  const found = String(passportInterface.decodeFunctionResult('hub', response)[0]);
  if (found.toLowerCase() !== hub.toLowerCase())
    throw new Error(`CHAIN_PASSPORT: ${passport} has the passports of the hub ${found}, not of ${hub}.`);
}

/** The passports of a hub. Throws RpcError, RpcUnreachable, and an Error when there is no hub. */
export async function readPassport(rpc: Rpc, hub: string): Promise<string> {
  const call = { to: hub, data: hubInterface.encodeFunctionData('passport') };
  const response = String(await rpc.call('eth_call', [call, 'latest']));
  if (response === '0x') throw new Error(`${hub} is no hub on this chain.`);
  return String(hubInterface.decodeFunctionResult('passport', response)[0]);
}

/** Translates errors for the core: a revert to its error, other failures of the node to CHAIN_UNAVAILABLE. */
async function report<Result>(hubIndex: number, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const revert = toRevert(error);
    if (revert === 'out-of-gas') throw toDomainError(TOO_MUCH_GAS);
    if (revert !== undefined) throw toDomainError(toOperationError(revert.data, hubIndex));
    // An unreadable response counts as none; any other error is a defect of this service.
    const isNoAnswer = error instanceof RpcError || error instanceof RpcUnreachable;
    if (!isNoAnswer && !isError(error, 'BAD_DATA')) throw error;
    throw new DomainError('CHAIN_UNAVAILABLE', 'The chain does not answer.', {
      reason: 'RPC_DOWN',
      retryAfterSeconds: RETRY_AFTER_SECONDS,
      cause: error,
    });
  }
}

function toDomainError({ code, message, reason, values }: OperationError): DomainError {
  return new DomainError(code, message, {
    ...(reason !== undefined && { reason }),
    ...(values && { values }),
  });
}

/** Turns the contracts' NOT_FOUND error with this reason into undefined. */
function undefinedFor(reason: string): (error: unknown) => undefined {
  return (error) => {
    if (error instanceof DomainError && error.code === 'NOT_FOUND' && error.reason === reason)
      return undefined;
    throw error;
  };
}
