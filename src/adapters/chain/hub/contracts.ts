import { getAddress, hexlify, Interface, isError, randomBytes } from 'ethers';
import { toContractNumber } from '../../../core/chain/hubs.ts';
import { MAX_TRANSACTION_GAS } from '../../../core/chain/transaction-gas.ts';
import { DomainError } from '../../../core/errors.ts';
import type { OperationError } from '../../../core/operations/operation.ts';
import {
  ROUND_STATES,
  UNLIMITED_TRANSFERS,
  type Contracts,
  type ContractSite,
} from '../../../core/chain/contracts.ts';
import { passportArtifact } from './artifacts/passport.ts';
import { quoteFees } from '../rpc/fees.ts';
import { gatherCalls } from '../rpc/gather-calls.ts';
import { encodeCall, toHubCall } from './hub-calls.ts';
import { hubInterface } from './hub-interface.ts';
import { readBlock, toHex, type RpcBlock } from '../rpc/block.ts';
import { toOperationError } from './reverts.ts';
import { RpcError, RpcUnreachable, type Rpc } from '../rpc/rpc.ts';
import { isUnsupported, toRevert } from '../rpc/rpc-errors.ts';

interface ContractsOptions {
  readonly rpc: Rpc;
  /** Addresses in any case. */
  readonly site: ContractSite;
  /** The place of the hub; 0 by default. */
  readonly place?: number;
  /** Wei per gas; no transaction offers more. */
  readonly feeCap: bigint;
  /** Milliseconds since the epoch. */
  now(): number;
}

/** The parameters of an eth_call. */
interface View {
  readonly from?: string;
  readonly to: string;
  readonly data: string;
  readonly gas?: string;
}

const passportInterface = new Interface(passportArtifact.abi);
const walletInterface = new Interface([
  'function isValidSignature(bytes32 digest, bytes signature) view returns (bytes4)',
]);
// The result of isValidSignature for a valid signature (ERC-1271), as a word.
const ACCEPTED = `0x1626ba7e${'0'.repeat(56)}`;
const TRIAL_GAS = toHex(MAX_TRANSACTION_GAS);
const RETRY_AFTER_SECONDS = 5;

const TOO_MUCH_GAS: OperationError = {
  code: 'CONTRACT_REVERT',
  reason: 'OUT_OF_GAS',
  message: 'The operation needs more gas than the limit of a transaction.',
};

/**
 * Reads the contracts of one hub through a node; the calls of one turn of the event loop are sent as one request. It has one
 * hub for all giveaways.
 */
export function createContracts({ rpc, site, place = 0, feeCap, now }: ContractsOptions): Contracts {
  const callNode = gatherCalls(rpc);
  const checkedSite: ContractSite = {
    ...site,
    hub: getAddress(site.hub),
    passport: getAddress(site.passport),
    beacon: getAddress(site.beacon),
  };
  const { hub, passport } = checkedSite;
  let newest = 0;
  let supportsTime = true;

  async function newestBlock(): Promise<RpcBlock> {
    const block = await readBlock({ call: callNode }, 'latest');
    if (block === undefined) throw new RpcUnreachable('The node gave no newest block.');
    return block;
  }

  /** The result of a call on the newest state. */
  const view = async (call: View) => String(await callNode('eth_call', [call, 'latest']));

  /**
   * The same at the current time: by default a call has the newest block's time, which can be long ago on a chain that mines on
   * demand. A newest block ahead of our clock takes precedence.
   */
  async function viewNow(call: View): Promise<string> {
    const time = Math.floor(now() / 1_000);
    if (!supportsTime || time <= newest) return view(call);
    const [block, outcome] = await Promise.all([
      newestBlock(),
      callNode('eth_call', [call, 'latest', {}, { time: toHex(time) }]).catch((error: unknown) => error),
    ]);
    newest = block.timestamp;
    if (time <= newest) return view(call);
    if (isUnsupported(outcome) && toRevert(outcome) === undefined) {
      supportsTime = false;
      return view(call);
    }
    if (outcome instanceof Error) throw outcome;
    return String(outcome);
  }

  const toCall = (contract: Interface, to: string, name: string, values: readonly unknown[]): View => ({
    to,
    data: contract.encodeFunctionData(name, values),
  });
  async function readHub(name: string, values: readonly unknown[] = []): Promise<unknown> {
    const answer = await view(toCall(hubInterface, hub, name, values));
    return hubInterface.decodeFunctionResult(name, answer)[0];
  }
  async function readPassport(name: string, passportId: number): Promise<unknown> {
    const answer = await view(toCall(passportInterface, passport, name, [passportId]));
    return passportInterface.decodeFunctionResult(name, answer)[0];
  }

  const reported = <Result>(work: () => Promise<Result>) => report(place, work);
  return {
    hubs: async () => [place],
    site: async () => checkedSite,
    operator: () => reported(async () => String(await readHub('owner'))),
    signerActiveFrom: (providerKey, wallet) =>
      reported(async () => Number(await readHub('signerActiveFrom', [providerKey, wallet]))),
    round: (giveaway, index) =>
      reported(async () => {
        const answer = await viewNow(toCall(hubInterface, hub, 'roundOf', [giveaway, index]));
        const { state, receiptConfirmed } = hubInterface.decodeFunctionResult('roundOf', answer)[0] as Record<
          string,
          bigint | boolean
        >;
        return {
          state: ROUND_STATES[Number(state)] ?? 'SCHEDULED',
          receiptConfirmed: receiptConfirmed === true,
        };
      }).catch(undefinedFor('ROUND')),
    beaconRound: (giveaway, index) =>
      reported(async () => BigInt(String(await readHub('beaconRoundOf', [giveaway, index])))),
    passport: (passportId) =>
      reported(async () => {
        const number = toContractNumber(place, passportId);
        const [owner, maxTransfers, transfersUsed, permitNonce] = await Promise.all(
          ['ownerOf', 'maxTransfersOf', 'transfersUsedOf', 'nonces'].map((name) =>
            readPassport(name, number),
          ),
        );
        return {
          owner: String(owner),
          maxTransfers: Number(maxTransfers) === UNLIMITED_TRANSFERS ? null : Number(maxTransfers),
          transfersUsed: Number(transfersUsed),
          permitNonce: BigInt(String(permitNonce)),
        };
      }).catch(undefinedFor('PASSPORT')),
    balances: (wallets) =>
      reported(() =>
        Promise.all(
          wallets.map(async (wallet) => BigInt(String(await callNode('eth_getBalance', [wallet, 'latest'])))),
        ),
      ),
    transactionCounts: (wallets) =>
      reported(() =>
        Promise.all(
          wallets.map(async (wallet) =>
            Number(await callNode('eth_getTransactionCount', [wallet, 'latest'])),
          ),
        ),
      ),
    time: () =>
      reported(async () => {
        const { timestamp } = await newestBlock();
        return Math.max(Math.floor(now() / 1_000), timestamp);
      }),
    feePerGas: () =>
      reported(async () => {
        const [{ baseFee }, tip] = await Promise.all([
          newestBlock(),
          callNode('eth_maxPriorityFeePerGas').catch(withoutTip),
        ]);
        return quoteFees(baseFee, BigInt(String(tip)), feeCap)?.maxFeePerGas ?? feeCap;
      }),
    attempt: (call, signer) =>
      reported(async () => {
        // A key that no operation has, so that the contract does not see the trial as a repetition.
        const data = encodeCall({ opKey: hexlify(randomBytes(32)), call: toHubCall(place, call) });
        await viewNow({ from: signer, to: hub, data, gas: TRIAL_GAS });
      }),
    acceptsSignature: (wallet, digest, signature) =>
      reported(async () => {
        const call = toCall(walletInterface, wallet, 'isValidSignature', [digest, signature]);
        const answer = await viewNow({ ...call, gas: TRIAL_GAS }).catch((error: unknown) => {
          if (toRevert(error) === undefined) throw error;
          return '0x';
        });
        return answer.slice(0, ACCEPTED.length).toLowerCase() === ACCEPTED;
      }),
  };
}

/** Throws an Error unless the passports are those of the hub: with others, giveaways and passports would not belong together. */
export async function requireOwnPassports(
  rpc: Rpc,
  { hub, passport }: Pick<ContractSite, 'hub' | 'passport'>,
): Promise<void> {
  const call = { to: passport, data: passportInterface.encodeFunctionData('hub') };
  const answer = String(await rpc.call('eth_call', [call, 'latest']));
  if (answer === '0x') throw new Error(`CHAIN_PASSPORT: ${passport} is no contract of passports.`);
  const found = String(passportInterface.decodeFunctionResult('hub', answer)[0]);
  if (found.toLowerCase() !== hub.toLowerCase())
    throw new Error(`CHAIN_PASSPORT: ${passport} has the passports of the hub ${found}, not of ${hub}.`);
}

/** Nodes of chains without priority fees do not support the method. */
function withoutTip(error: unknown): unknown {
  if (error instanceof RpcError) return 0n;
  throw error;
}

/** Translates errors for the core: a revert to its error, other failures of the node to CHAIN_UNAVAILABLE. */
async function report<Result>(place: number, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const revert = toRevert(error);
    if (revert === 'out-of-gas') throw toDomainError(TOO_MUCH_GAS);
    if (revert !== undefined) throw toDomainError(toOperationError(revert.data, place));
    // An unreadable answer counts as none; any other error is a defect of this service.
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
