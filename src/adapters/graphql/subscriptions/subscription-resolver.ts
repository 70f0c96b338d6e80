import { Arg, ID, Resolver, Root, Subscription, type SubscribeResolverData } from 'type-graphql';
import { DomainError } from '../../../core/errors.ts';
import { isGiveawayId } from '../../../core/giveaways/giveaway-id.ts';
import { findOperation } from '../../../core/operations/find-operation.ts';
import { toRoundId } from '../../../core/rounds/round-id.ts';
import { OperationType } from '../operations/operation-types.ts';
import { presentOperation } from '../operations/present-operation.ts';
import { Round } from '../giveaways/round-types.ts';
import type { SubscriptionContext } from './context.ts';
import { newest } from './newest.ts';

type SubscribeArguments<Args> = SubscribeResolverData<unknown, Args, SubscriptionContext>;

@Resolver()
export class SubscriptionResolver {
  @Subscription(() => OperationType, {
    description:
      'An operation of your provider: its present state, then each new status, until it is FINALIZED or FAILED.',
    subscribe: followOperation,
  })
  operationUpdated(@Root() state: OperationType, @Arg('id', () => ID) _id: string): OperationType {
    return state;
  }

  @Subscription(() => Round, {
    description: 'The latest round of a giveaway, then each round that opens, closes or changes.',
    subscribe: followRounds,
  })
  roundUpdated(@Root() round: Round, @Arg('giveaway', () => ID) _giveaway: string): Round {
    return round;
  }
}

async function followOperation({
  args,
  context,
}: SubscribeArguments<{ id: string }>): Promise<AsyncIterable<OperationType>> {
  const { id } = args;
  const read = async () => presentOperation(await context.run(findOperation, { id }));
  let first: OperationType | undefined = await read();
  let shown: string | undefined;
  return newest({
    follow(notice) {
      notice([id]);
      return context.liveUpdates.followOperation(id, () => notice([id]));
    },
    async read() {
      const state = first ?? (await read());
      first = undefined;
      if (state.status === shown) return undefined;
      shown = state.status;
      return state;
    },
    isLast: ({ status }) => status === 'FINALIZED' || status === 'FAILED',
  });
}

async function followRounds({
  args,
  context,
}: SubscribeArguments<{ giveaway: string }>): Promise<AsyncIterable<Round>> {
  const { giveaway } = args;
  const [known] = isGiveawayId(giveaway)
    ? await context.ports.chainReads.read('giveaway', [[giveaway]], ['giveaway.id'])
    : [];
  if (known === undefined)
    throw new DomainError('NOT_FOUND', 'There is no giveaway of this id.', { reason: 'GIVEAWAY' });
  return newest({
    follow: (notice) => context.liveUpdates.followRounds(giveaway, notice),
    read: async (index: number) => (await context.findRound(toRoundId(giveaway, index))) ?? undefined,
  });
}
