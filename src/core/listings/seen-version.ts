import { z } from 'zod';
import { DomainError } from '../errors.ts';
import { instantOrText } from '../values/instants.ts';
import type { SeenVersion } from './listing-writer.ts';

const MESSAGE = 'must be the updatedAt of the listing, such as 2027-08-31T18:00:00.000Z.';
const ADVICE = 'Read it, then send its updatedAt as expected to replace it.';

/** What the publisher expects of the listing that it replaces; without an expectation, it replaces any version. */
export const seenVersion = z
  .object({
    expected: z
      .object({
        absent: z.boolean('must be true or false.').nullish(),
        updatedAt: instantOrText(MESSAGE).nullish(),
      })
      .nullish(),
  })
  .transform(({ expected }): { readonly seen: SeenVersion | undefined } => {
    if (expected?.absent) return { seen: 'absent' };
    return { seen: expected?.updatedAt ?? undefined };
  });

/** The error for a listing that is not as the publisher expects it. */
export function listingChanged(seen: SeenVersion): DomainError {
  if (seen === 'absent') {
    const message = `is true, but you have a listing with this ID. ${ADVICE}`;
    const details = [{ path: ['expected', 'absent'], message }];
    return new DomainError('INVALID_PAYLOAD', `expected.absent ${message}`, {
      reason: 'LISTING_EXISTS',
      details,
    });
  }
  const message = `is not the version of the listing, which was changed. ${ADVICE}`;
  const details = [{ path: ['expected', 'updatedAt'], message }];
  return new DomainError('INVALID_PAYLOAD', `expected.updatedAt ${message}`, {
    reason: 'LISTING_CHANGED',
    details,
  });
}
