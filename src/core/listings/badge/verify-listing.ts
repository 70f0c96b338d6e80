import { setVerified } from './set-verified.ts';

/** Awards the verified badge to a listing, which only the operator can do (interface section 1). */
export const verifyListing = setVerified(true, 'verifyListing');
