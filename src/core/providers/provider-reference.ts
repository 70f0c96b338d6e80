import { z } from 'zod';
import { emailAddress } from '../values/email.ts';
import { DomainError } from '../errors.ts';
import { requiredText } from '../values/text.ts';

/** A provider's id, in an input. */
export const providerId = requiredText(64);

/** The input that names an account and the provider that it is, or becomes, a member of. */
export const membershipReference = z.object({ provider: providerId, account: emailAddress });

/** The error for a provider that does not exist, and for one that the caller may not see; the two are the same on purpose. */
export function noProvider(): DomainError {
  return new DomainError(
    'NOT_FOUND',
    'There is no provider with this id that you may see: list providers to find the right one.',
  );
}
