import { z } from 'zod';
import { emailAddress } from '../values/email.ts';
import { DomainError } from '../errors.ts';
import { requiredText } from '../values/text.ts';

/** Names a provider by its id. */
export const providerId = requiredText(64);

/** Names an account and the provider that it is, or shall be, a member of. */
export const membershipReference = z.object({ provider: providerId, account: emailAddress });

/** The answer for a provider that is not there, or not the caller's: the two cannot be told apart. */
export function noProvider(): DomainError {
  return new DomainError(
    'NOT_FOUND',
    'There is no provider of this id that you may see: list providers to find the right one.',
  );
}
