import { GraphQLSafeInt } from 'graphql-scalars';
import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { passportContactMessage } from '../../../core/contacts/passport-contact-message.ts';
import { passportContact } from '../../../core/contacts/passport-contact.ts';
import { revokePassportContact } from '../../../core/contacts/revoke-passport-contact.ts';
import { sharePassportContact } from '../../../core/contacts/share-passport-contact.ts';
import {
  PassportContactType,
  PassportContactMessageType,
  PassportContactMessageInput,
  RevokePassportContactInput,
  RevokePassportContactPayload,
  SharePassportContactInput,
  SharePassportContactPayload,
} from './contact-types.ts';
import type { GraphqlContext } from '../gateway/context.ts';
import { Public, Requires } from '../guard/field-rules.ts';

@Resolver()
export class ContactResolver {
  @Requires(passportContact)
  @Query(() => PassportContactType, {
    description: 'Provider key: the contact that the present owner of a passport shared with the provider.',
  })
  async passportContact(
    @Arg('passportId', () => GraphQLSafeInt) passportId: number,
    @Ctx() { run }: GraphqlContext,
  ): Promise<PassportContactType> {
    const contact = await run(passportContact, { passportId });
    return {
      passportId: contact.passportId,
      ownerWallet: contact.ownerWallet,
      email: contact.email,
      name: contact.name,
      source: contact.source,
      sharedAt: contact.sharedAt,
    };
  }

  @Public()
  @Query(() => PassportContactMessageType, {
    description:
      'The message that the present owner of a passport signs to share a contact with a provider, or to revoke it. Use POST, so that the e-mail address is not in a URL.',
  })
  async passportContactMessage(
    @Arg('input', () => PassportContactMessageInput) input: PassportContactMessageInput,
    @Ctx() { run, network }: GraphqlContext,
  ): Promise<PassportContactMessageType> {
    const { typedData, ownerWallet, issuedAt, expiresAt } = await run(
      passportContactMessage,
      Object.assign({}, input, { network }),
    );
    return {
      typedData,
      ownerWallet,
      issuedAt: issuedAt.toISOString(),
      expiresAt,
    };
  }

  @Public()
  @Mutation(() => SharePassportContactPayload, {
    description:
      "Gives a provider access to the contact of a passport's present owner, by the owner's signature alone. A change of owner ends it.",
  })
  async sharePassportContact(
    @Arg('input', () => SharePassportContactInput) input: SharePassportContactInput,
    @Ctx() { run, network }: GraphqlContext,
  ): Promise<SharePassportContactPayload> {
    const { passportId, providerKey, ownerWallet, at } = await run(
      sharePassportContact,
      Object.assign({}, input, { network }),
    );
    return { passportId, providerKey, ownerWallet, sharedAt: at };
  }

  @Public()
  @Mutation(() => RevokePassportContactPayload, {
    description:
      "Ends a provider's access to the contact of a passport's present owner, by the owner's signature.",
  })
  async revokePassportContact(
    @Arg('input', () => RevokePassportContactInput) input: RevokePassportContactInput,
    @Ctx() { run, network }: GraphqlContext,
  ): Promise<RevokePassportContactPayload> {
    const { passportId, providerKey, ownerWallet, at } = await run(
      revokePassportContact,
      Object.assign({}, input, { network }),
    );
    return { passportId, providerKey, ownerWallet, revokedAt: at };
  }
}
