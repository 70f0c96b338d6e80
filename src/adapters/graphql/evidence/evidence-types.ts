import { GraphQLDateTime } from '../leaf-types/date-time.ts';
import { Field, InputType, ObjectType } from 'type-graphql';
import { entryEvidence } from '../../../core/entries/entry-evidence.ts';
import { Requires } from '../guard/field-rules.ts';
import { Hash } from '../leaf-types/chain-scalars.ts';

@Requires(entryEvidence)
@ObjectType('EntryEvidence', {
  description:
    "The provider's own reference of a change of entries, and what its hash on chain is computed from.",
})
export class EntryEvidenceType {
  @Field(() => Hash, { description: 'The hash on chain: keccak256(salt ‖ text in UTF-8).' })
  hash!: string;
  @Field(() => Hash, {
    nullable: true,
    description:
      'The 32 random bytes; null for references of earlier releases, whose hash is keccak256(text).',
  })
  salt!: string | null;
  @Field(() => String, { description: 'The reference, as the provider sent it.' })
  text!: string;
  @Field(() => GraphQLDateTime, { description: 'When the change was accepted.' })
  storedAt!: Date;
}

@InputType()
export class EraseEntryEvidenceInput {
  @Field(() => Hash, { description: 'The hash on chain, as in EntryChange.evidence.' })
  hash!: string;
}

@Requires(entryEvidence)
@ObjectType()
export class EraseEntryEvidencePayload {
  @Field(() => Boolean, { description: 'Whether the reference was stored, and is now erased.' })
  erased!: boolean;
}
