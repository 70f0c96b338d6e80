import { setVerified } from './set-verified.ts';

/** Removes the verified badge of a listing. */
export const unverifyListing = setVerified(false, 'unverifyListing');
