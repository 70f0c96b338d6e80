import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { myPublisher } from '../../../core/publishers/my-publisher.ts';
import { setPublisherProfile } from '../../../core/publishers/set-publisher-profile.ts';
import type { GraphqlContext } from '../gateway/context.ts';
import { Requires } from '../guard/field-rules.ts';
import { presentOwnPublisher } from '../listings/present-publisher.ts';
import { PublisherType } from '../listings/publisher-types.ts';
import { SetPublisherProfileInput, SetPublisherProfilePayload } from './profile-types.ts';

@Resolver()
export class ProfileResolver {
  @Requires(myPublisher)
  @Query(() => PublisherType, {
    nullable: true,
    description:
      'Your own publisher; null for a service client that has neither a listing nor a profile yet.',
  })
  async myPublisher(@Ctx() { run }: GraphqlContext): Promise<PublisherType | null> {
    const own = await run(myPublisher, {});
    return own ? presentOwnPublisher(own) : null;
  }

  @Requires(setPublisherProfile)
  @Mutation(() => SetPublisherProfilePayload, {
    description: 'Replaces the public profile of your publisher; safe to repeat.',
  })
  async setPublisherProfile(
    @Arg('input', () => SetPublisherProfileInput) input: SetPublisherProfileInput,
    @Ctx() { run }: GraphqlContext,
  ): Promise<SetPublisherProfilePayload> {
    return { publisher: presentOwnPublisher(await run(setPublisherProfile, input)) };
  }
}
