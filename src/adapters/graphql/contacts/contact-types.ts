import { GraphQLJSONObject, GraphQLSafeInt } from 'graphql-scalars';
import { GraphQLDateTime } from '../leaf-types/date-time.ts';
import { Field, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { CONTACT_ACTIONS, type ContactAction } from '../../../core/contacts/contact-message.ts';
import { toEnum } from '../leaf-types/to-enum.ts';
import { Address, Bytes, Hash } from '../leaf-types/chain-scalars.ts';
import { Public, Requires } from '../guard/field-rules.ts';
import { passportContact } from '../../../core/contacts/passport-contact.ts';

export const ContactActionEnum = toEnum(CONTACT_ACTIONS);
registerEnumType(ContactActionEnum, {
  name: 'ContactAction',
  description: 'What a message that an owner signs does.',
  valuesConfig: {
    SHARE: { description: 'Gives the provider access to the contact.' },
    REVOKE: { description: "Ends the provider's access to the contact." },
  },
});

export const ContactSourceEnum = { SHARED: 'SHARED', PROVISIONED: 'PROVISIONED' } as const;
registerEnumType(ContactSourceEnum, {
  name: 'ContactSource',
  description: 'How a provider got a contact.',
  valuesConfig: {
    SHARED: { description: 'The owner shared it by a signature.' },
    PROVISIONED: { description: 'The provider supplied it when it provisioned the entrant.' },
  },
});

@Requires(passportContact)
@ObjectType('PassportContact', { description: 'How to reach the present owner of a passport.' })
export class PassportContactType {
  @Field(() => GraphQLSafeInt)
  passportId!: number;
  @Field(() => Address, { description: 'The present owner of the passport, whose contact it is.' })
  ownerWallet!: string;
  @Field(() => String, { description: 'The e-mail address of the owner.' })
  email!: string;
  @Field(() => String, { nullable: true, description: 'The name of the owner; null if none was given.' })
  name!: string | null;
  @Field(() => ContactSourceEnum, { description: 'How the provider got it.' })
  source!: keyof typeof ContactSourceEnum;
  @Field(() => GraphQLDateTime, {
    description: 'When it was shared, or given when the entrant was provisioned.',
  })
  sharedAt!: Date;
}

@Public()
@ObjectType('PassportContactMessage', {
  description: 'A message for the owner of a passport to sign (EIP-712).',
})
export class PassportContactMessageType {
  @Field(() => GraphQLJSONObject, {
    description:
      'The message to sign: the second parameter of eth_signTypedData_v4; some wallets expect it as JSON text.',
  })
  typedData!: object;
  @Field(() => Address, { description: 'The wallet that must sign.' })
  ownerWallet!: string;
  @Field(() => String, { description: 'Submit this value unchanged with the signature.' })
  issuedAt!: string;
  @Field(() => GraphQLDateTime, { description: 'The message is not accepted after this time.' })
  expiresAt!: Date;
}

@InputType()
export class PassportContactMessageInput {
  @Field(() => GraphQLSafeInt)
  passportId!: number;
  @Field(() => String, { description: "The provider's id, or its chainKey." })
  provider!: string;
  @Field(() => ContactActionEnum, { description: 'What the signed message shall do.' })
  action!: ContactAction;
  @Field(() => String, { nullable: true, description: 'Required for SHARE.' })
  email?: string | null;
  @Field(() => String, { nullable: true, description: 'At most 120 characters.' })
  name?: string | null;
}

/** A statement that the owner of a passport has signed. */
@InputType()
abstract class SignedStatementInput {
  @Field(() => GraphQLSafeInt)
  passportId!: number;
  @Field(() => String, { description: "The provider's id, or its chainKey." })
  provider!: string;
  @Field(() => String, { description: 'The value from passportContactMessage.' })
  issuedAt!: string;
  @Field(() => Bytes, {
    description: "The owner's signature of passportContactMessage; by ERC-1271 for a contract wallet.",
  })
  signature!: string;
}

@InputType()
export class SharePassportContactInput extends SignedStatementInput {
  @Field(() => String, { description: 'The e-mail address in the signed message.' })
  email!: string;
  @Field(() => String, { nullable: true, description: 'At most 120 characters.' })
  name?: string | null;
}

@ObjectType()
export class SharePassportContactPayload {
  @Field(() => GraphQLSafeInt)
  passportId!: number;
  @Field(() => Hash, { description: 'The provider that now has access to the contact.' })
  providerKey!: string;
  @Field(() => Address, { description: 'The owner that signed the message.' })
  ownerWallet!: string;
  @Field(() => GraphQLDateTime, { description: 'When the access began.' })
  sharedAt!: Date;
}

@InputType()
export class RevokePassportContactInput extends SignedStatementInput {}

@ObjectType()
export class RevokePassportContactPayload {
  @Field(() => GraphQLSafeInt)
  passportId!: number;
  @Field(() => Hash, { description: 'The provider that no longer has access to a contact.' })
  providerKey!: string;
  @Field(() => Address, { description: 'The owner that signed the message.' })
  ownerWallet!: string;
  @Field(() => GraphQLDateTime, { description: 'When the access ended.' })
  revokedAt!: Date;
}
