import { toEntryId } from '../../../core/entries/entry-id.ts';
import { toGiveawayId } from '../../../core/giveaways/giveaway-id.ts';
import { findOperation } from '../../../core/operations/find-operation.ts';
import type { Performed } from '../../../core/operations/operation-response.ts';
import { isSettled, type Operation } from '../../../core/operations/operation.ts';
import { toPassportId } from '../../../core/passports/passport-id.ts';
import { toRoundId } from '../../../core/rounds/round-id.ts';
import type { GraphqlContext } from '../gateway/context.ts';
import type { Entry } from '../giveaways/entry-types.ts';
import type { Giveaway } from '../giveaways/giveaway-types.ts';
import type { Passport } from '../passports/passport-types.ts';
import type { RoundPlace } from '../giveaways/place-types.ts';
import type { Round } from '../giveaways/round-types.ts';
import type { OperationType } from './operation-types.ts';
import { presentOperation } from './present-operation.ts';

interface Payload {
  readonly operation: Promise<OperationType>;
  readonly replayed: boolean;
  readonly giveaway: Promise<Giveaway | null>;
  readonly round: Promise<Round | null>;
  readonly place: Promise<RoundPlace | null>;
  readonly entry: Promise<Entry | null>;
  readonly passport: Promise<Passport | null>;
}

/**
 * The payload of a provider's mutation; the changed object is read only when it is selected. It is null while the operation is
 * not settled, or the read model does not include it yet, so that it is never the state before the change.
 */
export function createOperationPayload(
  { run, loaders, ports, caller }: GraphqlContext,
  { operation: { id }, current, result, isReplay }: Performed,
): Payload {
  const { giveawayId, roundIndex, passportId } = result;
  const providerKey = caller.kind === 'key' ? caller.providerKey : null;
  const giveaway =
    providerKey === null || typeof giveawayId !== 'string'
      ? null
      : toGiveawayId(ports.digests.giveawayKey(providerKey, giveawayId));
  const round = typeof roundIndex === 'number' ? roundIndex : null;
  const passport = typeof passportId === 'number' ? passportId : null;
  let found: Promise<Operation> | undefined;
  // Of a repeated response, whose operation may have been reorganised since, or be indexed anew.
  const find = () => (found ??= current ? Promise.resolve(current) : run(findOperation, { id }));
  const read = async <Node>(node: string | null): Promise<Node | null> =>
    node !== null && isSettled(await find()) ? loaders.reads.node<Node>(node) : null;
  const readRound = () =>
    read<Round>(giveaway === null || round === null ? null : toRoundId(giveaway, round));
  return {
    replayed: isReplay,
    get operation() {
      return find().then(presentOperation);
    },
    get giveaway() {
      return read<Giveaway>(giveaway);
    },
    get round() {
      return readRound();
    },
    get place() {
      // The response names the places after the first one.
      return readRound().then(
        (found) => found && loaders.reads.one<RoundPlace>(found, 'place', { place: result.place ?? 0 }),
      );
    },
    get passport() {
      return read<Passport>(passport === null ? null : toPassportId(passport));
    },
    get entry() {
      const isNamed = giveaway !== null && round !== null && passport !== null;
      return read<Entry>(isNamed ? toEntryId(giveaway, round, passport) : null);
    },
  };
}
