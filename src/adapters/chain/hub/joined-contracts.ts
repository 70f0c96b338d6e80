import { hubOfPassport } from '../../../core/chain/hubs.ts';
import type { ChainCall } from '../../../core/chain/chain-call.ts';
import type { Contracts } from '../../../core/chain/contracts.ts';
import { DomainError } from '../../../core/errors.ts';
import { hasGiveaway } from '../../../core/giveaways/has-giveaway.ts';

/** The contracts of several hubs. */
export interface JoinedContracts extends Contracts {
  /**
   * The index of the hub that carries a call of this signer out. Throws NOT_FOUND (PASSPORT) when the passport is of another
   * hub, CHAIN_UNAVAILABLE.
   */
  hubOf(call: ChainCall, signer: string): Promise<number>;
}

interface JoinedOptions {
  /** The contracts by the index of their hub, the current one first. */
  readonly hubs: ReadonlyMap<number, Contracts>;
  /** The hub of a giveaway, as far as the database knows, which also knows those that an operation of the signer creates. */
  readonly findHub: (giveaway: string, signer: string) => Promise<number | undefined>;
}

/** Answers questions about a giveaway or a passport with its own hub, and all others with the current one. */
export function joinContracts({ hubs, findHub }: JoinedOptions): JoinedContracts {
  const hubIndexes = [...hubs.keys()];
  const [current = 0] = hubIndexes;

  function at(hubIndex = current): Contracts {
    const contracts = hubs.get(hubIndex);
    if (contracts === undefined) throw noHub(hubIndex);
    return contracts;
  }

  /** The read model may be behind, so a giveaway that it lacks is looked for on the chain. */
  async function hubOfGiveaway(giveaway: string, signer = ''): Promise<number> {
    if (hubs.size === 1) return current;
    const known = await findHub(giveaway, signer);
    if (known !== undefined) return known;
    const found = await Promise.all(hubIndexes.map((hubIndex) => hasGiveaway(at(hubIndex), giveaway)));
    return hubIndexes[found.indexOf(true)] ?? current;
  }

  async function hubOf(call: ChainCall, signer: string): Promise<number> {
    const passport = 'passportId' in call ? hubOfPassport(call.passportId) : undefined;
    const giveaway =
      'giveaway' in call ? call.giveaway : 'entries' in call ? call.entries?.giveaway : undefined;
    const hub = giveaway === undefined ? (passport ?? current) : await hubOfGiveaway(giveaway, signer);
    if ('passportId' in call && passport !== hub) throw otherHub(call.passportId);
    return hub;
  }

  const { balances, transactionCounts, time, feePerGas, transactionGas, acceptsSignature } = at();
  return {
    hubOf,
    hubs: async () => hubIndexes,
    site: async (hub) => at(hub).site(),
    operator: async (hub) => at(hub).operator(),
    signerActiveFrom: async (providerKey, wallet, hub) => at(hub).signerActiveFrom(providerKey, wallet),
    round: async (giveaway, index, hub) => at(hub ?? (await hubOfGiveaway(giveaway))).round(giveaway, index),
    places: async (giveaway) => at(await hubOfGiveaway(giveaway)).places(giveaway),
    isReceiptConfirmed: async (giveaway, round, place) =>
      at(await hubOfGiveaway(giveaway)).isReceiptConfirmed(giveaway, round, place),
    hasPlaces: () => at().hasPlaces(),
    beaconRound: async (giveaway, index) => at(await hubOfGiveaway(giveaway)).beaconRound(giveaway, index),
    passport: async (passportId) => hubs.get(hubOfPassport(passportId))?.passport(passportId),
    attempt: async (call, signer, gas) => at(await hubOf(call, signer)).attempt(call, signer, gas),
    balances,
    transactionCounts,
    time,
    feePerGas,
    transactionGas,
    acceptsSignature,
  };
}

function noHub(hubIndex: number): DomainError {
  return new DomainError(
    'NOT_FOUND',
    `This service does not use the contracts of hub ${hubIndex} any more.`,
    {
      reason: 'GIVEAWAY',
    },
  );
}

function otherHub(passportId: number): DomainError {
  const message = `The passport ${passportId} is of other contracts than the giveaway: use a passport that they made.`;
  return new DomainError('NOT_FOUND', message, { reason: 'PASSPORT', values: { passportId } });
}
