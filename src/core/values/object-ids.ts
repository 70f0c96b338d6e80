import { z } from 'zod';
import { MAX_PAGE } from './paging.ts';

const message = `must be a list of at most ${MAX_PAGE} ids.`;

/** The ids of a look-up of several objects. */
export const objectIds = z.object({ ids: z.array(z.string(message), message).max(MAX_PAGE, message) });
