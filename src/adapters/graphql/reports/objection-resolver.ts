import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { decideListingObjection } from '../../../core/reports/objections/decide-listing-objection.ts';
import { findListingObjection } from '../../../core/reports/objections/find-listing-objection.ts';
import { listingObjections, objectionsOrder } from '../../../core/reports/objections/listing-objections.ts';
import { objectToDecision } from '../../../core/reports/objections/object-to-decision.ts';
import { objectToHiding } from '../../../core/reports/objections/object-to-hiding.ts';
import type { ReportState } from '../../../core/reports/listing-report.ts';
import type { GraphqlContext } from '../gateway/context.ts';
import { Requires } from '../guard/field-rules.ts';
import { OwnListingType } from '../listings/own-listing-types.ts';
import { toConnection } from '../relay/connections.ts';
import { PageArgs } from '../relay/page-args.ts';
import {
  DecideListingObjectionInput,
  DecideListingObjectionPayload,
  ListingObjectionConnection,
  ListingObjectionType,
  ObjectionStatusType,
  ObjectToDecisionInput,
  ObjectToDecisionPayload,
  ObjectToHidingInput,
  ObjectToHidingPayload,
} from './objection-types.ts';
import { presentObjection, presentObjectionStatus } from './present-objection.ts';
import { ReportStateEnum } from './report-enums.ts';

@Resolver(() => OwnListingType)
export class ObjectionResolver {
  @Requires(listingObjections)
  @Query(() => ListingObjectionConnection, {
    description:
      'Operator: the objections that wait for a decision, oldest first, or the decided ones, newest first.',
  })
  async listingObjections(
    @Arg('state', () => ReportStateEnum, { description: 'Waiting or decided ones.' }) state: ReportState,
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() { run }: GraphqlContext,
  ): Promise<ListingObjectionConnection> {
    const page = await run(listingObjections, Object.assign({ state }, args));
    return toConnection(page, objectionsOrder(state), ({ createdAt }) => createdAt, presentObjection);
  }

  @Requires(findListingObjection)
  @Query(() => ListingObjectionType, {
    nullable: true,
    description: 'Operator: an objection to a decision on a listing.',
  })
  async listingObjection(
    @Arg('id', () => ID, { description: 'The id of the objection.' }) id: string,
    @Ctx() { run }: GraphqlContext,
  ): Promise<ListingObjectionType | null> {
    const objection = await run(findListingObjection, { id });
    return objection ? presentObjection(objection) : null;
  }

  @Requires(objectToDecision)
  @Mutation(() => ObjectToDecisionPayload, {
    description:
      'A reporter objects to the decision to dismiss the report: once, within six months; safe to repeat with the same text.',
  })
  async objectToDecision(
    @Arg('input', () => ObjectToDecisionInput) input: ObjectToDecisionInput,
    @Ctx() { run, network }: GraphqlContext,
  ): Promise<ObjectToDecisionPayload> {
    return {
      objection: presentObjectionStatus(await run(objectToDecision, Object.assign({}, input, { network }))),
    };
  }

  @Requires(objectToHiding)
  @Mutation(() => ObjectToHidingPayload, {
    description:
      'The publisher objects to the decision that hides its listing: once, within six months; safe to repeat with the same text.',
  })
  async objectToHiding(
    @Arg('input', () => ObjectToHidingInput) input: ObjectToHidingInput,
    @Ctx() { run }: GraphqlContext,
  ): Promise<ObjectToHidingPayload> {
    return { objection: presentObjectionStatus(await run(objectToHiding, input)) };
  }

  @Requires(decideListingObjection)
  @Mutation(() => DecideListingObjectionPayload, {
    description:
      'Operator: upholds an objection, which reverses the decision on the listing, or rejects it; safe to repeat.',
  })
  async decideListingObjection(
    @Arg('input', () => DecideListingObjectionInput) input: DecideListingObjectionInput,
    @Ctx() { run }: GraphqlContext,
  ): Promise<DecideListingObjectionPayload> {
    return { objection: presentObjection(await run(decideListingObjection, input)) };
  }

  @FieldResolver(() => ObjectionStatusType, { nullable: true })
  async objection(
    @Root() { listingId }: OwnListingType,
    @Ctx() { loaders }: GraphqlContext,
  ): Promise<ObjectionStatusType | null> {
    const status = await loaders.ownObjections.load(listingId);
    return status === undefined ? null : presentObjectionStatus(status);
  }
}
