import { Arg, ID, Resolver, Root, Subscription, type SubscribeResolverData } from 'type-graphql';
import { DomainError } from '../../../core/errors.ts';
import { isGiveawayId } from '../../../core/giveaways/giveaway-id.ts';
import { findOperation } from '../../../core/operations/find-operation.ts';
import { toRoundId } from '../../../core/rounds/round-id.ts';
import { OperationType } from '../operations/operation-types.ts';
import { presentOperation } from '../operations/present-operation.ts';
import { Round } from '../giveaways/round-types.ts';
import type { SubscriptionContext } from './context.ts';
import type { ChangePosition } from '../../ports/live-updates.ts';
import { readChangeCursor, toChangeCursor } from './change-cursor.ts';
import type { Message } from './message.ts';
import { newest } from './newest.ts';
import { Public, Requires } from '../guard/field-rules.ts';

type SubscribeArguments<Args> = SubscribeResolverData<unknown, Args, SubscriptionContext>;

@Resolver()
export class SubscriptionResolver {
  @Requires(findOperation)
  @Subscription(() => OperationType, {
    description:
      'An operation of your provider: its present state, then each new status, until it is FINALIZED or FAILED.',
    subscribe: followOperation,
  })
  operationUpdated(
    @Root() { state }: Message<OperationType>,
    @Arg('id', () => ID) _id: string,
  ): OperationType {
    return state;
  }

  @Public()
  @Subscription(() => Round, {
    description:
      'The latest round of a giveaway, then each round that opens, closes or changes. The extensions of each message have its `cursor`.',
    subscribe: followRounds,
  })
  roundUpdated(
    @Root() { state }: Message<Round>,
    @Arg('giveaway', () => ID) _giveaway: string,
    @Arg('since', () => String, {
      nullable: true,
      description:
        'The cursor of the last message before a reconnection: the rounds that have changed since are sent first. When they are too many or not known, the first message has `gap: true` in its extensions.',
    })
    _since: string | undefined,
  ): Round {
    return state;
  }
}

async function followOperation({
  args,
  context,
}: SubscribeArguments<{ id: string }>): Promise<AsyncIterable<Message<OperationType>>> {
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
    toMessage: (state) => ({ state }),
  });
}

async function followRounds({
  args,
  context,
}: SubscribeArguments<{ giveaway: string; since?: string | null }>): Promise<AsyncIterable<Message<Round>>> {
  const { giveaway } = args;
  const { liveUpdates, roundReader } = context;
  const since = args.since == null ? undefined : readChangeCursor(args.since);
  if (!isGiveawayId(giveaway) || !(await roundReader.hasGiveaway(giveaway)))
    throw new DomainError('NOT_FOUND', 'There is no giveaway of this id.', { reason: 'GIVEAWAY' });
  /** Up to here all changes were noticed, and all were sent. */
  let noticed: ChangePosition = since ?? { version: 0, at: 0, readAt: 0 };
  let sent = since;
  let isGap = false;
  return newest({
    follow: (notice) =>
      liveUpdates.followRounds(giveaway, since, (changes) => {
        noticed = changes.position;
        isGap ||= changes.isGap;
        // Without a position to continue from, and after a gap, the messages begin here.
        if (sent === undefined || changes.isGap) sent = noticed;
        notice(changes.indexes);
      }),
    read: async (index: number) =>
      (await roundReader.findRound(toRoundId(giveaway, index), noticed)) ?? undefined,
    toMessage(state, isAll) {
      if (isAll) sent = noticed;
      const extensions = {
        ...(sent && { cursor: toChangeCursor(sent) }),
        ...(isGap && { gap: true }),
      };
      isGap = false;
      return { state, extensions };
    },
  });
}
