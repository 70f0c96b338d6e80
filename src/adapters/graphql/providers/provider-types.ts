import { GraphQLDateTime } from '../leaf-types/date-time.ts';
import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { Address, Hash } from '../leaf-types/chain-scalars.ts';
import { Node, PageInfoType } from '../relay/node-types.ts';
import { Requires } from '../guard/field-rules.ts';
import { provider } from '../../../core/providers/provider.ts';

@Requires(provider)
@ObjectType('ProviderMember', { description: 'An account that can have keys of a provider.' })
export class ProviderMemberType {
  @Field(() => ID, { description: 'The id of the account.' })
  accountId!: string;
  @Field(() => String, { description: 'The e-mail address of the account.' })
  email!: string;
  @Field(() => GraphQLDateTime, { description: 'When the account became a member.' })
  addedAt!: Date;
}

@Requires(provider)
@ObjectType('ProviderSigner', {
  description: 'A wallet in custody that sends the transactions of a provider and pays for them.',
})
export class ProviderSignerType {
  @Field(() => Address, { description: 'The address of the wallet.' })
  address!: string;
  @Field(() => String, {
    description: 'The name by which the operator recognises the wallet; empty without one.',
  })
  label!: string;
  @Field(() => Boolean, {
    description: 'Whether it signs for keys of the provider that have no signer of their own.',
  })
  isDefault!: boolean;
  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether it is registered with the contracts; null while the chain is unavailable. If it stays false, repeat attachSigner.',
  })
  isRegistered?: boolean | null;
  @Field(() => GraphQLDateTime, {
    nullable: true,
    description:
      'When the contracts let it act from: in the future if it was added while the provider had open giveaways or undelivered prizes. Null if it is not registered, or while the chain is unavailable.',
  })
  activeFrom?: string | null;
  @Field(() => String, {
    nullable: true,
    description:
      'The balance of native currency in wei, a decimal number; null while the chain is unavailable.',
  })
  balance?: string | null;
  @Field(() => Int, {
    nullable: true,
    description:
      'The number of typical operations that the balance pays for at the present fee; null while the chain is unavailable.',
  })
  operationsLeft?: number | null;
  /** The provider that it signs for; not a field of the schema. */
  chainKey!: string;
}

@ObjectType()
export class ProviderMemberEdge {
  @Field(() => String)
  cursor!: string;
  @Field(() => ProviderMemberType)
  node!: ProviderMemberType;
}

@ObjectType()
export class ProviderMemberConnection {
  @Field(() => [ProviderMemberEdge])
  edges!: ProviderMemberEdge[];
  @Field(() => [ProviderMemberType], { description: 'The nodes of the edges.' })
  nodes!: ProviderMemberType[];
  @Field(() => PageInfoType)
  pageInfo!: PageInfoType;
}

@ObjectType()
export class ProviderSignerEdge {
  @Field(() => String)
  cursor!: string;
  @Field(() => ProviderSignerType)
  node!: ProviderSignerType;
}

@ObjectType()
export class ProviderSignerConnection {
  @Field(() => [ProviderSignerEdge])
  edges!: ProviderSignerEdge[];
  @Field(() => [ProviderSignerType], { description: 'The nodes of the edges.' })
  nodes!: ProviderSignerType[];
  @Field(() => PageInfoType)
  pageInfo!: PageInfoType;
}

@Requires(provider)
@ObjectType('Provider', {
  implements: Node,
  description: 'An organisation that runs giveaways through the provider interface.',
})
export class ProviderType extends Node {
  @Field(() => String, { description: 'Its public name.' })
  name!: string;
  @Field(() => Hash, {
    description: 'Its key on chain, the providerKey of its giveaways: keccak256 of its id.',
  })
  chainKey!: string;
  @Field(() => GraphQLDateTime)
  createdAt!: Date;
  @Field(() => ProviderMemberConnection, { description: 'Earliest first; a provider has at most 100.' })
  members?: ProviderMemberConnection;
  @Field(() => ProviderSignerConnection, {
    description: 'Oldest wallet first; a provider has at most 100.',
  })
  signers?: ProviderSignerConnection;
}

@ObjectType()
export class ProviderEdge {
  @Field(() => String)
  cursor!: string;
  @Field(() => ProviderType)
  node!: ProviderType;
}

@ObjectType()
export class ProviderConnection {
  @Field(() => [ProviderEdge])
  edges!: ProviderEdge[];
  @Field(() => [ProviderType], { description: 'The nodes of the edges.' })
  nodes!: ProviderType[];
  @Field(() => PageInfoType)
  pageInfo!: PageInfoType;
}

@InputType()
export class CreateProviderInput {
  @Field(() => String, { description: 'At most 120 characters.' })
  name!: string;
}

@ObjectType()
export class CreateProviderPayload {
  @Field(() => ProviderType)
  provider!: ProviderType;
}

@InputType()
export class AddProviderMemberInput {
  @Field(() => ID, { description: 'The id of the provider.' })
  provider!: string;
  @Field(() => String, { description: 'The e-mail address of the account; it is created when it is new.' })
  account!: string;
}

@ObjectType()
export class AddProviderMemberPayload {
  @Field(() => ProviderType)
  provider!: ProviderType;
}

@InputType()
export class RemoveProviderMemberInput {
  @Field(() => ID, { description: 'The id of the provider.' })
  provider!: string;
  @Field(() => String, { description: 'The e-mail address of the account.' })
  account!: string;
}

@ObjectType()
export class RemoveProviderMemberPayload {
  @Field(() => ProviderType)
  provider!: ProviderType;
}

@InputType()
export class AttachSignerInput {
  @Field(() => ID, { description: 'The id of the provider.' })
  provider!: string;
  @Field(() => Address, { description: 'The address of a SIGNER wallet in custody.' })
  wallet!: string;
  @Field(() => Boolean, {
    nullable: true,
    description:
      'Makes it the default signer, if it is active already; the first signer of a provider always is.',
  })
  default?: boolean | null;
}

@ObjectType()
export class AttachSignerPayload {
  @Field(() => ProviderType)
  provider!: ProviderType;
  @Field(() => ProviderSignerType)
  signer!: ProviderSignerType;
}

@InputType()
export class DetachSignerInput {
  @Field(() => ID, { description: 'The id of the provider.' })
  provider!: string;
  @Field(() => Address, { description: 'The address of the signer.' })
  wallet!: string;
}

@ObjectType()
export class DetachSignerPayload {
  @Field(() => ProviderType)
  provider!: ProviderType;
  @Field(() => Boolean, {
    description:
      'Whether the wallet is still registered with the contracts; repeat detachSigner until it is false.',
  })
  isRegistered!: boolean;
}
