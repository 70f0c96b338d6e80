import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import { passportStatus } from '../../../core/passports/passport-status.ts';
import type { GraphqlContext } from '../gateway/context.ts';
import { PassportStatusInput, PassportStatusPayload } from './passport-status-types.ts';
import { Requires } from '../guard/field-rules.ts';

@Resolver()
export class PassportStatusResolver {
  @Requires(passportStatus)
  @Mutation(() => PassportStatusPayload, {
    description:
      'Provider key: reads the owner of a passport from the chain, and reports a change until the provider acknowledges the new owner, names it as expectedOwnerWallet in a successful change of entries, or provisions the passport to it.',
  })
  async passportStatus(
    @Arg('input', () => PassportStatusInput) input: PassportStatusInput,
    @Ctx() { run }: GraphqlContext,
  ): Promise<PassportStatusPayload> {
    const status = await run(passportStatus, input);
    return {
      passportId: status.passportId,
      ownerWallet: status.ownerWallet,
      previousOwnerWallet: status.previousOwnerWallet,
      ownerChanged: status.ownerChanged,
      maxTransfers: status.maxTransfers,
      transfersUsed: status.transfersUsed,
      tradable: status.tradable,
    };
  }
}
