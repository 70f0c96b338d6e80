import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { entryEvidence } from '../../../core/entries/entry-evidence.ts';
import { eraseEntryEvidence } from '../../../core/entries/erase-entry-evidence.ts';
import type { GraphqlContext } from '../gateway/context.ts';
import { Requires } from '../guard/field-rules.ts';
import { Hash } from '../leaf-types/chain-scalars.ts';
import { EntryEvidenceType, EraseEntryEvidenceInput, EraseEntryEvidencePayload } from './evidence-types.ts';

@Resolver()
export class EvidenceResolver {
  @Requires(entryEvidence)
  @Query(() => EntryEvidenceType, {
    nullable: true,
    description:
      "Provider key: the provider's own reference behind a hash on chain; null when it is unknown, erased or another provider's.",
  })
  async entryEvidence(
    @Arg('hash', () => Hash, { description: 'The hash on chain, as in EntryChange.evidence.' }) hash: string,
    @Ctx() { run }: GraphqlContext,
  ): Promise<EntryEvidenceType | null> {
    const found = await run(entryEvidence, { hash });
    if (found === undefined) return null;
    const { evidence: text, salt, storedAt } = found;
    return { hash: hash.toLowerCase(), salt, text, storedAt };
  }

  @Requires(eraseEntryEvidence)
  @Mutation(() => EraseEntryEvidencePayload, {
    description:
      "Provider key: erases the provider's own reference behind a hash on chain, with its salt, for ever. Then nobody can find the reference by its hash.",
  })
  async eraseEntryEvidence(
    @Arg('input', () => EraseEntryEvidenceInput) input: EraseEntryEvidenceInput,
    @Ctx() { run }: GraphqlContext,
  ): Promise<EraseEntryEvidencePayload> {
    return { erased: await run(eraseEntryEvidence, input) };
  }
}
