import type { z } from 'zod';
import type { ProviderScope } from '../../../core/access/callers.ts';
import { toEntryId } from '../../../core/entries/entry-id.ts';
import { toGiveawayId } from '../../../core/giveaways/giveaway-id.ts';
import { operation as findOperation } from '../../../core/operations/find-operation.ts';
import type { ProviderOperation } from '../../../core/operations/perform.ts';
import { toPassportId } from '../../../core/passports/passport-id.ts';
import { toRoundId } from '../../../core/rounds/round-id.ts';
import type { GraphqlContext } from '../gateway/context.ts';
import type { Entry } from '../giveaways/entry-types.ts';
import type { Giveaway } from '../giveaways/giveaway-types.ts';
import type { Operation } from './operation-types.ts';
import type { Passport } from '../giveaways/passport-types.ts';
import { presentOperation } from './present-operation.ts';
import type { OperationInput } from './provider-operation-types.ts';
import type { Round } from '../giveaways/round-types.ts';

/** What the chain says must be there to be read; longer than this, the answer goes without. */
const READ_MODEL_MS = 3_000;

interface Payload {
  readonly operation: Promise<Operation>;
  readonly replayed: boolean;
  readonly giveaway: Promise<Giveaway | null>;
  readonly round: Promise<Round | null>;
  readonly entry: Promise<Entry | null>;
  readonly passport: Promise<Passport | null>;
}

/** Carries a provider's mutation out; what it changed is read only when it is selected. */
export async function performOperation<Input extends z.ZodType, P extends ProviderScope>(
  { perform, run, loaders, ports, caller }: GraphqlContext,
  asked: ProviderOperation<Input, P>,
  { idempotencyKey, wait, ...input }: OperationInput,
): Promise<Payload> {
  const { operation, result, isReplay } = await perform(asked, input, { idempotencyKey, wait });
  const { giveawayId, roundIndex, passportId } = result;
  const providerKey = caller.kind === 'key' ? caller.providerKey : null;
  const id =
    providerKey === null || typeof giveawayId !== 'string'
      ? null
      : toGiveawayId(ports.digests.giveawayKey(providerKey, giveawayId));
  const read = async <Node>(node: string | null): Promise<Node | null> => {
    if (node === null) return null;
    if (operation.blockNumber !== null) await ports.readModel.reached(operation.blockNumber, READ_MODEL_MS);
    return loaders.reads.node<Node>(node);
  };
  const round = typeof roundIndex === 'number' ? roundIndex : null;
  const passport = typeof passportId === 'number' ? passportId : null;
  return {
    replayed: isReplay,
    get operation() {
      return run(findOperation, { id: operation.id }).then(presentOperation);
    },
    get giveaway() {
      return read<Giveaway>(id);
    },
    get round() {
      return read<Round>(id === null || round === null ? null : toRoundId(id, round));
    },
    get passport() {
      return read<Passport>(passport === null ? null : toPassportId(passport));
    },
    get entry() {
      const isNamed = id !== null && round !== null && passport !== null;
      return read<Entry>(isNamed ? toEntryId(id, round, passport) : null);
    },
  };
}
