import type { ChainCall } from '../../../src/core/chain/chain-call.ts';
import type { NewOperation } from '../../../src/core/operations/operation.ts';
import { hashOf } from '../chain/block.ts';
import type { Chance } from '../clock/chance.ts';
import { DECIDED_GIVEAWAY, HOLDER, OPEN_GIVEAWAYS, PASSPORTS, PROVIDER } from './world.ts';
import { ONE_ROUND } from '../../support/chain/one-round.ts';

/** What must become of an operation: a success, or a refusal of the contracts for this reason. */
export type Expected = 'success' | (string & {});

/** The marks that an operation leaves on the chain, by which its effects are counted. */
export type Mark =
  | { readonly kind: 'key' }
  | { readonly kind: 'giveaway'; readonly giveaway: string }
  | { readonly kind: 'proof'; readonly hash: string };

export interface PlannedRequest {
  readonly operation: NewOperation;
  readonly expected: Expected;
  readonly mark: Mark;
  /** An issue of entries, which later removals of the same signer may take back once it was accepted. */
  readonly issued?: Issued;
}

interface Issued {
  readonly giveaway: string;
  readonly passportId: number;
  readonly amount: number;
}

/** Makes requests of providers. */
export interface Requests {
  next(): PlannedRequest;
  /** The entries of an accepted operation can be removed from now on. */
  accepted(request: PlannedRequest): void;
}

const UNKNOWN_GIVEAWAY = hashOf('unknown giveaway');
const KINDS = [
  'issue',
  'issue',
  'issue',
  'issue',
  'remove',
  'mint',
  'mint',
  'create',
  'deliver',
  'describe',
  'doomed',
];

export function createRequests(chance: Chance, signers: readonly string[]): Requests {
  const removable = new Map<string, Issued[]>();
  let count = 0;

  function issueOf(signer: string): Issued {
    // Each passport belongs to one signer: of one signer's operations the order is known.
    const index = signers.indexOf(signer);
    const own = Array.from({ length: PASSPORTS }, (_, place) => place + 1).filter(
      (passport) => passport % signers.length === index,
    );
    return { giveaway: chance.of(OPEN_GIVEAWAYS), passportId: chance.of(own), amount: chance.whole(1, 9) };
  }

  function plan(
    kind: string,
    signer: string,
    id: string,
  ): Omit<PlannedRequest, 'operation'> & { call: ChainCall } {
    const key = { kind: 'key' } as const;
    switch (kind) {
      case 'remove': {
        const issued = removable.get(signer)?.shift();
        if (issued === undefined) return plan('issue', signer, id);
        return { call: changeOf({ ...issued, remove: true }), expected: 'success', mark: key };
      }
      case 'mint':
        return { call: mintOf(chance), expected: 'success', mark: key };
      case 'create':
        return { ...createOf(id), expected: 'success' };
      case 'deliver':
        return {
          call: deliveryOf(id),
          expected: 'success',
          mark: { kind: 'proof', hash: hashOf(`proof ${id}`) },
        };
      case 'describe':
        return { call: metadataOf(id), expected: 'success', mark: key };
      case 'doomed':
        return { ...doomedOf(chance), mark: key };
      default: {
        const issued = issueOf(signer);
        return { call: changeOf(issued), expected: 'success', mark: key, issued };
      }
    }
  }

  return {
    next() {
      count += 1;
      const id = `opn_${count}`;
      const signer = chance.of(signers);
      const { call, ...planned } = plan(chance.of(KINDS), signer, id);
      return { ...planned, operation: { id, providerKey: PROVIDER, signer, call, hub: 0 } };
    },
    accepted({ operation: { signer }, issued }) {
      if (issued) removable.set(signer, [...(removable.get(signer) ?? []), issued]);
    },
  };
}

function changeOf({ remove = false, ...change }: Issued & { readonly remove?: boolean }): ChainCall {
  return { kind: 'change-entries', ...change, remove, reasonCode: 1, evidence: null, expectedOwner: null };
}

function mintOf(chance: Chance): ChainCall {
  const entries = { giveaway: chance.of(OPEN_GIVEAWAYS), amount: 2, reasonCode: 0, evidence: null };
  return {
    kind: 'provision-mint',
    provider: PROVIDER,
    to: HOLDER,
    maxTransfers: null,
    entries: chance.is(0.5) ? entries : null,
  };
}

function createOf(id: string): { readonly call: ChainCall; readonly mark: Mark } {
  const options = { ...ONE_ROUND, externalId: id, startTime: 1_600_000_000, providerPaysReceiptGas: true };
  const call: ChainCall = { kind: 'create-giveaway', provider: PROVIDER, options };
  return { call, mark: { kind: 'giveaway', giveaway: id } };
}

function deliveryOf(id: string): ChainCall {
  return {
    kind: 'record-prize-delivery',
    giveaway: DECIDED_GIVEAWAY,
    round: 0,
    assetContract: HOLDER,
    recipient: HOLDER,
    proofChainId: 1,
    proofUri: '',
    proofTransactionHash: hashOf(`proof ${id}`),
  };
}

function metadataOf(id: string): ChainCall {
  return {
    kind: 'set-round-metadata',
    giveaway: DECIDED_GIVEAWAY,
    round: 0,
    metadataUri: `ipfs://${id}`,
    metadataHash: null,
  };
}

/** Calls that the contracts refuse on every state, each with its reason. */
function doomedOf(chance: Chance): { readonly call: ChainCall; readonly expected: Expected } {
  const issued = { giveaway: chance.of(OPEN_GIVEAWAYS), passportId: 1, amount: 1 };
  return chance.of([
    { call: changeOf({ ...issued, giveaway: UNKNOWN_GIVEAWAY }), expected: 'GIVEAWAY' },
    { call: changeOf({ ...issued, passportId: 900_000 }), expected: 'PASSPORT' },
    { call: changeOf({ ...issued, amount: 4_000_000, remove: true }), expected: 'NOT_ENOUGH_ENTRIES' },
    { call: changeOf({ ...issued, giveaway: DECIDED_GIVEAWAY }), expected: 'ROUND_NOT_ACTIVE' },
  ]);
}
