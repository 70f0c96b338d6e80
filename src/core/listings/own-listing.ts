import { z } from 'zod';
import { sourceExternalId } from './listing-draft.ts';
import type { OwnListing } from './listing-store.ts';
import { optionalText } from '../values/text.ts';

/**
 * Names a listing of the caller: by its id; or by the ID of the publisher, which means the listing in the caller's own
 * namespace, or the caller's legacy listing if there is none.
 */
export const ownListing = z
  .object({ sourceExternalId: sourceExternalId.nullish(), id: optionalText(64, null) })
  .transform(({ sourceExternalId: ownId, id }, context): OwnListing => {
    if (id !== null && ownId == null) return { id };
    if (id === null && ownId != null) return { sourceExternalId: ownId };
    const message =
      id === null ? 'is required: send 1 to 200 characters.' : 'and id are both given: send one of them.';
    context.addIssue({ code: 'custom', path: ['sourceExternalId'], message });
    return z.NEVER;
  });
