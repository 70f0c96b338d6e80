import { setVerified } from './set-verified.ts';

/** Marks a listing as verified: only the operator can award the badge (interface section 1). */
export const verifyListing = setVerified(true, 'verifyListing');
