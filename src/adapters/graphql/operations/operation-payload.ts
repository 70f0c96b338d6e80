import { toEntryId } from '../../../core/entries/entry-id.ts';
import { toGiveawayId } from '../../../core/giveaways/giveaway-id.ts';
import { findOperation } from '../../../core/operations/find-operation.ts';
import type { Performed } from '../../../core/operations/operation-answer.ts';
import { toPassportId } from '../../../core/passports/passport-id.ts';
import { toRoundId } from '../../../core/rounds/round-id.ts';
import type { GraphqlContext } from '../gateway/context.ts';
import type { Entry } from '../giveaways/entry-types.ts';
import type { Giveaway } from '../giveaways/giveaway-types.ts';
import type { Passport } from '../passports/passport-types.ts';
import type { Round } from '../giveaways/round-types.ts';
import type { OperationType } from './operation-types.ts';
import { presentOperation } from './present-operation.ts';

/** How long an answer waits for the read model to include the operation; after that it reads the state so far. */
const READ_MODEL_MS = 3_000;

interface Payload {
  readonly operation: Promise<OperationType>;
  readonly replayed: boolean;
  readonly giveaway: Promise<Giveaway | null>;
  readonly round: Promise<Round | null>;
  readonly entry: Promise<Entry | null>;
  readonly passport: Promise<Passport | null>;
}

/** The payload of a provider's mutation; the changed object is read only when it is selected. */
export function createOperationPayload(
  { run, loaders, ports, caller }: GraphqlContext,
  { operation: { id, blockNumber }, current, result, isReplay }: Performed,
): Payload {
  const { giveawayId, roundIndex, passportId } = result;
  const providerKey = caller.kind === 'key' ? caller.providerKey : null;
  const giveaway =
    providerKey === null || typeof giveawayId !== 'string'
      ? null
      : toGiveawayId(ports.digests.giveawayKey(providerKey, giveawayId));
  const round = typeof roundIndex === 'number' ? roundIndex : null;
  const passport = typeof passportId === 'number' ? passportId : null;
  const read = async <Node>(node: string | null): Promise<Node | null> => {
    if (node === null) return null;
    if (blockNumber !== null) await ports.readModel.waitFor(blockNumber, READ_MODEL_MS);
    return loaders.reads.node<Node>(node);
  };
  return {
    replayed: isReplay,
    get operation() {
      return (current ? Promise.resolve(current) : run(findOperation, { id })).then(presentOperation);
    },
    get giveaway() {
      return read<Giveaway>(giveaway);
    },
    get round() {
      return read<Round>(giveaway === null || round === null ? null : toRoundId(giveaway, round));
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
