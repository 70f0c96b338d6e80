import { GraphQLDateTime, GraphQLSafeInt } from 'graphql-scalars';
import { Field, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { CONTACT_ACTIONS, type ContactAction } from '../../../core/contacts/contact-message.ts';
import { toEnum } from '../leaf-types/to-enum.ts';
import { Address, Bytes, Hash } from '../leaf-types/chain-scalars.ts';

export const ContactActionEnum = toEnum(CONTACT_ACTIONS);
registerEnumType(ContactActionEnum, {
  name: 'ContactAction',
  valuesConfig: {
    SHARE: { description: 'Lets the provider know the contact.' },
    REVOKE: { description: 'Lets the provider know no contact any more.' },
  },
});

export const ContactSourceEnum = { SHARED: 'SHARED', PROVISIONED: 'PROVISIONED' } as const;
registerEnumType(ContactSourceEnum, {
  name: 'ContactSource',
  valuesConfig: {
    SHARED: { description: 'The owner shared it by a signature.' },
    PROVISIONED: { description: 'The provider gave it when it provisioned the entrant.' },
  },
});

@ObjectType('PassportContact', { description: 'How to reach the present owner of a passport.' })
export class PassportContactType {
  @Field(() => GraphQLSafeInt)
  passportId!: number;
  @Field(() => Address)
  ownerWallet!: string;
  @Field(() => String)
  email!: string;
  @Field(() => String, { nullable: true })
  name!: string | null;
  @Field(() => ContactSourceEnum)
  source!: keyof typeof ContactSourceEnum;
  @Field(() => GraphQLDateTime)
  sharedAt!: Date;
}

@ObjectType('PassportContactMessage', {
  description: 'A message for the owner of a passport to sign (EIP-712).',
})
export class PassportContactMessageType {
  @Field(() => String, {
    description: 'What the wallet signs: the JSON text that eth_signTypedData_v4 takes.',
  })
  typedData!: string;
  @Field(() => Address, { description: 'The wallet that must sign.' })
  ownerWallet!: string;
  @Field(() => String, { description: 'To be handed in with the signature exactly so.' })
  issuedAt!: string;
  @Field(() => GraphQLDateTime, { description: 'From then on it is too old.' })
  expiresAt!: Date;
}

@InputType()
export class PassportContactMessageInput {
  @Field(() => GraphQLSafeInt)
  passportId!: number;
  @Field(() => String, { description: "The provider's id, or its chainKey." })
  provider!: string;
  @Field(() => ContactActionEnum)
  action!: ContactAction;
  @Field(() => String, { nullable: true, description: 'Needed to share.' })
  email?: string | null;
  @Field(() => String, { nullable: true, description: 'At most 120 characters.' })
  name?: string | null;
}

/** What the owner of a passport has signed. */
@InputType()
abstract class SignedStatementInput {
  @Field(() => GraphQLSafeInt)
  passportId!: number;
  @Field(() => String, { description: "The provider's id, or its chainKey." })
  provider!: string;
  @Field(() => String, { description: 'As in the message.' })
  issuedAt!: string;
  @Field(() => Bytes, {
    description: "The owner's signature of passportContactMessage; a contract wallet's by ERC-1271.",
  })
  signature!: string;
}

@InputType()
export class SharePassportContactInput extends SignedStatementInput {
  @Field(() => String)
  email!: string;
  @Field(() => String, { nullable: true, description: 'At most 120 characters.' })
  name?: string | null;
}

@ObjectType()
export class SharePassportContactPayload {
  @Field(() => GraphQLSafeInt)
  passportId!: number;
  @Field(() => Hash, { description: 'The provider that may know the contact now.' })
  providerKey!: string;
  @Field(() => Address)
  ownerWallet!: string;
  @Field(() => GraphQLDateTime)
  sharedAt!: Date;
}

@InputType()
export class RevokePassportContactInput extends SignedStatementInput {}

@ObjectType()
export class RevokePassportContactPayload {
  @Field(() => GraphQLSafeInt)
  passportId!: number;
  @Field(() => Hash, { description: 'The provider that may know no contact any more.' })
  providerKey!: string;
  @Field(() => Address)
  ownerWallet!: string;
  @Field(() => GraphQLDateTime)
  revokedAt!: Date;
}
