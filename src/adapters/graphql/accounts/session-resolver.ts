import { Arg, Args, Ctx, FieldResolver, Mutation, Resolver } from 'type-graphql';
import { accountSessions, SESSIONS_ORDER } from '../../../core/accounts/account-sessions.ts';
import { endOtherSessions } from '../../../core/accounts/end-other-sessions.ts';
import { endSession } from '../../../core/accounts/end-session.ts';
import type { GraphqlContext } from '../gateway/context.ts';
import { toConnection } from '../relay/connections.ts';
import { PageArgs } from '../relay/page-args.ts';
import { Viewer } from './account-types.ts';
import {
  EndOtherSessionsPayload,
  EndSessionInput,
  EndSessionPayload,
  SessionConnection,
} from './session-types.ts';
import { Requires } from '../guard/field-rules.ts';

@Resolver(() => Viewer)
export class SessionResolver {
  @FieldResolver(() => SessionConnection)
  async sessions(
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() { run, caller }: GraphqlContext,
  ): Promise<SessionConnection> {
    const current = caller.kind === 'account' ? caller.sessionId : undefined;
    return toConnection(
      await run(accountSessions, args),
      SESSIONS_ORDER,
      ({ createdAt }) => createdAt,
      ({ id, createdAt, lastSeenAt, expiresAt, client, network }) => ({
        id,
        createdAt,
        lastSeenAt,
        expiresAt,
        client,
        network,
        current: id === current,
      }),
    );
  }

  @Requires(endSession)
  @Mutation(() => EndSessionPayload, {
    description: 'Ends a session of your account at once: its token and its cookie are refused from then on.',
  })
  endSession(
    @Arg('input', () => EndSessionInput) input: EndSessionInput,
    @Ctx() { run }: GraphqlContext,
  ): Promise<EndSessionPayload> {
    return run(endSession, input);
  }

  @Requires(endOtherSessions)
  @Mutation(() => EndOtherSessionsPayload, {
    description: 'Ends all sessions of your account except the one of this request.',
  })
  async endOtherSessions(@Ctx() { run }: GraphqlContext): Promise<EndOtherSessionsPayload> {
    return { ended: await run(endOtherSessions, {}) };
  }
}
