import { GraphQLDateTime } from '../leaf-types/date-time.ts';
import { Field, ID, ObjectType } from 'type-graphql';
import { accountPasskeys } from '../../../core/passkeys/account-passkeys.ts';
import { Requires } from '../guard/field-rules.ts';

@Requires(accountPasskeys)
@ObjectType('Passkey', { description: 'A passkey of the signed-in account.' })
export class PasskeyType {
  @Field(() => ID, { description: 'Names the passkey; it is no credential.' })
  id!: string;
  @Field(() => String, { description: 'The name that the account gave it, or the program that added it.' })
  name!: string;
  @Field(() => GraphQLDateTime)
  createdAt!: Date;
  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'The last sign-in with it; null before the first.',
  })
  lastUsedAt!: Date | null;
  @Field(() => Boolean, {
    description:
      'Whether it is backed up, as its device said last: other devices of its owner may have it, too.',
  })
  synced!: boolean;
}
