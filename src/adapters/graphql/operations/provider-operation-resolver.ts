import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import { drawWinner } from '../../../core/draws/draw-winner.ts';
import { issueEntries } from '../../../core/entries/issue-entries.ts';
import { removeEntries } from '../../../core/entries/remove-entries.ts';
import { createGiveaway, DETERMINATIONS } from '../../../core/giveaways/create-giveaway.ts';
import { confirmReceiptByProvider } from '../../../core/prizes/confirm-receipt-by-provider.ts';
import { recordPrizeDelivery } from '../../../core/prizes/record-prize-delivery.ts';
import { provisionEntrant } from '../../../core/provisioning/provision-entrant.ts';
import { declareWinner } from '../../../core/rounds/declare-winner.ts';
import { setRoundImage } from '../../../core/rounds/set-round-image.ts';
import { setRoundMetadata } from '../../../core/rounds/set-round-metadata.ts';
import type { GraphqlContext } from '../gateway/context.ts';
import { performOperation } from './perform-operation.ts';
import {
  ConfirmReceiptByProviderInput,
  ConfirmReceiptByProviderPayload,
  CreateGiveawayInput,
  CreateGiveawayPayload,
  DeclareWinnerInput,
  DeclareWinnerPayload,
  DrawWinnerInput,
  DrawWinnerPayload,
  IssueEntriesInput,
  IssueEntriesPayload,
  ProvisionEntrantInput,
  ProvisionEntrantPayload,
  RecordPrizeDeliveryInput,
  RecordPrizeDeliveryPayload,
  RemoveEntriesInput,
  RemoveEntriesPayload,
  SetRoundImageInput,
  SetRoundImagePayload,
  SetRoundMetadataInput,
  SetRoundMetadataPayload,
} from './provider-operation-types.ts';

@Resolver()
export class ProviderOperationResolver {
  @Mutation(() => CreateGiveawayPayload, { description: 'Creates a giveaway, of one round or rolling.' })
  createGiveaway(
    @Arg('input', () => CreateGiveawayInput) input: CreateGiveawayInput,
    @Ctx() context: GraphqlContext,
  ): Promise<CreateGiveawayPayload> {
    const determinationType = DETERMINATIONS.indexOf(input.determinationType);
    return performOperation(context, createGiveaway, Object.assign(input, { determinationType }));
  }

  @Mutation(() => IssueEntriesPayload, {
    description: 'Adds entries to what a passport holds in the open round.',
  })
  issueEntries(
    @Arg('input', () => IssueEntriesInput) input: IssueEntriesInput,
    @Ctx() context: GraphqlContext,
  ): Promise<IssueEntriesPayload> {
    return performOperation(context, issueEntries, input);
  }

  @Mutation(() => RemoveEntriesPayload, {
    description: 'Takes entries from what a passport holds in the open round.',
  })
  removeEntries(
    @Arg('input', () => RemoveEntriesInput) input: RemoveEntriesInput,
    @Ctx() context: GraphqlContext,
  ): Promise<RemoveEntriesPayload> {
    return performOperation(context, removeEntries, input);
  }

  @Mutation(() => DeclareWinnerPayload, { description: 'Declares the winner of a closed round.' })
  declareWinner(
    @Arg('input', () => DeclareWinnerInput) input: DeclareWinnerInput,
    @Ctx() context: GraphqlContext,
  ): Promise<DeclareWinnerPayload> {
    return performOperation(context, declareWinner, input);
  }

  @Mutation(() => DrawWinnerPayload, {
    description: 'Draws the winner of a closed round on chain, with the beacon that nobody can steer.',
  })
  drawWinner(
    @Arg('input', () => DrawWinnerInput) input: DrawWinnerInput,
    @Ctx() context: GraphqlContext,
  ): Promise<DrawWinnerPayload> {
    return performOperation(context, drawWinner, input);
  }

  @Mutation(() => ConfirmReceiptByProviderPayload, { description: "Confirms receipt in the winner's place." })
  confirmReceiptByProvider(
    @Arg('input', () => ConfirmReceiptByProviderInput) input: ConfirmReceiptByProviderInput,
    @Ctx() context: GraphqlContext,
  ): Promise<ConfirmReceiptByProviderPayload> {
    return performOperation(context, confirmReceiptByProvider, input);
  }

  @Mutation(() => SetRoundMetadataPayload, { description: 'Sets texts and images of a decided round.' })
  setRoundMetadata(
    @Arg('input', () => SetRoundMetadataInput) input: SetRoundMetadataInput,
    @Ctx() context: GraphqlContext,
  ): Promise<SetRoundMetadataPayload> {
    return performOperation(context, setRoundMetadata, input);
  }

  @Mutation(() => SetRoundImagePayload, { description: "Sets the image of a decided round's winner." })
  setRoundImage(
    @Arg('input', () => SetRoundImageInput) input: SetRoundImageInput,
    @Ctx() context: GraphqlContext,
  ): Promise<SetRoundImagePayload> {
    return performOperation(context, setRoundImage, input);
  }

  @Mutation(() => RecordPrizeDeliveryPayload, {
    description: 'Records how the prize of a decided round was delivered, once.',
  })
  recordPrizeDelivery(
    @Arg('input', () => RecordPrizeDeliveryInput) input: RecordPrizeDeliveryInput,
    @Ctx() context: GraphqlContext,
  ): Promise<RecordPrizeDeliveryPayload> {
    return performOperation(context, recordPrizeDelivery, input);
  }

  @Mutation(() => ProvisionEntrantPayload, {
    description: 'Gives an entrant a passport, and entries in the same transaction.',
  })
  provisionEntrant(
    @Arg('input', () => ProvisionEntrantInput) input: ProvisionEntrantInput,
    @Ctx() context: GraphqlContext,
  ): Promise<ProvisionEntrantPayload> {
    return performOperation(context, provisionEntrant, input);
  }
}
