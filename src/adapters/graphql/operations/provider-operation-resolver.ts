import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import type { z } from 'zod';
import type { ProviderScope } from '../../../core/access/callers.ts';
import { drawWinner } from '../../../core/draws/draw-winner.ts';
import { issueEntries } from '../../../core/entries/issue-entries.ts';
import { removeEntries } from '../../../core/entries/remove-entries.ts';
import { createGiveaway, DETERMINATIONS } from '../../../core/giveaways/create-giveaway.ts';
import { confirmReceiptByProvider } from '../../../core/prizes/confirm-receipt-by-provider.ts';
import { perform } from '../../../core/operations/perform.ts';
import type { Ports } from '../../ports/ports.ts';
import type { ProviderOperation } from '../../../core/operations/provider-operation.ts';
import { recordPrizeDelivery } from '../../../core/prizes/record-prize-delivery.ts';
import { provisionEntrant } from '../../../core/provisioning/provision-entrant.ts';
import { declareWinner } from '../../../core/rounds/declare-winner.ts';
import { setRoundImage } from '../../../core/rounds/set-round-image.ts';
import { setRoundMetadata } from '../../../core/rounds/set-round-metadata.ts';
import type { GraphqlContext } from '../gateway/context.ts';
import { createOperationPayload } from './operation-payload.ts';
import {
  ConfirmReceiptByProviderPayload,
  CreateGiveawayPayload,
  DeclareWinnerPayload,
  DrawWinnerPayload,
  IssueEntriesPayload,
  ProvisionEntrantPayload,
  RecordPrizeDeliveryPayload,
  RemoveEntriesPayload,
  SetRoundImagePayload,
  SetRoundMetadataPayload,
} from './provider-operation-payloads.ts';
import {
  ConfirmReceiptByProviderInput,
  CreateGiveawayInput,
  DeclareWinnerInput,
  DrawWinnerInput,
  IssueEntriesInput,
  type OperationInput,
  ProvisionEntrantInput,
  RecordPrizeDeliveryInput,
  RemoveEntriesInput,
  SetRoundImageInput,
  SetRoundMetadataInput,
} from './provider-operation-types.ts';
import { Requires } from '../guard/field-rules.ts';

@Resolver()
export class ProviderOperationResolver {
  @Requires(createGiveaway)
  @Mutation(() => CreateGiveawayPayload, {
    description: 'Creates a giveaway with one round or a rolling one.',
  })
  createGiveaway(
    @Arg('input', () => CreateGiveawayInput) input: CreateGiveawayInput,
    @Ctx() context: GraphqlContext,
  ): Promise<CreateGiveawayPayload> {
    const determinationType = DETERMINATIONS.indexOf(input.determinationType);
    return performFor(context, createGiveaway, Object.assign(input, { determinationType }));
  }

  @Requires(issueEntries)
  @Mutation(() => IssueEntriesPayload, {
    description: 'Adds entries of a passport in the open round.',
  })
  issueEntries(
    @Arg('input', () => IssueEntriesInput) input: IssueEntriesInput,
    @Ctx() context: GraphqlContext,
  ): Promise<IssueEntriesPayload> {
    return performFor(context, issueEntries, input);
  }

  @Requires(removeEntries)
  @Mutation(() => RemoveEntriesPayload, {
    description:
      'Removes entries of a passport: those of the open round first, then with carry-over those of its earlier rounds, the newest first. Entries of earlier rounds can be removed only when every closed round that counts them is decided or void (ROUND_UNSETTLED names the first one that is not).',
  })
  removeEntries(
    @Arg('input', () => RemoveEntriesInput) input: RemoveEntriesInput,
    @Ctx() context: GraphqlContext,
  ): Promise<RemoveEntriesPayload> {
    return performFor(context, removeEntries, input);
  }

  @Requires(declareWinner)
  @Mutation(() => DeclareWinnerPayload, {
    description: 'Declares the winner of a closed round, or of its next place where it has several.',
  })
  declareWinner(
    @Arg('input', () => DeclareWinnerInput) input: DeclareWinnerInput,
    @Ctx() context: GraphqlContext,
  ): Promise<DeclareWinnerPayload> {
    return performFor(context, declareWinner, input);
  }

  @Requires(drawWinner)
  @Mutation(() => DrawWinnerPayload, {
    description:
      'Draws the winner of a closed round on chain, by a beacon that nobody can influence. One call draws all places of a round, or as many as a transaction may: repeat it until WINNER_ALREADY_SET.',
  })
  drawWinner(
    @Arg('input', () => DrawWinnerInput) input: DrawWinnerInput,
    @Ctx() context: GraphqlContext,
  ): Promise<DrawWinnerPayload> {
    return performFor(context, drawWinner, input);
  }

  @Requires(confirmReceiptByProvider)
  @Mutation(() => ConfirmReceiptByProviderPayload, { description: 'Confirms receipt for the winner.' })
  confirmReceiptByProvider(
    @Arg('input', () => ConfirmReceiptByProviderInput) input: ConfirmReceiptByProviderInput,
    @Ctx() context: GraphqlContext,
  ): Promise<ConfirmReceiptByProviderPayload> {
    return performFor(context, confirmReceiptByProvider, input);
  }

  @Requires(setRoundMetadata)
  @Mutation(() => SetRoundMetadataPayload, { description: 'Sets texts and images of a decided round.' })
  setRoundMetadata(
    @Arg('input', () => SetRoundMetadataInput) input: SetRoundMetadataInput,
    @Ctx() context: GraphqlContext,
  ): Promise<SetRoundMetadataPayload> {
    return performFor(context, setRoundMetadata, input);
  }

  @Requires(setRoundImage)
  @Mutation(() => SetRoundImagePayload, { description: "Sets the image of a decided round's winner." })
  setRoundImage(
    @Arg('input', () => SetRoundImageInput) input: SetRoundImageInput,
    @Ctx() context: GraphqlContext,
  ): Promise<SetRoundImagePayload> {
    return performFor(context, setRoundImage, input);
  }

  @Requires(recordPrizeDelivery)
  @Mutation(() => RecordPrizeDeliveryPayload, {
    description:
      'Records the proof that the prize was delivered to the present owner of the winning passport. A repeated call corrects the delivery: until receipt is confirmed, or, with requiresHandshake, where receipt is confirmed first, for 30 days after the first delivery. All deliveries stay visible.',
  })
  recordPrizeDelivery(
    @Arg('input', () => RecordPrizeDeliveryInput) input: RecordPrizeDeliveryInput,
    @Ctx() context: GraphqlContext,
  ): Promise<RecordPrizeDeliveryPayload> {
    return performFor(context, recordPrizeDelivery, input);
  }

  @Requires(provisionEntrant)
  @Mutation(() => ProvisionEntrantPayload, {
    description: 'Provisions a passport for an entrant, with entries in the same transaction.',
  })
  provisionEntrant(
    @Arg('input', () => ProvisionEntrantInput) input: ProvisionEntrantInput,
    @Ctx() context: GraphqlContext,
  ): Promise<ProvisionEntrantPayload> {
    return performFor(context, provisionEntrant, input);
  }
}

/** Performs an operation for the caller, and answers with what it changed. */
async function performFor<Input extends z.ZodType, P extends ProviderScope>(
  context: GraphqlContext,
  operation: ProviderOperation<Input, P, Ports>,
  { idempotencyKey, wait, ...input }: OperationInput,
) {
  const { ports, caller, requestId } = context;
  const options = { requestId, idempotencyKey, wait };
  return createOperationPayload(context, await perform(ports, caller, operation, input, options));
}
