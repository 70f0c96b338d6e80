import type { ProjectedPassports } from '../../../src/core/passports/projected-passports.ts';
import type { ChainCall, GiveawayPlaces } from '../../../src/core/chain/chain-call.ts';
import type { Contracts, PassportNow, RoundNow } from '../../../src/core/chain/contracts.ts';
import type { Clock } from '../../../src/core/clock.ts';
import type { BeaconSource } from '../../../src/core/draws/beacon-source.ts';
import { DomainError } from '../../../src/core/errors.ts';
import type { KnownGiveaways } from '../../../src/core/giveaways/known-giveaways.ts';
import { isSettled } from '../../../src/core/operations/operation.ts';
import type { Operations } from '../../../src/core/operations/operations.ts';
import type { PendingRounds, RoundNeed } from '../../../src/core/rounds/pending-rounds.ts';
import {
  DRAW_PROTECTED_SECONDS,
  type RoundClaim,
  type RoundClaims,
} from '../../../src/core/rounds/round-claims.ts';
import type { Memory } from './memory.ts';

export const HUB = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
export const PASSPORT_CONTRACT = '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB';
export const BEACON = '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb';
export const BEACON_MARGIN = 30;
/** The wallet that owns the hub. */
export const HUB_OWNER = '0x52908400098527886E0F7030069857D2E4169EE7';
const WEI = 10n ** 18n;

/** What stands on the chain of the fakes. */
export interface FakeChain {
  readonly rounds: Map<string, readonly RoundNow[]>;
  /** The places of giveaways that have several. */
  readonly places: Map<string, GiveawayPlaces>;
  /** Receipts of further places, as `giveaway round place`. */
  readonly receipts: Set<string>;
  /** Whether the hub has giveaways with several places. */
  hasPlaces: boolean;
  transactionGas: number;
  readonly passports: Map<number, PassportNow>;
  /** Wallets that the contracts let sign, as `providerKey wallet`. */
  readonly signers: Set<string>;
  /** When they act from, in Unix seconds. */
  activeFrom: number;
  readonly balances: Map<string, bigint>;
  feePerGas: bigint;
  /** What the contracts refuse a call with. */
  refuse: (call: ChainCall, gas: number) => DomainError | undefined;
  /** Signatures of contract wallets, as `wallet signature`. */
  readonly contractSignatures: Set<string>;
  /** By how many seconds the chain's clock is ahead. */
  aheadSeconds: number;
  isAway: boolean;
}

export function createChain(): FakeChain {
  return {
    rounds: new Map(),
    places: new Map(),
    receipts: new Set(),
    hasPlaces: true,
    transactionGas: 16_000_000,
    passports: new Map(),
    signers: new Set(),
    activeFrom: 1,
    balances: new Map(),
    feePerGas: 1_000_000_000n,
    refuse: () => undefined,
    contractSignatures: new Set(),
    aheadSeconds: 0,
    isAway: false,
  };
}

/** A round in this state. */
export function round(state: RoundNow['state'], more: Partial<RoundNow> = {}): RoundNow {
  return { state, receiptConfirmed: false, decided: state === 'DECIDED' ? 1 : 0, isDrawing: false, ...more };
}

export function createContracts(chain: FakeChain, clock: Clock): Contracts {
  const respond = async <Result>(response: () => Result): Promise<Result> => {
    if (chain.isAway)
      throw new DomainError('CHAIN_UNAVAILABLE', 'No node answers.', {
        reason: 'RPC_DOWN',
        retryAfterSeconds: 5,
      });
    return response();
  };
  return {
    hubs: () => respond(() => [0]),
    site: () =>
      respond(() => ({
        chainId: 31_337,
        hub: HUB,
        passport: PASSPORT_CONTRACT,
        beacon: BEACON,
        beaconMargin: BEACON_MARGIN,
      })),
    operator: () => respond(() => HUB_OWNER),
    signerActiveFrom: (providerKey, wallet) =>
      respond(() => (chain.signers.has(`${providerKey} ${wallet}`) ? chain.activeFrom : 0)),
    round: (giveaway, index) =>
      respond(() => {
        const rounds = chain.rounds.get(giveaway);
        if (rounds === undefined)
          throw new DomainError('NOT_FOUND', 'There is no giveaway with this giveawayId.', {
            reason: 'GIVEAWAY',
          });
        return rounds[index];
      }),
    places: (giveaway) => respond(() => chain.places.get(giveaway) ?? { winners: 1, alternates: 0 }),
    isReceiptConfirmed: (giveaway, index, place) =>
      respond(() => chain.receipts.has(`${giveaway} ${index} ${place}`)),
    hasPlaces: () => respond(() => chain.hasPlaces),
    beaconRound: (_giveaway, index) => respond(() => BigInt(1_000 + index)),
    passport: (passportId) => respond(() => chain.passports.get(passportId)),
    transactionCounts: (wallets) => respond(() => wallets.map(() => 0)),
    balances: (wallets) => respond(() => wallets.map((wallet) => chain.balances.get(wallet) ?? WEI)),
    time: () => respond(() => Math.floor(clock.now().getTime() / 1_000) + chain.aheadSeconds),
    feePerGas: () => respond(() => chain.feePerGas),
    transactionGas: () => respond(() => chain.transactionGas),
    attempt: (call, _signer, gas = chain.transactionGas) =>
      respond(() => {
        const refusal = chain.refuse(call, gas);
        if (refusal) throw refusal;
      }),
    acceptsSignature: (wallet, _digest, signature) =>
      respond(() => chain.contractSignatures.has(`${wallet} ${signature}`)),
  };
}

/** Giveaways that need no look at the chain: the tests add to them. */
export interface FakeKnownGiveaways extends KnownGiveaways {
  readonly keys: Set<string>;
}

export function createKnownGiveaways(): FakeKnownGiveaways {
  const keys = new Set<string>();
  return { keys, has: async (giveaway) => keys.has(giveaway) };
}

/** Signatures of beacon rounds up to `signedUntil`. */
export interface FakeBeacon extends BeaconSource {
  signedUntil: bigint;
}

export function createBeacon(): FakeBeacon {
  const beacon = {
    publicKey: 'ab'.repeat(96),
    genesis: 1_700_000_000,
    period: 3,
    signedUntil: 2n ** 32n,
    signatureOf: async (round: bigint) =>
      round <= beacon.signedUntil ? `0x${round.toString(16).padStart(96, '0')}` : undefined,
  };
  return beacon;
}

const CLAIM_LAPSES_MS = 60_000;

export function createRoundClaims(memory: Memory, clock: Clock, operations: Operations): RoundClaims {
  const claims = memory.table<RoundClaim & { readonly claimedAt: number; readonly place: number }>();
  const holds = async (
    {
      operationId,
      claimedAt,
      place,
    }: { readonly operationId: string; readonly claimedAt: number; readonly place: number },
    keeper?: string,
  ) => {
    const operation = await operations.find(operationId);
    const age = clock.now().getTime() - claimedAt;
    if (!operation) return age < CLAIM_LAPSES_MS;
    const isPassedOver =
      keeper !== undefined && operation.signer !== keeper && age > DRAW_PROTECTED_SECONDS * 1_000;
    const isElsewhere = place > 0 && operation.result !== null && operation.result['place'] !== place;
    return operation.error === null && !isPassedOver && !isElsewhere;
  };
  return {
    find: async (operationId) => claims.find((row) => row.operationId === operationId)?.round,
    async take(claim) {
      const [first, last] = claim.places ?? [0, 0];
      for (let place = first; place <= last; place += 1) {
        const isMeant = (row: RoundClaim & { readonly place: number }) =>
          row.giveaway === claim.giveaway &&
          row.need === claim.need &&
          row.round === claim.round &&
          row.place === place;
        const kept = claims.find(isMeant);
        if (kept && kept.operationId !== claim.operationId && (await holds(kept, claim.keeper))) continue;
        claims.remove(isMeant);
        claims.add({ ...claim, place, claimedAt: clock.now().getTime() });
        return true;
      }
      return false;
    },
    async hasOpen(giveaway, need, place) {
      for (const claim of claims.rows) {
        const operation = await operations.find(claim.operationId);
        const isOpen = operation === undefined || !isSettled(operation);
        const isMeant = need === 'winner' || claim.place === (place ?? 0);
        if (claim.giveaway === giveaway && claim.need === need && isMeant && isOpen && (await holds(claim)))
          return true;
      }
      return false;
    },
    async release(operationId) {
      claims.remove((row) => row.operationId === operationId);
    },
  };
}

/** The read model's view of a giveaway: how many rounds have closed, and which of them lack what. */
export interface FakePendingRounds extends PendingRounds {
  readonly known: Map<
    string,
    {
      readonly closed: number;
      readonly lacking: Readonly<Record<RoundNeed, readonly number[]>>;
      /** Whether a round has several places, which operations take apart. */
      readonly hasSeveral?: boolean;
    }
  >;
}

export function createPendingRounds(roundClaims: RoundClaims): FakePendingRounds {
  const known: FakePendingRounds['known'] = new Map();
  return {
    known,
    async find(giveaway, need, { from, limit }) {
      const found = known.get(giveaway);
      if (found === undefined) return undefined;
      const probe = { giveaway, need, operationId: 'opn_probe' };
      const indexes: number[] = [];
      for (const index of found.lacking[need]) {
        if (index < from || indexes.length === limit) continue;
        // A round that is free can be taken, and is given back at once.
        if (found.hasSeveral === true) indexes.push(index);
        else if (await roundClaims.take({ ...probe, round: index })) {
          await roundClaims.release(probe.operationId);
          indexes.push(index);
        }
      }
      return { closed: found.closed, indexes };
    },
  };
}

/** The read model's passports, which may be behind the chain. */
export interface FakeProjectedPassports extends ProjectedPassports {
  readonly owners: Map<number, string>;
}

export function createProjectedPassports(): FakeProjectedPassports {
  const owners: FakeProjectedPassports['owners'] = new Map();
  return {
    owners,
    ownerOf: async (passportId) => owners.get(passportId),
    heldBy: async (owner, limit) =>
      [...owners]
        .filter(([, each]) => each === owner)
        .map(([id]) => id)
        .slice(0, limit),
  };
}
